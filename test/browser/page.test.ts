import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ICON, PAGE, SCRIPT, STYLE } from '../../src/describe/files.ts';
import { AuthoringLoop } from '../../src/server/dev.ts';
import { siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import { type Browser, CHROMIUM, startChromium } from '../support/chromium.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { thingsApi } from '../support/things-api.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const AXE = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');

const RECORD_SHIFTS = `self.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shift += value; }))
    .observe({ type: 'layout-shift', buffered: true });`;

const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`;

/** The elements that are wider than the window, without those that scroll or are cut. */
const OVERFLOWING = `[...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .filter((one) => !one.closest('pre, .scroller, .hidden, .frame'))
  .map((one) => one.outerHTML.slice(0, 80))`;

const FOCUSED = `(({ activeElement: one }) => one.getAttribute('aria-label') ?? one.textContent)(document)`;

const OPEN_DETAILS = `document.querySelectorAll('#neighborhoods details[open]').length`;

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

describe.skipIf(!CHROMIUM)('the page in Chromium', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const eventually = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });

  /** Opens a page of the shipped site in a new window. */
  async function visit(hash = '', options: BrowserContextOptions = {}, script = '') {
    const { port } = await servedSite(shippedSite());
    const root = `http://127.0.0.1:${port}/`;
    const page = await openPage(options);
    if (script) await page.addInitScript(script);
    await page.goto(root + hash);
    return { page, root };
  }

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: DESKTOP, ...options });
    onTestFinished(() => context.close());
    return context.newPage();
  }

  const answered = (page: Page, status = '200 OK') =>
    page.locator('#try-it .status').filter({ hasText: status }).first().waitFor();

  describe.each<[string, BrowserContextOptions]>([
    ['a desktop', { viewport: DESKTOP }],
    ['a desktop in dark colours', { viewport: DESKTOP, colorScheme: 'dark' }],
    ['a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
    ['a narrow phone', { viewport: { width: 320, height: 568 } }],
    ['a desktop at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['a desktop with reduced motion', { viewport: DESKTOP, reducedMotion: 'reduce' }],
  ])('on %s', (_, options) => {
    it('fits, and does not shift while it loads', async () => {
      const { page } = await visit('', options, RECORD_SHIFTS);
      await answered(page);
      await page.locator('#find-one').scrollIntoViewIfNeeded();
      await page.getByRole('img', { name: /^Map/ }).first().waitFor();
      expect(await page.evaluate('shift')).toBeLessThan(0.05);
      expect(await page.evaluate(OVERFLOWING)).toEqual([]);
      const behavior = await page.evaluate(
        'getComputedStyle(document.documentElement).scrollBehavior',
      );
      expect(behavior).toBe(options.reducedMotion ? 'auto' : 'smooth');
    });
  });

  it.each([
    ['desktop', DESKTOP, ['Data updated 5 May 2025', '2,620 neighborhoods']],
    ['phone', PHONE, []],
  ])('has what a visitor needs first on the first screen of a %s', async (_, viewport, more) => {
    const { page, root } = await visit('', { viewport });
    await answered(page);
    const address = page.getByLabel('the base address', { exact: true });
    expect(`${await address.innerText()}/`).toBe(root);
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('banner').getByRole('link', { name: 'Browse the data' }),
      page.getByRole('button', { name: 'Copy: the base address' }),
      page.getByRole('button', { name: 'Copy: the example request' }),
      ...more.map((text) => page.locator('.facts').getByText(text)),
    ]) {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      expect([y > 0, y + height < viewport.height], String(part)).toEqual([true, true]);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Browse the data' }).click();
    expect(page.url()).toBe(`${root}#try-it`);
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
    const { page } = await visit('', { javaScriptEnabled: false });
    expect(await page.getByLabel('the base address').innerText()).toBe(SHIPPED_BASE);
    expect(await page.getByRole('link', { name: 'See the map' }).count()).toBe(0);
    await page.getByText('Fields of a Neighborhood').click();
    expect(await page.getByText('label_suffix text').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Its response' }).click();
    expect(await page.locator('body').innerText()).toContain('"count":2620');
  });

  it('works by keyboard alone', async () => {
    const { page, root } = await visit();
    await answered(page);
    const { keyboard } = page;
    const reached: string[] = [];
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 120; steps++) {
        await keyboard.press('Tab');
        reached.push(String(await page.evaluate(FOCUSED)));
        if (reached.at(-1)?.startsWith(name)) return;
      }
      throw new Error(`${name} is not reached: ${reached}`);
    };
    for (const name of ['Skip to', 'Browse the data', 'See the map', 'Copy: the base address']) {
      await tabTo(name);
    }
    await tabTo('2,620 neighborhoods');
    await keyboard.press('Enter');
    expect(page.url()).toBe(`${root}#neighborhoods`);
    await tabTo('Fields of a Neighborhood');
    await keyboard.press('Enter');
    expect(await page.evaluate(OPEN_DETAILS)).toBe(1);
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

  it('is a few screens long, and opens a collapsed part for a link to it and to print', async () => {
    const { page } = await visit('#neighborhoods-fields');
    await answered(page);
    const heading = page.getByText('Fields of a Neighborhood');
    await eventually(async () => (await heading.boundingBox())?.y).toBeLessThan(100);
    expect(await page.evaluate(OPEN_DETAILS)).toBe(1);
    await page.evaluate('location.hash = "neighborhoods-parameters"');
    await eventually(() => page.evaluate(OPEN_DETAILS)).toBe(2);
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.evaluate(OPEN_DETAILS)).toBe(
      await page.locator('#neighborhoods details').count(),
    );
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.evaluate(OPEN_DETAILS)).toBe(2);
    await page.goto(page.url().replace(/#.*/, '?'));
    await answered(page);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(6500);
  });

  it('is painted within half a second, and small before the map and the data', async () => {
    const paints: number[] = [];
    for (let load = 0; load < 3; load++) {
      const { page } = await visit();
      await answered(page);
      paints.push(Number(await page.evaluate(FIRST_PAINT)));
    }
    expect(Math.min(...paints)).toBeLessThan(500);
    const sizes = [PAGE, SCRIPT, STYLE, ICON].map(
      (file) => statSync(path.join(shippedSite(), file)).size,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000);
  });

  const noAct = async () => {};
  const limitOf = (value: string) => `#/api/neighborhoods/?limit=${value}`;
  it.each<[string, string, string, BrowserContextOptions, (page: Page) => Promise<unknown>]>([
    ['the first screen', '', '200 OK', {}, noAct],
    ['the first screen in dark colours', '', '200 OK', { colorScheme: 'dark' }, noAct],
    ['the first screen on a phone', '', '200 OK', { viewport: PHONE }, noAct],
    ['a search', '', '200 OK', {}, (page) => page.getByRole('combobox').first().fill('canon')],
    ['a table on a phone', limitOf('10'), 'of 2,620', { viewport: PHONE }, noAct],
    ['a filtered table', '#/api/neighborhoods/?country=CA', 'of 79', {}, noAct],
    ['a record', '#/api/countries/CA/', '200 OK', {}, noAct],
    ['an error', limitOf('x'), '400 Bad', {}, noAct],
    ['an error in dark colours', limitOf('x'), '400 Bad', { colorScheme: 'dark' }, noAct],
    ['JSON', '', '200 OK', {}, (page) => page.getByRole('tab', { name: 'JSON' }).click()],
    [
      'the reference',
      '',
      '200 OK',
      {},
      (page) => page.evaluate('dispatchEvent(new Event("beforeprint"))'),
    ],
    ['a path at which nothing is', 'nothing', '', {}, noAct],
  ])('is accessible: %s', async (_, hash, status, options, act) => {
    const { page } = await visit(hash, options);
    if (status) await answered(page, status);
    await act(page);
    // The page's content security policy does not apply to scripts that the debugger evaluates.
    await page.evaluate(AXE);
    const { violations }: AxeResults = await page.evaluate(
      "axe.run(document, { resultTypes: ['violations'] })",
    );
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual(
      [],
    );
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
    const page = await openPage();
    const address = `http://127.0.0.1:${server.port}/#/api/things/?limit=7`;
    await page.goto(address);
    const table = page.locator('#try-it tbody');
    await table.getByText('before').first().waitFor();
    write('after');
    await table.getByText('after').first().waitFor();
    expect(page.url()).toBe(address);
  });
});
