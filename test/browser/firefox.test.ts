import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIREFOX, startFirefox } from '../support/firefox.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite } from '../support/shipped-site.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

const tableRow = (status: string) =>
  `document.querySelector('#try-it .status').textContent.includes('${status}') &&
   document.querySelector('#try-it tbody tr')`;

const MAP = `(document.querySelector('#find-one [role=img]')?.getBoundingClientRect().height ?? 0) > 100`;

const CLICK_NEXT = `[...document.querySelectorAll('#try-it button, #try-it a')]
  .find(({ textContent }) => textContent.startsWith('Next')).click()`;

describe.skipIf(!FIREFOX)('the page in Firefox', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startFirefox();
  });
  afterAll(() => browser.close());

  it('opens, and shows the first records, the next page and the map', async () => {
    const { port } = await servedSite(shippedSite());
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (/error|warn/.test(message.type())) problems.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.title()).toBe('Bicycle Network Analysis API');
    await page.waitForFunction(tableRow('records 1–20 of 2,620'));
    await page.evaluate(CLICK_NEXT);
    await page.waitForFunction(tableRow('records 21–40 of 2,620'));
    await page.waitForFunction(MAP);
    expect(problems).toEqual([]);
  });
});
