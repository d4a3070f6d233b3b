import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { AuthoringLoop } from '../../src/server/dev.ts';
import { siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
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
  .filter((one) => !one.closest('pre, .scroller, .hidden, .frame'))
  .map((one) => one.outerHTML.slice(0, 80))`;

const PRINT = 'dispatchEvent(new Event("beforeprint"))';

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

  const answered = (page: Page, status = '200 OK') =>
    page.locator('#try-it .status').filter({ hasText: status }).first().waitFor();

  it.each<[string, BrowserContextOptions]>([
    ['a desktop', {}],
    ['a phone', { viewport: NARROW, hasTouch: true, isMobile: true }],
    ['a desktop at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['a desktop with reduced motion', { reducedMotion: 'reduce' }],
  ])('loads without errors and shifts, and fits %s', async (_, options) => {
    const { page, problems } = await visit('', options);
    await answered(page);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: /^Map/ }).first().waitFor();
    expect(await page.evaluate('shift')).toBeLessThan(0.01);
    expect(await page.evaluate(OVERFLOWING)).toEqual([]);
    const behavior = await page.evaluate(
      'getComputedStyle(document.documentElement).scrollBehavior',
    );
    expect(behavior).toBe(options.reducedMotion ? 'auto' : 'smooth');
    expect(problems).toEqual([]);
  });

  it('copies a request that works, and shows its response', async () => {
    const { page, root } = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: the example request' }).click();
    await page.getByText('Copied: the example request').waitFor({ state: 'attached' });
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, address = ''] = /^curl '(.*)'$/.exec(command) ?? [];
    const response: unknown = await (await fetch(address)).json();
    const { count, next } = Object(response);
    const excerpt = await page.locator('.excerpt').innerText();
    expect(excerpt).toContain(`"count": ${count},\n  "next": "${next}"`);
    await page.getByRole('link', { name: 'Its response' }).click();
    await answered(page, 'records 1–10 of 2,620');
    expect(page.url()).toBe(`${root}#/api/neighborhoods/?limit=10`);
  });

  it('works without a script', async () => {
    const { page, root } = await visit('', { javaScriptEnabled: false });
    const text = () => page.locator('body').innerText();
    expect(await page.getByLabel('the base address').innerText()).toBe(SHIPPED_BASE);
    expect(await page.locator('#find-one').isVisible()).toBe(false);
    for (const [name, expected] of [
      [/^Next/, '"previous":'],
      ['label', 'ordering=label"'],
      ['Hampton Beach', '"label":"Hampton Beach"'],
    ] as const) {
      await page.locator('#try-it').getByRole('link', { name, exact: true }).click();
      expect(await text()).toContain(expected);
      await page.goBack();
    }
    const form = page.locator('form[action="api/neighborhoods/"]');
    await form.getByLabel('name', { exact: true }).fill('ton');
    await form.getByLabel('country', { exact: true }).selectOption('Canada (79)');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).toBe(
      `${root}api/neighborhoods/?search=&name=ton&state=&country=CA&state_abbrev=&created_at__gte=&modified_at__gte=&country__in=&ordering=&limit=&offset=&format=`,
    );
    expect(await text()).toContain('"label":"Edmonton"');
    await page.goto(root);
    await page.locator('form[action="api/countries/AF/"]').getByText('Send').click();
    expect(await text()).toContain('Afghanistan');
  });

  it('marks the section that is read in the contents', async () => {
    const { page } = await visit();
    await answered(page);
    const current = page.locator('.contents [aria-current=true]');
    await eventually(() => current.count()).toBe(0);
    for (const id of ['neighborhoods', 'typed-client', 'countries']) {
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

  const DARK = { colorScheme: 'dark' } as const;
  it.each<[string, string, string, BrowserContextOptions, ((page: Page) => Promise<unknown>)?]>([
    ['the first screen', '', '200 OK', {}],
    ['the first screen in dark colours', '', '200 OK', DARK],
    ['a table on a phone', '#/api/score_metadata/', '21 records', { viewport: PHONE }],
    ['a record in dark colours', '#/api/countries/US/', '200 OK', DARK],
    ['an error in dark colours', '#/api/neighborhoods/?limit=x', '400 Bad', DARK],
    ['JSON', '', '200 OK', {}, (page) => page.getByRole('tab', { name: 'JSON' }).click()],
    ['the reference on a phone', '', '', { viewport: NARROW }, (page) => page.evaluate(PRINT)],
    ['the page for unknown paths', 'nothing', '', {}],
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
    const loop = new AuthoringLoop({ api: thingsApi, content, base: 'http://localhost' }, events);
    onTestFinished(() => loop.close());
    await loop.watch();
    await loop.build();
    const handler = siteHandler(loop, { changes: loop.changes }, noop);
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
