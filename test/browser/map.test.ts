import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  collectProblems,
  describeInChromium,
  eventually,
  findViolations,
} from '../support/chromium.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite } from '../support/shipped-site.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

/** Records the labels of the last picture of a map, with their boxes. */
const RECORD_LABELS = `self.labels = [];
  const { setTransform, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, left, y) {
    const right = left + this.measureText(text).width;
    labels.push({ text, left, right, top: y - 10, bottom: y + 3 });
    fillText.call(this, text, left, y);
  };
  CanvasRenderingContext2D.prototype.setTransform = function (...values) {
    labels.length = 0;
    setTransform.apply(this, values);
  };`;

interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const overlap = (a: Label, b: Label) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

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
    const map = page.getByRole('img', { name: 'Map of 2,620 neighborhoods' });
    return {
      map,
      frame: page.getByRole('application', { name: /^Map:/ }),
      card: page.locator('.card'),
      search: page.getByRole('combobox', { name: 'Find one of 2,620' }),
      options: page.getByRole('listbox').getByRole('option'),
      /** The zoom level, latitude and longitude in the page's address. */
      position: () => new URL(page.url()).searchParams.get('map')?.split('/').map(Number) ?? null,
      /** Searches a place, and chooses the first result. */
      async choose(text: string) {
        await page.getByRole('combobox', { name: 'Find one of 2,620' }).fill(text);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
      picture: () => map.evaluate((one) => Object(one).toDataURL() as string),
      labels: () => page.evaluate('labels') as Promise<Label[]>,
      button: (name: string) => page.getByRole('button', { name, exact: true }),
    };
  }

  /** Opens the page and waits for its map. */
  async function visit(addition = '') {
    const { page, root } = await openWindow();
    const problems = collectProblems(page, root);
    await page.goto(root + addition);
    const parts = partsOf(page);
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    await parts.map.waitFor();
    await eventually(async () => (await parts.labels()).length).toBeGreaterThan(5);
    return { page, root, problems, ...parts };
  }

  it('shows a card for a clicked point, without scrolling, closes it, and opens its record', async () => {
    const { page, problems, map, card, choose, button } = await visit();
    await choose('honolulu');
    await card.waitFor();
    await button('Close').click();
    expect(await card.isVisible()).toBe(false);
    const scroll = await page.evaluate('scrollY');
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2, y: height / 2 } });
    expect(await card.innerText()).toMatch(
      /^\S*\s?Honolulu\s+Hawaii, United States of America\s+Overall score: [\d.]+\s+21\.\d{4}, -15\d\.\d{4}\s+View record/,
    );
    await page.getByText('Selected: Honolulu').waitFor({ state: 'attached' });
    expect(await page.evaluate('scrollY')).toBe(scroll);
    await map.click({ position: { x: 5, y: height - 5 } });
    expect(await card.isVisible()).toBe(false);
    await map.click({ position: { x: width / 2, y: height / 2 } });
    await button('View record').click();
    const hash = () => new URL(page.url()).hash;
    await eventually(hash).toMatch(/^#\/api\/neighborhoods\/[0-9a-f-]{36}\/$/);
    await eventually(() => page.locator('.answer').innerText()).toContain('Honolulu');
    expect(problems).toEqual([]);
  });

  it('leaves Enter to the form of the search until a result is highlighted', async () => {
    const { page, card, search, options } = await visit();
    await page.evaluate(`self.isLeft = [];
      addEventListener('keydown', (event) => isLeft.push(!event.defaultPrevented));`);
    await search.fill('portland');
    await options.first().waitFor();
    expect(await search.getAttribute('aria-activedescendant')).toBeNull();
    for (const key of ['Enter', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    expect(await page.evaluate('isLeft')).toEqual([true, false, false, false]);
    // The arrows lead from the first result to the last one.
    expect(await card.locator('b').innerText()).not.toBe('');
  });

  it('shows most points first, and all of them on request', async () => {
    const { position, button, labels } = await visit();
    const names = async () => (await labels()).map(({ text }) => text);
    expect(await names()).not.toContain('Anchorage');
    await button('Show all points').click();
    await eventually(names).toContain('Anchorage');
    await eventually(position).not.toBeNull();
    await button('Show most points').click();
    await eventually(position).toBeNull();
  });

  it('explains the colours of the scores', async () => {
    const { page } = await visit();
    const legend = await page.locator('.legend').innerText();
    expect(legend).toMatch(/^Overall score\s+below \d+\s+(\d+ – \d+\s+){4}\d+ or more$/);
  });

  it('moves, zooms and selects by keyboard, and gives the focus back', async () => {
    const { page, card, search, picture } = await visit();
    await search.focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(IS_FOCUSED)).toBe(true);
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '0', '+', '-']) {
      const before = await picture();
      await page.keyboard.press(key);
      await eventually(picture).not.toBe(before);
    }
    const highlighted = page.getByText(/Press Enter to select it\.$/);
    const name = String(await highlighted.textContent()).split(', ')[0];
    await page.keyboard.press('Enter');
    expect(await card.locator('b').innerText()).toBe(name);
    const focused = () => page.evaluate('document.activeElement.textContent.slice(0, 11)');
    expect(await focused()).toBe('View record');
    await page.keyboard.press('Escape');
    expect(await card.isVisible()).toBe(false);
    expect(await page.evaluate(IS_FOCUSED)).toBe(true);
  });

  it('keeps the place in view in the address, with the hash, and restores it', async () => {
    const hash = '#/api/countries/?format=json';
    const { page, map, choose, position, labels, button } = await visit(`?x=1${hash}`);
    expect(position()).toBeNull();
    await button('Zoom in').click();
    await eventually(position).not.toBeNull();
    await choose('denver');
    await button('Close').click();
    await eventually(() => page.url()).toMatch(/\?x=1&map=6\/39\.\d+\/-10\d\.\d+#/);
    const address = page.url();
    expect(new URL(address).hash).toBe(hash);
    const before = (await labels()).map(({ text }) => text);
    await page.reload();
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    await map.waitFor();
    await eventually(async () => (await labels()).map(({ text }) => text)).toEqual(before);
    expect(page.url()).toBe(address);
    await button('Show most points').click();
    await eventually(position).toBeNull();
  });

  it('has a greatest zoom, and stays where the points are', async () => {
    const { page, root } = await openWindow();
    const { position } = partsOf(page);
    await page.goto(`${root}?map=40/89/-100`);
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    await eventually(() => position()?.[0]).toBe(10);
    expect(position()?.[1]).toBeLessThan(75);
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
    const [zoomed = 0] = position() ?? [];

    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    await page.reload();
    await map.scrollIntoViewIfNeeded();
    await map.waitFor();
    await eventually(() => position()?.[0]).toBe(zoomed);
    const before = page.url();
    const box = (await map.boundingBox()) ?? { x: 0, y: 0 };
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map((dx, id) => ({ x: box.x + dx, y: box.y + 150, id })),
      });
    await touch('touchStart', 200);
    await touch('touchMove', 260);
    await touch('touchEnd');
    await touch('touchStart', 200, 300);
    for (const more of [20, 40, 60]) await touch('touchMove', 200 - more, 300 + more);
    await touch('touchEnd');
    await eventually(() => page.url()).not.toBe(before);
    // Only the fingers that move apart have moved the map.
    const expected = zoomed + Math.log2(220 / 100);
    expect(position()?.[0]).toBeCloseTo(expected, 0);
  });

  it.each([
    ['a phone', { width: 360, height: 740 }],
    ['a desktop', { width: 1440, height: 900 }],
  ])('has labels of the largest places that collide with nothing, on %s', async (_, size) => {
    const { page, root } = await openWindow();
    await page.setViewportSize(size);
    await page.goto(root);
    const { map, labels } = partsOf(page);
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    await map.waitFor();
    await eventually(async () => (await labels()).length).toBeGreaterThan(5);
    const all = await labels();
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    const cut = all.filter(
      ({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
    );
    expect(cut).toEqual([]);
    const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other]));
    expect(pairs.filter(([a, b]) => a && b && overlap(a, b))).toEqual([]);
    const names = all.map(({ text }) => text);
    expect(names).toEqual(expect.arrayContaining(['New York', 'Los Angeles']));
  });

  const unavailable = (route: Route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"detail":"x"}' });
  it.each([
    ['the points', '**/data/neighborhoods/points.json*', 'is 503.'],
    ['its script', '**/explorer-map.js*', 'Its script can’t be loaded.'],
  ])('says that it lacks %s', async (_, address, message) => {
    const { page, root } = await openWindow();
    await page.route(address, unavailable);
    await page.goto(root);
    await page.locator('#find-one').scrollIntoViewIfNeeded();
    const text = page.getByText('The map can’t be shown.');
    await text.waitFor();
    expect(await text.innerText()).toContain(message);
  });

  it.each(['light', 'dark'] as const)('is accessible, %s', async (colorScheme) => {
    const { page, search, card, picture, options } = await visit();
    const before = await picture();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (colorScheme === 'dark') await eventually(picture).not.toBe(before);
    await search.fill('portland');
    await options.first().waitFor();
    expect(await findViolations(page, '#find-one')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await card.waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await findViolations(page, '#find-one')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
