import { cpSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { describeContract } from '../contract/contract.ts';
import { deployed } from '../contract/deployed.ts';
import {
  collectProblems,
  describeInChromium,
  eventually,
  openStart,
  sendFrom,
} from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { smallSite } from '../support/small-site.ts';
import { type StaticHost, staticHost } from '../support/static-host.ts';
import { rowsOf } from '../support/table.ts';

describeInChromium('the service worker', (browser) => {
  describeContract('service-worker', async ({ grid, root }) => {
    const base = basePath(grid);
    const host = await staticHost(root, { notFound: `${base}/404.html` });
    const page = await browser.newPage();
    await openStart(page, `${host.origin}${base}/`);
    return {
      send: (target, options) => sendFrom(page, host.origin + target, options),
      async close() {
        await page.context().close();
        await host.close();
      },
    };
  });

  /** The small site, with pages: a page of it is one file. */
  const sitePages = (cities?: string) =>
    smallSite({ host: 'service-worker', layout: 'pages' }, cities);

  /** A first visit to the small site, with its problems. */
  async function visit(notFound = '/small/404.html') {
    const small = await sitePages();
    const { root } = deployed('service-worker', small, temporaryFolder());
    const host = await staticHost(root, { notFound });
    onTestFinished(() => host.close());
    const page = await browser.openPage();
    const problems = collectProblems(page, host.origin);
    const send = (target: string, method = 'GET') =>
      sendFrom(page, `${host.origin}/small/api/${target}`, { method });
    return { host, page, folder: root, root: `${host.origin}/small/`, problems, send };
  }

  /** Waits until a page shows a text. */
  const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const requestsFor = ({ log }: StaticHost, prefix: string) =>
    log.map(({ target }) => target).filter((target) => target.startsWith(prefix));

  describe('a first visit', () => {
    it('to an address of the API -> the answer', async () => {
      const { host, page, root, problems } = await visit();
      const first = await page.goto(`${root}api/cities?limit=3&offset=1#x`);
      expect(first?.status()).toBe(404);
      await shows(page, '"count":5');
      expect(page.url()).toBe(`${root}api/cities/?limit=3&offset=1#x`);
      const text = await page.locator('body').innerText();
      expect(text).toContain('{"name":"b","area":"n","size":1,"tags":[]},\n{"name":"c"');
      expect(problems).toEqual([expect.stringContaining('status of 404')]);
      expect(requestsFor(host, '/small/api')).toEqual(['/small/api/cities?limit=3&offset=1']);
      // There is one entry more than the empty page: Back leads out of the site.
      expect(await page.evaluate('history.length')).toBe(2);
    });

    it.each(['%61pi/', 'api'])('to %s -> the answer', async (target) => {
      const { page, root } = await visit();
      await page.goto(root + target);
      await shows(page, '"cities":');
    });

    it('to an unknown path -> the page for it stays', async () => {
      const { page, root } = await visit();
      await page.goto(`${root}nothing/here`);
      await shows(page, 'The API is ready in this browser.');
      await shows(page, 'This page does not exist');
      expect(page.url()).toBe(`${root}nothing/here`);
    });

    it.each([
      ['a missing worker', 404, ''],
      ['a worker that throws', 200, 'throw 1'],
      ['a worker that does not answer', 200, 'oninstall = () => skipWaiting();'],
    ])('with %s -> at most one reload', async (_, status, text) => {
      const { host, page, root } = await visit();
      host.setResponse('/small/sw.js', (response) =>
        response.writeHead(status, { 'Content-Type': 'text/javascript' }).end(text),
      );
      await page.goto(`${root}api/`);
      // The script shows this in place of a reload.
      await shows(page, /does not work here|reload this page/);
      expect(requestsFor(host, '/small/api/').length).toBeLessThanOrEqual(2);
    });

    it('to a bucket without a page for unknown paths -> begins at index.html', async () => {
      const { page, root, send } = await visit('');
      await openStart(page, `${root}index.html`);
      const { status, body } = await send('cities/zz/');
      expect(status).toBe(404);
      expect(String(body)).toBe('{"detail":"No record of cities has this key."}\n');
    });
  });

  it('a redirect -> an absolute Location, which Safari needs', async () => {
    const { page, root, send } = await visit();
    await openStart(page, root);
    const { status, headers } = await send('cities?limit=3');
    expect([status, headers.location]).toEqual([301, [`${root}api/cities/?limit=3`]]);
  });

  it('a file that cannot be read -> 503 with Retry-After', async () => {
    const { host, page, root, folder, send } = await visit();
    await openStart(page, root);
    const storeRoot = readFileSync(path.join(folder, 'small/data/root.json'), 'utf8');
    const { pack: part } = JSON.parse(storeRoot).collections.cities;
    for (const [about, status, type, detail, after] of rowsOf(`
      busy -> 429 -> text/html -> The host sent status 429 for -> 7
      gone -> 410 -> text/plain -> The site has changed -> 5
      a page in its place -> 200 -> text/html; charset=utf-8 -> The site has changed -> 5
      closed -> 0 -> - -> The host can’t be reached for -> 5
      redirected -> 302 -> - -> The host can’t be reached for -> 5
    `)) {
      const respond = (response: ServerResponse) => {
        const headers = { 'Content-Type': type, 'Retry-After': '7', Location: '/small/' };
        if (status === '0') response.destroy();
        else response.writeHead(Number(status), headers).end('x');
      };
      host.setResponse('/small/data/cities/list/f-/o-/l-2/0.json', respond);
      host.setResponse(`/small/data/store/${part}`, respond);
      for (const query of ['', '?limit=1']) {
        const answer = await send(`cities/${query}`);
        expect(answer.status, about).toBe(503);
        expect(JSON.parse(String(answer.body)).detail, about).toContain(detail);
        expect(answer.headers, about).toMatchObject({
          'retry-after': [after],
          'content-type': ['application/json'],
          'cache-control': ['no-store'],
        });
      }
      const head = await send('cities/', 'HEAD');
      expect([head.status, head.body.length], about).toEqual([503, 0]);
      expect((await send('cities/?limit=3')).status, about).toBe(200);
    }
  });

  describe('a newer site', () => {
    /** Deploys the small site with a city less, over the old one. */
    async function deployNewer(root: string, isOldKept: boolean) {
      const newer = await sitePages('abcd');
      const site = path.join(root, 'small');
      if (!isOldKept) rmSync(site, { recursive: true });
      cpSync(newer.folder, site, { recursive: true });
    }

    it.each([
      ['the old files are gone', false, '200 "count":4'],
      ['the old files are kept', true, '200 "count":5'],
    ])('%s -> a pre-rendered page is new, a composed one is of one site', async (...row) => {
      const [, isOldKept, composed] = row;
      const { page, root, folder, send } = await visit();
      const answerTo = async (query: string) => {
        const { status, body } = await send(`cities/?${query}`);
        return `${status} ${/"count":\d|The site has changed/.exec(String(body))?.[0]}`;
      };
      await openStart(page, root);
      expect(await answerTo('limit=3')).toBe('200 "count":5');
      await deployNewer(folder, isOldKept);
      expect(await answerTo('limit=3')).toBe('200 "count":4');
      expect(await answerTo('limit=1')).toBe(composed);
    });

    it('its deployment is incomplete -> 503', async () => {
      const { host, page, root, folder, send } = await visit();
      const oldRoot = readFileSync(path.join(folder, 'small/data/root.json'));
      host.setResponse('/small/data/root.json', (response) => response.end(oldRoot));
      await openStart(page, root);
      await deployNewer(folder, false);
      const { status, body } = await send('cities/?limit=1');
      expect([status, String(body)]).toEqual([
        503,
        expect.stringContaining('The site has changed since this browser loaded it'),
      ]);
    });

    it('has another worker -> the old one answers, then the new one', async () => {
      const { host, page, root, folder, send } = await visit();
      const script = readFileSync(path.join(folder, 'small/sw.js'), 'utf8');
      const [text, earlier] = ['Try again in a moment.', 'Of an earlier version.'];
      expect(script).toContain(text);
      let deploy = () => {};
      const newer = new Promise<string>((done) => {
        deploy = () => done(script);
      });
      // The installation, then the check of the worker, which the first request to the API causes.
      const scripts = [Promise.resolve(script.replaceAll(text, earlier)), newer];
      host.setResponse('/small/sw.js', async (response) => {
        const body = await (scripts.shift() ?? newer);
        response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(body);
      });
      host.setResponse('/small/data/index.json', (response) => response.destroy());
      await openStart(page, root);
      const answer = async () => String((await send('')).body);
      expect(await answer()).toContain(earlier);
      deploy();
      await eventually(answer).toContain(text);
    });

    it('many requests -> one check for a newer worker', async () => {
      const { host, page, root, send } = await visit();
      await openStart(page, root);
      for (let count = 0; count < 10; count++) await send('');
      // A browser checks one after another: once this check is done, so are those before it.
      await page.evaluate('navigator.serviceWorker.ready.then((worker) => worker.update())');
      // The installation, the worker's check and this one.
      expect(requestsFor(host, '/small/sw.js').length).toBe(3);
    });
  });
});
