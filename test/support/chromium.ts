import { type BrowserContext, chromium, type Page, type Response } from 'playwright-core';
import type { Answer, Asking } from './ask.ts';
import { engineOf } from './engine.setup.ts';

export const CHROMIUM = engineOf('chromium');

/** How long a browser may live, in ms, should nobody end it; it also ends with this process. */
const LIFETIME = 300_000;

/** A browser that reaches nothing but this machine. */
export interface Browser {
  /** Opens a page in a window that knows nothing of earlier ones. */
  fresh(): Promise<Page>;
  close(): Promise<void>;
}

export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    // The process that runs tests is ended by a signal, which must end it and not only the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  const timer = setTimeout(() => browser.close(), LIFETIME).unref();
  return {
    async fresh() {
      const context: BrowserContext = await browser.newContext();
      return context.newPage();
    },
    async close() {
      clearTimeout(timer);
      await browser.close();
    },
  };
}

/** Opens a site's start page and waits until its worker answers what the page asks for. */
export async function openStart(page: Page, folder: string): Promise<void> {
  await page.goto(folder);
  await page.evaluate(CONTROLLED);
}

/** A text, for these tests are compiled without the names that only a browser has. */
const CONTROLLED = `new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  navigator.serviceWorker.addEventListener('controllerchange', () => done());
})`;

/** Asks by `fetch` in a page, or by going there where the headers say so. */
export function askFrom(page: Page, url: string, asking: Asking = {}): Promise<Answer> {
  const isNavigation = asking.headers?.['Sec-Fetch-Mode'] === 'navigate';
  return isNavigation ? navigate(page, url) : fetchIn(page, url, asking);
}

async function fetchIn(page: Page, url: string, { method = 'GET', headers = {} }: Asking) {
  const asked = { url, method, headers };
  const { isRedirect, ...got } = await page.evaluate(fetched, asked);
  if (!isRedirect) return { ...got, body: Buffer.from(got.body, 'latin1') };
  // A page may not look at a redirect; what watches the network may.
  const [seen] = await Promise.all([
    page.waitForEvent('response', (one) => one.url() === new URL(url).href),
    page.evaluate(fetched, asked),
  ]);
  return { status: seen.status(), headers: await headersOf(seen), body: Buffer.from('') };
}

/** In another window of the same visitor, so that the first keeps its page. */
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
async function fetched(asked: {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
}) {
  const { url, ...options } = asked;
  const response = await fetch(url, { ...options, redirect: 'manual' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Pieces, for a call takes only so many arguments.
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
