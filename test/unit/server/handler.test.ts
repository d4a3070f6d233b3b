import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../../src/server/handler.ts';
import { listen } from '../../../src/server/listen.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { CASES, type Expected, UUID } from '../../contract/cases.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import type { Answer, RequestOptions } from '../../support/http.ts';
import { linksIn } from '../../support/page-text.ts';
import { neighborhoodsPage } from '../../support/plain-api.ts';
import { type Served, servedSite, serveSite } from '../../support/served.ts';
import { shippedSite } from '../../support/shipped-site.ts';
import { valuesOf } from '../../support/table.ts';
import { thingsSite } from '../../support/things-api.ts';

/** The headers that every answer has. */
const COMMON = {
  vary: ['Accept'],
  allow: ['GET, HEAD, OPTIONS'],
  'access-control-allow-origin': ['*'],
  'x-content-type-options': ['nosniff'],
  'access-control-expose-headers': ['Allow, ETag, Link, Location'],
  'cache-control': ['public, max-age=60'],
};
const JSON_TYPE = { 'content-type': ['application/json'] };
const PREFLIGHT = {
  'access-control-allow-methods': ['GET, HEAD, OPTIONS'],
  'access-control-allow-headers': ['*, Authorization'],
  'access-control-max-age': ['86400'],
};

/** The headers of an answer without those of the connection; the value of a tag is left out. */
function headersOf({ headers }: Answer): Record<string, readonly string[]> {
  const { date, connection, 'keep-alive': _, etag, ...rest } = headers;
  const shown = etag?.map((tag) => (/^"[\w-]+"$/.test(tag) ? 'a tag' : tag));
  return shown ? { ...rest, etag: shown } : rest;
}

/** A file of the store of the shipped site. */
const STORED = `data/store/${readdirSync(path.join(shippedSite(), 'data/store')).find((file) => file.endsWith('.bin'))}`;

const fileBody = (file: string) => readFileSync(path.join(shippedSite(), file));

interface Expectation {
  readonly status: number;
  readonly body?: Buffer;
  readonly location?: string;
  readonly log: string;
}

/** The expected answer of a case, and what the log says about it. */
function expectationOf(expected: Expected): Expectation {
  if ('location' in expected) return { ...expected, log: expected.location };
  if ('file' in expected) {
    const { status, file } = expected;
    return { status, body: fileBody(file), log: file };
  }
  if ('code' in expected) return expectationOf(expected.code);
  if ('page' in expected) {
    return {
      status: 200,
      body: Buffer.from(neighborhoodsPage(expected.page)),
      log: expect.stringMatching(/^(api|data)\/|^composed of \d+ files$/),
    };
  }
  const [parameter] = expected.refused.split(' ');
  const log = JSON.stringify({ detail: expected.refused, parameter });
  return { status: 400, body: Buffer.from(`${log}\n`), log };
}

describe('the shipped site', () => {
  const log = new EventEmitter<Record<string, [LogEntry]>>();
  let server: Served;
  beforeAll(async () => {
    server = await serveSite(shippedSite(), { asBuilt: true }, (entry) =>
      log.emit(entry.target, entry),
    );
  });
  afterAll(() => server.close());

  /** Checks a whole answer: its status, its headers and no others, its bytes, its log line. */
  async function expectAnswer(target: string, expected: Expected, options: RequestOptions = {}) {
    const { method = 'GET' } = options;
    const logged = once(log, target);
    const answer = await server.send(target, options);
    const { status, body, location, log: logLine } = expectationOf(expected);
    const link = method !== 'OPTIONS' && linksIn(String(body));
    expect({ status: answer.status, headers: headersOf(answer) }).toEqual({
      status,
      headers: {
        ...COMMON,
        ...(link && { link: [link] }),
        ...(location ? { location: [location] } : JSON_TYPE),
        'content-length': [String(body?.length ?? 0)],
        ...(status === 200 && (method === 'OPTIONS' ? PREFLIGHT : { etag: ['a tag'] })),
      },
    });
    expect(answer.body.equals(method === 'HEAD' || !body ? Buffer.alloc(0) : body)).toBe(true);
    const milliseconds = expect.any(Number);
    expect(await logged).toEqual([{ method, target, status, answer: logLine, milliseconds }]);
  }

  it.each(CASES)('$group: $name: $method $target', ({ target, expected, ...options }) =>
    expectAnswer(target, expected, options),
  );

  const PATH = { status: 404, file: 'data/errors/path.json' };
  const COUNTRIES = { status: 200, file: 'api/countries.json' };

  // Other files of the site, paths with dots, slashes and encodings, and targets without a path.
  const unknown = valuesOf(`
    /%6Fpenapi.json | /data/nothing.json | /data/../manifest.json | /data | /_redirects | //api/ | /x/../api/
    /api/..%2F..%2Fmanifest.json | /api\\countries\\ | /API/countries/ | http://x?limit=10 | *
  `);
  it.each(unknown)('GET of %s -> 404', async (target) => {
    await expectAnswer(target, PATH);
  });

  it.each([
    ['GET', 'http://elsewhere.example/api/countries/', COUNTRIES],
    ['GET', '/api?//elsewhere.example', { status: 301, location: '/api/?//elsewhere.example' }],
    ['TRACE', '/api/countries/', { status: 405, file: 'data/errors/method.json' }],
  ] as const)('%s %s', async (method, target, expected) => {
    await expectAnswer(target, expected, { method });
  });

  it.each([
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/explorer.js?v=1', 'explorer.js', 'text/javascript; charset=utf-8'],
    ['/openapi.json', 'openapi.json', 'application/json'],
    ['/client.js', 'client.js', 'text/javascript; charset=utf-8'],
    ['/client.d.ts', 'client.d.ts', 'text/plain; charset=utf-8'],
    ['/data/root.json', 'data/root.json', 'application/json'],
    [`/${STORED}`, STORED, 'application/octet-stream'],
  ])('a file that is not of the API: %s', async (target, file, type) => {
    const { status, headers, body } = await server.send(target);
    const own = { type: headers['content-type'], cache: headers['cache-control'] };
    expect({ status, ...own }).toEqual({ status: 200, type: [type], cache: ['no-cache'] });
    expect(body).toEqual(fileBody(file));
    const posted = await server.send(target, { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, ['GET, HEAD']]);
  });

  it.runIf(process.platform === 'linux')(
    'clients that leave early -> no file stays open, and the next one is answered',
    async () => {
      const before = openFiles();
      const request = 'GET /api/neighborhoods/?limit=all HTTP/1.1\r\nHost: x\r\n\r\n';
      for (const leave of [leaveAtOnce, leaveAfterFirstBytes]) {
        await Promise.all(Array.from({ length: 5 }, () => leave(server.port, request)));
        await Promise.all(Array.from({ length: 2 }, () => leave(server.port, request.repeat(4))));
      }
      await vi.waitFor(() => expect(openFiles().length).toBeLessThanOrEqual(before.length), 25_000);
      expect(openFiles().filter((file) => file.startsWith(shippedSite()))).toEqual([]);
      const { status } = await server.send(`/api/neighborhoods/${UUID}/`);
      expect(status).toBe(200);
    },
  );
});

/** The paths of the files and sockets that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return []; // The descriptor of the listing itself, which is closed by now.
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

describe('a small site', async () => {
  const site = await thingsSite();
  const list = 'api/things/limit/20.json';
  const things = '/small/api/things/';
  const secret = 'not of the site';

  /** Puts a link in the place of a file or folder of a site; what it leads to is outside. */
  function link(file: string) {
    const outside = temporaryFolder();
    writeFiles(outside, { 'secret/3.json': secret });
    rmSync(file, { recursive: true });
    symlinkSync(path.join(outside, file.endsWith('.json') ? 'secret/3.json' : 'secret'), file);
  }

  it.each<[string, (file: string) => void]>([
    ['is missing', (file) => rmSync(file)],
    ['is a link out of the site', link],
  ])('the file of a page %s -> 500 in JSON, and other pages are served', async (_, damage) => {
    const folder = site.copy();
    damage(path.join(folder, list));
    const { send } = await servedSite(folder);
    const answer = await send(things);
    expect(answer.status).toBe(500);
    expect(headersOf(answer)).toMatchObject({ ...JSON_TYPE, 'cache-control': ['no-store'] });
    expect(answer.headers).not.toHaveProperty('etag');
    expect(JSON.parse(answer.body.toString())).toEqual({
      detail: expect.stringContaining('Build the site again'),
    });
    expect((await send(`${things}?limit=7`)).status).toBe(200);
  });

  const paths = valuesOf(`
    /small/api/ -> 200 | /small/ -> 200 | /small -> 301 | /api/ -> 404 | /smallapi/ -> 404
  `);
  it.each(paths)('with a base address with a path: %s', async (row) => {
    const [target = '', status] = row.split(' -> ');
    const { send } = await servedSite(site.folder);
    expect((await send(target)).status).toBe(Number(status));
  });
});

it('an address of another machine -> a UsageError', async () => {
  // An address that documentation may use and no machine has.
  const listening = listen(() => {}, 0, '192.0.2.1');
  await expect(listening).rejects.toThrow(UsageError);
  await expect(listening).rejects.toThrow(/^Can’t start the server at .*192\.0\.2\.1/);
});
