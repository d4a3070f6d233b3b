import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import {
  type BrowserContextOptions,
  chromium,
  type Page,
  type Browser as PlaywrightBrowser,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { engineOf } from './engines.mjs';

const CHROMIUM = engineOf('chromium');

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** A browser that can only connect to this machine. */
interface Browser {
  /** Opens a page with a cache of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Opens such a page until the test has finished. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
}

/** Defines tests in Chromium, which are skipped if it is not installed. */
export function describeInChromium(name: string, defineTests: (browser: Browser) => void): void {
  describe.skipIf(!CHROMIUM)(`${name} in Chromium`, () => {
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
