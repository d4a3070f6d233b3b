import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import {
  type BrowserContextOptions,
  chromium,
  type Page,
  type Browser as PlaywrightBrowser,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { engineOf } from './engines.mjs';
import type { Answer, RequestOptions } from './http.ts';

const CHROMIUM = engineOf('chromium');

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** A browser that can only connect to this machine. */
interface Browser {
  /** Opens a page with a cache and workers of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Opens such a page until the test has finished. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
}

/** Defines tests in Chromium, which are skipped if it is not installed. */
export function describeInChromium(name: string, defineTests: (browser: Browser) => void): void {
  describe.skipIf(!CHROMIUM)(`${name} in Chromium`, { timeout: 60_000 }, () => {
    let browser: PlaywrightBrowser;
    beforeAll(async () => {
      browser = await startChromium();
    });
    afterAll(() => browser.close());
    const newPage = async (options?: BrowserContextOptions) =>
      (await browser.newContext(options)).newPage();
    defineTests({
      newPage,
      async openPage(options) {
        const page = await newPage(options);
        onTestFinished(() => page.context().close());
        return page;
      },
    });
  });
}

const startChromium = () =>
  chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    // Otherwise a signal would end the browser only, and not this process.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });

/** Expects a value at some time. */
export const eventually = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });

/** The errors and warnings of a page that is not loaded yet, and its requests to other addresses. */
export function collectProblems(page: Page, root = ''): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // Some browsers request an icon that no page names.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (/error|warning/.test(message.type()) && !isIcon) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(root)) problems.push(request.url());
  });
  return problems;
}

/** What axe finds inaccessible in a part of a page. */
export async function findViolations(page: Page, selector = 'html'): Promise<string[]> {
  // The page's content security policy does not apply to scripts that the debugger evaluates.
  await page.evaluate(AXE);
  const { violations }: AxeResults = await page.evaluate(
    `axe.run('${selector}', { resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
}

/** Opens a site's start page and waits until its worker answers the page's requests. */
export async function openStart(page: Page, folder: string): Promise<void> {
  await page.goto(folder);
  await page.evaluate(CONTROLLED);
}

/** A text, because tests are compiled without the types of browsers. */
const CONTROLLED = `new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  navigator.serviceWorker.addEventListener('controllerchange', () => done());
})`;

/** Sends a request by `fetch` in a page, or by navigation if the headers say so. */
export function sendFrom(page: Page, url: string, options: RequestOptions = {}): Promise<Answer> {
  const isNavigation = options.headers?.['Sec-Fetch-Mode'] === 'navigate';
  return isNavigation ? navigate(page, url) : fetchIn(page, url, options);
}

async function fetchIn(page: Page, url: string, { method = 'GET', headers = {} }: RequestOptions) {
  const request = { url, method, headers };
  const { isRedirect, ...answer } = await page.evaluate(fetched, request);
  if (!isRedirect) return { ...answer, body: Buffer.from(answer.body, 'latin1') };
  // A page cannot read a redirect, so it is read from the network events.
  const [response] = await Promise.all([
    page.waitForEvent('response', (one) => one.url() === new URL(url).href),
    page.evaluate(fetched, request),
  ]);
  return { status: response.status(), headers: await headersOf(response), body: Buffer.from('') };
}

/** Navigates in another tab, so that the first keeps its page. */
async function navigate(page: Page, url: string): Promise<Answer> {
  const other = await page.context().newPage();
  try {
    const response = await other.goto(url);
    if (!response) throw new Error(`There is no answer from ${url}.`);
    const body = await response.body();
    return { status: response.status(), headers: await headersOf(response), body };
  } finally {
    await other.close();
  }
}

async function headersOf(response: Response): Promise<Answer['headers']> {
  const headers: Record<string, string[]> = {};
  for (const { name, value } of await response.headersArray()) {
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), value];
  }
  return headers;
}

/** Runs in the page, so it uses nothing of this file. */
async function fetched(request: {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
}) {
  const { url, ...options } = request;
  const response = await fetch(url, { ...options, redirect: 'manual' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // In pieces, because a call has a limited number of arguments.
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return {
    isRedirect: response.type === 'opaqueredirect',
    status: response.status,
    headers: Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
    body: pieces.join(''),
  };
}
