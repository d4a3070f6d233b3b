import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { engineOf } from './engines.mjs';
import type { Answer, RequestOptions } from './http.ts';

export const CHROMIUM = engineOf('chromium');

/** A browser that can only connect to this machine. */
export interface Browser {
  /** Opens a page with a cache and workers of its own. */
  newPage(): Promise<Page>;
  /** Opens a window of its own. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    // Otherwise a signal would end the browser only, and not this process.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  return {
    newContext: (options) => browser.newContext(options),
    newPage: async () => (await browser.newContext()).newPage(),
    close: () => browser.close(),
  };
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
