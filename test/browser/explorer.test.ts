import { expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../src/server/handler.ts';
import { builtSite } from '../support/built-site.ts';
import { catalogueOf } from '../support/catalogue.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { staticHost } from '../support/static-host.ts';
import { rowsOf } from '../support/table.ts';
import { things } from '../support/things-api.ts';
import { numberedApi, rooms, roomsApi } from '../support/unusual-sites.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const FOCUSED_TEXT = 'document.activeElement.textContent';

/** The label of a text field after a drop-down. */
const ANOTHER_LIMIT = 'Another limit: a whole number from 1 to 9007199254740991';

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
  async function visit(hash = '', options?: ServeOptions) {
    const { port } = await servedSite(shippedSite(), options);
    return openWindow(`http://127.0.0.1:${port}/`, hash);
  }

  /** Opens the page of a site of one API. */
  async function visitBuilt(...site: Parameters<typeof builtSite>) {
    const [api, files] = site;
    const { folder } = await builtSite(api, files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    return openWindow(`http://127.0.0.1:${port}/`);
  }

  it('requests each endpoint of the reference', async () => {
    const { page, root, problems, timing, responded, tab, json, code } = await visit();
    await responded(ALL);
    for (const [template = '', shown = ''] of rowsOf(`
      countries/               -> 243 records
      countries/{alpha_2}/     -> All countries
      neighborhoods/           -> records 1–20 of 2,620
      neighborhoods/{uuid}/    -> All neighborhoods
      neighborhoods_geojson/   -> 2,620 records
      results/                 -> records 1–20 of 2,620
      score_metadata/          -> 21 records`)) {
      await page.getByRole('link', { name: `Try it: /api/${template}`, exact: true }).click();
      await page.locator('.answer .head').filter({ hasText: shown }).waitFor();
      expect(await timing.innerText()).toContain('200 OK');
      expect(await code()).toBe(`curl '${root}${page.url().split('#/')[1]}'`);
      await tab('JSON').click();
      expect(await json.innerText()).toMatch(/^[{[]\n {2}/);
    }
    expect(problems).toEqual([]);
  });

  it('shows the request of a form as code, in a language that is kept', async () => {
    const { page, root, field, more, code, open, responded } = await visit('#/api/neighborhoods/');
    await responded(ALL);
    await more.click();
    await field('limit').selectOption('100');
    await field('country').selectOption('CA');
    const expected = `${root}api/neighborhoods/?country=CA&limit=100`;
    await eventually(code).toBe(`curl '${expected}'`);
    await page.getByRole('radio', { name: 'curl', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await eventually(code).toBe(expected);
    await open('api/countries/');
    await responded('243 records');
    expect(await code()).toBe(`${root}api/countries/`);
  });

  it('follows the links of pages on this host, built for another, and Back', async () => {
    const { page, problems, responded, tab, json, open, link } = await visit('', { asBuilt: true });
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
    await link('Page 131').click();
    await responded('records 2,601–2,620 of 2,620');
    expect(await link('Next').getAttribute('aria-disabled')).toBe('true');
    await link('Previous').click();
    await responded('records 2,581–2,600 of 2,620');
    expect(problems).toEqual([]);
  });

  it('sorts by the headers, which keep the filters, the limit and the focus', async () => {
    const { page, responded, request, header, names } = await visit(
      '#/api/neighborhoods/?limit=10&name=port&offset=10',
    );
    await responded('records 11–20 of');
    expect(await header('createdAt').getAttribute('aria-sort')).toBe('descending');
    for (const [ordering, direction] of [
      ['label', 'ascending'],
      ['-label', 'descending'],
    ] as const) {
      await request(() => header('label').getByRole('link').press('Enter'), 'records 1–10 of');
      expect(page.url()).toMatch(new RegExp(`limit=10&name=port&ordering=${ordering}$`));
      expect(await header('label').getAttribute('aria-sort')).toBe(direction);
      await eventually(() => page.evaluate(FOCUSED_TEXT)).toBe('label');
      const shown = await names();
      expect(shown).toHaveLength(10);
      const sorted = [...shown].sort(new Intl.Collator('en').compare);
      expect(shown).toEqual(direction === 'ascending' ? sorted : sorted.reverse());
    }
  });

  it('keeps the response to the last request when that to an earlier one comes later', async () => {
    const { page, responded, status, open } = await visit();
    await responded(ALL);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/countries/', async (route) => {
      await released;
      await route.continue();
    });
    await open('api/countries/');
    await open('api/score_metadata/');
    await responded('21 records');
    const late = page.waitForResponse('**/api/countries/');
    release();
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await status.innerText()).toBe('21 records');
  });

  it('shows a record as fields, with a link back to the results', async () => {
    const { page, problems, responded, open, tab, link, heading, names, record } = await visit(
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
    await open('api/countries/US/');
    await heading('United States').waitFor();
    await link('All countries').click();
    await responded('243 records');
    expect(problems).toEqual([]);
  });

  it('lists the supported values in an error as links', async () => {
    const { page, responded, more, field, submit, problem, pager } = await visit(
      '#/api/neighborhoods/?ordering=label',
      { rulesOnly: true },
    );
    await responded(ALL);
    await more.click();
    await field('limit').selectOption({ label: 'other…' });
    await field(ANOTHER_LIMIT).fill('0');
    await submit.click();
    await responded('400 Bad Request');
    expect(await pager.isVisible()).toBe(false);
    const text = await problem.innerText();
    expect(text).toContain('This value of limit is not supported.');
    expect(text).not.toMatch(/\bhosts?\b/);
    const links = problem.getByRole('link');
    expect(await links.allInnerTexts()).toEqual([
      'The same request without limit',
      ...['10', '20', '50', '100', 'all'],
    ]);
    await links.nth(3).click();
    await responded('records 1–50 of 2,620');
    expect(page.url()).toMatch(/#\/api\/neighborhoods\/\?limit=50&ordering=label$/);
    expect(await field('limit').inputValue()).toBe('50');
    expect(await problem.isVisible()).toBe(false);
  });

  it('links from an error to supported requests', async () => {
    const { responded, problem, request, open } = await visit('', { rulesOnly: true });
    await responded(ALL);
    await request(() => open('api/neighborhoods/?country=US&name=%00'), '400 Bad Request');
    await problem.getByRole('link', { name: 'The same request without name' }).click();
    await responded('records 1–20 of 2,541');
    await request(() => open('api/nothing/'), '404 Not Found');
    await problem.getByRole('link', { name: 'api/countries/' }).click();
    await responded('243 records');
  });

  it('fills in the form from a link with values that are not listed', async () => {
    const { page, root, responded, more, field, submit, button, code } = await visit(
      '#/api/neighborhoods/?country=ca&limit=37&name=%C3%B1on&ordering=state_abbrev,-label&state=o',
    );
    const values = async () => [
      await field(ANOTHER_LIMIT).inputValue(),
      await field('Another country: any text of up to 200 characters').inputValue(),
      await field('Another state: any text of up to 200 characters').inputValue(),
      await field('name').inputValue(),
      await field('Another ordering: several values with commas between them').inputValue(),
    ];
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'o', 'ñon', 'state_abbrev,-label']);
    await more.click();
    await field('country').selectOption('all records');
    expect(await field('Another country: any text of up to 200 characters').isVisible()).toBe(
      false,
    );
    await submit.click();
    await responded('1 record');
    expect(await code()).toMatch(
      /\?limit=37&name=%C3%B1on&ordering=state_abbrev%2C-label&state=o'/,
    );
    await page.goBack();
    await responded('no records');
    expect(await values()).toEqual(['37', 'ca', 'o', 'ñon', 'state_abbrev,-label']);
    await button('Clear').click();
    await responded('of 2,620');
    expect(page.url()).toBe(`${root}#/api/neighborhoods/`);
    expect(await field('country').inputValue()).toBe('');
  });

  it('removes a filter by its chip', async () => {
    const { page, responded, link } = await visit(
      '#/api/results/?country=CA&overall_score__gte=30&overall_score__lte=40&search=a',
    );
    await responded('records');
    await link('Remove the filter Overall Score 30–40').click();
    await eventually(() => page.url()).toMatch(/#\/api\/results\/\?country=CA&search=a$/);
    await link('Remove the filter search: a').click();
    await responded('records 1–20 of 79');
    await link('Remove the filter Canada').click();
    await responded(ALL);
  });

  it('has fields for filters with the names of parts of a form', async () => {
    const files = { 'rooms/all.json': rooms };
    const { problems, responded, more, field, submit, code, link, heading } = await visitBuilt(
      roomsApi,
      files,
    );
    await responded('records 1–2 of 5');
    await more.click();
    await field('key').selectOption('The hall or The hall on top (3)');
    await field('hidden').fill('10');
    await submit.click();
    await responded('1 record');
    expect(await code()).toMatch(/\/api\/rooms\/\?hidden=10&key=hall'/);
    await link(/^2$/).click();
    await heading('2').waitFor();
    expect(await code()).toMatch(/\/api\/rooms\/2\/'$/);
    expect(problems).toEqual([]);
  });

  it('turns pages with numbers', async () => {
    const files = { 'things/all.json': things(45) };
    const visited = await visitBuilt(numberedApi, files);
    const { problems, responded, more, field, submit, request, code, link, open } = visited;
    await responded('records 1–20 of 45');
    await request(() => link('Next').click(), 'records 21–40 of 45');
    await request(() => link('Page 3').click(), 'records 41–45 of 45');
    expect(await code()).toMatch(/\/api\/things\/\?page=3'$/);
    await request(() => link('size').click(), 'records 1–20 of 45');
    await more.click();
    await field('page_size').selectOption('7');
    await request(() => submit.click(), 'records 1–7 of 45');
    await request(() => link('Page 7').click(), 'records 43–45 of 45');
    await request(() => open('api/things/?page=8&page_size=7'), '404 Not Found');
    expect(problems.filter((one) => !one.includes('404'))).toEqual([]);
  });

  it('shows a large response in parts', async () => {
    const { page, answer, responded, tab, json, button } = await visit('#/api/countries/');
    await responded('243 records');
    const rows = answer.locator('tbody tr');
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: 'Show all 243 records' }).click();
    expect(await rows.count()).toBe(243);
    await tab('JSON').click();
    const lines = async () => (await json.innerText()).trim().split('\n');
    expect(await lines()).toHaveLength(200);
    await button(/Show all [\d,]+ lines/).click();
    expect(JSON.parse((await lines()).join('\n'))).toHaveLength(243);
  });

  it('shows an error without a connection', async () => {
    const { page, responded, field, problem, submit } = await visit();
    await responded(ALL);
    await page.context().setOffline(true);
    // The first response is in the browser's cache.
    await field('Sort').selectOption('label');
    await responded('No response');
    expect(await problem.innerText()).toContain('You are offline.');
    await page.context().setOffline(false);
    await submit.click();
    await responded(ALL);
  });

  it('shows an error where client.js is missing on a server of plain files', async () => {
    const host = await staticHost(shippedSite(), { notFound: '404.html' });
    onTestFinished(() => host.close());
    host.setResponse('/client.js', (response) => response.writeHead(404).end());
    const { responded, problem } = await openWindow(
      `${host.origin}/`,
      '#/api/neighborhoods/?country=US',
    );
    await responded('No response');
    expect(await problem.innerText()).toContain('A part of this page can’t be loaded.');
  });
});
