import { once } from 'node:events';
import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/build/build.ts';
import type { ServeOptions } from '../../../src/server/handler.ts';
import type { Creator } from '../../../src/server/post.ts';
import { PostRejection } from '../../../src/server/post-rejection.ts';
import { SiteFolder } from '../../../src/server/site-folder.ts';
import { type Answer, askRaw } from '../../support/ask.ts';
import { builtSite, SMALL_BASE } from '../../support/built-site.ts';
import { writeFiles } from '../../support/folder.ts';
import { type Asked, pageText, type Shown, sortedBy } from '../../support/page-text.ts';
import { type Served, servedSite, serveSite } from '../../support/served.ts';
import { shippedJson, shippedSite } from '../../support/shipped-site.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const served = (file: string) => readFileSync(path.join(shippedSite(), file));

/** The records of the shipped neighborhoods in a pre-rendered order. */
const neighborhoods = (ordering = ''): Shown[] =>
  shippedJson(`data/neighborhoods/list/f-/o-${ordering}/l-all/0.json`).results;

/** A small site with its server, both gone when the test has finished. */
async function smallSite(options?: ServeOptions, records: readonly object[] = things(30)) {
  const site = await builtSite(thingsApi, { 'things/all.json': records });
  const { folder } = site;
  const text = (file: string) => site.text(file);
  return { folder, text, ...(await servedSite(folder, options)) };
}

/** Where the pages of a small site are, from the host's root. */
const THINGS = '/small/api/things/';

describe('the shipped site, composing', () => {
  let server: Served;
  beforeAll(async () => {
    server = await serveSite(shippedSite());
  });
  afterAll(() => server.close());
  const here = () => `http://127.0.0.1:${server.port}`;

  const newest = neighborhoods();
  const byLabel = neighborhoods('label');
  const byFips = sortedBy(newest, 'city_fips', 'uuid');
  const byFipsDown = sortedBy(newest, '-city_fips', 'uuid');
  it.each<[string, string, readonly Shown[], Asked]>([
    ['a limit of its own', 'limit=37', newest, { limit: 37, offset: 0 }],
    ['a limit of one', 'limit=1', newest, { limit: 1, offset: 0 }],
    ['the count for a limit', 'limit=2620', newest, { limit: 2620, offset: 0 }],
    ['a limit beyond all', 'limit=100000', newest, { limit: 100_000, offset: 0 }],
    [
      'the largest limit',
      'limit=9007199254740991',
      newest,
      { limit: Number.MAX_SAFE_INTEGER, offset: 0 },
    ],
    ['an offset of its own', 'offset=7', newest, { limit: 20, offset: 7 }],
    ['an offset of one', 'offset=1', newest, { limit: 20, offset: 1 }],
    ['another limit’s offset', 'limit=50&offset=20', newest, { limit: 50, offset: 20 }],
    ['limit and offset', 'offset=1300&limit=333', newest, { limit: 333, offset: 1300 }],
    ['the last record', 'offset=2619', newest, { limit: 20, offset: 2619 }],
    ['all from an offset', 'limit=all&offset=20', newest, { limit: 'all', offset: 20 }],
    [
      'all from an offset, with a format',
      'limit=all&offset=20&format=api',
      newest,
      { format: 'api', limit: 'all', offset: 20 },
    ],
    ['all from beyond', 'limit=all&offset=5000', newest, { limit: 'all', offset: 5000 }],
    ['the count for an offset', 'offset=2620', newest, { limit: 20, offset: 2620 }],
    ['past the end', 'offset=1000000&limit=50', newest, { limit: 50, offset: 1_000_000 }],
    [
      'the largest offset',
      'offset=9007199254740991',
      newest,
      { limit: 20, offset: Number.MAX_SAFE_INTEGER },
    ],
    [
      'a pre-rendered order',
      'ordering=label&limit=33&offset=5',
      byLabel,
      { ordering: 'label', limit: 33, offset: 5 },
    ],
    ['a field', 'ordering=city_fips', byFips, { ordering: 'city_fips', limit: 20, offset: 0 }],
    [
      'a field, descending',
      'ordering=-city_fips&format=json',
      byFipsDown,
      { format: 'json', ordering: '-city_fips', limit: 20, offset: 0 },
    ],
    [
      'a field, any window',
      'ordering=city_fips&limit=7&offset=2615',
      byFips,
      { ordering: 'city_fips', limit: 7, offset: 2615 },
    ],
    [
      'a field, all',
      'limit=all&ordering=-city_fips',
      byFipsDown,
      { ordering: '-city_fips', limit: 'all', offset: 0 },
    ],
    [
      'a field, past the end',
      'ordering=city_fips&offset=2620',
      byFips,
      { ordering: 'city_fips', limit: 20, offset: 2620 },
    ],
    ['encoded digits', 'limit=%33%37&offset=%37', newest, { limit: 37, offset: 7 }],
    ['encoded names', '%6Cimit=37&offse%74=7', newest, { limit: 37, offset: 7 }],
    [
      'an encoded field',
      'ordering=%2Dcity%5Ffips',
      byFipsDown,
      { ordering: '-city_fips', limit: 20, offset: 0 },
    ],
    ['the rest empty', 'limit=37&offset=&ordering=&format=', newest, { limit: 37, offset: 0 }],
    ['unknown ones', 'utm_source=x&limit=37&q=limit=9', newest, { limit: 37, offset: 0 }],
  ])('%s: ?%s -> the page that a build would have written', async (_, query, records, asked) => {
    const answer = await server.ask(`/api/neighborhoods/?${query}`);
    const text = pageText(`${here()}/api/neighborhoods/`, records, asked);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(text);
  });

  it('past the end: no results, no next, and a previous that leads back', async () => {
    const { body } = await server.ask('/api/neighborhoods/?offset=1000000&limit=50');
    expect(JSON.parse(body.toString())).toEqual({
      count: 2620,
      next: null,
      previous: `${here()}/api/neighborhoods/?limit=50&offset=999950`,
      results: [],
    });
  });

  const scores: Shown[] = shippedJson('data/score_metadata/list/o-.json');
  const lowered = scores.map((score) => ({
    score,
    ...Object.fromEntries(
      Object.entries(score).map(([field, value]) => [field, String(value).toLowerCase()]),
    ),
    key: score.name,
  }));
  it.each(['name', 'label', 'category', 'description'].flatMap((field) => [field, `-${field}`]))(
    'score_metadata by %s, without regard to letter case',
    async (ordering) => {
      const sorted = sortedBy(lowered, ordering, 'key').map(({ score }) => score);
      const { body } = await server.ask(`/api/score_metadata/?ordering=${ordering}`);
      expect(JSON.parse(body.toString())).toEqual(sorted);
    },
  );

  const error = (name: string) => `data/errors/${name}.json`;
  const refused = (parameter: string) => error(`neighborhoods/${parameter}`);
  it.each([
    ['limit=0', 400, refused('limit')],
    ['limit=-1', 400, refused('limit')],
    ['limit=abc', 400, refused('limit')],
    ['limit=050', 400, refused('limit')],
    ['limit=+20', 400, refused('limit')],
    ['limit=%2B20', 400, refused('limit')],
    ['limit=1e3', 400, refused('limit')],
    ['limit=20.0', 400, refused('limit')],
    ['limit=0x10', 400, refused('limit')],
    ['limit=Infinity', 400, refused('limit')],
    ['limit=ALL', 400, refused('limit')],
    ['limit=%D9%A3', 400, refused('limit')],
    ['limit=9007199254740992', 400, refused('limit')],
    ['limit=99999999999999999999', 400, refused('limit')],
    ['limit=37&offset=-7', 400, refused('offset')],
    ['limit=37&offset=07', 400, refused('offset')],
    ['offset=all', 400, refused('offset')],
    ['offset=1e3', 400, refused('offset')],
    ['offset=9007199254740992', 400, refused('offset')],
    ['ordering=country', 400, refused('ordering')],
    ['ordering=-country', 400, refused('ordering')],
    ['ordering=country__name', 400, refused('ordering')],
    ['ordering=createdAt', 400, refused('ordering')],
    ['ordering=population', 400, refused('ordering')],
    ['ordering=city_fips,name', 400, refused('ordering')],
    ['ordering=label,-created_at', 400, refused('ordering')],
    ['ordering=--label', 400, refused('ordering')],
    ['ordering=--city_fips', 400, refused('ordering')],
    ['ordering=-', 400, refused('ordering')],
    ['ordering=+city_fips', 400, refused('ordering')],
    ['ordering=City_fips', 400, refused('ordering')],
    ['ordering=constructor', 400, refused('ordering')],
    ['ordering=-constructor', 400, refused('ordering')],
    ['ordering=__proto__', 400, refused('ordering')],
    ['ordering=toString', 400, refused('ordering')],
    ['ordering=city_fips%00', 400, refused('ordering')],
    ['format=xml', 404, error('format')],
    ['format=xml&limit=0', 404, error('format')],
    ['limit=37&limit=38', 400, error('repeated')],
    ['offset=7&offset=7', 400, error('repeated')],
    ['limit=37&%6Cimit=37', 400, error('repeated')],
    ['ordering=name&ordering=-name', 400, error('repeated')],
  ])('code runs, and yet ?%s -> %i', async (query, status, file) => {
    const answer = await server.ask(`/api/neighborhoods/?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toBe(served(file).toString());
  });

  it.each([
    ['ordering=size', error('score_metadata/ordering')],
    ['ordering=--name', error('score_metadata/ordering')],
    ['ordering=constructor', error('score_metadata/ordering')],
  ])('score_metadata: ?%s -> 400', async (query, file) => {
    const answer = await server.ask(`/api/score_metadata/?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.equals(served(file))).toBe(true);
  });

  const uuid = String(newest[0]?.uuid);
  const KINDS: readonly [string, string, number][] = [
    ['a page', '/api/neighborhoods/', 200],
    ['a page of all', '/api/neighborhoods/?limit=all', 200],
    ['a list', '/api/countries/', 200],
    ['an ordered list', '/api/score_metadata/?ordering=-label', 200],
    ['an item', `/api/neighborhoods/${uuid}/`, 200],
    ['the index', '/api/', 200],
    ['a cut page', '/api/neighborhoods/?limit=37&offset=7', 200],
    ['a sorted page', '/api/neighborhoods/?ordering=city_fips', 200],
    ['an empty page', '/api/neighborhoods/?offset=2620', 200],
    ['a redirect', '/api/neighborhoods?limit=37', 301],
    ['a bad request', '/api/neighborhoods/?limit=0', 400],
    ['nothing', '/nothing', 404],
    ['no record', '/api/countries/XX/', 404],
  ];
  const KNOWABLE = KINDS.filter(([, , status]) => status === 200);
  const steady = ({ headers: { date: _, ...rest } }: Answer) => rest;

  it.each(KINDS)('%s: %s -> %i; HEAD is GET without the body', async (_, target, status) => {
    const got = await server.ask(target);
    const head = await server.ask(target, { method: 'HEAD' });
    expect([got.status, head.status]).toEqual([status, status]);
    expect(got.headers['content-length']).toEqual([String(got.body.length)]);
    expect(got.headers.etag).toEqual(status === 200 ? [`"${sha256(got.body)}"`] : undefined);
    expect(steady(head)).toEqual(steady(got));
    expect(head.body).toHaveLength(0);
  });

  it.each(KINDS)('%s: %s, where links stay as built: the same', async (_, target, status) => {
    const { ask } = await servedSite(shippedSite(), { asBuilt: true });
    const got = await ask(target);
    const head = await ask(target, { method: 'HEAD' });
    expect(got.headers.etag).toEqual(status === 200 ? [`"${sha256(got.body)}"`] : undefined);
    expect(steady(head)).toEqual(steady(got));
  });

  it.each(KINDS)('%s: %s; OPTIONS has no tag', async (_, target, status) => {
    const answer = await server.ask(target, { method: 'OPTIONS' });
    // A query is not looked at, nor whether there is such a record.
    expect(answer.status).toBe(target === '/nothing' ? status : 200);
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it.each(KNOWABLE)('%s: a client that has it already -> 304 with no body', async (_, target) => {
    const whole = await server.ask(target);
    const { 'content-length': _length, ...headers } = steady(whole);
    const tag = whole.headers.etag?.[0] ?? '';
    for (const method of ['GET', 'HEAD']) {
      for (const known of [`"other", W/${tag}`, '*']) {
        const answer = await server.ask(target, { method, headers: { 'if-none-match': known } });
        expect(answer.status).toBe(304);
        expect(steady(answer)).toEqual(headers);
        expect(answer.body).toHaveLength(0);
      }
    }
  });

  it.each(KNOWABLE)('%s: another tag, or a range -> 200, whole', async (_, target) => {
    const whole = await server.ask(target);
    for (const headers of [{ 'if-none-match': '"other"' }, { range: 'bytes=0-9' }]) {
      const answer = await server.ask(target, { headers: { ...headers } });
      expect(answer.status).toBe(200);
      expect(steady(answer)).toEqual(steady(whole));
      expect(answer.body.equals(whole.body)).toBe(true);
    }
  });

  it.each(['bytes=-1', 'bytes=99999999-', 'bytes=0-0,5-6', 'x'])(
    'Range: %s -> 200, whole',
    async (range) => {
      const answer = await server.ask('/api/countries/NO/', { headers: { range } });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('content-range');
    },
  );

  it.each(KINDS.filter(([, , status]) => status !== 200))(
    '%s: %s -> %i, whatever the client has',
    async (_, target, status) => {
      const answer = await server.ask(target, { headers: { 'if-none-match': '*' } });
      expect(answer.status).toBe(status);
    },
  );
});

describe('links lead to where a site is asked', () => {
  /** A record that speaks of the site's own address is not the site's business. */
  const speaking = `${SMALL_BASE}/api/things/?limit=7&offset=7`;
  const records = [{ id: 0, size: 1, label: speaking }, ...things(30).slice(1)];
  let folder: string;
  let server: Served;
  let files: readonly string[];
  beforeAll(async () => {
    const out = mkdtempSync(path.join(os.tmpdir(), 'staticrest-links-'));
    folder = path.join(out, 'dist');
    const content = path.join(out, 'content');
    writeFiles(content, { 'things/all.json': JSON.stringify(records) });
    await build({ api: thingsApi, content, out: folder, base: SMALL_BASE });
    files = filesOf(path.join(folder, 'data')).map((file) => `data/${file}`);
    server = await serveSite(folder);
  });
  afterAll(async () => {
    await server.close();
    rmSync(path.dirname(folder), { recursive: true });
  });
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');

  const PAGE = 'data/things/list/f-/o-/l-7/7.json';
  const [index, error] = ['data/index.json', 'data/errors/path.json'];
  const all = 'data/things/list/f-/o-/l-20/0.json';

  /** A file as if it were built for another base address: all of it is ours but a page's records. */
  const leadingTo = (base: string, file: string) => {
    const [head = '', ...rest] = text(file).split('\n');
    return [head.replaceAll(SMALL_BASE, base), ...rest].join('\n');
  };

  /** What a host names: the origin of its links; null where it can be no host. */
  const hosts: readonly [string, string, string | null][] = [
    ['a name', 'localhost:9999', 'http://localhost:9999'],
    ['an address', '127.0.0.1:9999', 'http://127.0.0.1:9999'],
    ['an address of IPv6', '[::1]:9999', 'http://[::1]:9999'],
    ['an address of IPv6 without a port', '[fd00::7]', 'http://[fd00::7]'],
    ['a name in capitals', 'LocalHost:9999', 'http://localhost:9999'],
    ['a name without a port', 'api.example.org', 'http://api.example.org'],
    ['HTTP’s own port', 'api.example.org:80', 'http://api.example.org'],
    ['a name with an underscore', 'my_machine:9999', 'http://my_machine:9999'],
    ['the site’s own', 'me.github.io', 'http://me.github.io'],
    ['nothing', '', null],
    ['a quotation mark', 'a"b', null],
    ['a path', 'x/y', null],
    ['a user', 'user@host', null],
    ['a user and a password', 'user:secret@host', null],
    ['a port that can’t be', 'localhost:99999', null],
    ['a port that is none', 'localhost:x', null],
    ['a port alone', ':9999', null],
    ['a colon at its end', 'localhost:', null],
    ['two ports', 'localhost:1:2', null],
    ['a query', 'x?y', null],
    ['a fragment', 'x#y', null],
    ['a backslash', 'x\\y', null],
    ['a space', 'a b', null],
    ['a list', 'a, b', null],
    ['markup', '<script>', null],
    ['a percent sign', '%6cocalhost', null],
    ['a letter beyond ASCII', 'caf\u00e9.example', null],
    ['bytes of no text', '\xff\xfe', null],
    ['no address of IPv6', '[::zz]', null],
    ['half an address of IPv6', '[::1', null],
    ['too many numbers', '1.2.3.4.5', null],
    ['a number too large', '256.1.1.1', null],
    ['a replacement’s pattern', '$&', null],
    ['a name beyond any length', 'x'.repeat(10_000), null],
  ];
  describe.each(hosts)('Host: %s', (_, host, origin) => {
    it.each([
      ['a page', `${THINGS}?limit=7&offset=7`, PAGE, 200],
      ['a page with a record that has its address', THINGS, all, 200],
      ['the index', '/small/api/', index, 200],
      ['an error', '/small/nothing', error, 404],
    ])('%s', async (_kind, target, file, status) => {
      const answer = await server.askLines(target, `Host: ${host}`);
      const body = leadingTo(origin === null ? SMALL_BASE : `${origin}/small`, file);
      expect(answer.status).toBe(status);
      expect(answer.body.toString()).toBe(body);
      expect(answer.headers['content-length']).toEqual([String(Buffer.byteLength(body))]);
    });

    it('a composed page', async () => {
      const answer = await server.askLines(`${THINGS}?limit=3&offset=0`, `Host: ${host}`);
      const href = `${origin === null ? SMALL_BASE : `${origin}/small`}/api/things/`;
      const body = pageText(href, JSON.parse(text('data/things/list/f-/o-/l-all/0.json')).results, {
        limit: 3,
        offset: 0,
      });
      expect(answer.body.toString()).toBe(body);
      expect(body).toContain(speaking);
    });
  });

  it.each([
    ['no Host', 'HTTP/1.1'],
    ['the HTTP of before there was one', 'HTTP/1.0'],
  ])('%s: links as they were built', async (_, version) => {
    for (const [target, file] of [
      [`${THINGS}?limit=7&offset=7`, PAGE],
      ['/small/api/', index],
    ]) {
      const request = `GET ${target} ${version}\r\nConnection: close\r\n\r\n`;
      const answer = await askRaw(server.port, Buffer.from(request));
      expect(answer?.status).toBe(200);
      expect(answer?.body.toString()).toBe(text(file ?? ''));
    }
  });

  it('of a page only the links change, of a record, a list and OPTIONS nothing', async () => {
    for (const file of files) {
      const [target, method] = askingFor(file);
      const answer = await server.ask(target, { method });
      const isOurs = /^data\/(?:index|errors\/|things\/list)/.test(file);
      const base = `http://127.0.0.1:${server.port}/small`;
      expect(answer.body.toString(), target).toBe(isOurs ? leadingTo(base, file) : text(file));
    }
    expect(files.length).toBeGreaterThan(100);
  });

  it('links that stay as built: every byte is the file’s', async () => {
    const { ask } = await servedSite(folder, { asBuilt: true });
    for (const file of files) {
      const [target, method] = askingFor(file);
      const answer = await ask(target, { method, headers: { host: 'elsewhere.example' } });
      expect(answer.body.toString(), target).toBe(text(file));
    }
  });

  it('links that stay as built: in a composed page too', async () => {
    const { ask } = await servedSite(folder, { asBuilt: true });
    const { body } = await ask(`${THINGS}?limit=3`, { headers: { host: 'elsewhere.example' } });
    expect(JSON.parse(body.toString()).next).toBe(`${SMALL_BASE}/api/things/?limit=3&offset=3`);
  });

  it.each(['limit=7', 'limit=4&offset=0', 'ordering=-size&limit=11', 'ordering=-id&format=api'])(
    'every page from ?%s on can be walked there, by next and back by previous',
    async (query) => {
      const get = async (href: string): Promise<Page> => {
        const { origin, pathname, search } = new URL(href);
        expect(origin).toBe(`http://127.0.0.1:${server.port}`);
        const { status, body } = await server.ask(pathname + search);
        expect(status).toBe(200);
        return JSON.parse(body.toString());
      };
      const walk = async (first: Page, by: 'next' | 'previous') => {
        const pages = [first];
        for (let href = first[by]; href !== null; href = pages.at(-1)?.[by] ?? null) {
          pages.push(await get(href));
          expect(pages.length).toBeLessThan(first.count);
        }
        return pages;
      };
      const there = await walk(
        await get(`http://127.0.0.1:${server.port}${THINGS}?${query}`),
        'next',
      );
      const last = there.at(-1);
      const back = last ? await walk(last, 'previous') : [];
      expect(back.reverse().map(({ results }) => results)).toEqual(
        there.map(({ results }) => results),
      );
      const ids = there.flatMap(({ results }) => results.map(({ id }) => Number(id)));
      expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, id) => id));
    },
  );

  it('two places, two tags: neither is known at the other', async () => {
    const tagAt = async (host: string, ...lines: string[]) => {
      const answer = await server.askLines(THINGS, `Host: ${host}`, ...lines);
      return [answer.status, answer.headers.etag?.[0] ?? ''] as const;
    };
    const [[, here], [, there]] = [await tagAt('here'), await tagAt('there')];
    expect(here).not.toBe(there);
    expect(await tagAt('here', `If-None-Match: ${here}`)).toEqual([304, here]);
    expect(await tagAt('here', `If-None-Match: ${there}`)).toEqual([200, here]);
  });
});

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Shown[];
}

/** What to ask a small site for a file of its data. */
function askingFor(file: string): [target: string, method: string] {
  const [, item] = /^data\/things\/item\/(.*)\.json$/.exec(file) ?? [];
  if (item !== undefined) return [`${THINGS}${item}/`, 'GET'];
  const [, format, ordering, limit, offset] =
    /^data\/things\/list\/f-(.*)\/o-(.*)\/l-(.*)\/(.*)\.json$/.exec(file) ?? [];
  if (limit !== undefined) {
    const query = `format=${format}&ordering=${ordering}&limit=${limit}&offset=${offset}`;
    return [`${THINGS}?${query}`, 'GET'];
  }
  const others: Record<string, [target: string, method?: string]> = {
    'data/index.json': ['/small/api/'],
    'data/options/index.json': ['/small/api/', 'OPTIONS'],
    'data/options/things.json': [THINGS, 'OPTIONS'],
    'data/errors/path.json': ['/small/x'],
    'data/errors/method.json': [THINGS, 'PUT'],
    'data/errors/format.json': [`${THINGS}?format=x`],
    'data/errors/repeated.json': [`${THINGS}?limit=7&limit=7`],
    'data/errors/things/key.json': [`${THINGS}99/`],
    'data/errors/things/limit.json': [`${THINGS}?limit=x`],
    'data/errors/things/offset.json': [`${THINGS}?offset=x`],
    'data/errors/things/ordering.json': [`${THINGS}?ordering=x`],
  };
  const [target, method = 'GET'] = others[file] ?? [];
  if (target) return [target, method];
  throw new Error(`The test does not know how to ask for ${file}.`);
}

describe('only what a host’s rules can answer', () => {
  it.each([
    ['a pre-rendered page', '?limit=7&offset=7', 200, 'things/list/f-/o-/l-7/7'],
    ['every record', '?limit=all', 200, 'things/list/f-/o-/l-all/0'],
    ['a limit that is not rendered', '?limit=3', 400, 'errors/things/limit'],
    ['an offset that is not', '?offset=3', 400, 'errors/things/offset'],
    ['an offset at the count', '?limit=7&offset=30', 400, 'errors/things/offset'],
    ['all from an offset', '?limit=all&offset=7', 400, 'errors/things/offset'],
    ['an order that is not', '?ordering=id', 400, 'errors/things/ordering'],
  ])('%s: %s -> %i', async (_, query, status, name) => {
    const { ask, text } = await smallSite({ rulesOnly: true, asBuilt: true });
    const answer = await ask(THINGS + query);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toBe(text(`data/${name}.json`));
  });

  it('links lead to where it is asked all the same', async () => {
    const { ask, port } = await smallSite({ rulesOnly: true });
    const { body } = await ask(`${THINGS}?limit=7`);
    expect(JSON.parse(body.toString()).next).toBe(
      `http://127.0.0.1:${port}${THINGS}?limit=7&offset=7`,
    );
  });
});

describe('a file with other bytes gets another tag', () => {
  const PAGE = 'data/things/list/f-/o-/l-20/0.json';

  it.each([
    ['edited in its place', (file: string) => rewrite(file)],
    [
      'replaced by another one of the same size',
      (file: string) => {
        const text = readFileSync(file, 'utf8');
        rmSync(file);
        writeFileSync(file, text.replaceAll('thing', 'think'));
      },
    ],
    [
      'replaced by an older one of another size',
      (file: string) => {
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('thing', 'thinking'));
        utimesSync(file, 1e9, 1e9);
      },
    ],
  ])('%s since the build', async (_, change) => {
    const { folder, ask, text } = await smallSite({ asBuilt: true });
    const [etag = ''] = (await ask(THINGS)).headers.etag ?? [];
    // The clock of a file system can stand still for some milliseconds.
    await setTimeout(50);
    change(path.join(folder, PAGE));
    const answer = await ask(THINGS, { headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(text(PAGE));
    expect(answer.body.toString()).toContain('think');
    expect(answer.headers.etag).toEqual([`"${sha256(answer.body)}"`]);
  });

  it.each(['', '?limit=9&offset=2', '?ordering=-id&limit=5'])(
    'a site built anew, with the same sizes and times: %s',
    async (query) => {
      const { folder, ask } = await smallSite();
      const before = await ask(THINGS + query);
      const [etag = ''] = before.headers.etag ?? [];
      const files = [path.join(folder, PAGE), path.join(folder, 'manifest.json')];
      const stats = files.map((file) => statSync(file));
      const renamed = JSON.stringify(things(30)).replaceAll('thing', 'think');
      const content = path.join(folder, '../content');
      writeFiles(content, { 'things/all.json': renamed });
      await build({ api: thingsApi, content, out: folder, base: SMALL_BASE });
      for (const [index, { atime, mtime, size }] of stats.entries()) {
        utimesSync(files[index] ?? '', atime, mtime);
        expect(statSync(files[index] ?? '')).toMatchObject({ size, mtime });
      }
      const answer = await ask(THINGS + query, { headers: { 'if-none-match': etag } });
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toBe(before.body.toString().replaceAll('thing ', 'think '));
    },
  );
});

/** Other bytes of the same number, in the file that there is. */
function rewrite(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('thing', 'think'), { flag: 'r+' });
}

/** The records of a generation: their number and each label tell which it is. */
const generation = (number: number) =>
  Array.from({ length: 30 + number }, (_, id) => ({
    id,
    size: (id * 7 + number) % 5,
    label: `generation ${number}`,
  }));

/** Checks that all of a page is of one generation, and which. */
function generationOf({ count, results }: Page): number {
  const number = count - 30;
  for (const { label } of results) expect(label).toBe(`generation ${number}`);
  return number;
}

/** Asks over and over until something is over; returns how often each status came. */
async function askUntil(
  over: Promise<unknown>,
  ask: (target: string) => Promise<Answer>,
): Promise<Record<number, number>> {
  let isOver = false;
  over.finally(() => {
    isOver = true;
  });
  const statuses: Record<number, number> = {};
  const client = async (targets: readonly string[]) => {
    for (let turn = 0; !isOver; turn++) {
      const target = targets[turn % targets.length] ?? THINGS;
      const { status, body } = await ask(target);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const value = JSON.parse(body.toString());
      if (value.results) generationOf(value);
      else if (status !== 404)
        expect(value).toHaveProperty(/api\/$/.test(target) ? 'things' : 'label');
    }
  };
  const pages = ['', '?limit=7&offset=14', '?limit=all', '?ordering=-label'];
  const composed = ['?limit=19&offset=3', '?limit=all&offset=5', '?ordering=-id', '?offset=999'];
  const items = ['3/', '25/', '45/'];
  const clients = [pages, composed, composed, [...pages, ...items], [...items, ...composed]];
  await Promise.all(clients.map((each) => client(each.map((one) => THINGS + one))));
  await over;
  return statuses;
}

/** Asks, and tells other threads when more than 100 were answered: however slow the machine is. */
function counted(ask: (target: string) => Promise<Answer>) {
  const enough = new Int32Array(new SharedArrayBuffer(4));
  let answered = 0;
  const asking = async (target: string) => {
    const answer = await ask(target);
    if (answer.status === 200) answered += 1;
    if (answered > 100) Atomics.store(enough, 0, 1);
    return answer;
  };
  return { asking, enough };
}

describe('a site that is built again while it is asked', () => {
  it('every answer is whole and of one generation', async () => {
    const { folder, ask } = await smallSite({}, generation(0));
    const content = path.join(folder, '../content');
    const rebuild = async () => {
      for (let number = 1; number <= 20; number++) {
        writeFiles(content, { 'things/all.json': JSON.stringify(generation(number)) });
        await build({ api: thingsApi, content, out: folder, base: SMALL_BASE });
      }
    };
    const { asking, enough } = counted(ask);
    const rebuildEnough = async () => {
      do await rebuild();
      while (Atomics.load(enough, 0) === 0);
    };
    const statuses = await askUntil(rebuildEnough(), asking);
    expect(Object.keys(statuses)).toEqual(['200', '404']);
    expect(statuses[200]).toBeGreaterThan(100);
    const { body } = await ask(`${THINGS}?limit=all`);
    expect(generationOf(JSON.parse(body.toString()))).toBe(20);
  });

  it('by another process, too: between two steps of ours there may be no site', async () => {
    const { folder, ask } = await smallSite({}, generation(0));
    const other = await builtSite(thingsApi, { 'things/all.json': generation(20) });
    const { asking, enough } = counted(ask);
    const away = `${folder}-away`;
    const swapping = new Worker(SWAPPING, {
      eval: true,
      workerData: { target: folder, other: other.folder, away, times: 200, enough },
    });
    const statuses = await askUntil(once(swapping, 'exit'), asking);
    expect(Object.keys(statuses)).toEqual(['200', '404']);
    expect(statuses[200]).toBeGreaterThan(100);
  });

  it('away for a moment, and the same one again -> answered', async () => {
    const { folder, ask, text } = await smallSite({ asBuilt: true });
    renameSync(folder, `${folder}-away`);
    const asked = [ask(THINGS), ask(`${THINGS}?limit=3`), ask(`${THINGS}3/`), ask('/small/api/')];
    await setTimeout(100);
    renameSync(`${folder}-away`, folder);
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.body.toString()).toBe(text('data/things/list/f-/o-/l-20/0.json'));
  });

  it('away in the middle of an answer, and the same one again -> the answer is begun anew', async () => {
    const { folder } = await smallSite();
    const site = new SiteFolder(folder);
    let attempts = 0;
    const body = await site.use(async ({ read }) => {
      attempts += 1;
      if (attempts === 1) {
        renameSync(folder, `${folder}-away`);
        void setTimeout(50).then(() => renameSync(`${folder}-away`, folder));
      }
      return read('data/things/item/3.json');
    });
    expect(attempts).toBe(2);
    expect(body && JSON.parse(Buffer.from(body).toString())).toMatchObject({ id: 3 });
  });

  it('gone for good -> 503 in JSON; back again -> served', async () => {
    const { folder, ask } = await smallSite();
    const targets = [THINGS, `${THINGS}?limit=3`, `${THINGS}3/`, '/small/api/', '/nothing'];
    const askAll = () => Promise.all(targets.map((target) => ask(target)));
    const before = await askAll();
    renameSync(folder, `${folder}-away`);
    for (const answer of await askAll()) {
      expect(answer.status).toBe(503);
      expect(answer.headers).toMatchObject({
        'content-type': ['application/json'],
        'cache-control': ['no-store'],
      });
      expect(answer.headers).not.toHaveProperty('etag');
      expect(JSON.parse(answer.body.toString()).detail).toContain('no site to answer from');
    }
    renameSync(`${folder}-away`, folder);
    const after = await askAll();
    expect(after.map(({ status, body }) => [status, body.toString()])).toEqual(
      before.map(({ status, body }) => [status, body.toString()]),
    );
  });
});

/** What another process does that publishes: one site goes away, another one takes its place. */
const SWAPPING = `
  const { renameSync, utimesSync } = require('node:fs');
  const { workerData: { target, other, away, times, enough } } = require('node:worker_threads');
  const nap = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  for (let time = 0; time < times || Atomics.load(enough, 0) === 0; time++) {
    // No build makes a manifest twice.
    utimesSync(other + '/manifest.json', time, time);
    renameSync(target, away);
    nap(1);
    renameSync(other, target);
    renameSync(away, other);
    nap(4);
  }
`;

/** A creator whose result is given, and which keeps the bodies that it gets. */
class FakeCreator implements Creator {
  readonly collections = ['things'];
  readonly got: { readonly collection: string; readonly body: Buffer }[] = [];

  constructor(private readonly rejection?: PostRejection) {}

  async create(collection: string, body: Uint8Array): Promise<string> {
    this.got.push({ collection, body: Buffer.from(body) });
    if (this.rejection) throw this.rejection;
    return '3';
  }
}

/** A small site that things can be added to. */
async function creatingSite(rejection?: PostRejection, options: ServeOptions = {}) {
  const creator = new FakeCreator(rejection);
  const site = await smallSite({ ...options, creator });
  const post = (body: string | Buffer, headers: Record<string, string> = {}, target = THINGS) =>
    site.ask(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
  return { ...site, post, got: creator.got };
}

const READ_ONLY = 'GET, HEAD, OPTIONS';
const CREATING = 'GET, POST, HEAD, OPTIONS';
const MEBIBYTE = 2 ** 20;

describe('a record that is posted', () => {
  it('-> 201, where it is, and the record', async () => {
    const { post, got, port, text } = await creatingSite();
    const { status, headers, body } = await post('{"label":"new"}');
    expect(status).toBe(201);
    expect(body.toString()).toBe(text('data/things/item/3.json'));
    expect(headers).toMatchObject({
      location: [`http://127.0.0.1:${port}/small/api/things/3/`],
      'content-type': ['application/json'],
      'content-length': [String(body.length)],
      'cache-control': ['no-store'],
      allow: [CREATING],
    });
    expect(headers).not.toHaveProperty('etag');
    expect(got).toEqual([{ collection: 'things', body: Buffer.from('{"label":"new"}') }]);
  });

  it.each([
    ['without the trailing slash', '/small/api/things'],
    ['with a query, even a wrong one', `${THINGS}?limit=0&format=xml`],
    ['with its path encoded', '/small/api/%74hings/'],
  ])('%s -> 201', async (_, target) => {
    const { post, got } = await creatingSite();
    expect((await post('{}', {}, target)).status).toBe(201);
    expect(got).toHaveLength(1);
  });

  it('whatever tag the client has -> 201', async () => {
    const { post } = await creatingSite();
    expect((await post('{}', { 'if-none-match': '*' })).status).toBe(201);
  });

  it('Location leads to the Host that was asked, or where the site was built for', async () => {
    const { post, port } = await creatingSite();
    const { headers } = await post('{}', { host: `LOCALHOST:${port}` });
    expect(headers.location).toEqual([`http://localhost:${port}/small/api/things/3/`]);
    const asBuilt = await creatingSite(undefined, { asBuilt: true });
    expect((await asBuilt.post('{}')).headers.location).toEqual([`${SMALL_BASE}/api/things/3/`]);
  });

  it('its bytes are the creator’s to judge', async () => {
    const { post, got } = await creatingSite();
    const bodies = ['', '{', 'null', '\xff\xfe\0', '{"label":"東京"}'].map((body) =>
      Buffer.from(body),
    );
    for (const body of bodies) expect((await post(body)).status).toBe(201);
    expect(got.map(({ body }) => body)).toEqual(bodies);
  });

  it.each([
    [400, { label: ['This field is required.'] }],
    [409, { detail: 'Other content is broken.' }],
    [503, { detail: 'The site could not be built.' }],
  ])('refused by the creator with %i -> its words', async (status, refusal) => {
    const { post } = await creatingSite(new PostRejection(status, refusal));
    const answer = await post('{}');
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body.toString())).toEqual(refusal);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.headers).toMatchObject({ 'cache-control': ['no-store'], allow: [CREATING] });
  });
});

describe('where a record can be posted', () => {
  it.each<[string, string, string]>([
    ['GET', THINGS, CREATING],
    ['GET', `${THINGS}?limit=3`, CREATING],
    ['GET', `${THINGS}?limit=0`, CREATING],
    ['GET', '/small/api/things', CREATING],
    ['HEAD', THINGS, CREATING],
    ['PUT', THINGS, CREATING],
    ['GET', `${THINGS}3/`, READ_ONLY],
    ['GET', `${THINGS}99/`, READ_ONLY],
    ['GET', '/small/api/', READ_ONLY],
    ['GET', '/nothing', READ_ONLY],
    ['POST', `${THINGS}3/`, READ_ONLY],
    ['POST', '/small/api/', READ_ONLY],
    ['POST', '/nothing', READ_ONLY],
  ])('%s %s: Allow is %s', async (method, target, allow) => {
    const { ask, got } = await creatingSite();
    const answer = await ask(target, { method });
    expect(answer.headers.allow).toEqual([allow]);
    if (method === 'POST') expect(answer.status).toBe(target === '/nothing' ? 404 : 405);
    expect(got).toEqual([]);
  });

  it.each([
    ['the collection', THINGS, CREATING, ['application/json']],
    ['the collection without its slash', '/small/api/things', CREATING, ['application/json']],
    ['an item', `${THINGS}3/`, READ_ONLY, ['application/json']],
    ['the index', '/small/api/', READ_ONLY, []],
  ])('OPTIONS of %s', async (_, target, allow, parses) => {
    const { ask } = await creatingSite();
    const { status, headers, body } = await ask(target, { method: 'OPTIONS' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      allow: [allow],
      'access-control-allow-methods': [allow],
      'content-length': [String(body.length)],
    });
    expect(JSON.parse(body.toString()).parses).toEqual(parses);
  });

  it('nowhere without a creator', async () => {
    const { ask, text } = await smallSite();
    for (const target of [THINGS, '/small/api/things', `${THINGS}3/`, '/small/api/']) {
      const answer = await ask(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{}'),
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toEqual([READ_ONLY]);
      expect(answer.body.toString()).toBe(text('data/errors/method.json'));
    }
    const { headers, body } = await ask(THINGS, { method: 'OPTIONS' });
    expect(headers.allow).toEqual([READ_ONLY]);
    expect(JSON.parse(body.toString()).parses).toEqual([]);
  });
});

describe('a POST that is refused before the creator hears of it', () => {
  it.each<[string, Record<string, string>, number]>([
    ['another host', { host: 'evil.com' }, 403],
    ['our address at another port', { host: 'localhost:1' }, 403],
    ['a page of another site', { origin: 'http://evil.com' }, 403],
    ['a page without an address', { origin: 'null' }, 403],
    ['a text', { 'content-type': 'text/plain' }, 415],
    ['a type that begins alike', { 'content-type': 'application/jsonx' }, 415],
    ['another alphabet', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['no type', { 'content-type': '' }, 415],
    ['packed', { 'content-encoding': 'gzip' }, 415],
  ])('%s', async (_, headers, status) => {
    const { post, ask, got } = await creatingSite();
    const answer = await post('{"label":"new"}', headers);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': ['application/json'],
      'cache-control': ['no-store'],
      allow: [CREATING],
    });
    expect(JSON.parse(answer.body.toString())).toEqual({ detail: expect.any(String) });
    expect(got).toEqual([]);
    expect((await ask(THINGS)).status).toBe(200);
  });

  it.each<Record<string, string>>([
    { origin: 'https://localhost:3000' },
    { origin: 'http://127.0.0.1:5173' },
    { 'content-type': 'application/json;charset=utf-8' },
    { 'content-type': 'application/json; charset="UTF-8"' },
  ])('%o is taken', async (headers) => {
    const { post, got } = await creatingSite();
    expect((await post('{}', headers)).status).toBe(201);
    expect(got).toHaveLength(1);
  });
});

describe('the size of a body', () => {
  it('of 1 MiB is taken, by its length and in chunks', async () => {
    const { post, got } = await creatingSite();
    const body = Buffer.alloc(MEBIBYTE, 'x');
    expect((await post(body)).status).toBe(201);
    expect((await post(body, { 'transfer-encoding': 'chunked' })).status).toBe(201);
    expect(got.map(({ body: { length } }) => length)).toEqual([MEBIBYTE, MEBIBYTE]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['one byte more', MEBIBYTE + 1, {}],
    ['one byte more, in chunks', MEBIBYTE + 1, { 'transfer-encoding': 'chunked' }],
    ['ten times as much', 10 * MEBIBYTE, {}],
    ['ten times as much, in chunks', 10 * MEBIBYTE, { 'transfer-encoding': 'chunked' }],
  ])('%s -> 413, and the connection ends', async (_, size, headers) => {
    const { post, ask, got } = await creatingSite();
    const kept = { ...headers, connection: 'keep-alive' };
    const answer = await post(Buffer.alloc(size, 'x'), kept);
    expect(answer.status).toBe(413);
    expect(answer.headers).toMatchObject({
      'content-type': ['application/json'],
      connection: ['close'],
    });
    expect(JSON.parse(answer.body.toString())).toEqual({
      detail: 'The body is larger than 1048576 bytes.',
    });
    expect(got).toEqual([]);
    expect((await ask(THINGS)).status).toBe(200);
  });

  const head = (port: number, ...lines: string[]) =>
    [
      `POST ${THINGS} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      ...lines,
      '\r\n',
    ].join('\r\n');

  it('without end -> cut off', async () => {
    const { port, ask, got } = await creatingSite();
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {}); // The server closes it while we write.
    const closed = new Promise((done) => socket.once('close', done));
    socket.write(head(port, 'Transfer-Encoding: chunked'));
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const more = () => socket.writable && socket.write(piece, () => setImmediate(more));
    more();
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(MEBIBYTE);
    expect(got).toEqual([]);
    expect((await ask(THINGS)).status).toBe(200);
  });

  it('that a client says it will send -> it is told to go on, and the record is added', async () => {
    const { port, got } = await creatingSite();
    const lines = ['Content-Length: 2', 'Expect: 100-continue', 'Connection: close'];
    const socket = net.connect(port, '127.0.0.1', () => socket.write(head(port, ...lines)));
    const closed = once(socket, 'close');
    const [first] = await once(socket, 'data');
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.write('{}');
    await closed;
    expect(Buffer.concat(pieces).toString()).toMatch(/^HTTP\/1\.1 201 /);
    expect(got.map(({ body }) => body.toString())).toEqual(['{}']);
  });

  it.each([
    ['at once', ''],
    ['in the middle', '{"label":'],
  ])(
    'whose client leaves %s -> nothing is added, and the next one is answered',
    async (_, part) => {
      const { port, ask, post, got } = await creatingSite();
      for (let time = 0; time < 5; time++) {
        const socket = net.connect(port, '127.0.0.1');
        await once(socket, 'connect');
        const closed = once(socket, 'close');
        await new Promise((written) =>
          socket.write(head(port, 'Content-Length: 100') + part, written),
        );
        socket.resetAndDestroy();
        await closed;
      }
      expect((await ask(THINGS)).status).toBe(200);
      expect((await post('{"label":"next"}')).status).toBe(201);
      expect(got.map(({ body }) => body.toString())).toEqual(['{"label":"next"}']);
    },
  );
});
