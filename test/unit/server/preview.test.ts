import { EventEmitter, once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { build } from '../../../src/build/build.ts';
import { fileOf } from '../../../src/core/address.ts';
import type { Grid } from '../../../src/core/grid.ts';
import { partsOf, resolve } from '../../../src/core/resolve.ts';
import { DESCRIBED_FILES } from '../../../src/describe/files.ts';
import { type Exchange, siteHandler } from '../../../src/server/handler.ts';
import { type Listening, listen } from '../../../src/server/listen.ts';
import { openSite, SiteFolder } from '../../../src/server/site-folder.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { type Answer, type Asking, ask, askRaw } from '../../support/ask.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedJson, shippedManifest, shippedSite } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** What is answered as a host's rules answer it, links as they were built. */
const AS_A_HOST = { rulesOnly: true, asBuilt: true };

/** What the contract says that every answer carries. */
const COMMON = {
  vary: ['Accept'],
  allow: ['GET, HEAD, OPTIONS'],
  'access-control-allow-origin': ['*'],
  'x-content-type-options': ['nosniff'],
  'cache-control': ['public, max-age=60'],
};
const JSON_TYPE = { 'content-type': ['application/json'] };
const PREFLIGHT = {
  'access-control-allow-methods': ['GET, HEAD, OPTIONS'],
  'access-control-allow-headers': ['*'],
  'access-control-max-age': ['86400'],
};

/** An answer's headers without those of the connection; a tag is only said to be there. */
function headersOf({ headers }: Answer): Record<string, readonly string[]> {
  const { date, connection, 'keep-alive': _, etag, ...rest } = headers;
  const shown = etag?.map((tag) => (/^"[\w-]+"$/.test(tag) ? 'a tag' : tag));
  return shown ? { ...rest, etag: shown } : rest;
}

const served = (file: string) => readFileSync(path.join(shippedSite(), file));

/** A page of neighborhoods, spelt out here so that the code's own spelling is checked. */
const page = ({ format = '', ordering = '', limit = '20', offset = '0' } = {}) =>
  `data/neighborhoods/list/f-${format}/o-${ordering}/l-${limit}/${offset}.json`;
const refused = (parameter: string) => `data/errors/neighborhoods/${parameter}.json`;

const [first] = shippedJson(page()).results;
const uuid: string = first.uuid;
const item = `data/neighborhoods/item/${uuid}.json`;

const NOTHING = 'data/errors/path.json';
const FORMAT = 'data/errors/format.json';
const REPEATED = 'data/errors/repeated.json';
const METHOD = 'data/errors/method.json';

describe('the shipped site', () => {
  let server: Listening;
  const log = new EventEmitter<{ exchange: [Exchange] }>();
  beforeAll(async () => {
    const handler = siteHandler(new SiteFolder(shippedSite()), AS_A_HOST, (one) =>
      log.emit('exchange', one),
    );
    server = await listen(handler, 0, '127.0.0.1');
  });
  afterAll(() => server.close());

  /** The next log line about a target: a client that left early may still get its own. */
  const logged = (target: string) =>
    new Promise<Exchange>((done) => {
      log.on('exchange', function hear(one) {
        if (one.target !== target) return;
        log.off('exchange', hear);
        done(one);
      });
    });

  /** Asks, and waits for the line that the log gets. */
  async function exchange(target: string, asking?: Asking) {
    const own = logged(target);
    const answer = await ask(server.port, target, asking);
    const { milliseconds, ...line } = await own;
    expect(milliseconds).toBeGreaterThan(0);
    return { answer, line };
  }

  /** Checks a whole answer: its status, its headers and no others, its bytes, its log line. */
  async function expectFile(target: string, status: number, file: string, asking: Asking = {}) {
    const { method = 'GET' } = asking;
    const { answer, line } = await exchange(target, asking);
    const body = served(file);
    expect(line).toEqual({ method, target, status, answer: file });
    expect(answer.status).toBe(status);
    expect(headersOf(answer)).toEqual({
      ...COMMON,
      ...JSON_TYPE,
      'content-length': [String(body.length)],
      ...(method === 'OPTIONS' && status === 200 ? PREFLIGHT : {}),
      ...(method !== 'OPTIONS' && status === 200 ? { etag: ['a tag'] } : {}),
    });
    expect(answer.body.equals(method === 'HEAD' ? Buffer.alloc(0) : body)).toBe(true);
  }

  const asked = { format: 'api', limit: '50', offset: '100', ordering: '-created_at' };
  const queries = arrangements(Object.entries(asked)).map((given) => ({
    query: new URLSearchParams(given).toString(),
    file: page(Object.fromEntries(given)),
  }));
  it.each(queries)('every subset in every order: ?$query -> its page', async ({ query, file }) => {
    await expectFile(`/api/neighborhoods/?${query}`, 200, file);
  });

  it.each([
    ['limit empty -> 20', 'limit=', 200, page()],
    ['limit without = -> 20', 'limit', 200, page()],
    ['all four empty -> the default page', 'format=&limit=&offset=&ordering=', 200, page()],
    ['only & -> the default page', '&&&', 200, page()],
    ['limit all', 'limit=all', 200, page({ limit: 'all' })],
    ['limit all, whatever the format', 'limit=all&format=api', 200, page({ limit: 'all' })],
    ['limit all, offset 0', 'limit=all&offset=0', 200, page({ limit: 'all' })],
    ['limit all, offset', 'limit=all&offset=20', 400, refused('offset')],
    ['limit with a leading zero', 'limit=050', 400, refused('limit')],
    ['limit 0', 'limit=0', 400, refused('limit')],
    ['limit negative', 'limit=-1', 400, refused('limit')],
    ['limit +20, which is a space and 20', 'limit=+20', 400, refused('limit')],
    ['limit %2B20', 'limit=%2B20', 400, refused('limit')],
    ['limit in exponents', 'limit=1e3', 400, refused('limit')],
    ['limit with a fraction', 'limit=20.0', 400, refused('limit')],
    ['limit beyond exact numbers', 'limit=9007199254740992', 400, refused('limit')],
    ['limit a word', 'limit=abc', 400, refused('limit')],
    ['limit ALL', 'limit=ALL', 400, refused('limit')],
    ['limit not rendered', 'limit=37', 400, refused('limit')],
    ['limit beyond every page', 'limit=100000', 400, refused('limit')],
    ['limit with a fragment', 'limit=50#top', 400, refused('limit')],
    ['offset not a multiple', 'offset=7', 400, refused('offset')],
    ['offset a multiple of another limit', 'limit=50&offset=20', 400, refused('offset')],
    ['offset of the last page', 'limit=50&offset=2600', 200, page({ limit: '50', offset: '2600' })],
    ['offset at the count', 'offset=2620', 400, refused('offset')],
    ['offset past the end', 'offset=1000000', 400, refused('offset')],
    ['offset negative', 'offset=-20', 400, refused('offset')],
    ['offset -0', 'offset=-0', 400, refused('offset')],
    ['offset beyond exact numbers', 'offset=9007199254740992', 400, refused('offset')],
    ['ordering unknown', 'ordering=population', 400, refused('ordering')],
    ['ordering of a field that is not offered', 'ordering=uuid', 400, refused('ordering')],
    ['ordering in camel case', 'ordering=createdAt', 400, refused('ordering')],
    ['ordering a comma list', 'ordering=label,-created_at', 400, refused('ordering')],
    ['ordering by an inherited name', 'ordering=constructor', 400, refused('ordering')],
    ['ordering encoded', 'ordering=%2Dcreated_at', 200, page({ ordering: '-created_at' })],
    ['format xml', 'format=xml', 404, FORMAT],
    ['format xml before a bad limit', 'limit=0&format=xml', 404, FORMAT],
    ['format JSON', 'format=JSON', 404, FORMAT],
    ['format api', 'format=api', 200, page({ format: 'api' })],
    ['limit with an encoded digit', 'limit=%350', 200, page({ limit: '50' })],
    ['limit with an encoded name', '%6Cimit=50', 200, page({ limit: '50' })],
    ['LIMIT is another parameter', 'LIMIT=50', 200, page()],
    ['xlimit is another parameter', 'xlimit=37&limit=10', 200, page({ limit: '10' })],
    ['a value like a parameter', 'q=limit=37&limit=10', 200, page({ limit: '10' })],
    ['a campaign', 'utm_source=x', 200, page()],
    ['an unknown parameter twice', 'q=1&q=2', 200, page()],
    ['an unknown parameter with broken encoding', 'q=%zz', 200, page()],
    ['broken encoding', 'limit=%zz', 400, refused('limit')],
    ['a cut encoding', 'ordering=label%', 400, refused('ordering')],
    ['NUL', 'ordering=%00', 400, refused('ordering')],
    ['NUL behind a good value', 'limit=50%00', 400, refused('limit')],
    ['a second ?', 'limit=50?', 400, refused('limit')],
    ['a semicolon divides nothing', 'limit=50;offset=50', 400, refused('limit')],
    ['limit twice', 'limit=10&limit=20', 400, REPEATED],
    ['limit twice the same', 'limit=10&limit=10', 400, REPEATED],
    ['limit twice, once encoded', 'limit=10&%6Cimit=20', 400, REPEATED],
    ['limit a way out', 'limit=..%2F..%2F', 400, refused('limit')],
    ['offset a way out', 'offset=..%2F0', 400, refused('offset')],
    ['ordering a way out', 'ordering=..%2F..%2Fmanifest', 400, refused('ordering')],
    ['format a way out', 'format=..%2F', 404, FORMAT],
    ['an unknown one a way out', 'q=..%2F..%2F', 200, page()],
    ['a long query', `q=${'x'.repeat(8000)}`, 200, page()],
  ])('neighborhoods, %s: ?%s -> %i', async (_, query, status, file) => {
    await expectFile(`/api/neighborhoods/?${query}`, status, file);
  });

  const countries = 'data/countries/list/o-.json';
  const noKey = 'data/errors/score_metadata/key.json';
  it.each([
    ['the index', '/api/', 200, 'data/index.json'],
    ['the index with a format', '/api/?format=api', 200, 'data/index.json'],
    ['the index with a bad format', '/api/?format=xml', 404, FORMAT],
    ['countries', '/api/countries/', 200, countries],
    ['ordering on countries', '/api/countries/?ordering=zzz', 200, countries],
    ['limit twice on countries', '/api/countries/?limit=1&limit=2', 200, countries],
    ['format on countries', '/api/countries/?format=api', 200, countries],
    ['a bad format on countries', '/api/countries/?format=xml', 404, FORMAT],
    [
      'limit on score_metadata',
      '/api/score_metadata/?limit=abc&ordering=-description',
      200,
      'data/score_metadata/list/o--description.json',
    ],
    [
      'a bad ordering on score_metadata',
      '/api/score_metadata/?ordering=-size',
      400,
      'data/errors/score_metadata/ordering.json',
    ],
    ['a country', '/api/countries/NO/', 200, 'data/countries/item/NO.json'],
    ['a country, encoded', '/api/countries/%4EO/', 200, 'data/countries/item/NO.json'],
    ['no country', '/api/countries/XX/', 404, 'data/errors/countries/key.json'],
    ['a score', '/api/score_metadata/retail/', 200, 'data/score_metadata/item/retail.json'],
    ['a key too long for a file', `/api/score_metadata/${'a'.repeat(400)}/`, 404, noKey],
    ['a known uuid', `/api/neighborhoods/${uuid}/`, 200, item],
    ['a known uuid with a query', `/api/neighborhoods/${uuid}/?limit=0`, 200, item],
    ['a known uuid with a bad format', `/api/neighborhoods/${uuid}/?format=xml`, 404, FORMAT],
    [
      'a uuid in capitals',
      `/api/neighborhoods/${uuid.toUpperCase()}/`,
      404,
      'data/errors/neighborhoods/key.json',
    ],
    [
      'an unknown uuid',
      '/api/neighborhoods/00000000-0000-4000-8000-000000000000/',
      404,
      'data/errors/neighborhoods/key.json',
    ],
    ['a way out for a key', '/api/neighborhoods/..%2f..%2findex/', 404, NOTHING],
    ['beyond an item', `/api/neighborhoods/${uuid}/x/`, 404, NOTHING],
    ['what is beside the API, encoded', '/%6Fpenapi.json', 404, NOTHING],
    ['a folder of that name', '/openapi.json/', 404, NOTHING],
    ['the data', '/data/', 404, NOTHING],
    ['a data file', '/data/index.json', 404, NOTHING],
    ['the manifest', '/manifest.json', 404, NOTHING],
    ['a file of a host', '/_redirects', 404, NOTHING],
    ['a page of a host', '/404.html', 404, NOTHING],
    ['two slashes first', '//api/', 404, NOTHING],
    ['two slashes within', '/api//countries/', 404, NOTHING],
    ['two slashes last', '/api/countries//', 404, NOTHING],
    ['dots', '/api/../', 404, NOTHING],
    ['dots to a file', '/api/../manifest.json', 404, NOTHING],
    ['dots that lead back', '/x/../api/', 404, NOTHING],
    ['encoded dots', '/api/%2e%2e/manifest.json', 404, NOTHING],
    ['encoded slashes', '/api/..%2F..%2Fmanifest.json', 404, NOTHING],
    ['an encoded slash at the end', '/api/countries%2F', 404, NOTHING],
    ['backslashes', '/api\\countries\\', 404, NOTHING],
    ['NUL', '/api/countries%00/', 404, NOTHING],
    ['broken encoding', '/api/%zz/', 404, NOTHING],
    ['half a letter', '/api/%C3/', 404, NOTHING],
    ['another case', '/API/countries/', 404, NOTHING],
    ['an inherited name', '/api/__proto__/', 404, NOTHING],
    ['an absolute target', 'http://elsewhere.example/api/countries/', 200, countries],
    [
      'an absolute target with a query',
      'http://x/api/neighborhoods/?limit=0',
      400,
      refused('limit'),
    ],
    ['an absolute target without a path', 'http://x?limit=10', 404, NOTHING],
    ['an asterisk', '*', 404, NOTHING],
  ])('%s: %s -> %i', async (_, target, status, file) => {
    await expectFile(target, status, file);
  });

  it.each([
    ['the index', '/api', '/api/'],
    ['a list', '/api/countries', '/api/countries/'],
    ['a list with its query', '/api/neighborhoods?limit=50', '/api/neighborhoods/?limit=50'],
    [
      'a query as it is, right or wrong',
      '/api/neighborhoods?limit=0&q=%20a+b&&ordering=%2Dlabel',
      '/api/neighborhoods/?limit=0&q=%20a+b&&ordering=%2Dlabel',
    ],
    ['an empty query is none', '/api/countries?', '/api/countries/'],
    ['an item', `/api/neighborhoods/${uuid}`, `/api/neighborhoods/${uuid}/`],
    ['an item with its query', '/api/countries/NO?format=api', '/api/countries/NO/?format=api'],
    ['an encoded path', '/api/%63ountries', '/api/countries/'],
    ['an absolute target stays here', 'http://elsewhere.example/api', '/api/'],
    ['a query that looks like an address', '/api?//elsewhere.example', '/api/?//elsewhere.example'],
  ])('without its slash, %s: %s -> 301 %s', async (_, target, location) => {
    for (const method of ['GET', 'HEAD']) {
      const { answer, line } = await exchange(target, { method });
      expect(line).toEqual({ method, target, status: 301, answer: location });
      expect(answer.status).toBe(301);
      expect(headersOf(answer)).toEqual({
        ...COMMON,
        location: [location],
        'content-length': ['0'],
      });
      expect(answer.body).toHaveLength(0);
    }
  });

  it.each([
    ['POST', '/api/neighborhoods/', 405, METHOD],
    ['POST', '/api/neighborhoods', 405, METHOD],
    ['POST', '/api/', 405, METHOD],
    ['POST', '/elsewhere/', 404, NOTHING],
    ['PUT', `/api/neighborhoods/${uuid}/`, 405, METHOD],
    ['PATCH', `/api/neighborhoods/${uuid}/`, 405, METHOD],
    ['DELETE', `/api/neighborhoods/${uuid}/`, 405, METHOD],
    ['DELETE', '/api/countries/?limit=0', 405, METHOD],
    ['TRACE', '/api/countries/', 405, METHOD],
    ['PROPFIND', '/api/countries/', 405, METHOD],
    ['HEAD', '/api/', 200, 'data/index.json'],
    ['HEAD', '/api/neighborhoods/?limit=all', 200, page({ limit: 'all' })],
    ['HEAD', `/api/neighborhoods/${uuid}/`, 200, item],
    ['HEAD', '/api/neighborhoods/?limit=37', 400, refused('limit')],
    ['HEAD', '/nothing', 404, NOTHING],
    ['OPTIONS', '/api/', 200, 'data/options/index.json'],
    ['OPTIONS', '/api/neighborhoods/', 200, 'data/options/neighborhoods.json'],
    ['OPTIONS', '/api/neighborhoods', 200, 'data/options/neighborhoods.json'],
    ['OPTIONS', '/api/countries/?limit=0', 200, 'data/options/countries.json'],
    ['OPTIONS', `/api/neighborhoods/${uuid}/`, 200, 'data/options/neighborhoods.json'],
    ['OPTIONS', '/nothing/', 404, NOTHING],
    ['OPTIONS', '*', 404, NOTHING],
  ])('%s %s -> %i', async (method, target, status, file) => {
    await expectFile(target, status, file, { method });
  });

  it.each([
    ['Range is not looked at', { range: 'bytes=0-9' }],
    ['Range past the end is not looked at', { range: 'bytes=99999999-' }],
    ['If-Modified-Since is not looked at', { 'if-modified-since': new Date().toUTCString() }],
    ['a stale tag', { 'if-none-match': '"old"' }],
    ['a browser gets JSON', { accept: 'text/html,application/xhtml+xml' }],
    ['an encoding is not chosen', { 'accept-encoding': 'gzip, br' }],
    ['an upgrade is not taken', { connection: 'Upgrade', upgrade: 'websocket' }],
  ])('%s -> the whole page', async (_, headers) => {
    await expectFile('/api/neighborhoods/', 200, page(), { headers });
  });

  it.each([
    ['a browser gets JSON', { accept: 'text/html' }],
    ['a range of an error is the error', { range: 'bytes=0-9' }],
    ['no tag makes an error a 304', { 'if-none-match': '*' }],
  ])('errors too: %s', async (_, headers) => {
    await expectFile('/nothing/', 404, NOTHING, { headers });
  });

  it('a body with a method that is not allowed -> 405, unread', async () => {
    const body = Buffer.alloc(2 ** 20, 'x');
    await expectFile('/api/neighborhoods/', 405, METHOD, { method: 'POST', body });
  });

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag, weakened by a proxy', (tag: string) => `W/${tag}`],
    ['one of several tags', (tag: string) => `"old", ${tag}`],
    ['any tag', () => '*'],
  ])('%s of a page that the client has -> 304 without a body', async (_, known) => {
    const target = '/api/neighborhoods/?limit=10';
    const [etag = ''] = (await exchange(target)).answer.headers.etag ?? [];
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': known(etag) };
      const { answer, line } = await exchange(target, { method, headers });
      expect(line).toEqual({ method, target, status: 304, answer: page({ limit: '10' }) });
      expect(headersOf(answer)).toEqual({ ...COMMON, ...JSON_TYPE, etag: ['a tag'] });
      expect(answer.body).toHaveLength(0);
    }
  });

  it('two pages have two tags, GET and HEAD the same one', async () => {
    const tag = async (query: string, method = 'GET') =>
      (await ask(server.port, `/api/neighborhoods/?${query}`, { method })).headers.etag;
    expect(await tag('limit=10')).not.toEqual(await tag('limit=20'));
    expect(await tag('limit=10')).toEqual(await tag('limit=10', 'HEAD'));
  });

  it.each([
    ['an unencoded letter', 'GET /api/?q=\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a space in the target', 'GET /api/ /x HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method of nobody', 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method in lower case', 'get /api/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['not HTTP', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['a target without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('%s -> %s is %i in JSON', async (_, request, status) => {
    const answer = await askRaw(server.port, Buffer.from(request, 'latin1'));
    if (!answer) throw new Error('There is no answer.');
    const length = String(answer.body.length);
    expect(answer.status).toBe(status);
    expect(headersOf(answer)).toEqual({ ...COMMON, ...JSON_TYPE, 'content-length': [length] });
    expect(JSON.parse(answer.body.toString())).toEqual({ detail: expect.any(String) });
  });

  it.each([
    ['no Host', 'GET /api/ HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an expectation', 'GET /api/ HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n'],
  ])('a request with %s is answered like any other', async (_, request) => {
    const answer = await askRaw(server.port, Buffer.from(request));
    expect(answer?.status).toBe(200);
    expect(answer?.body).toEqual(served('data/index.json'));
  });

  it('fetch follows the redirect of a page with its query', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/neighborhoods?limit=50`);
    expect(answer.redirected).toBe(true);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(served(page({ limit: '50' })));
  });

  const javascript = 'text/javascript; charset=utf-8';
  it.each([
    ['the page for people', '/', 'index.html', 'text/html; charset=utf-8'],
    ['the same by its name', '/index.html?x', 'index.html', 'text/html; charset=utf-8'],
    ['what runs in it', '/explorer.js?v=1', 'explorer.js', javascript],
    ['how it looks', '/explorer.css', 'explorer.css', 'text/css; charset=utf-8'],
    ['the description for programs', '/openapi.json', 'openapi.json', 'application/json'],
  ])('%s: %s', async (_, target, file, type) => {
    const { status, headers, body } = await ask(server.port, target);
    const own = { type: headers['content-type'], cache: headers['cache-control'] };
    expect({ status, ...own }).toEqual({ status: 200, type: [type], cache: ['no-cache'] });
    expect(body).toEqual(served(file));
    const [tag = ''] = headers.etag ?? [];
    const again = await ask(server.port, target, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask(server.port, target, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const posted = await ask(server.port, target, { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, ['GET, HEAD']]);
  });

  it('hostile requests get what they resolve to, and never a fault of the server', async () => {
    const { grid } = shippedManifest();
    const piece = fc.oneof(
      fc.constantFrom(
        ...['/', '//', '.', '..', '?', '&', '=', '%', '%2F', '%2e', '%00', '\\', '#'],
      ),
      fc.constantFrom('/api/', 'api', 'countries', '/api/neighborhoods/', 'data', 'manifest.json'),
      fc.constantFrom('limit=', 'offset=', 'ordering=', 'format=', '20', 'all', '-label', 'json'),
      fc.constantFrom('http://x', 'NO', 'index.json', uuid, '%C3%A9', '__proto__'),
      // Any byte but those that end the line: more headers would be another request.
      fc
        .string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })
        .map((text) => text.replace(/[\r\n]/g, '')),
    );
    const targets = fc
      .tuple(fc.constantFrom('/', '/api/', '/api/neighborhoods/?', ''), fc.array(piece))
      .map(([start, rest]) => start + rest.join(''));
    const methods = fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'LOCK', 'X', '');
    await fc.assert(
      fc.asyncProperty(methods, targets, async (method, target) => {
        const request = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        const answer = await askRaw(server.port, Buffer.from(request, 'latin1'));
        if (isBeside(target)) return;
        expect([200, 301, 400, 404, 405]).toContain(answer?.status);
        for (const values of Object.values(answer?.headers ?? {})) expect(values).toHaveLength(1);
        if (answer?.status !== 301) expect(answer?.headers).toMatchObject(JSON_TYPE);
        if (answer?.status === 200) {
          expect(answer.body.toString()).toBe(bodyOf(grid, method, target));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.runIf(process.platform === 'linux')(
    'clients that leave early -> nothing stays open, and the next one is answered',
    async () => {
      const before = openFiles();
      const request = 'GET /api/neighborhoods/?limit=all HTTP/1.1\r\nHost: x\r\n\r\n';
      for (const leave of [leaveAtOnce, leaveAfterFirstBytes]) {
        await Promise.all(Array.from({ length: 20 }, () => leave(server.port, request)));
        await Promise.all(Array.from({ length: 5 }, () => leave(server.port, request.repeat(4))));
      }
      await vi.waitFor(() => expect(openFiles().length).toBeLessThanOrEqual(before.length), 10_000);
      expect(openFiles().filter((file) => file.startsWith(shippedSite()))).toEqual([]);
      await expectFile('/api/neighborhoods/', 200, page());
    },
  );
});

/** Does a target lead to what stands beside the API? It is asked for by name further up. */
const isBeside = (target: string): boolean =>
  ['/', ...[...DESCRIBED_FILES.keys()].map((file) => `/${file}`)].includes(partsOf(target).path);

/** The body of the file that a request resolves to. */
function bodyOf(grid: Grid, method: string, target: string): string {
  // A target may be a whole address: whatever its server is called, the path is what counts.
  const [route = '', ...query] = target.replace(/^http:\/\/[^/?]*/, '').split('?');
  const resolution = resolve(grid, { method, path: route, query: query.join('?') });
  if (!('address' in resolution)) throw new Error(`${target} has no body of its own.`);
  return method === 'HEAD' ? '' : served(fileOf(resolution.address)).toString();
}

/** Every order of every choice of some things, also of none. */
function arrangements<T>(things: readonly T[]): T[][] {
  const longer = things.flatMap((one) =>
    arrangements(things.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
  return [[], ...longer];
}

/** What this process has open; sockets are among them. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return []; // The listing's own, closed by now.
    }
  });

async function leaveAtOnce(port: number, request: string): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise((written) => socket.write(request, written));
  socket.destroy();
}

async function leaveAfterFirstBytes(port: number, request: string): Promise<void> {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
  await once(socket, 'data');
  socket.resetAndDestroy();
}

/** A small site with its server, both gone when the test has finished. */
async function smallSite(base = 'http://localhost:8080') {
  const folder = temporaryFolder();
  writeFiles(folder, { 'content/things/all.json': JSON.stringify(things(30)) });
  const out = path.join(folder, 'dist');
  await build({ api: thingsApi, content: path.join(folder, 'content'), out, base });
  const server = await listen(
    siteHandler(new SiteFolder(out), AS_A_HOST, () => {}),
    0,
    '127.0.0.1',
  );
  onTestFinished(() => server.close());
  return { out, ask: (target: string, asking?: Asking) => ask(server.port, target, asking) };
}

describe('a damaged site', () => {
  const list = 'data/things/list/f-/o-/l-20/0.json';
  const secret = 'not of the site';
  it.each([
    ['is gone', (file: string) => rmSync(file)],
    [
      'is a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'is a link out of the site',
      (file: string) => {
        rmSync(file);
        writeFiles(path.dirname(file), { '../secret.json': secret });
        symlinkSync(path.resolve(path.dirname(file), '../secret.json'), file);
      },
    ],
  ])('a page’s file %s -> 500 in JSON, and the others are served', async (_, damage) => {
    const site = await smallSite();
    damage(path.join(site.out, list));
    for (const headers of [{}, { accept: 'text/html' }]) {
      const answer = await site.ask('/api/things/', { headers });
      expect(answer.status).toBe(500);
      expect(answer.headers).toMatchObject({
        ...COMMON,
        ...JSON_TYPE,
        'cache-control': ['no-store'],
      });
      expect(answer.headers).not.toHaveProperty('etag');
      expect(JSON.parse(answer.body.toString())).toEqual({
        detail: expect.stringContaining('build it again'),
      });
    }
    expect((await site.ask('/api/things/?limit=7')).status).toBe(200);
  });

  it('a folder that is a link out of the site -> nothing in it is served', async () => {
    const site = await smallSite();
    const elsewhere = temporaryFolder();
    writeFiles(elsewhere, { '3.json': secret });
    rmSync(path.join(site.out, 'data/things/item'), { recursive: true });
    symlinkSync(elsewhere, path.join(site.out, 'data/things/item'));
    const answer = await site.ask('/api/things/3/');
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).not.toContain(secret);
  });

  it('an error’s own file is gone -> 500 in JSON', async () => {
    const site = await smallSite();
    rmSync(path.join(site.out, 'data/errors'), { recursive: true });
    for (const target of ['/nothing', '/api/things/?limit=0', '/api/things/99/']) {
      const answer = await site.ask(target);
      expect(answer).toMatchObject({ status: 500, headers: JSON_TYPE });
    }
  });

  it('an item’s file is gone -> there is no such item', async () => {
    const site = await smallSite();
    rmSync(path.join(site.out, 'data/things/item/3.json'));
    expect((await site.ask('/api/things/3/')).status).toBe(404);
    expect((await site.ask('/api/things/4/')).status).toBe(200);
  });
});

describe('a site for a base address with a path', () => {
  it.each([
    ['its index', '/sub/things/api/', 200],
    ['its page', '/sub/things/api/things/?limit=7', 200],
    ['without the path', '/api/', 404],
    ['without a part of it', '/things/api/', 404],
    ['a path that begins alike', '/sub/thingsapi/', 404],
    ['the page for people', '/sub/things/', 200],
    ['the path without its slash', '/sub/things', 301],
    ['its error', '/sub/things/api/things/?limit=8', 400],
  ])('%s: %s -> %i', async (_, target, status) => {
    const site = await smallSite('https://example.org/sub/things');
    expect((await site.ask(target)).status).toBe(status);
  });

  it('links and redirects carry the path', async () => {
    const site = await smallSite('https://example.org/sub/things');
    const { headers } = await site.ask('/sub/things/api/things?limit=7');
    expect(headers.location).toEqual(['/sub/things/api/things/?limit=7']);
    const { body } = await site.ask('/sub/things/api/things/?limit=7');
    expect(JSON.parse(body.toString()).next).toBe(
      'https://example.org/sub/things/api/things/?limit=7&offset=7',
    );
  });
});

describe('what can’t be served is told in a sentence', () => {
  it.each([
    ['no folder', {}, /^There is no built site at .*dist; `staticrest build` makes one\.$/],
    [
      'a manifest that was cut off',
      { 'manifest.json': '{"generator":"staticrest 0.1.0",\n"gr' },
      /not a complete manifest/,
    ],
    [
      'a manifest of something else',
      { 'manifest.json': '{"name":"app"}' },
      /not a complete manifest/,
    ],
  ])('%s', (_, files, message) => {
    const folder = path.join(temporaryFolder(), 'dist');
    writeFiles(folder, files);
    expect(() => openSite(folder)).toThrow(UsageError);
    expect(() => openSite(folder)).toThrow(message);
  });

  it('a port that is taken', async () => {
    const { port, close } = await listen(() => {}, 0, '127.0.0.1');
    onTestFinished(close);
    const second = listen(() => {}, port, '127.0.0.1');
    await expect(second).rejects.toThrow(UsageError);
    await expect(second).rejects.toThrow(`Port ${port} is taken; choose another one with --port.`);
  });

  it('an address that is not of this machine', async () => {
    // An address that documentation may use and no machine has.
    const listening = listen(() => {}, 0, '192.0.2.1');
    await expect(listening).rejects.toThrow(UsageError);
    await expect(listening).rejects.toThrow(/^192\.0\.2\.1 is not an address to listen on here/);
  });
});
