import { readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { defineCollection, z } from '../../src/index.ts';
import { builtSite } from '../support/built-site.ts';
import { catalogueOf } from '../support/catalogue.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
import { apiOf, titled } from '../support/definition.ts';
import { NGINX } from '../support/nginx.ts';
import { startPageHost } from '../support/page-hosts.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { rowsOf } from '../support/table.ts';
import { rooms, roomsApi, taggedApi, taggedRecords } from '../support/unusual-sites.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const FOCUSED_TEXT = 'document.activeElement.textContent';

const ALL = 'records 1–20 of 2,620';

describeInChromium('the explorer', (browser) => {
  /** Opens an address below `root` in a new window. */
  async function openWindow(root: string, hash = '') {
    const page = await browser.openPage();
    page.setDefaultTimeout(20_000);
    const problems = collectProblems(page, root);
    await page.goto(root + hash);
    return { ...catalogueOf(page), root, problems };
  }

  /** Opens the page of the shipped site. */
  async function visit(hash = '') {
    const { port } = await servedSite(shippedSite());
    return openWindow(`http://127.0.0.1:${port}/`, hash);
  }

  it('keeps the response to the last request when that to an earlier one comes later', async () => {
    const { page, responded, status, open } = await visit();
    await responded(ALL);
    await page.route('**/api/countries/', async (route) => {
      await responded('21 records');
      await route.continue();
    });
    const late = page.waitForResponse('**/api/countries/');
    await open('api/countries/');
    await open('api/score_metadata/');
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await status.innerText()).toBe('21 records');
  });

  it('shows a record as fields, with a link back to the results', async () => {
    const { page, problems, answer, responded, tab, link, heading, names, record } = await visit(
      '#/api/neighborhoods/?state=CO',
    );
    await responded('records 1–20 of 96');
    const [name = ''] = await names();
    await link(name).first().click();
    await heading(name).waitFor();
    await eventually(() => page.evaluate(FOCUSED_TEXT)).toBe(name);
    expect(await record.innerText()).toContain('United States of America');
    await tab('JSON').click();
    expect(await record.isVisible()).toBe(false);
    await link('Back to the results').click();
    await responded('records 1–20 of 96');
    await tab('Table').click();
    await answer.locator('tbody').getByRole('link', { name: 'US' }).last().click();
    await heading('United States').waitFor();
    await link('All countries').click();
    await responded('243 records');
    expect(problems).toEqual([]);
  });

  it('fills in the form from a link with values that are not listed', async () => {
    const { page, root, responded, more, field, submit, button, code } = await visit(
      '#/api/neighborhoods/?country=ca&limit=37&name=%C3%B1on&ordering=state_abbrev,-label',
    );
    const fields = ['Records per page', 'Country, contains', 'City, contains', 'Sort'].map(field);
    const values = () => Promise.all(fields.map((one) => one.inputValue()));
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'ñon', 'state_abbrev,-label']);
    await more.click();
    await field('Country, contains').selectOption('all records');
    await submit.click();
    await responded('1 record');
    expect(await code()).toMatch(/\?limit=37&name=%C3%B1on&ordering=state_abbrev%2C-label["']/);
    await page.goBack();
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'ñon', 'state_abbrev,-label']);
    await button('Clear').click();
    await responded('of 2,620');
    expect(page.url()).toBe(`${root}#/api/neighborhoods/`);
    expect(await field('Country, contains').inputValue()).toBe('');
  });

  it('removes a filter by its chip', async () => {
    const { page, responded, link, open } = await visit(
      '#/api/results/?country=CA&overall_score__gte=30&overall_score__lte=39.98&search=a',
    );
    await responded('records');
    await link('Remove the filter Overall score 30 to under 40').click();
    await eventually(() => page.url()).toMatch(/#\/api\/results\/\?country=CA&search=a$/);
    // Until the answer is there, the chips are those of the request before.
    await link('Remove the filter Overall score 30').waitFor({ state: 'detached' });
    await link('Remove the filter “a”').click();
    await responded('records 1–20 of 79');
    await link('Remove the filter Canada').click();
    await responded(ALL);
    await open('api/results/?overall_score__gte=90');
    await link('Remove the filter Overall score, at least: 90').waitFor();
    await open('api/neighborhoods/?created_at__gte=2025-01-01');
    await link('Remove the filter First analysed, from: 1 Jan 2025').waitFor();
  });

  it('offers a range of dates, no value, and orders without null', async () => {
    const files = { 'tagged/all.json': taggedRecords };
    const { folder } = await builtSite(taggedApi, files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    const { page, problems, section, responded, facet, field, header, link, request } =
      await openWindow(`http://127.0.0.1:${port}/`);
    await responded('records 1–10 of 40');
    const days = section.getByRole('group', { name: 'Day' });
    await days.getByLabel('From').focus();
    // The field keeps its cursor between the requests.
    await page.keyboard.type('07052026');
    await responded('of 29');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await responded('of 28');
    await link('Remove the filter Day, from: 6 Jul 2026').waitFor();
    expect(await days.getByLabel('From').inputValue()).toBe('2026-07-06');
    await days.getByLabel('To').fill('2026-07-10');
    await link('Remove the filter Day, until: 10 Jul 2026').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await days.getByLabel('To').focus();
    await page.goBack();
    await eventually(() => days.getByLabel('To').inputValue()).toBe('');
    await request(() => days.getByRole('link', { name: 'No value' }).click(), '5 records');
    await link('Remove the filter Day: no value').click();
    await responded('of 40');
    expect(await days.getByLabel('From').inputValue()).toBe('');
    await request(() => header('Size').getByRole('link').click(), 'of 39');
    await eventually(() => page.url()).toMatch(/ordering=-size&size__isnull=false$/);
    await request(() => field('Sort').selectOption('Day, latest first'), 'of 35');
    await link('Remove the filter Day: with a value').waitFor();
    await request(() => facet('Path').click(), 'records 1–10 of');
    expect(page.url()).toMatch(/day__isnull=false&kind=path&ordering=-day$/);
    expect(problems).toEqual([]);
  });

  it('has fields for filters with the names of parts of a form', async () => {
    const schema = z.object({ side: z.string(), floor: z.int() });
    const filters = { floor: {} };
    const doors = defineCollection({ ...titled('doors'), schema, key: ['side', 'floor'], filters });
    const all = ['left', 'right', 'top', 'end'].map((side, at) => ({ side, floor: 2 + (at % 2) }));
    const files = { 'rooms/all.json': rooms, 'doors/all.json': all };
    const api = apiOf(...roomsApi.collections, doors);
    const { folder } = await builtSite(api, files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    const { problems, open, responded, more, field, submit, code, link, heading } =
      await openWindow(`http://127.0.0.1:${port}/`);
    await responded('records 1–2 of 5');
    await more.click();
    await field('Key, contains').selectOption('The hall or The hall on top (3)');
    await field('Hidden').fill('10');
    await submit.click();
    await responded('1 record');
    expect(await code()).toMatch(/\/api\/rooms\/\?hidden=10&key=hall["']/);
    await link(/^2$/).click();
    await heading('2').waitFor();
    expect(await code()).toMatch(/\/api\/rooms\/2\/'$/);
    await open('api/doors/?floor=2');
    await responded('2 records');
    await link('Remove the filter Floor 2').waitFor();
    await link('left').click();
    await heading('left-2').waitFor();
    expect(problems).toEqual([]);
  });

  it('shows records with the fields of a page or of features as they are', async () => {
    const schema = z.looseObject({ id: z.int(), name: z.string() });
    const games = defineCollection({ ...titled('games'), schema, key: 'id' });
    const areas = { ...games, ...titled('areas'), items: false, filters: { id: {} } };
    const [game = ''] = readFileSync('test/cases/record-like-a-page.jsonl', 'utf8').split('\n');
    const area = { id: 1, name: 'A', type: 'FeatureCollection', features: [{ id: 'b' }] };
    const files = { 'games/all.json': [JSON.parse(game)], 'areas/all.json': [area] };
    const { folder } = await builtSite(apiOf(games, areas), files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    const shown = await openWindow(`http://127.0.0.1:${port}/`, '#/api/games/1/');
    await shown.heading('Final').waitFor();
    expect(await shown.record.innerText()).toMatch(/7\s.*Team A/s);
    await shown.open('api/areas/?id=1');
    await shown.heading('A').waitFor();
    await shown.tab('JSON').click();
    expect(JSON.parse(await shown.json.innerText())).toEqual(area);
  });

  it('shows a large table in parts', async () => {
    const { page, answer, link, responded, tab, json } = await visit('#/api/countries/');
    await responded('243 records');
    const rows = answer.locator('tbody tr');
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: 'Show all 243 records' }).click();
    expect(await rows.count()).toBe(243);
    await rows.last().getByRole('link').click();
    await link('All countries').click();
    await eventually(() => rows.count()).toBe(243);
    await tab('JSON').click();
    expect(JSON.parse(await json.innerText())).toHaveLength(243);
  });

  describe.runIf(NGINX)('on a host with rules', () => {
    const host = startPageHost('nginx');

    it('follows the links of pages on this host, built for another, and Back', async () => {
      const { page, problems, responded, tab, json, open, link } = await openWindow(host.root);
      await responded(ALL);
      await link('Next').click();
      await responded('records 21–40 of 2,620');
      await page.goBack();
      await responded(ALL);
      expect(await page.evaluate('location.hash')).toBe('');
      await open('api/neighborhoods/?offset=2580');
      await responded('records 2,581–2,600 of 2,620');
      await tab('JSON').click();
      const other = json.getByRole('link', { name: /\.zip"$/ }).first();
      expect(await other.getAttribute('rel')).toContain('noopener');
      await json
        .getByRole('link', { name: `"${SHIPPED_BASE}/api/neighborhoods/?` })
        .last()
        .click();
      await responded('records 2,561–2,580 of 2,620');
      expect(problems).toEqual([]);
    });

    it('shows the reason of an error and the supported values', async () => {
      const { page, responded, problem, pager, more, field, submit, request, open } =
        await openWindow(host.root, '#/api/neighborhoods/?limit=0&ordering=label');
      await responded('400 Bad Request');
      expect(await pager.isVisible()).toBe(false);
      expect((await problem.innerText()).split(/\n+/)).toEqual([
        'This value of limit is not supported.',
        'Supported: 10, 20, 50, 100, all',
      ]);
      await request(() => open('api/nothing/'), '404 Not Found');
      expect(await problem.innerText()).toContain('/api/countries/');
      await page.goBack();
      await more.click();
      await field('Records per page').selectOption('50');
      await request(() => submit.click(), 'records 1–50 of 2,620');
      expect(await problem.isVisible()).toBe(false);
    });

    const FAILURES: Readonly<Record<string, Parameters<Route['fulfill']>[0]>> = {
      'an error': { status: 500, json: { detail: 'Build the site again.' } },
      'a page of the host': { contentType: 'text/html', body: '<p>' },
    };
    it.each(
      rowsOf(`
      data/root.json          -> lost
      data/root.json          -> an error
      data/root.json          -> a page of the host
      client.js               -> lost
      api/results/?offset=20  -> lost
      api/results/?offset=20  -> an error`),
    )('keeps the table where %s is %s, until the page is reloaded', async (file = '', how = '') => {
      const { page, root, names, status, facet, link, problem, responded } = await openWindow(
        host.root,
      );
      // Only the script answers a request with a filter.
      const isSent = file.startsWith('api/');
      await responded(ALL);
      const before = await names();
      await page.route(root + file, (route) =>
        how === 'lost' ? route.abort() : route.fulfill(FAILURES[how]),
      );
      await (isSent ? link('Next') : facet('Canada')).click();
      await problem.getByText('The data can’t be loaded.').waitFor();
      expect(await problem.innerText()).not.toMatch(/host|build|root/i);
      expect([await names(), await status.innerText()]).toEqual([before, ALL]);
      await page.reload();
      await problem.getByText('The data can’t be loaded.').waitFor();
      await page.unrouteAll();
      await page.reload();
      await responded(isSent ? 'records 21–40' : 'records 1–20 of 79');
      expect(await problem.isVisible()).toBe(false);
    });

    it('shows a record that the rules of the host do not find', async () => {
      const { page, open, heading } = await openWindow(host.root);
      await page.route('**/api/countries/US/', (one) => one.fulfill({ status: 404, json: {} }));
      await open('api/countries/US/');
      await heading('United States').waitFor();
    });
  });
});
