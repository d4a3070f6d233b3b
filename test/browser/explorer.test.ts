import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../src/server/handler.ts';
import { type Built, deployed } from '../contract/deployed.ts';
import { builtSite } from '../support/built-site.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { staticHost } from '../support/static-host.ts';
import { rowsOf } from '../support/table.ts';
import { things, thingsApi } from '../support/things-api.ts';
import { numberedApi, rooms, roomsApi } from '../support/unusual-sites.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const FOCUSED_TEXT = 'document.activeElement.textContent';
const FOCUSED_NAME = `(({ activeElement: one }) => one.getAttribute('aria-label') ??
  one.labels?.[0]?.textContent ?? one.textContent)(document)`;

/** The label of a text field after a drop-down. */
const ANOTHER_LIMIT = 'Another limit: a whole number from 1 to 9007199254740991';

describeInChromium('the explorer', (browser) => {
  /** Opens an address below `root` in a new window. */
  async function openWindow(root: string, hash = '') {
    const page = await browser.openPage();
    const problems = collectProblems(page, root);
    await page.goto(root + hash);
    const answer = page.locator('.answer:not([aria-busy])');
    const form = page.locator('.forms form:not([hidden])');
    /** The response, once its status contains a text. */
    const responded = async (status: string): Promise<Locator> => {
      await answer.locator('.status').filter({ hasText: status }).waitFor();
      return answer;
    };
    return {
      page,
      root,
      problems,
      json: answer.locator('pre code'),
      tab: (name: string) => answer.getByRole('tab', { name }),
      responded,
      /** Does something that sends a request, and waits for the response. */
      async request(act: () => Promise<unknown>, status: string): Promise<void> {
        await page
          .locator('.status')
          .last()
          .evaluate((one) => Object(one).replaceChildren());
        await act();
        await responded(status);
      },
      address: () => page.locator('.request code').first().innerText(),
      field: (name: string) => form.getByLabel(name, { exact: true }),
      send: () => form.getByRole('button', { name: 'Send' }).click(),
    };
  }

  /** Opens the page of the shipped site. */
  async function visit(hash = '', options?: ServeOptions) {
    const { port } = await servedSite(shippedSite(), options);
    return openWindow(`http://127.0.0.1:${port}/`, hash);
  }

  it('requests each endpoint', async () => {
    const { page, root, problems, address, responded, request, send, tab, json } = await visit();
    await responded('200 OK');
    const key = /[0-9a-f-]{36}/;
    for (const [path = '', status = '', template = path] of rowsOf(`
      api/ -> 200 OK
      api/countries/ -> 243 records
      api/countries/AF/ -> 200 OK -> api/countries/{alpha_2}/
      api/neighborhoods/ -> records 1–20 of 2,620
      api/neighborhoods/uuid/ -> 200 OK -> api/neighborhoods/{uuid}/
      api/neighborhoods_geojson/ -> 2,620 records`)) {
      await page.getByLabel('Endpoint').selectOption({ label: `GET /${template}` });
      const target = (await address()).slice(root.length);
      expect(target.replace(key, 'uuid')).toBe(path);
      await request(send, status);
      expect(page.url()).toBe(`${root}#/${target}`);
      await tab('Headers').click();
      expect(await page.locator('.headers').innerText()).toContain('public, max-age=60');
      await tab('JSON').click();
      expect(await json.innerText()).toMatch(/^[{[]\n {2}/);
    }
    expect(problems).toEqual([]);
  });

  it('shows the request of a form as code, in a language that is kept', async () => {
    const { page, root, field, address, responded } = await visit();
    await field('ordering').selectOption('-label');
    await field('limit').selectOption('100');
    await field('offset').fill('200');
    const expected = `${root}api/neighborhoods/?limit=100&offset=200&ordering=-label`;
    expect(await address()).toBe(expected);
    await page.getByRole('radio', { name: 'URL', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await address()).toBe(`curl '${expected}'`);
    await page.evaluate('location.hash = "#/api/countries/"');
    await responded('243 records');
    expect(await address()).toBe(`curl '${root}api/countries/'`);
  });

  it('follows the links of pages on this host, built for another, and Back', async () => {
    const { page, problems, responded, tab, json } = await visit('', { asBuilt: true });
    const button = (name: string) => page.getByRole('link', { name });
    await responded('records 1–20 of 2,620');
    await button('Next').click();
    await responded('records 21–40 of 2,620');
    await page.goBack();
    await responded('records 1–20 of 2,620');
    expect(await page.evaluate('location.hash')).toBe('');
    await page.evaluate('location.hash = "#/api/neighborhoods/?offset=2580"');
    await responded('records 2,581–2,600 of 2,620');
    await tab('JSON').click();
    const other = json.getByRole('link', { name: /\.zip"$/ }).first();
    expect(await other.getAttribute('rel')).toContain('noopener');
    await json
      .getByRole('link', { name: `"${SHIPPED_BASE}/api/neighborhoods/?` })
      .last()
      .click();
    await responded('records 2,561–2,580 of 2,620');
    await page.evaluate('location.hash = "#/api/neighborhoods/?offset=2600"');
    await responded('records 2,601–2,620 of 2,620');
    expect(await button('Next').getAttribute('aria-disabled')).toBe('true');
    await button('Previous').click();
    await responded('records 2,581–2,600 of 2,620');
    expect(problems).toEqual([]);
  });

  it('sorts by the headers, which keep the filters, the limit and the focus', async () => {
    const { page, responded, request } = await visit(
      '#/api/neighborhoods/?limit=10&name=port&offset=10',
    );
    const answer = await responded('records 11–20 of');
    const header = (name: string) => answer.getByRole('columnheader', { name, exact: true });
    const firstNames = () => answer.locator('tbody th').allInnerTexts();
    expect(await header('createdAt').getAttribute('aria-sort')).toBe('descending');
    for (const [ordering, direction] of [
      ['label', 'ascending'],
      ['-label', 'descending'],
    ] as const) {
      await request(() => header('label').getByRole('link').press('Enter'), 'records 1–10 of');
      expect(page.url()).toMatch(new RegExp(`limit=10&name=port&ordering=${ordering}$`));
      expect(await header('label').getAttribute('aria-sort')).toBe(direction);
      await eventually(() => page.evaluate(FOCUSED_TEXT)).toBe('label');
      const names = await firstNames();
      expect(names).toHaveLength(10);
      const sorted = [...names].sort(new Intl.Collator('en').compare);
      expect(names).toEqual(direction === 'ascending' ? sorted : sorted.reverse());
    }
  });

  it('keeps the response to the last request when that to an earlier one comes later', async () => {
    const { page, responded } = await visit('#/api/');
    const answer = await responded('200 OK');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/countries/', async (route) => {
      await released;
      await route.continue();
    });
    await page.evaluate('location.hash = "#/api/countries/"');
    await page.evaluate('location.hash = "#/api/score_metadata/"');
    await responded('21 records');
    const late = page.waitForResponse('**/api/countries/');
    release();
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await answer.locator('.status').innerText()).toContain('21 records');
  });

  it('shows a record as fields, with a link back to the results', async () => {
    const { page, problems, responded, tab } = await visit('#/api/neighborhoods/?state=CO');
    const answer = await responded('records 1–20 of 96');
    const [name = ''] = await answer.locator('tbody th').allInnerTexts();
    await answer.getByRole('link', { name, exact: true }).click();
    await answer.getByRole('heading', { name, exact: true }).waitFor();
    await eventually(() => page.evaluate(FOCUSED_TEXT)).toBe(name);
    const fields = answer.locator('.record').first();
    const text = await fields.innerText();
    expect(text).toContain('United States of America');
    await tab('JSON').click();
    expect(await fields.isVisible()).toBe(false);
    await answer.getByRole('link', { name: 'Back to the results' }).click();
    await responded('records 1–20 of 96');
    await page.evaluate('location.hash = "#/api/countries/US/"');
    await answer.getByRole('heading', { name: 'United States', exact: true }).waitFor();
    await answer.getByRole('link', { name: 'All countries' }).click();
    await responded('243 records');
    expect(problems).toEqual([]);
  });

  it('lists the supported values in an error as links', async () => {
    const { page, responded, field, send } = await visit('', { rulesOnly: true });
    await responded('200 OK');
    await field('ordering').selectOption('label');
    await field('limit').selectOption({ label: 'other…' });
    await field(ANOTHER_LIMIT).fill('0');
    await send();
    const problem = (await responded('400 Bad Request')).locator('.problem');
    expect(await page.getByRole('group', { name: 'Pages' }).isVisible()).toBe(false);
    const text = await problem.innerText();
    expect(text).toContain('This value of limit is not supported.');
    expect(text).not.toMatch(/\bhosts?\b/);
    const links = problem.getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['10', '20', '50', '100', 'all']);
    await links.nth(2).click();
    await responded('records 1–50 of 2,620');
    expect(page.url()).toMatch(/#\/api\/neighborhoods\/\?limit=50&ordering=label$/);
    expect(await field('limit').inputValue()).toBe('50');
    expect(await problem.isVisible()).toBe(false);
  });

  it('fills in the form from a link with values that are not listed', async () => {
    const { page, root, responded, field, address, send } = await visit(
      '#/api/neighborhoods/?country=ca&limit=37&name=%C3%B1on&ordering=state_abbrev,-label&state=o',
    );
    const values = async () => [
      await field(ANOTHER_LIMIT).inputValue(),
      await field('Another country: any text').inputValue(),
      await field('Another state: any text').inputValue(),
      await field('name').inputValue(),
      await field('Another ordering: several values with commas between them').inputValue(),
    ];
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'o', 'ñon', 'state_abbrev,-label']);
    await field('country').selectOption('all records');
    expect(await field('Another country: any text').isVisible()).toBe(false);
    await send();
    await responded('records 1–1 of 1');
    expect(await address()).toMatch(
      /\?limit=37&name=%C3%B1on&ordering=state_abbrev%2C-label&state=o'/,
    );
    await page.goBack();
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'o', 'ñon', 'state_abbrev,-label']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await responded('of 2,620');
    expect(page.url()).toBe(`${root}#/api/neighborhoods/`);
    expect(await field('country').inputValue()).toBe('');
  });

  it('links from an error to supported requests', async () => {
    const { page, responded, request } = await visit('', { rulesOnly: true });
    const problem = (await responded('200 OK')).locator('.problem');
    await request(
      () => page.evaluate('location.hash = "#/api/neighborhoods/?country=US&name=%00"'),
      '400 Bad Request',
    );
    await problem.getByRole('link', { name: 'Leave out name' }).click();
    await responded('records 1–20 of 2,541');
    await request(() => page.evaluate('location.hash = "#/api/nothing/"'), '404 Not Found');
    await problem.getByRole('link', { name: 'api/countries/' }).click();
    await responded('243 records');
  });

  it('has fields for filters with the names of parts of a form', async () => {
    const files = { 'rooms/all.json': rooms };
    const { folder } = await builtSite(roomsApi, files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    const { page, problems, responded, field, send, address } = await openWindow(
      `http://127.0.0.1:${port}/`,
    );
    await responded('records 1–2 of 5');
    await field('key').selectOption('The hall or The hall on top (3)');
    await field('hidden').fill('10');
    await send();
    await responded('records 1–1 of 1');
    expect(await address()).toMatch(/\/api\/rooms\/\?hidden=10&key=hall'/);
    await page.getByRole('link', { name: '2', exact: true }).click();
    await responded('200 OK');
    expect(await field('id').inputValue()).toBe('2');
    expect(await address()).toMatch(/\/api\/rooms\/2\/$/);
    expect(problems).toEqual([]);
  });

  it('turns pages with numbers', async () => {
    const { folder } = await builtSite(
      numberedApi,
      { 'things/all.json': things(45) },
      { base: SHIPPED_BASE },
    );
    const { port } = await servedSite(folder);
    const { page, problems, responded, field, send, request, address } = await openWindow(
      `http://127.0.0.1:${port}/`,
    );
    await responded('records 1–20 of 45');
    const turn = (name: string) => page.getByRole('link', { name }).click();
    await request(() => turn('Next'), 'records 21–40 of 45');
    await request(() => turn('Next'), 'records 41–45 of 45');
    expect(await address()).toMatch(/\/api\/things\/\?page=3$/);
    await request(() => turn('size'), 'records 1–20 of 45');
    await field('page_size').selectOption('7');
    await field('page').fill('7');
    await request(send, 'records 43–45 of 45');
    await field('page').fill('8');
    await request(send, '404 Not Found');
    expect(problems.filter((one) => !one.includes('404'))).toEqual([]);
  });

  it('shows a large response in parts', async () => {
    const { page, responded, tab, json } = await visit('#/api/countries/');
    const rows = (await responded('243 records')).locator('tbody tr');
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: 'Show all 243 records' }).click();
    expect(await rows.count()).toBe(243);
    await tab('JSON').click();
    const lines = async () => (await json.innerText()).trim().split('\n');
    expect(await lines()).toHaveLength(200);
    await page.getByRole('button', { name: /Show all [\d,]+ lines/ }).click();
    expect(JSON.parse((await lines()).join('\n'))).toHaveLength(243);
  });

  it('works by keyboard alone', async () => {
    const { page, responded } = await visit();
    const { keyboard } = page;
    await responded('200 OK');
    await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
    const reached: string[] = [];
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 60; steps++) {
        await keyboard.press('Tab');
        reached.push(String(await page.evaluate(FOCUSED_NAME)));
        if (reached.at(-1)?.startsWith(name)) return;
      }
      throw new Error(`${name} is not reached: ${reached}`);
    };
    for (const name of ['Skip to the content', 'See the map', 'Copy: ', 'Find one of'])
      await tabTo(name);
    await keyboard.type('portland');
    await page.getByText(/^\d+ found\.$/).waitFor();
    const options = await page.locator('[role=option]').allInnerTexts();
    await keyboard.press('ArrowDown');
    const search = page.getByRole('combobox', { name: 'Find one of' });
    const active = page.locator('[role=option][aria-selected=true]');
    expect(await active.innerText()).toBe(options[0]);
    const id = await active.getAttribute('id');
    expect(await search.getAttribute('aria-activedescendant')).toBe(id);
    await keyboard.press('Enter');
    expect(await search.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('.card').innerText()).toContain('Portland');
    for (const name of ['View record', 'Map:', 'Zoom in', 'Endpoint', 'ordering', 'limit']) {
      await tabTo(name);
    }
    await keyboard.press('ArrowDown');
    await tabTo('Send');
    await keyboard.press('Enter');
    await responded('records 1–10 of 2,620');
    expect(await page.evaluate(FOCUSED_NAME)).toBe('Send');
    await tabTo('Next');
    await keyboard.press('Enter');
    await responded('records 11–20 of 2,620');
    expect(await page.evaluate(FOCUSED_NAME)).toBe('Next →');
    await tabTo('Table');
    await keyboard.press('ArrowRight');
    expect(await page.evaluate(FOCUSED_NAME)).toBe('JSON');
    await page.locator('.answer pre').waitFor();
  });

  it('shows an error without a connection', async () => {
    const { page, responded, field, send } = await visit();
    await responded('200 OK');
    await page.context().setOffline(true);
    // The first response is in the browser's cache.
    await field('ordering').selectOption('label');
    await send();
    const answer = await responded('No response');
    expect(await answer.locator('.problem').innerText()).toContain('You are offline.');
    await page.context().setOffline(false);
    await send();
    await responded('200 OK');
  });

  describe('on a host that only sends files', () => {
    let folder: string;
    /** A site for any host names no worker in its page. */
    const sites = new Map<'service-worker' | 'any', Built>();
    beforeAll(async () => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-test-'));
      for (const name of ['service-worker', 'any'] as const) {
        const out = path.join(folder, name);
        const options = name === 'any' ? { out } : { out, host: name };
        const files = { 'things/all.json': things(45) };
        sites.set(name, await builtSite(thingsApi, files, options));
      }
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Visits a site built for a host, deployed to one of files; some files may be missing. */
    async function visitDeployed(name: 'service-worker' | 'any', ...missing: readonly string[]) {
      const { root, site } = deployed(
        'service-worker',
        sites.get(name) as Built,
        temporaryFolder(),
      );
      for (const file of missing) rmSync(path.join(site, file));
      const server = await staticHost(root, { notFound: '/small/404.html' });
      onTestFinished(() => server.close());
      const opened = await openWindow(`${server.origin}/small/`);
      const apiRequests = () =>
        server.log.map(({ target }) => target).filter((target) => target.startsWith('/small/api'));
      return { ...opened, apiRequests };
    }

    it('sends requests to the worker that the page names, and none to the host', async () => {
      const { page, problems, responded, apiRequests } = await visitDeployed('service-worker');
      await responded('records 1–20 of 45');
      await page.getByRole('link', { name: 'Next' }).click();
      await responded('records 21–40 of 45');
      expect(apiRequests()).toEqual([]);
      const text = await page.locator('.request').innerText();
      expect(text).toContain('a service worker in this browser');
      expect(text).not.toContain('curl');
      expect(problems).toEqual([]);
    });

    it('starts a worker if the host sends a page instead of a response', async () => {
      const { responded, apiRequests } = await visitDeployed('any');
      await responded('records 1–20 of 45');
      expect(apiRequests()).toEqual(['/small/api/things/']);
    });

    it.each<['service-worker' | 'any', RegExp]>([
      ['service-worker', /^The API does not work here: /],
      ['any', /--host files --base-url http:.*\/small$/],
    ])(
      'explains what to do if the worker of a site (host: %s) is missing',
      async (name, message) => {
        const { page, responded } = await visitDeployed(name, 'sw.js');
        const answer = await responded('No response');
        expect(await answer.locator('.problem').innerText()).toMatch(message);
        await page.getByRole('heading', { name: 'Thing List', exact: true }).waitFor();
      },
    );
  });
});
