import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/chromium.ts';
import { engineOf } from '../support/engines.mjs';
import { PAGE_HOSTS, startPageHost } from '../support/page-hosts.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const FIREFOX = engineOf('firefox');

const FOCUSED_TEXT = 'document.activeElement.textContent.trim()';

/** What people do on a page. */
const handsOn = (page: Page) => ({
  page,
  async click(selector: string): Promise<void> {
    const found = await page.waitForSelector(`#try-it ${selector}`, { visible: true });
    await found?.click();
  },
  /** Waits for a text, of an element that a selector finds. */
  shows: (text: string, selector = '.answer:not([aria-busy]) .head') =>
    page.waitForSelector(`#try-it ${selector} ::-p-text(${text})`),
  showsRecord: () => page.waitForSelector('#try-it .answer:not([aria-busy]) dl.record'),
});

const SEARCH = 'form:not([hidden]) [type=search]';
const MAP_TAB = '[role=tab]:nth-of-type(3)';

/** What people do on the page, by its name. */
const TASKS: Readonly<Record<string, (visit: ReturnType<typeof handsOn>) => Promise<void>>> = {
  async 'find Portland and open it, back and forward'({ page, click, shows, showsRecord }) {
    // The first link skips what is above the search.
    for (const key of ['Tab', 'Enter', 'Tab'] as const) await page.keyboard.press(key);
    await page.keyboard.type('Pórtland');
    await page.keyboard.press('Enter');
    await shows('3 records');
    await click('tbody ::-p-text(Portland)');
    await showsRecord();
    expect(await page.title()).toMatch(/^Portland – /);
    await page.evaluate('history.back()');
    await shows('3 records');
    await page.evaluate('history.back()');
    await shows('records 1–20 of 2,620');
    await page.evaluate('history.go(2)');
    await showsRecord();
  },

  async 'find Denver on the map and open it'({ page, click, shows, showsRecord }) {
    await click(MAP_TAB);
    await page.waitForSelector('[aria-label="Map of 2,620 results"]', { visible: true });
    await shows('Overall score', '.legend');
    await click(SEARCH);
    await page.keyboard.type('denver');
    await page.keyboard.press('Enter');
    // One point is in the middle of the map.
    await click('[aria-label="Map of 1 record"]');
    await click('.card .open');
    await shows('Denver');
    await showsRecord();
  },

  async 'California by newest, and the next page by keyboard'({ page, click, shows, showsRecord }) {
    await click('.collections ::-p-text(Neighborhoods)');
    await shows('Neighborhoods');
    await click('.facets ::-p-text(California)');
    await shows('of 265');
    await page.select(`#try-it form:not([hidden]) [name=ordering]`, 'label');
    await page.waitForSelector('[aria-sort=ascending][data-column=label]');
    await page.select(`#try-it form:not([hidden]) [name=ordering]`, '');
    await page.waitForSelector('[aria-sort=descending][data-column=createdAt]');
    await page.focus('#try-it tbody tr:last-child a');
    for (let steps = 0; steps < 10; steps++) {
      await page.keyboard.press('Tab');
      if (String(await page.evaluate(FOCUSED_TEXT)).startsWith('Next')) break;
    }
    await page.keyboard.press('Enter');
    await shows('records 21–40 of 265');
    expect(await page.evaluate(FOCUSED_TEXT)).toBe('Next →');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await shows('records 121–140 of 265');
    await page.focus('#try-it tbody tr:last-child a');
    await page.keyboard.press('Enter');
    await showsRecord();
    await page.evaluate('history.back()');
    await shows('records 121–140 of 265');
    await eventually(() => page.evaluate(FOCUSED_TEXT)).toBe('Neighborhoods');
  },
};

describe.skipIf(!FIREFOX)('the page in Firefox', () => {
  let browser: Browser;
  beforeAll(async () => {
    // It is driven by WebDriver BiDi: https://w3c.github.io/webdriver-bidi/
    browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX ?? '',
      headless: true,
      // Clicks miss what scrolls smoothly.
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
  });
  afterAll(() => browser.close());

  describe.each(PAGE_HOSTS)('on %s', (name) => {
    const host = startPageHost(name);

    it.each(Object.entries(TASKS))('%s', async (_, perform) => {
      const context = await browser.createBrowserContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.setViewport({ width: 1440, height: 900 });
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (/error|warn/.test(message.type())) problems.push(message.text());
      });
      await page.goto(host.root);
      // Firefox draws nothing in a window behind another.
      await page.bringToFront();
      const hands = handsOn(page);
      await hands.shows('records 1–20 of 2,620');
      await perform(hands);
      expect(problems).toEqual([]);
    });
  });
});
