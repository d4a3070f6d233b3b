import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { bundleOf } from '../../src/hosts/bundle.ts';
import { serviceWorker } from '../../src/hosts/service-worker/service-worker.ts';
import { describeContract, type Start } from '../contract/contract.ts';
import { deployed } from '../contract/deployed.ts';
import { askFrom, type Browser, CHROMIUM, openStart, startChromium } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { smallSite } from '../support/small-site.ts';
import { type StaticHost, type StaticHostOptions, staticHost } from '../support/static-host.ts';
import { citiesGrid, textOf } from '../support/tiny-grid.ts';

const TINY_WORKER = `\
// Made by staticrest: the service worker that answers the addresses of the API in a browser. First the
// table of what is published, then the code that answers from it.
const GRID = {
  "base": "https://me.github.io/tiny",
  "formats": [
    "json"
  ],
  "collections": [
    {
      "name": "cities",
      "count": 5,
      "key": "[a-z]+",
      "orderings": [],
      "pagination": {
        "limits": [
          2
        ],
        "default": 2
      }
    }
  ]
};
`;

const TINY_NOT_FOUND = `\
<!doctype html>
<!-- Made by staticrest. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<link rel="stylesheet" href="/tiny/staticrest.css">
<script src="/tiny/register.js" defer></script>
</head>
<body>
<main>
<h1>No file is at this address</h1>
<p id="status" role="status"></p>
<noscript><p>This takes JavaScript, which is off here. Turn it on for this site, or read the files that the answers are made of, such as <a href="/tiny/data/cities/list/f-/o-/l-2/0.json"><code>/tiny/data/cities/list/f-/o-/l-2/0.json</code></a>.</p></noscript>
<p>Addresses below <a href="/tiny/api/"><code>/tiny/api/</code></a> are answered by a <em>service worker</em>: a small program that a browser takes from this site on the first visit, and asks from then on in place of the host.</p>
<p><code>curl</code> and other programs run no service worker, so this host can’t answer a query string for them. They can read the files that the answers are made of, such as <a href="/tiny/data/cities/list/f-/o-/l-2/0.json"><code>/tiny/data/cities/list/f-/o-/l-2/0.json</code></a>.</p>
<p><a href="/tiny/">The start page</a> says what is here.</p>
</main>
</body>
</html>
`;

describe('the files of a service worker', () => {
  it.each([
    ['sw.js', TINY_WORKER + bundleOf('service-worker')],
    ['404.html', TINY_NOT_FOUND],
    ['.nojekyll', ''],
  ])('%s', (name, text) => {
    expect(textOf(serviceWorker, citiesGrid, name)).toBe(text);
  });

  it('are all there, and the guide names the site', () => {
    const names = ['sw.js', 'register.js', '404.html', 'staticrest.css', '.nojekyll'];
    expect(serviceWorker.files(citiesGrid).map((file) => file.path)).toEqual(names);
    expect(serviceWorker.guide(citiesGrid)).toContain(`--base-url ${citiesGrid.base}\n`);
  });

  const HOSTILE = [
    'a";deny all;#',
    "x'y`$\u007b1}",
    '</script><script>alert(1)</script>',
    '<!-- --> & "><b>',
    'a\nb\u2028\u2029\0\\',
    '__proto__',
    '%{env.HOME}',
  ];

  it.each(HOSTILE)('hold a hostile name as a text: %j', (name) => {
    const [cities] = citiesGrid.collections;
    if (!cities) throw new Error('The tiny grid has a collection.');
    const by = JSON.parse(`{${JSON.stringify(name)}:{"field":"a","kind":"code"}}`);
    const sorts = { key: name, by };
    const grid = { ...citiesGrid, collections: [{ ...cities, name, orderings: [name], sorts }] };
    const [table = ''] = textOf(serviceWorker, grid, 'sw.js').split(bundleOf('service-worker'));
    expect(vm.runInNewContext(`${table}JSON.stringify(GRID)`)).toBe(JSON.stringify(grid));
    for (const file of ['404.html']) {
      const tags = textOf(serviceWorker, grid, file).match(/<[^a/]\w*/g) ?? [];
      expect(new Set(tags)).toEqual(
        new Set(textOf(serviceWorker, citiesGrid, file).match(/<[^a/]\w*/g)),
      );
      expect(textOf(serviceWorker, grid, file).match(/<script/g)).toHaveLength(1);
    }
  });
});

const start: Start = async ({ grid, root }) => {
  const base = basePath(grid);
  const host = await staticHost(root, { notFound: `${base}/404.html` });
  const browser = await startChromium();
  const page = await browser.fresh();
  await openStart(page, `${host.origin}${base}/`);
  return {
    ask: (target, asking) => askFrom(page, host.origin + target, asking),
    async close() {
      await browser.close();
      await host.close();
    },
  };
};

describe.skipIf(!CHROMIUM)('in Chromium', () => {
  describeContract('service-worker', start);

  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  /** A visitor of the small site, and all that went wrong or went elsewhere. */
  async function visit(options: StaticHostOptions = { notFound: '/small/404.html' }) {
    const root = temporaryFolder();
    const { site } = deployed('service-worker', await smallSite('service-worker'), root);
    const host = await staticHost(root, options);
    const page = await browser.fresh();
    onTestFinished(async () => {
      await page.context().close();
      await host.close();
    });
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(host.origin)) troubles.push(request.url());
    });
    return { host, page, site, root: `${host.origin}/small/`, troubles };
  }

  /** What a person sees who looks at a page, as soon as it has a text. */
  const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const targets = ({ log }: StaticHost) => log.map(({ target }) => target);

  describe('a visit', () => {
    it('that begins at an address of the API shows the answer', async () => {
      const { host, page, root, troubles } = await visit();
      const first = await page.goto(`${root}api/cities?limit=3&offset=1#x`);
      expect(first?.status()).toBe(404);
      await shows(page, '"count":5');
      expect(page.url()).toBe(`${root}api/cities/?limit=3&offset=1#x`);
      expect(await page.locator('body').innerText()).toContain('{"name":"b"},\n{"name":"c"}');
      expect(troubles).toEqual([expect.stringContaining('status of 404')]);
      const asked = targets(host).filter((one) => one.startsWith('/small/api'));
      expect(asked).toEqual(['/small/api/cities?limit=3&offset=1']);
      // There is one entry more than the empty page: Back leads out of the site.
      expect(await page.evaluate('history.length')).toBe(2);
    });

    it.each(['%61pi/', 'api'])('that begins at %s too', async (target) => {
      const { page, root } = await visit();
      await page.goto(root + target);
      await shows(page, '"cities":');
    });

    it('that begins at the page asks the API from there, and not the host', async () => {
      const { host, page, root, troubles } = await visit();
      await page.goto(root);
      await shows(page, 'records 1–2 of 5');
      await page.getByRole('button', { name: 'Next' }).click();
      await shows(page, 'records 3–4 of 5');
      expect(troubles).toEqual([]);
      expect(targets(host).filter((one) => one.startsWith('/small/api'))).toEqual([]);
    });

    it('to nothing stays there', async () => {
      const { page, root } = await visit();
      await page.goto(`${root}nothing/here`);
      await shows(page, 'The API is ready in this browser.');
      await shows(page, 'No file is at this address');
      expect(page.url()).toBe(`${root}nothing/here`);
    });

    it('without JavaScript is told what to do', async () => {
      const { page, root } = await visit();
      const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
      const plain = await context?.newPage();
      await plain?.goto(`${root}api/cities/`);
      expect(await plain?.locator('main').innerText()).toContain('Turn it on for this site');
      await context?.close();
    });

    it.each([
      ['that is not there', 404, ''],
      ['that is broken', 200, 'throw 1'],
      ['that answers nothing', 200, 'oninstall = () => skipWaiting();'],
    ])('with a worker %s does not reload without end', async (_, status, text) => {
      const { host, page, root } = await visit({
        notFound: '/small/404.html',
        instead(file, response) {
          if (file !== '/small/sw.js') return false;
          response.writeHead(status, { 'Content-Type': 'text/javascript' }).end(text);
          return true;
        },
      });
      await page.goto(`${root}api/`);
      await shows(page, /can’t answer here|reload this page/);
      await page.waitForTimeout(300);
      const asked = targets(host).filter((one) => one === '/small/api/');
      expect(asked.length).toBeLessThanOrEqual(2);
    });

    it('to a bucket that has no page for what is missing begins at index.html', async () => {
      const { page, root } = await visit({});
      await openStart(page, `${root}index.html`);
      const answer = await askFrom(page, `${root}api/cities/zz/`);
      expect([answer.status, String(answer.body)]).toEqual([
        404,
        '{"detail":"No record of cities is at this address."}\n',
      ]);
    });
  });

  describe('a file that can’t be read is told, and to ask again', () => {
    const FILE = '/small/data/cities/list/f-/o-/l-2/0.json';

    it.each([
      ['busy', 429, 'text/html', 'The host answers 429 for', '7'],
      ['broken', 500, 'text/plain', 'The host answers 500 for', '7'],
      ['gone', 410, 'text/plain', 'The site has changed', '5'],
      ['a page in its place', 200, 'text/html; charset=utf-8', 'The site has changed', '5'],
      ['cut', 0, '', 'The host can’t be reached for', '5'],
      ['elsewhere', 302, '', 'The host can’t be reached for', '5'],
    ])('%s: %i', async (_, status, type, detail, after) => {
      const { page, root } = await visit({
        notFound: '/small/404.html',
        instead(file, response) {
          if (file !== FILE) return false;
          const headers = { 'Content-Type': type, 'Retry-After': '7', Location: '/small/' };
          if (status === 0) response.destroy();
          else response.writeHead(status, headers).end('x');
          return true;
        },
      });
      await openStart(page, root);
      for (const query of ['', '?limit=1']) {
        const answer = await askFrom(page, `${root}api/cities/${query}`);
        expect(answer.status).toBe(503);
        expect(JSON.parse(String(answer.body)).detail).toContain(detail);
        expect(answer.headers).toMatchObject({
          'retry-after': [after],
          'content-type': ['application/json'],
          'cache-control': ['no-store'],
        });
      }
      const head = await askFrom(page, `${root}api/cities/`, { method: 'HEAD' });
      expect([head.status, head.body.length]).toEqual([503, 0]);
      expect((await askFrom(page, `${root}api/cities/?limit=3`)).status).toBe(200);
    });
  });

  describe('a newer site', () => {
    /** Takes a record away from the small site, as a new deployment does. */
    function shrink(site: string) {
      const rewrite = (file: string, change: (text: string) => string) => {
        const to = path.join(site, file);
        const text = readFileSync(to, 'utf8');
        rmSync(to);
        writeFileSync(to, change(text));
      };
      for (const page of ['l-2/0', 'l-2/2', 'l-3/0', 'l-all/0']) {
        rewrite(`data/cities/list/f-/o-/${page}.json`, (text) => text.replace('5', '4'));
      }
      rmSync(path.join(site, 'data/cities/list/f-/o-/l-2/4.json'));
      rewrite('sw.js', (text) => text.replace('"count": 5', '"count": 4'));
    }

    it('is not mixed where the count differs with the older one, and its worker takes over', async () => {
      const { page, root, site } = await visit();
      await openStart(page, root);
      shrink(site);
      const seen: string[] = [];
      await expect
        .poll(
          async () => {
            const { status, body } = await askFrom(page, `${root}api/cities/?limit=1`);
            seen.push(`${status} ${/"count":\d|The site has changed/.exec(String(body))?.[0]}`);
            return seen.at(-1);
          },
          { timeout: 10_000 },
        )
        .toBe('200 "count":4');
      expect(seen[0]).toBe('503 The site has changed');
      expect(new Set(seen)).toEqual(new Set(['503 The site has changed', '200 "count":4']));
    });

    it('is shown by an older worker where a page of it is whole', async () => {
      const { page, root, site } = await visit();
      await openStart(page, root);
      shrink(site);
      const answer = await askFrom(page, `${root}api/cities/?limit=3`);
      expect([answer.status, String(answer.body).slice(0, 10)]).toEqual([200, '{"count":4']);
    });

    it('is looked for about once a minute', async () => {
      const { host, page, root } = await visit();
      await openStart(page, root);
      for (let count = 0; count < 10; count++) await askFrom(page, `${root}api/`);
      await page.waitForTimeout(300);
      const asked = targets(host).filter((one) => one === '/small/sw.js');
      expect(asked.length).toBe(2);
    });
  });
});
