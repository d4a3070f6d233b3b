import { describe, expect, it } from 'vitest';
import { builtSite } from '../support/built-site.ts';
import { describeInChromium } from '../support/chromium.ts';
import { FIREFOX, startFirefox } from '../support/firefox.ts';
import { servedSite } from '../support/served.ts';
import { things, thingsApi } from '../support/things-api.ts';

/** Before the page is parsed, so that a report about an element of its head is seen. */
const COLLECT_REPORTS = `window.reports = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => reports.push(violatedDirective));`;

const READ = `(async () => {
  const data = document.querySelector('script[type="application/ld+json"]').textContent;
  const text = await (await fetch('sitemap.xml')).text();
  const sitemap = new DOMParser().parseFromString(text, 'application/xml').documentElement.nodeName;
  return { reports, type: JSON.parse(data)[0]['@type'], sitemap };
})()`;

const ADD_SCRIPT = `document.head.append(Object.assign(document.createElement('script'), { text: '1' }))`;

/** What a page of either browser can do. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
}

/** The policy of the page does not apply to data, and an XML parser reads the sitemap. */
async function expectData(page: Page): Promise<void> {
  const { folder } = await builtSite(thingsApi, { 'things/all.json': things(9) });
  const { port } = await servedSite(folder);
  await page.goto(`http://127.0.0.1:${port}/small/`);
  expect(await page.evaluate(READ)).toEqual({ reports: [], type: 'Dataset', sitemap: 'urlset' });
  // A script in the page is reported.
  await page.evaluate(ADD_SCRIPT);
  expect(await page.evaluate('reports')).toHaveLength(1);
}

describeInChromium('the data in the page', (browser) => {
  it('is allowed by its policy', async () => {
    const page = await browser.openPage();
    await page.addInitScript(COLLECT_REPORTS);
    await expectData(page);
  });
});

describe.skipIf(!FIREFOX)('the data in the page in Firefox', { timeout: 60_000 }, () => {
  it('is allowed by its policy', async () => {
    const browser = await startFirefox();
    try {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(COLLECT_REPORTS);
      await expectData(page);
    } finally {
      await browser.close();
    }
  });
});
