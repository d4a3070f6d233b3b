import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { defineCollection, z } from '../../src/index.ts';
import { AuthoringLoop } from '../../src/server/dev.ts';
import { builtSite } from '../support/built-site.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
import { apiOf, titled } from '../support/definition.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { thingsApi } from '../support/things-api.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const RECORD_SHIFTS = `self.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shift += value; }))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Waits until the page is painted. */
const PAINT =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** The elements that are wider than the window, without those that scroll or are cut. */
const OVERFLOWING = `[...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .filter((one) => !one.closest('pre, .scroller, .collections, .hidden, .frame'))
  .map((one) => one.outerHTML.slice(0, 80))`;

/** The elements that are only for the screen, and are shown. */
const UNPRINTED = `[...document.querySelectorAll('.skip, nav, form, button, .facets, .request, .try')]
  .filter((one) => one.checkVisibility())
  .map((one) => one.outerHTML.slice(0, 80))`;

/** What is shown and smaller than a finger needs, except in sentences. */
const SMALL = `[...document.querySelectorAll(':is(a[href], button, select, summary):not(.skip, .facts span *, .reference *)')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight) < 24)
  .map((one) => one.outerHTML.slice(0, 80))`;

const ALL = 'records 1–20 of 2,620';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 320, height: 568 };

describeInChromium('the page', (browser) => {
  /** Opens a page of the shipped site in a new window. */
  async function visit(hash = '', options: BrowserContextOptions = {}) {
    const { port } = await servedSite(shippedSite());
    const root = `http://127.0.0.1:${port}/`;
    const page = await browser.openPage({ viewport: DESKTOP, ...options });
    const problems = collectProblems(page, root);
    if (options.javaScriptEnabled !== false) {
      await page.addInitScript(RECORD_SHIFTS);
      // The script comes after the first paint, so what it moves is recorded.
      await page.route('**/explorer.js*', async (route) => {
        await page.evaluate(PAINT);
        await route.continue();
      });
    }
    await page.goto(root + hash);
    return { page, root, problems };
  }

  const answered = (page: Page, status = ALL) =>
    page.locator('.answer:not([aria-busy]) .head').filter({ hasText: status }).waitFor();

  const RECORD = '#/api/results/?neighborhood=0022c341-2c9c-4456-b780-419ac6ec96c0';
  const TABLET = { width: 768, height: 1024 };
  it.each<[string, BrowserContextOptions, string?, string?]>([
    ['a desktop', {}],
    ['a phone', { viewport: NARROW, hasTouch: true, isMobile: true }],
    ['a tablet', { viewport: TABLET }],
    ['a desktop at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['a desktop with reduced motion', { reducedMotion: 'reduce' }],
    ['a record', {}, RECORD, 'Provincetown'],
    ['a record on a tablet', { viewport: TABLET }, RECORD, 'Provincetown'],
    ['no result', {}, '#/api/results/?search=qqq', 'no records'],
  ])('loads without errors and shifts, and fits: %s', async (_, options, hash, status) => {
    const { page, problems } = await visit(hash, options);
    await answered(page, status);
    await page.evaluate(PAINT);
    if (!hash) expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.evaluate('shift')).toBeLessThan(hash ? 0.05 : 0.01);
    expect(await page.evaluate(OVERFLOWING)).toEqual([]);
    const behavior = await page.evaluate(
      'getComputedStyle(document.documentElement).scrollBehavior',
    );
    expect(behavior).toBe(options.reducedMotion ? 'auto' : 'smooth');
    expect(problems).toEqual([]);
  });

  it('copies the request', async () => {
    const { page, root } = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await answered(page);
    await page.getByRole('button', { name: 'Copy: the request' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(`curl '${root}api/results/'`);
  });

  it('a link to a part of the page moves the focus, and keeps the request', async () => {
    const { page } = await visit('#/api/countries/');
    await answered(page, '243 records');
    await page.locator('.skip').first().press('Enter');
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('try-it-title');
    expect(await page.evaluate('location.hash')).toBe('#/api/countries/');
  });

  it('prints the table or the record, and the whole reference', async () => {
    const { page, root } = await visit();
    await page.emulateMedia({ media: 'print' });
    for (const [hash, status, last] of [
      ['', ALL, 'tbody tr'],
      [RECORD, 'Provincetown', '.record > div'],
    ] as const) {
      await page.goto(root + hash);
      await answered(page, status);
      expect(await page.locator(last).last().isVisible()).toBe(true);
      expect(await page.evaluate(UNPRINTED)).toEqual([]);
    }
    await page.goto(`${root}reference.html`);
    expect(await page.evaluate(UNPRINTED)).toEqual([]);
    expect(await page.getByText('Colorado (96)').isVisible()).toBe(true);
  });

  const openFilters = (page: Page) => page.locator('.facets > summary').click();
  const openMap = async (page: Page) => {
    await page.getByRole('tab', { name: 'Map' }).click();
    await page.getByRole('img', { name: 'Map of' }).waitFor();
  };
  const blockScript = async (page: Page) => {
    await page.route('**/explorer.js*', (route) => route.abort());
    await page.reload();
  };
  const DARK = { colorScheme: 'dark' } as const;
  const FORCED = { forcedColors: 'active' } as const;
  it.each<[string, string, string, BrowserContextOptions, ((page: Page) => Promise<unknown>)?]>([
    ['the first screen', '', ALL, {}],
    ['the first screen in dark colours', '', ALL, DARK],
    ['a table on a phone', '#/api/score_metadata/', '21 records', { viewport: PHONE }],
    ['filters', '#/api/results/?country=CA&search=a', 'records', {}],
    ['filters on a phone', '#/api/results/?country=CA', 'of 79', { viewport: PHONE }, openFilters],
    ['a record in dark colours', RECORD, 'Provincetown', DARK],
    ['a record on a phone', RECORD, 'Provincetown', { viewport: PHONE }],
    ['an error in dark colours', '#/api/neighborhoods/?limit=x', '400 Bad', DARK],
    ['JSON', '', ALL, {}, (page) => page.getByRole('tab', { name: 'JSON' }).click()],
    ['the reference', 'reference.html', '', {}],
    [
      'the reference on a phone in dark colours',
      'reference.html',
      '',
      { ...DARK, viewport: NARROW },
    ],
    ['the map on a phone', '', ALL, { viewport: PHONE }, openMap],
    ['no result', '#/api/results/?search=qqq', 'no records', {}],
    ['a filter in forced colours', '#/api/results/?country=CA', 'of 79', FORCED],
    ['without its script', '', '', { viewport: PHONE }, blockScript],
  ])('is accessible and fits: %s', async (_, hash, status, options, act) => {
    const { page } = await visit(hash, options);
    if (status) await answered(page, status);
    await act?.(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(OVERFLOWING)).toEqual([]);
    expect(await page.evaluate(SMALL)).toEqual([]);
    if (options === FORCED) {
      const backgroundOf = (selector: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
      const other = await backgroundOf('body');
      for (const chosen of ['#answer-Table', '.facet a[aria-current]', '.pager a[aria-current]'])
        expect(await backgroundOf(chosen)).not.toBe(other);
    }
  });

  it('leads from a filter on a phone to the table, which begins on the first screen', async () => {
    const { page } = await visit('', { viewport: PHONE, hasTouch: true, isMobile: true });
    await answered(page);
    const table = page.locator('#try-it table');
    expect((await table.boundingBox())?.y).toBeLessThan(PHONE.height - 200);
    await openFilters(page);
    await page.locator('.facet').getByRole('link', { name: 'Canada' }).tap();
    const show = page.getByRole('link', { name: 'Show 79 results' });
    await eventually(async () => (await show.boundingBox())?.y ?? PHONE.height).toBeLessThan(
      PHONE.height - 24,
    );
    await show.tap();
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('answer-panel');
    await eventually(async () => (await table.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    expect(page.url()).toMatch(/country=CA$/);
  });

  it('folds where the data is from on a phone, if there is a script', async () => {
    const { page } = await visit('', { viewport: PHONE });
    const source = page.getByText(/^Source of /);
    expect(await source.isVisible()).toBe(false);
    await page.getByText('About the data').click();
    expect(await source.isVisible()).toBe(true);
    await page.getByText('About the data').click();
    await page.setViewportSize(DESKTOP);
    expect(await source.isVisible()).toBe(true);
    const without = await visit('', { viewport: PHONE, javaScriptEnabled: false });
    expect(await without.page.getByText(/^Source of /).isVisible()).toBe(true);
  });

  it('shows nothing that needs a script without it, from a disk too, and says why', async () => {
    const page = await browser.openPage();
    await page.route('**/explorer.js*', (route) => route.abort());
    const { port } = await servedSite(shippedSite());
    for (const address of [`file://${shippedSite()}/index.html`, `http://127.0.0.1:${port}/`]) {
      await page.goto(address);
      for (const dead of ['[role=tab]', '[type=search]', '[name=ordering]'])
        expect(await page.locator(dead).first().isVisible()).toBe(false);
      await page.getByText('run staticrest preview').waitFor();
    }
  });

  it('keeps the chosen one of 40 collections in view, and fits long names', async () => {
    const long = 'a'.repeat(190);
    const schema = z.object({ id: z.int(), kind: z.string() });
    const filters = { kind: { field: 'kind', match: 'equals' } } as const;
    const names = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const collections = names.map((name) =>
      defineCollection({ ...titled(name), schema, key: 'id', label: 'kind', filters }),
    );
    const records = [1, 2, 3, 4].map((id) => ({ id, kind: id % 2 ? long : 'b' }));
    const files = Object.fromEntries(names.map((name) => [`${name}/all.json`, records]));
    const { folder } = await builtSite(apiOf(...collections), files, { base: SHIPPED_BASE });
    const { port } = await servedSite(folder);
    const page = await browser.openPage({ viewport: PHONE, hasTouch: true, isMobile: true });
    for (const target of [`?kind=${long}`, '1/']) {
      await page.goto(`http://127.0.0.1:${port}/#/api/c30/${target}`);
      await answered(page, target === '1/' ? 'Back to' : '2 records');
      const { x = 0 } =
        (await page.locator('.collections [aria-current=true]').boundingBox()) ?? {};
      expect(Math.abs(x - PHONE.width / 2)).toBeLessThan(PHONE.width / 2);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    }
  });

  it('reloads under dev when the content changes, at the same request', async () => {
    const content = temporaryFolder();
    const write = (label: string) =>
      writeFiles(content, { 'things/1.json': JSON.stringify({ id: 1, size: 1, label }) });
    write('before');
    const noop = () => {};
    const events = { onBuilt: noop, onAdded: noop, onFailed: noop, onUnwatched: noop };
    const definition = { file: 'api.mjs', load: async () => thingsApi };
    const loop = new AuthoringLoop({ definition, content, base: 'http://localhost' }, events);
    onTestFinished(() => loop.close());
    await loop.watch();
    await loop.build();
    const server = await servedSite(loop, { changes: loop.changes });
    const page = await browser.openPage();
    const address = `http://127.0.0.1:${server.port}/#/api/things/?limit=7`;
    await page.goto(address);
    const table = page.locator('#try-it tbody');
    await table.getByText('before').first().waitFor();
    write('after');
    await table.getByText('after').first().waitFor();
    expect(page.url()).toBe(address);
  });
});
