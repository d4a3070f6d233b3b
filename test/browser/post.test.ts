import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/chromium.ts';
import { servedSite } from '../support/served.ts';
import { thingsCreator, thingsSite } from '../support/things-api.ts';

const site = await thingsSite();
const JSON_TYPE = `'Content-Type': 'application/json'`;

/** Ways of a page to post `body` to `url`, and the requests that the server gets with their statuses. */
const ATTEMPTS: readonly [name: string, script: string, expected: string][] = [
  // The preflight does not allow the type.
  ['JSON', `fetch(url, { method: 'POST', headers: { ${JSON_TYPE} }, body })`, 'OPTIONS 200'],
  ['text', `fetch(url, { method: 'POST', body })`, 'POST 403'],
  [
    'a form',
    `document.body.innerHTML = '<iframe name=frame></iframe><form method=post enctype=text/plain target=frame><input name=a value=b></form>';
    document.forms[0].action = url; document.forms[0].submit()`,
    'POST 403',
  ],
];

describeInChromium('a POST from a page', (browser) => {
  /** A server that takes POST, with what it gets, and a page. */
  async function start() {
    const requests: string[] = [];
    const { creator, bodies } = thingsCreator();
    const { port } = await servedSite(site.folder, { creator }, ({ method, status }) =>
      requests.push(`${method} ${status}`),
    );
    const page = await browser.openPage();
    return { page, root: `http://127.0.0.1:${port}/small/`, bodies, requests };
  }

  /** Runs the script of an attempt in a page. */
  const attempt = (page: Page, root: string, script: string) =>
    page.evaluate(`const [url, body] = ['${root}api/things/', '{"label":"new"}'];
      Promise.resolve((() => { ${script.includes(';\n') ? script : `return ${script}`} })())
        .then((answer) => answer?.status, String)`);

  it.each(ATTEMPTS)('of another port: %s -> no record', async (_, script, expected) => {
    const { page, root, bodies, requests } = await start();
    const { port } = await servedSite(site.folder);
    // A document that may send requests anywhere, unlike the page of a site.
    await page.goto(`http://127.0.0.1:${port}/small/openapi.json`);
    await attempt(page, root, script);
    await expect.poll(() => requests, { timeout: 5000 }).toEqual([expected]);
    // A POST after a preflight would follow at once.
    await setTimeout(100);
    expect([requests, bodies]).toEqual([[expected], []]);
  });

  it('of the server itself: JSON -> 201', async () => {
    const { page, root, bodies } = await start();
    await page.goto(root);
    expect(await attempt(page, root, ATTEMPTS[0]?.[1] ?? '')).toBe(201);
    expect(bodies).toEqual(['{"label":"new"}']);
  });
});
