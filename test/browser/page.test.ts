import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { AuthoringLoop } from '../../src/server/dev.ts';
import { siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import { serveOpenFile } from '../../src/server/serve-open-file.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite } from '../support/shipped-site.ts';
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

const PRINT = 'dispatchEvent(new Event("beforeprint"))';

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

  it.each<[string, BrowserContextOptions]>([
    ['a desktop', {}],
    ['a phone', { viewport: NARROW, hasTouch: true, isMobile: true }],
    ['a desktop at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['a desktop with reduced motion', { reducedMotion: 'reduce' }],
  ])('loads without errors and shifts, and fits %s', async (_, options) => {
    const { page, problems } = await visit('', options);
    await answered(page);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.evaluate('shift')).toBeLessThan(0.01);
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
    await page.getByText('Copied: the request').waitFor({ state: 'attached' });
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(`curl '${root}api/results/'`);
  });

  it('marks the section that is read in the contents', async () => {
    const { page } = await visit();
    await answered(page);
    const current = page.locator('.contents [aria-current=true]');
    for (const id of ['neighborhoods', 'typed-client', 'countries', 'facts-from']) {
      await page.evaluate(
        `document.getElementById('${id}').scrollIntoView({ behavior: 'instant' })`,
      );
      await eventually(() => current.getAttribute('href')).toBe(`#${id}`);
      expect(await current.count()).toBe(1);
    }
  });

  it('prints what is collapsed', async () => {
    const { page } = await visit();
    await answered(page);
    const shown = page.locator('#neighborhoods details[open]');
    expect(await shown.count()).toBe(0);
    await page.evaluate(PRINT);
    expect(await shown.count()).toBe(await page.locator('#neighborhoods details').count());
  });

  const RECORD = '#/api/results/?neighborhood=0022c341-2c9c-4456-b780-419ac6ec96c0';
  const openFilters = (page: Page) => page.locator('.facets > summary').click();
  const DARK = { colorScheme: 'dark' } as const;
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
    ['the reference on a phone', '', '', { viewport: NARROW }, (page) => page.evaluate(PRINT)],
  ])('is accessible and fits: %s', async (_, hash, status, options, act) => {
    const { page } = await visit(hash, options);
    if (status) await answered(page, status);
    await act?.(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(OVERFLOWING)).toEqual([]);
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
    const handler = siteHandler(loop, { changes: loop.changes }, serveOpenFile, noop);
    const server = await listen(handler, 0, '127.0.0.1');
    onTestFinished(() => server.close());
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
