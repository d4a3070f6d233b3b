import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { build } from '../../src/build/build.ts';
import type { HostName } from '../../src/hosts/hosts.ts';
import { type ServeOptions, siteHandler } from '../../src/server/handler.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { SiteFolder } from '../../src/server/site-folder.ts';
import { type Built, deployed } from '../contract/deployed.ts';
import { SMALL_BASE } from '../support/built-site.ts';
import { type Browser, CHROMIUM, startChromium } from '../support/chromium.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { SHIPPED_BASE, shippedSite } from '../support/shipped-site.ts';
import { staticHost } from '../support/static-host.ts';
import { things, thingsApi } from '../support/things-api.ts';

/** The folder of screenshots to look at; no test compares them, so they are made on request only. */
const PICTURES = process.env.PICTURES && path.resolve(import.meta.dirname, 'screenshots');
const AXE = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/** Waits until the page is painted. A text, because tests are compiled without the types of browsers. */
const PAINT = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))';

/** The layout shifts of the page, with the elements that moved. */
const SHIFTS = `new Promise((done) => {
  const describe = ({ value, sources }) =>
    [value, ...sources.map(({ node, previousRect, currentRect }) =>
      [node?.className, node?.textContent, previousRect.y, currentRect.y].join(' '))];
  new PerformanceObserver((list) => done(list.getEntries().map(describe)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done([]), 200);
})`;

/** The elements that are wider than their section, without those that scroll. */
const OVERFLOWING = `[...document.querySelectorAll('section :not(.hidden)')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth - 15)
  .filter((one) => !one.closest('pre, .scroller, .hidden, .frame'))
  .map((one) => one.outerHTML.slice(0, 80))`;

/** The servers of the shipped site, by how it is served. */
const SERVERS = {
  plain: {},
  rulesOnly: { rulesOnly: true },
  // Its links lead to the address that it was built for, where no server is.
  asBuilt: { asBuilt: true },
} satisfies Record<string, ServeOptions>;
type ServerName = keyof typeof SERVERS;

/** The browser shares the processors with the other tests. */
const TIMEOUT = { timeout: 60_000 };

describe.skipIf(!CHROMIUM)('the explorer in Chromium', TIMEOUT, () => {
  const servers = new Map<string, Listening>();
  let browser: Browser;
  beforeAll(async () => {
    const site = new SiteFolder(shippedSite());
    for (const [name, options] of Object.entries(SERVERS)) {
      servers.set(
        name,
        await listen(
          siteHandler(site, options, () => {}),
          0,
          '127.0.0.1',
        ),
      );
    }
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers.values()) await server.close();
  });

  const eventually = (look: () => unknown) => expect.poll(look, { timeout: 20_000 });

  interface Visit {
    readonly page: Page;
    readonly root: string;
    /** Errors, warnings, and requests to other origins. */
    readonly browserProblems: string[];
    /** What is shown of a response as eventually as its status contains this. */
    answered(status: string | RegExp): Promise<Locator>;
  }

  function watched(page: Page, root: string): Visit {
    const browserProblems: string[] = [];
    page.on('pageerror', (error) => browserProblems.push(String(error)));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // A host whose own policy is stricter than the page's leaves it without an icon.
      browserProblems.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(root)) browserProblems.push(url);
    });
    onTestFinished(() => page.context().close());
    return {
      page,
      root,
      browserProblems,
      async answered(status) {
        const answer = page.locator('.answer:not([aria-busy])');
        await answer.locator('.status').filter({ hasText: status }).waitFor();
        return answer;
      },
    };
  }

  /** Opens the page of the shipped site. */
  async function visit(hash = '', server: ServerName = 'plain'): Promise<Visit> {
    const root = `http://127.0.0.1:${servers.get(server)?.port}/`;
    const visited = watched(await browser.fresh(), root);
    await visited.page.goto(root + hash);
    return visited;
  }

  const endpoint = (page: Page) => page.getByLabel('Endpoint');
  const field = (page: Page, name: string) =>
    page.locator('.forms form:not([hidden])').getByLabel(name, { exact: true });
  const send = (page: Page) =>
    page.locator('.forms form:not([hidden])').getByRole('button', { name: 'Send' });
  const addressShown = (page: Page) => page.locator('.request code').first().innerText();
  const keysOf = (answer: Locator): Promise<string[]> =>
    answer.locator('tbody a[title]').evaluateAll((links) => links.map((one) => Object(one).title));
  const names = (answer: Locator) => answer.locator('tbody tr td:first-child').allInnerTexts();

  it('opens without errors, and shows a response and a map', async () => {
    const { page, browserProblems, answered } = await visit();
    await answered('200 OK');
    await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
    expect(await page.title()).toBe('Bicycle Network Analysis API');
    expect(await page.locator('[data-base]').first().innerText()).toBe(new URL(page.url()).origin);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(browserProblems).toEqual([]);
  });

  it.each([390, 1280])('does not shift when its script runs, at %i pixels', async (width) => {
    const page = await browser.fresh();
    const visited = watched(page, `http://127.0.0.1:${servers.get('plain')?.port}/`);
    await page.setViewportSize({ width, height: 900 });
    // After the first paint of the page.
    await page.route('**/explorer.js*', async (route) => {
      await page.evaluate(PAINT);
      await route.continue();
    });
    await page.goto(visited.root);
    await visited.answered('200 OK');
    await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
    expect(await page.evaluate(SHIFTS)).toEqual([]);
  });

  it.each([
    ['GET /api/', 'api/', '200 OK'],
    ['GET /api/countries/', 'api/countries/', '243 records'],
    ['GET /api/countries/{alpha_2}/', 'api/countries/AF/', '200 OK'],
    ['GET /api/score_metadata/', 'api/score_metadata/', '21 records'],
    ['GET /api/score_metadata/{name}/', 'api/score_metadata/core_services/', '200 OK'],
    ['GET /api/neighborhoods/', 'api/neighborhoods/', 'records 1–20 of 2,620'],
    ['GET /api/neighborhoods/{uuid}/', /^api\/neighborhoods\/[0-9a-f-]{36}\/$/, '200 OK'],
    ['GET /api/neighborhoods_geojson/', 'api/neighborhoods_geojson/', '2,620 records'],
  ])('requests %s', async (label, target, status) => {
    const { page, root, browserProblems, answered } = await visit();
    await answered('200 OK');
    await endpoint(page).selectOption({ label });
    const address = await addressShown(page);
    expect(address.slice(root.length)).toEqual(
      typeof target === 'string' ? target : expect.stringMatching(target),
    );
    await send(page).click();
    await page.waitForURL(/#\/api\//);
    const answer = await answered(status);
    expect(page.url()).toBe(`${root}#/${address.slice(root.length)}`);
    await answer.getByRole('tab', { name: 'Headers' }).click();
    expect(await answer.locator('.headers').innerText()).toContain('public, max-age=60');
    await answer.getByRole('tab', { name: 'JSON' }).click();
    expect(await answer.locator('pre code').innerText()).toMatch(/^[{[]\n {2}/);
    expect(browserProblems).toEqual([]);
  });

  it('shows the address and the curl command as the form is filled in', async () => {
    const { page, root } = await visit();
    await field(page, 'ordering').selectOption('-label');
    await field(page, 'limit').selectOption('100');
    await field(page, 'offset').fill('200');
    const target = 'api/neighborhoods/?limit=100&offset=200&ordering=-label';
    expect(await addressShown(page)).toBe(root + target);
    expect(await page.locator('.request code').last().innerText()).toBe(`curl '${root}${target}'`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: the address' }).click();
    await page.getByText('Copied: the address').waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(root + target);
  });

  it('follows next to the last page', async () => {
    const { page, browserProblems, answered } = await visit(
      '#/api/neighborhoods/?limit=100&offset=2200',
    );
    const next = page.getByRole('button', { name: 'Next' });
    const seen = new Set<string>();
    const format = new Intl.NumberFormat('en').format;
    for (let offset = 2200; offset < 2620; offset += 100) {
      const last = Math.min(offset + 100, 2620);
      const answer = await answered(`records ${format(offset + 1)}–${format(last)} of 2,620`);
      for (const key of await keysOf(answer)) seen.add(key);
      expect(await next.getAttribute('aria-disabled')).toBe(String(last === 2620));
      if (last < 2620) await next.click();
    }
    expect(seen.size).toBe(420);
    expect(browserProblems).toEqual([]);
  });

  it('follows links that were built for another address on this host, and Back', async () => {
    const { page, browserProblems, answered } = await visit(
      '#/api/neighborhoods/?offset=2580',
      'asBuilt',
    );
    const answer = await answered('records 2,581–2,600 of 2,620');
    await answer.getByRole('tab', { name: 'JSON' }).click();
    expect(await answer.locator('pre').innerText()).toContain(`"next": "${SHIPPED_BASE}/api/`);
    await page.getByRole('button', { name: 'Next' }).click();
    await answered('records 2,601–2,620 of 2,620');
    await page.getByRole('button', { name: 'Previous' }).click();
    await answered('records 2,581–2,600 of 2,620');
    await page.goBack();
    await answered('records 2,601–2,620 of 2,620');
    expect(browserProblems).toEqual([]);
  });

  describe('an error', () => {
    it('lists the supported values as links', async () => {
      const { page, answered } = await visit('', 'rulesOnly');
      await answered('200 OK');
      await field(page, 'ordering').selectOption('label');
      await field(page, 'limit').selectOption({ label: 'other…' });
      await field(page, 'Another limit: any whole number from 1').fill('37');
      await send(page).click();
      const answer = await answered('400 Bad Request');
      const problem = answer.locator('.problem');
      expect(await page.getByRole('group', { name: 'Pages' }).isVisible()).toBe(false);
      expect(await problem.innerText()).toContain('This value of limit is not supported.');
      const links = problem.getByRole('link');
      expect(await links.allInnerTexts()).toEqual(['10', '20', '50', '100', 'all']);
      await links.nth(2).click();
      await answered('records 1–50 of 2,620');
      expect(page.url()).toMatch(/#\/api\/neighborhoods\/\?limit=50&ordering=label$/);
      expect(await problem.isVisible()).toBe(false);
    });

    it.each([
      ['a key', '#/api/countries/XX/', '404 Not Found', 'No record of countries'],
      ['a format', '#/api/countries/?format=xml', '404 Not Found', 'value of format'],
      ['twice', '#/api/neighborhoods/?limit=1&limit=2', '400 Bad Request', 'more than once'],
      ['an offset', '#/api/neighborhoods/?offset=x', '400 Bad Request', 'value of offset'],
      ['a path', '#/api/nothing/', '404 Not Found', 'Nothing is at this address'],
    ])('of %s is shown', async (_, hash, status, detail) => {
      const { answered } = await visit(hash);
      const answer = await answered(status);
      expect(await answer.locator('.problem').innerText()).toContain(detail);
    });

    it('of a path links to the endpoints', async () => {
      const { page, answered } = await visit('#/api/nothing/');
      const answer = await answered('404 Not Found');
      await answer.getByRole('link', { name: 'api/countries/' }).click();
      await answered('243 records');
      expect(page.url()).toMatch(/#\/api\/countries\/$/);
    });
  });

  it('requests what only code supports, where it runs', async () => {
    const { page, answered } = await visit('#/api/neighborhoods/?limit=37&ordering=city_fips');
    const answer = await answered('records 1–37 of 2,620');
    expect(await names(answer)).toHaveLength(37);
    expect(await field(page, 'ordering').inputValue()).toBe('city_fips');
    expect(await field(page, 'Another limit: any whole number from 1').inputValue()).toBe('37');
  });

  it('shows a huge response in parts', async () => {
    const { answered, page } = await visit('#/api/neighborhoods/?limit=all');
    const answer = await answered('records 1–2,620 of 2,620');
    expect(await answer.locator('tbody tr').count()).toBe(100);
    await page.getByRole('button', { name: 'Show all 2,620 records' }).click();
    expect(await answer.locator('tbody tr').count()).toBe(2620);
    await answer.getByRole('tab', { name: 'JSON' }).click();
    const lines = async () => (await answer.locator('pre code').innerText()).trim().split('\n');
    expect(await lines()).toHaveLength(200);
    await page.getByRole('button', { name: /Show all [\d,]+ lines/ }).click();
    expect(JSON.parse((await lines()).join('\n')).results).toHaveLength(2620);
  });

  it('shows the first response again after Back to the page', async () => {
    const { page, answered } = await visit();
    await answered('records 1–20 of 2,620');
    await page.getByRole('button', { name: 'Next' }).click();
    await answered('records 21–40 of 2,620');
    await page.goBack();
    await answered('records 1–20 of 2,620');
    expect(await page.evaluate('location.hash')).toBe('');
  });

  it('keeps its state on reload, and in another window', async () => {
    const { page, answered } = await visit(
      '#/api/neighborhoods/?limit=50&offset=100&ordering=-label',
    );
    const answer = await answered('records 101–150 of 2,620');
    const before = await names(answer);
    await page.reload();
    expect(await names(await answered('records 101–150 of 2,620'))).toEqual(before);
    expect(await field(page, 'limit').inputValue()).toBe('50');
    expect(await field(page, 'offset').inputValue()).toBe('100');
    expect(await field(page, 'ordering').inputValue()).toBe('-label');
  });

  it('leads from the index, a table and the reference to where it can be asked', async () => {
    const { page, answered } = await visit('#/api/');
    const answer = await answered('200 OK');
    await answer.getByRole('link', { name: /api\/countries\/"$/ }).click();
    await answered('243 records');
    await answer.getByRole('link', { name: 'CA', exact: true }).click();
    await eventually(() => answer.locator('pre').innerText()).toContain('"Canada"');
    expect(await field(page, 'alpha_2').inputValue()).toBe('CA');
    await page.getByRole('link', { name: 'Try it: /api/score_metadata/', exact: true }).click();
    await answered('21 records');
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Response');
  });

  describe('the map and the search', () => {
    const search = (page: Page) => page.getByRole('combobox', { name: 'Find one of 2,620' });
    const record = (page: Page) => page.locator('.answer pre code').innerText();

    it('find records without accents, and lead to them', async () => {
      const { page, browserProblems, answered } = await visit();
      await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
      await search(page).fill('canon city');
      const options = page.getByRole('listbox').getByRole('option');
      expect(await options.allInnerTexts()).toEqual(['Cañon City CO, US']);
      await options.first().click();
      const link = page.getByRole('link', { name: 'Show the record' });
      expect(await page.locator('.card').innerText()).toContain('Cañon City, CO, US');
      await link.click();
      await answered('200 OK');
      await eventually(() => record(page)).toContain('"label": "Cañon City"');
      expect(browserProblems).toEqual([]);
    });

    it('highlight a result for each letter that is typed', async () => {
      const { page } = await visit();
      await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
      const active = page.locator('[role=option][aria-selected=true]');
      for (const letter of ['l', 'o', 's']) {
        await search(page).press(letter);
        await eventually(() => active.count()).toBe(1);
      }
      await search(page).fill('xyzzy');
      await page.getByText('No matches').waitFor();
      expect(await search(page).getAttribute('aria-expanded')).toBe('false');
    });

    it('work by keyboard alone', async () => {
      const { page } = await visit();
      await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
      await search(page).focus();
      await page.keyboard.type('portland');
      await page.getByText(/^\d+ found\.$/).waitFor();
      const options = await page.locator('[role=option]').allInnerTexts();
      await page.keyboard.press('ArrowDown');
      const active = page.locator('[role=option][aria-selected=true]');
      expect(await active.innerText()).toBe(options[1]);
      expect(await search(page).getAttribute('aria-activedescendant')).toBe(
        await active.getAttribute('id'),
      );
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      expect(await search(page).getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Show the record');
      await page.keyboard.press('Enter');
      await eventually(() => record(page)).toContain('"label": "Portland"');
      await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Response');
    });

    it('pan and zoom by pointer and keys, and a click leads to a record', async () => {
      const { page, answered } = await visit();
      const canvas = page.getByRole('img', { name: 'Map of 2,620 neighborhoods' });
      await canvas.waitFor();
      await answered('200 OK');
      const picture = () => canvas.evaluate((one) => Object(one).toDataURL() as string);
      const changes = async (act: () => Promise<void>) => {
        const before = await picture();
        await act();
        await eventually(picture).not.toBe(before);
      };
      await changes(() => page.getByRole('button', { name: 'Zoom in' }).click());
      await page.getByRole('group', { name: /^Map/ }).focus();
      for (const key of ['ArrowLeft', '-', '+', '0']) await changes(() => page.keyboard.press(key));
      await changes(async () => {
        await canvas.hover({ position: { x: 200, y: 200 } });
        await page.mouse.down();
        await page.mouse.move(500, 500, { steps: 4 });
        await page.mouse.up();
      });
      await changes(() => page.emulateMedia({ colorScheme: 'dark' }));
      await search(page).fill('honolulu');
      await page.keyboard.press('Enter');
      const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
      await canvas.click({ position: { x: width / 2, y: height / 2 } });
      await eventually(() => record(page)).toMatch(/"label": ".*Honolulu/);
    });

    it('show an error if the features can’t be fetched, and retry', async () => {
      const root = `http://127.0.0.1:${servers.get('plain')?.port}/`;
      const { page } = watched(await browser.fresh(), root);
      await page.route('**/api/neighborhoods_geojson/', (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{"detail":"x"}' }),
      );
      await page.goto(root);
      await page.getByText('The map can’t be shown. The status of the response is 503.').waitFor();
      await page.unroute('**/api/neighborhoods_geojson/');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
    });
  });

  it('works by keyboard alone', async () => {
    const { page, answered } = await visit();
    await answered('200 OK');
    await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
    const reached: string[] = [];
    const focusedName = () =>
      page.evaluate(`(({ activeElement: one }) => one.getAttribute('aria-label') ??
        one.labels?.[0]?.textContent ?? one.textContent)(document)`);
    const goTo = async (name: string) => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab');
        const label = String(await focusedName());
        reached.push(label);
        if (label.startsWith(name)) return;
      }
      throw new Error(`${name} is not reached: ${reached}`);
    };
    await goTo('Skip to the content');
    for (const name of ['Find one of', 'Map:', 'Zoom in', 'Endpoint', 'ordering', 'limit']) {
      await goTo(name);
    }
    await page.keyboard.press('ArrowDown');
    await goTo('Send');
    await page.keyboard.press('Enter');
    await answered('records 1–10 of 2,620');
    expect(await focusedName()).toBe('Send');
    await goTo('Next');
    await page.keyboard.press('Enter');
    await answered('records 11–20 of 2,620');
    await page.keyboard.press('Enter');
    await answered('records 21–30 of 2,620');
    expect(await focusedName()).toBe('Next →');
    await goTo('Table');
    await page.keyboard.press('ArrowRight');
    expect(await focusedName()).toBe('JSON');
    await page.locator('.answer pre').waitFor();
  });

  it('says when there is no connection', async () => {
    const { page, answered } = await visit();
    await answered('200 OK');
    await page.context().setOffline(true);
    // What was asked before is in the browser’s cache.
    await field(page, 'ordering').selectOption('label');
    await send(page).click();
    const answer = await answered('No response');
    expect(await answer.locator('.problem').innerText()).toContain('You are offline.');
    await page.context().setOffline(false);
    await send(page).click();
    await answered('200 OK');
  });

  it('has forms that work without JavaScript', async () => {
    const { page, root } = await visit();
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    onTestFinished(async () => context?.close());
    const plain = await context?.newPage();
    await plain?.goto(root);
    expect(await plain?.locator('#find-one').isVisible()).toBe(false);
    const form = plain?.locator('form[action="api/neighborhoods/"]');
    await form?.getByLabel('limit', { exact: true }).selectOption('10');
    await form?.getByRole('button').click();
    expect(plain?.url()).toBe(`${root}api/neighborhoods/?ordering=&limit=10&offset=&format=`);
    expect(await plain?.locator('body').innerText()).toContain('"count":2620');
    await plain?.goto(root);
    await plain?.locator('form[action="api/countries/AF/"]').getByRole('button').click();
    expect(await plain?.locator('body').innerText()).toContain('Afghanistan');
  });

  describe('on a host that only sends files', () => {
    const built = mkdtempSync(path.join(os.tmpdir(), 'staticrest-test-'));
    const sites = new Map<HostName, Built>();
    beforeAll(async () => {
      const content = path.join(built, 'content');
      writeFiles(content, { 'things/all.json': JSON.stringify(things(45)) });
      const make = async (host: HostName) => {
        const out = path.join(built, host);
        const { grid } = await build({ api: thingsApi, content, out, base: SMALL_BASE, host });
        sites.set(host, { folder: out, grid });
      };
      await Promise.all([make('service-worker'), make('nginx')]);
    });
    afterAll(() => rmSync(built, { recursive: true }));

    /** A site built for some host, as it is deployed to one of files; some files may be missing. */
    async function hosted(host: HostName, ...missing: readonly string[]) {
      const small = sites.get(host) as Built;
      const { root, site } = deployed('service-worker', small, temporaryFolder());
      for (const name of missing) rmSync(path.join(site, name));
      const server = await staticHost(root, { notFound: '/small/404.html' });
      onTestFinished(() => server.close());
      const visited = watched(await browser.fresh(), `${server.origin}/small/`);
      await visited.page.goto(visited.root);
      return { ...visited, asked: () => server.log.map(({ target }) => target) };
    }

    it('sends requests to the worker that the page names, and none to the host', async () => {
      const { page, browserProblems, answered, asked } = await hosted('service-worker');
      await answered('records 1–20 of 45');
      await page.getByRole('button', { name: 'Next' }).click();
      await answered('records 21–40 of 45');
      expect(asked().filter((target) => target.startsWith('/small/api'))).toEqual([]);
      expect(await page.locator('.request').innerText()).toContain(
        'a service worker in this browser',
      );
      expect(await page.locator('.request').innerText()).not.toContain('curl');
      expect(browserProblems).toEqual([]);
    });

    it('looks for a worker where the host sends a page in place of a response', async () => {
      const { answered, asked } = await hosted('nginx');
      await answered('records 1–20 of 45');
      const api = asked().filter((target) => target.startsWith('/small/api'));
      expect(api).toEqual(['/small/api/things/']);
    });

    it.each<[HostName, RegExp]>([
      ['service-worker', /^The API does not work here: /],
      ['nginx', /--host service-worker --base-url http:.*\/small$/],
    ])('says what to do where the worker of a site for %s is missing', async (host, message) => {
      const { page, answered } = await hosted(host, 'sw.js');
      const answer = await answered('No response');
      expect(await answer.locator('.problem').innerText()).toMatch(message);
      expect(await page.getByRole('heading', { name: 'Thing List', exact: true }).isVisible()).toBe(
        true,
      );
    });
  });

  describe('for everybody', () => {
    const WIDTHS = [320, 390, 1280];
    const SCHEMES = ['light', 'dark'] as const;
    const looks = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => [width, scheme] as const));

    it.each(looks)('at %i pixels, %s', async (width, scheme) => {
      const { page, answered } = await visit();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await answered('200 OK');
      await page.getByRole('img', { name: 'Map of 2,620 neighborhoods' }).waitFor();
      const fits = async (part: string) => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await page.evaluate(OVERFLOWING)).toEqual([]);
        expect(await violations(page, part)).toEqual([]);
      };
      await page.getByRole('combobox', { name: 'Find one of' }).fill('canon');
      await fits('body');
      await picture(page, `${width}-${scheme}`, 'found');
      await page.keyboard.press('Enter');
      await picture(page, `${width}-${scheme}`);
      await page.goto(`${page.url()}#/api/neighborhoods/?limit=x`);
      await answered('400 Bad Request');
      await fits('#try-it');
      await picture(page, `${width}-${scheme}-error`, 'try-it');
      await page.goto(page.url().replace(/#.*/, '#/api/countries/US/'));
      await answered('200 OK');
      await picture(page, `${width}-${scheme}-json`, 'try-it');
    });

    /** A picture of the top, and of the sections or of one. */
    async function picture(page: Page, name: string, only = ''): Promise<void> {
      if (!PICTURES) return;
      mkdirSync(PICTURES, { recursive: true });
      const shot = (what: string) => ({ path: path.join(PICTURES, `${name}-${what}.png`) });
      await page.evaluate('scrollTo(0, 0)');
      if (only !== 'try-it') await page.screenshot(shot(only || 'top'));
      for (const section of await page.locator('section').all()) {
        const id = String(await section.getAttribute('id'));
        if (id.includes(only)) await section.screenshot(shot(id));
      }
    }

    /** What axe finds in a part of the page that keeps somebody from using the page. */
    async function violations(page: Page, part: string): Promise<string[]> {
      // By the protocol: the page's own policy lets nothing be put into it.
      await page.evaluate(AXE);
      const found: AxeResults = await page.evaluate(
        `axe.run('${part}', { resultTypes: ['violations'] })`,
      );
      return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  });
});
