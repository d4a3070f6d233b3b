import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { catalogueOf } from '../support/catalogue.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite, shippedText } from '../support/shipped-site.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

/** Records the labels of the last picture of a map. */
const RECORD_LABELS = `self.labels = [];
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...values) {
    labels.push(values[0]);
    fillText.apply(this, values);
  };
  CanvasRenderingContext2D.prototype.clearRect = function (...values) {
    labels.length = 0;
    clearRect.apply(this, values);
  };`;

/** Whether the map has the focus. */
const IS_FOCUSED = "document.activeElement.matches('.frame')";

describeInChromium('the map', (browser) => {
  /** A new window, and the address of the shipped site. */
  async function openWindow() {
    const { port } = await servedSite(shippedSite());
    // Moves of the map take no time.
    const page = await browser.openPage({ reducedMotion: 'reduce' });
    await page.addInitScript(RECORD_LABELS);
    return { page, root: `http://127.0.0.1:${port}/` };
  }

  function partsOf(page: Page) {
    const map = page.getByRole('img', { name: 'Map of' });
    return {
      ...catalogueOf(page),
      map,
      card: page.locator('.card'),
      /** The zoom level, latitude and longitude in the page's address. */
      position: () => new URL(page.url()).searchParams.get('map')?.split('/').map(Number) ?? null,
      picture: () => map.locator('canvas').evaluate((one) => Object(one).toDataURL() as string),
      labels: () => page.evaluate('labels.map((one) => one.slice(1, -1))') as Promise<string[]>,
      legend: page.locator('.legend'),
    };
  }

  const HASH = '#/api/neighborhoods/';

  /** Opens the page and its map. */
  async function visit(addition = HASH) {
    const { page, root } = await openWindow();
    const problems = collectProblems(page, root);
    await page.goto(root + addition);
    const parts = partsOf(page);
    await parts.tab('Map').click();
    // The names of the largest places.
    await eventually(parts.labels).toEqual(expect.arrayContaining(['New York', 'Los Angeles']));
    /** Searches places, and waits until the map shows only them. */
    const find = async (text: string, count: number) => {
      await parts.search.fill(text);
      await page.keyboard.press('Enter');
      const noun = count === 1 ? 'record' : 'neighborhoods';
      await page.getByRole('img', { name: `Map of ${count} ${noun}` }).waitFor();
    };
    return { root, problems, find, ...parts };
  }

  it('shows a card for a clicked point, without scrolling, and closes it', async () => {
    const { page, problems, map, card, find, button, heading, labels } = await visit();
    await find('xyzzy', 0);
    await find('denver', 1);
    await eventually(labels).toEqual(['Denver']);
    await map.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate('scrollY');
    // One point is in the middle.
    await map.click();
    expect(await card.innerText()).toMatch(
      /^Denver\s+CO, US\s+Overall score: [\d.]+\s+39\.\d{4}, -104\.\d{4}\s+View record/,
    );
    expect(await page.evaluate('scrollY')).toBe(scroll);
    await map.click({ position: { x: 5, y: 200 } });
    expect(await card.isVisible()).toBe(false);
    // Two fast clicks zoom.
    await button('Reset the view').click();
    await map.click();
    await button('Close').click();
    expect(await card.isVisible()).toBe(false);
    await map.click();
    await button('View record').focus();
    await page.keyboard.press('Escape');
    expect(await card.isVisible()).toBe(false);
    expect(await page.evaluate(IS_FOCUSED)).toBe(true);
    await map.click();
    await button('View record').click();
    await heading('Denver').waitFor();
    expect(problems).toEqual([]);
  });

  it('has the colours of its result, names the records at both ends, and counts all', async () => {
    const { status, tab, legend, card, find, pager, button } = await visit();
    expect(await status.innerText()).toBe('2,620 records');
    expect(await pager.isVisible()).toBe(false);
    expect(await legend.innerText()).toMatch(
      /^Overall score\s+2\.5 .+\s99\.68 \(\u2068Mackinac Island/s,
    );
    await find('denver', 1);
    expect(await legend.innerText()).toMatch(/^Overall score\s+[\d.]+ \(\u2068Denver, CO\u2069\)$/);
    await find('xyzzy', 0);
    expect(await legend.isVisible()).toBe(false);
    await button('Clear').click();
    await button(/Mackinac Island/).click();
    await card.filter({ hasText: 'Overall score: 99.68' }).waitFor();
    await tab('Table').click();
    expect(await status.innerText()).toBe('records 1–20 of 2,620');
  });

  it('says how many records have no position, and isolates a name from right to left', async () => {
    const { page, root } = await openWindow();
    const [name, longitudes] = ['שלום!', [25, null, null]];
    const json = { labels: [name], longitudes, latitudes: longitudes, details: [], ranked: [] };
    await page.route('**/points/*', (route) => route.fulfill({ json }));
    const { tab, map, card, responded } = partsOf(page);
    await page.goto(root + HASH);
    await tab('Map').click();
    await responded('1 of 2,620 records on the map');
    await eventually(() => page.evaluate('labels')).toEqual([`\u2068${name}\u2069`]);
    await map.click();
    expect(await card.locator('b').getAttribute('dir')).toBe('auto');
  });

  it('moves and zooms by keyboard', async () => {
    const { page, tab, picture } = await visit();
    await tab('Map').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(IS_FOCUSED)).toBe(true);
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-']) {
      const before = await picture();
      await page.keyboard.press(key);
      await eventually(picture).not.toBe(before);
    }
  });

  it('keeps its view in the address, with the hash, and restores it', async () => {
    const { page, root, position, labels, button, tab, find } = await visit(`?x=1${HASH}`);
    expect(position()).toBeNull();
    for (let steps = 0; steps < 3; steps++) await button('Zoom in').click();
    // On a busy machine, the address has the first steps before.
    await eventually(() => position()?.[0]).toBe(6.52);
    const address = page.url();
    expect(address).toMatch(/\?x=1&view=map&map=\d\.\d+\/\d+\.\d+\/-\d+\.\d+#/);
    expect(new URL(address).hash).toBe(HASH);
    await eventually(labels).toContain('Wichita');
    expect(await labels()).not.toContain('New York');
    await page.reload();
    await tab('Map').click();
    await eventually(labels).toContain('Wichita');
    expect(page.url()).toBe(address);
    await find('denver', 1);
    await button('Reset the view').click();
    await eventually(position).toBeNull();
    await page.goBack();
    await eventually(labels).toContain('Wichita');
    expect(await labels()).not.toContain('New York');
    // A result outside of the view moves the map, and no result shows all points.
    await find('anchorage', 1);
    await eventually(position).toBeNull();
    await page.goto(`${root}?view=map${HASH}?search=xyzzy`);
    await button('Zoom out').click();
    await eventually(() => position()?.[2]).toBeLessThan(-80);
  });

  it.each([
    ['stays where the points are', '40/89/-100', []],
    [
      'has a card with all points at one place',
      '40/40.6627/-73.9387',
      ['Brooklyn', 'Manhattan', 'New York', 'Queens', 'Staten Island', 'The Bronx'],
    ],
  ])('has a greatest zoom, and %s', async (_, address, names) => {
    const { page, root } = await openWindow();
    const { position, tab, map, card } = partsOf(page);
    await page.goto(`${root}?map=${address}${HASH}`);
    await tab('Map').click();
    await eventually(() => position()?.[0]).toBe(10);
    expect(position()?.[1]).toBeLessThan(75);
    await map.click();
    expect((await card.locator('b').allInnerTexts()).sort()).toEqual(names);
  });

  it('with a large file loads it when it is asked to, and shows the surroundings of one point', async () => {
    const { page, root } = await openWindow();
    const json = { labels: ['A'], longitudes: [25], latitudes: [60], details: [], ranked: [] };
    await page.route('**/points/*', (route) => route.fulfill({ json }));
    const html = shippedText('index.html').replace(/(?<="points":\["[^"]*",)\d+/g, '12700000');
    await page.route(root, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    const { position, tab, button, labels } = partsOf(page);
    await page.goto(root + HASH);
    await tab('Map').click();
    await button('Show the map (12.7 MB)').click();
    expect(await page.evaluate('document.activeElement.className')).toBe('plot');
    await eventually(labels).toEqual(['A']);
    await button('Zoom out').click();
    await eventually(() => position()?.[0]).toBeCloseTo(5.3);
  });

  it('zooms by the wheel with Ctrl only, and by two fingers, and else the page scrolls', async () => {
    const { page, map, position } = await visit();
    const { x = 0, y = 0 } = (await map.boundingBox()) ?? {};
    await page.mouse.move(x + 300, y + 200);
    await page.mouse.wheel(0, 100);
    await eventually(() => page.evaluate('scrollY')).toBeGreaterThan(50);
    expect(position()).toBeNull();
    await map.scrollIntoViewIfNeeded();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await eventually(position).not.toBeNull();

    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const box = (await map.boundingBox()) ?? { x: 0, y: 0 };
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map((dx, id) => ({ x: box.x + dx, y: box.y + 150, id })),
      });
    const before = page.url();
    await touch('touchStart', 200);
    await touch('touchMove', 260);
    await touch('touchEnd');
    // The address changes after a delay.
    await page.waitForTimeout(600);
    expect(page.url()).toBe(before);
    await touch('touchStart', 200, 300);
    await touch('touchMove', 140, 360);
    await touch('touchEnd');
    await eventually(() => page.url()).not.toBe(before);
  });

  it('is beside a record, on a phone only when it is asked for', async () => {
    const { page, root } = await openWindow();
    await page.setViewportSize({ width: 360, height: 740 });
    const requested: string[] = [];
    page.on('request', (one) => requested.push(one.url()));
    const { link, search, heading, button, map, card, labels, open } = partsOf(page);
    await page.goto(root + HASH);
    await search.fill('denver');
    await search.press('Enter');
    await link('Denver').last().click();
    await heading('Denver').waitFor();
    expect(requested.filter((one) => /points|explorer-map/.test(one))).toEqual([]);
    await button('Show on the map').click();
    expect(await page.evaluate('document.activeElement.className')).toBe('plot');
    await map.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await map.waitFor();
    await card.filter({ hasText: 'Denver' }).waitFor({ state: 'attached' });
    await eventually(labels).toContain('Colorado Springs');
    expect(new URL(page.url()).search).toBe('');
    await page.setViewportSize({ width: 360, height: 740 });
    await open('api/neighborhoods/0022c341-2c9c-4456-b780-419ac6ec96c0/');
    await card.filter({ hasText: 'Provincetown' }).waitFor({ state: 'attached' });
    expect((await heading('Provincetown').boundingBox())?.y).toBeGreaterThan(0);
  });

  it.each([
    ['points', '**/points/*.json*', /points/],
    // Some browsers remember the addresses of scripts that they can't load.
    ['script', '**/explorer-map.js*', /retry=1$/],
  ])('says that it lacks its %s, and tries again', async (name, address, retried) => {
    const { page, root } = await openWindow();
    await page.route(address, (route) => route.fulfill({ status: 503, body: '{"detail":"x"}' }));
    await page.goto(root + HASH);
    const { tab, button, map } = partsOf(page);
    await tab('Map').click();
    const text = page.getByText(`The map can’t be shown. Its ${name} can’t be loaded.`);
    await text.waitFor();
    const retry = page.waitForRequest(retried);
    await button('Try again').click();
    await retry;
    await text.waitFor();
    await page.unroute(address);
    await button('Try again').click();
    await map.waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible, %s', async (colorScheme) => {
    const { page, map, card, find } = await visit();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await map.waitFor();
    expect(await findViolations(page, '#try-it')).toEqual([]);
    await find('denver', 1);
    await map.click();
    await card.waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await findViolations(page, '#try-it')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
