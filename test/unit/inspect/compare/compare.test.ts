import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../../src/api/definition.ts';
import { answer } from '../../../../src/core/answer.ts';
import { encodeKey } from '../../../../src/core/encode-key.ts';
import type { Grid } from '../../../../src/core/grid.ts';
import { z } from '../../../../src/index.ts';
import { compare, type Side } from '../../../../src/inspect/compare/compare.ts';
import { DEVIATIONS } from '../../../../src/inspect/compare/deviations.ts';
import type { Answer } from '../../../../src/inspect/compare/differences.ts';
import {
  type ComparedRequest,
  formatRequest,
  requestsFor,
} from '../../../../src/inspect/compare/requests.ts';
import { openSiteFolder } from '../../../../src/server/site-folder.ts';
import { builtSite } from '../../../support/built-site.ts';

const [OWN, LIVE] = ['https://own.example/site', 'https://live.example'];

const collection = {
  title: 'Towns',
  description: 'Towns.',
  schema: z.object({
    id: z.int(),
    label: z.string(),
    state: z.string(),
    size: z.number().nullable(),
    active: z.boolean(),
    url: z.string(),
  }),
  key: 'id' as const,
  order: { field: 'id' as const, kind: 'number' as const },
  orderings: {
    id: { field: 'id' as const, kind: 'number' as const },
    label: { field: 'label' as const, kind: 'text' as const },
    size: { field: 'size' as const, kind: 'number' as const },
    state: { field: 'state' as const, kind: 'code' as const },
  },
  filters: { state: {}, size__gte: {}, active: {}, label__icontains: {} },
  search: ['label'],
};

const api = defineApi({
  name: 'Towns',
  description: 'Towns.',
  unknownParameters: 'refuse',
  collections: [
    defineCollection({ ...collection, name: 'towns', pagination: { limits: [5, 50], default: 5 } }),
    defineCollection({
      ...collection,
      name: 'pages',
      items: false,
      pagination: { style: 'page', limits: [5], default: 5 },
    }),
    defineCollection({ ...collection, name: 'all' }),
  ],
});

const NAMES = ['towns', 'pages', 'all'];

const recordsAt = (base: string, name: string) =>
  Array.from({ length: 43 }, (_, index) => ({
    id: index + 1,
    label: `${['North', 'south', 'East', 'Éast'][index % 4]} ${(index * 17) % 43}`,
    state: ['CO', 'NY', 'TX'][index % 3] ?? '',
    size: index % 7 === 0 ? null : (index * 5) % 23,
    active: index % 2 === 0,
    url: `${base}/api/${name}/${index + 1}/`,
  }));

type Records = ReturnType<typeof recordsAt>;
type Row = Records[number];

/** A record or a page; a list is used as if it were one. */
type Body = Partial<Row> & {
  readonly count?: number;
  readonly next?: string;
  readonly previous?: string;
  readonly results?: readonly Row[];
};

const parent = mkdtempSync(path.join(os.tmpdir(), 'staticrest-test-'));

afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** A side that a site answers. */
async function sideAt(base: string, change = (records: Records) => records) {
  const contents = NAMES.map((name) => [`${name}/all.json`, change(recordsAt(base, name))]);
  const out = path.join(mkdtempSync(path.join(parent, 'site-')), 'dist');
  const { folder } = await builtSite(api, Object.fromEntries(contents), { base, out });
  const site = openSiteFolder(folder);
  const addresses = Object.fromEntries(NAMES.map((name) => [name, `${base}/api/${name}/`]));
  const send: Side['send'] = async ({ collection: name, method, key, query }) => {
    const item = key === undefined ? '' : `${encodeKey(key)}/`;
    const request = new Request(`${addresses[name]}${item}${query && `?${query}`}`, { method });
    const { status, headers, body } = await answer(request, site);
    return { status, headers: new Headers(headers), text: await new Response(body).text() };
  };
  return { side: { addresses, send }, grid: site.grid };
}

let [live, own]: Side[] = [];
let grid: Grid;

beforeAll(async () => {
  const site = await sideAt(OWN);
  [own, grid] = [site.side, site.grid];
  live = (await sideAt(LIVE)).side;
});

/** A side that answers some requests in another way. */
type Send = (request: ComparedRequest, send: Side['send']) => Promise<Answer>;

const changed = (side: Side | undefined, send: Send): Side => {
  if (!side) throw new Error('There is no side.');
  return { ...side, send: (request) => send(request, side.send) };
};

/** The deviations of all differences, or the kinds of those without one. */
async function namesFor(sides: { live?: Side | undefined; own?: Side | undefined }) {
  const plain: Send = (request, send) => send(request);
  const given = { live: sides.live ?? changed(live, plain), own: sides.own ?? changed(own, plain) };
  const { differences } = await compare(given, grid, { seed: '1' });
  return [...new Set(differences.map(({ kind, deviation }) => deviation ?? kind))].sort();
}

/** A request with other parameters. */
function withQuery(request: ComparedRequest, change: (query: URLSearchParams) => void) {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query: String(query) };
}

const without =
  (...names: readonly string[]): Send =>
  (request, send) =>
    send(
      withQuery(request, (query) => {
        for (const name of names) query.delete(name);
      }),
    );

/** Changes the body of each answer of status 200 to a GET that has results. */
const withBody =
  (change: (body: Body, query: URLSearchParams) => unknown): Send =>
  async (request, send) => {
    const answered = await send(request);
    if (request.method !== 'GET' || answered.status !== 200) return answered;
    const body = change(JSON.parse(answered.text), new URLSearchParams(request.query));
    return { ...answered, text: JSON.stringify(body) };
  };

const withHeader =
  (name: string, value: string | null): Send =>
  async (request, send) => {
    const answered = await send(request);
    answered.headers.delete(name);
    if (value !== null) answered.headers.set(name, value);
    return answered;
  };

it('two sites with the same records at different addresses: no difference', async () => {
  const given = {
    live: changed(live, (one, send) => send(one)),
    own: changed(own, (one, send) => send(one)),
  };
  const { differences, requests, same } = await compare(given, grid, { seed: '1' });
  expect(differences).toEqual([]);
  expect([requests, same]).toEqual([200, 200]);
});

it('another seed: other requests', async () => {
  const sent = async (seed: string) => {
    const texts: string[] = [];
    const given = changed(own, (request, send) => {
      texts.push(JSON.stringify(request));
      return send(request);
    });
    await compare({ live: given, own: changed(own, (one, send) => send(one)) }, grid, { seed });
    return texts;
  };
  expect(await sent('1')).toEqual(await sent('1'));
  expect(await sent('1')).not.toEqual(await sent('2'));
});

describe('a wrong site: differences that no deviation explains', () => {
  it.each<[string, string[], (records: Records) => Records]>([
    [
      'a record changed',
      ['fields'],
      (all) =>
        all.map((one) => (one.id === 3 ? { ...one, active: true, label: `${one.label}!` } : one)),
    ],
    [
      'a record is missing',
      ['count', 'fields', 'links', 'order', 'status'],
      (all) => all.filter(({ id }) => id !== 20),
    ],
    [
      'two records exchange their sizes',
      ['fields', 'order'],
      (all) => all.map((one) => ({ ...one, size: one.id === 2 ? 7 : one.size })),
    ],
  ])('%s', async (_, kinds, change) => {
    const { side } = await sideAt(OWN, change);
    const found = await namesFor({ own: side });
    expect(found).toContain(kinds[0]);
  });

  const reversed = (body: Body) =>
    Array.isArray(body) ? body.toReversed() : { ...body, results: body.results?.toReversed() };

  it.each<[string, string[], Send]>([
    [
      'an order is another',
      ['order'],
      withBody((body, query) => (query.get('ordering') === 'state' ? reversed(body) : body)),
    ],
    [
      'an order with texts is another',
      ['order'],
      withBody((body, query) => (query.get('ordering') === 'label' ? reversed(body) : body)),
    ],
    [
      'an order with null is another',
      ['order'],
      withBody((body, query) => (query.get('ordering') === 'size' ? reversed(body) : body)),
    ],
    [
      'the order without `ordering` is another',
      ['order'],
      withBody((body, query) => (query.size === 0 ? reversed(body) : body)),
    ],
    [
      'an ordering is ignored',
      ['links', 'order'],
      (request, send) =>
        send(
          withQuery(
            request,
            (query) => query.get('ordering') === '-id' && query.delete('ordering'),
          ),
        ),
    ],
    ['a filter is ignored', ['count', 'links'], without('state')],
    ['the limit is ignored', ['count', 'links', 'status'], without('limit')],
    ['the page size is ignored', ['count', 'links', 'status'], without('page_size')],
    ['the offset is ignored', ['count', 'links', 'order', 'status'], without('offset')],
    ['the page is ignored', ['count', 'links', 'order', 'status'], without('page')],
    [
      'pages lack `next`',
      ['links'],
      withBody((body) => (body.next ? { ...body, next: null } : body)),
    ],
    [
      'pages lead to other pages',
      ['links'],
      withBody((body) => (body.next ? { ...body, next: body.next.replace('=5', '=6') } : body)),
    ],
    [
      'pages have a wrong count',
      ['count'],
      withBody((body) => (body.count ? { ...body, count: 1 } : body)),
    ],
    [
      'a list is an object',
      ['fields'],
      withBody((body) => (Array.isArray(body) ? { results: body } : body)),
    ],
    ['an object is a list', ['count', 'fields', 'links'], withBody((body) => body.results ?? body)],
    [
      'a page has other members',
      ['fields'],
      withBody((body) => (body.results ? { ...body, pages: 9 } : body)),
    ],
    [
      'a page lacks a record',
      ['count'],
      withBody((body) => (body.results ? { ...body, results: body.results.slice(1) } : body)),
    ],
    [
      'a field is missing',
      ['fields'],
      withBody((body) => (body.url ? { ...body, size: undefined } : body)),
    ],
    [
      'the address of a record is of another API',
      ['fields'],
      withBody((body) => (body.url ? { ...body, url: body.url.replace('own', 'other') } : body)),
    ],
    ['another media type', ['headers'], withHeader('Content-Type', 'text/html')],
    ['fewer methods', ['headers'], withHeader('Allow', 'GET')],
    [
      'no records',
      ['status'],
      async (request, send) => ({ ...(await send(request)), ...(request.key && { status: 404 }) }),
    ],
    [
      'no HEAD',
      ['status'],
      async (request, send) => ({
        ...(await send(request)),
        ...(request.method === 'HEAD' && { status: 405 }),
      }),
    ],
    [
      'all filters are refused',
      ['status'],
      async (request, send) => ({
        ...(await send(request)),
        ...(request.query.includes('state=CO') && { status: 500 }),
      }),
    ],
  ])('%s', async (_, kinds, send) => {
    expect(await namesFor({ own: changed(own, send) })).toEqual(kinds);
  });
});

describe('a live API that differs as documented', () => {
  /** Leaves out a parameter with such a value. */
  const ignoring =
    (name: string, pattern: RegExp): Send =>
    (request, send) =>
      send(
        withQuery(request, (query) => pattern.test(query.get(name) ?? '') && query.delete(name)),
      );

  /** Sorts the records by a field in another way. */
  const sortedBy =
    (field: keyof Row, compareValues: (a: never, b: never) => number): Send =>
    async (request, send) => {
      const parameters = new URLSearchParams(request.query);
      const ordering = parameters.get('ordering') ?? '';
      if (ordering.replace('-', '') !== field || request.collection !== 'towns')
        return send(request);
      const whole = withQuery(request, (query) => {
        query.set('limit', '99');
        query.delete('offset');
        query.set('ordering', 'id');
      });
      const [all, page] = [JSON.parse((await send(whole)).text), await send(request)];
      const records = all.results.sort(
        (a: Row, b: Row) => compareValues(a[field] as never, b[field] as never) || a.id - b.id,
      );
      if (ordering !== field) records.reverse();
      const offset = Number(parameters.get('offset') ?? 0);
      const limit = Number(parameters.get('limit') ?? 5);
      const results = records.slice(offset, offset + limit);
      return { ...page, text: JSON.stringify({ ...JSON.parse(page.text), results }) };
    };

  const byCode = (a: string, b: string) => Number(a > b) - Number(a < b);

  it.each<[string, Send]>([
    [
      'a malformed `limit` or `offset`',
      (request, send) =>
        ignoring('limit', /^(?:abc|0)$/)(request, (one) =>
          ignoring('offset', /abc|-1|last/)(one, send),
        ),
    ],
    ['a malformed `page_size`', ignoring('page_size', /^(?:abc|0)$/)],
    [
      '`page=last`, `page=02`',
      (request, send) =>
        send(withQuery(request, (query) => query.get('page') === 'last' && query.set('page', '9'))),
    ],
    [
      'an unknown `ordering`, an empty one among several, or a field twice',
      (request, send) =>
        send(
          withQuery(
            request,
            (query) =>
              /nonsense|(\b\w+),-?\1/.test(query.get('ordering') ?? '') && query.delete('ordering'),
          ),
        ),
    ],
    ['an unknown parameter', without('no_such_parameter')],
    ['a filter by a boolean', ignoring('active', /abc|no-such/)],
    [
      'a record of a collection with `items: false`',
      (request, send) =>
        send({
          ...request,
          ...(request.collection === 'pages' &&
            request.key &&
            request.key !== '987654321' && { collection: 'towns' }),
        }),
    ],
    [
      'a value that no record has',
      async (request, send) => ({
        ...(await send(request)),
        ...(request.query.startsWith('state=no') && { status: 400 }),
      }),
    ],
    [
      '`OPTIONS`',
      async (request, send) => {
        const answered = await send(request);
        if (request.method !== 'OPTIONS' || answered.status !== 200) return answered;
        return { ...answered, status: request.key ? 405 : 200, text: '{"name":"x"}' };
      },
    ],
    ['records on a page', ignoring('page_size', /^(?!5$)[1-9]/)],
    [
      'records on a page',
      (request, send) =>
        send(
          withQuery(
            request,
            (query) => Number(query.get('limit')) > 10 && query.set('limit', '10'),
          ),
        ),
    ],
    [
      'a parameter that is no field',
      async (request, send) => ({
        ...(await send(request)),
        ...(request.collection === 'all' && request.query === 'format=json' && { text: '[]' }),
      }),
    ],
    [
      'null in an order',
      sortedBy('size', (a: number | null, b: number | null) => (a ?? -1) - (b ?? -1)),
    ],
    ['equal values in an order', sortedBy('state', (a: string, b: string) => byCode(a, b) || -1)],
    [
      '`next`, `previous`',
      withBody((body) =>
        body.results
          ? {
              ...body,
              next: body.next && `${body.next}&x=1`,
              previous: body.previous?.replace('offset=0', ''),
            }
          : body,
      ),
    ],
    ['`Allow`', withHeader('Allow', 'DELETE, GET, HEAD, OPTIONS, POST')],
    ['`Allow`', withHeader('Allow', null)],
  ])('%s', async (name, send) => {
    expect(await namesFor({ live: changed(live, send) })).toEqual([name]);
  });
});

it('docs/deviations.md: a row for each deviation', () => {
  const rows = readFileSync('docs/deviations.md', 'utf8').match(/^\| [^|]*(?= \|)/gm) ?? [];
  const names = Object.values(DEVIATIONS).flatMap((rules) => Object.keys(rules));
  expect(rows.map((row) => row.slice(2))).toEqual(expect.arrayContaining(names));
});

it('many collections: each kind of request for each of them', () => {
  const [towns] = grid.collections;
  if (!towns) throw new Error('There is no collection.');
  const collections = Array.from({ length: 20 }, (_, index) => ({ ...towns, name: `c${index}` }));
  const samples = new Map(collections.map(({ name }) => [name, recordsAt(LIVE, name)]));
  const requests = requestsFor({ ...grid, collections }, samples, '1');
  expect(requests.length).toBe(480);
  for (const { name } of collections) {
    const texts = requests.filter((one) => one.collection === name).map(formatRequest);
    for (const kind of [
      ...[/\/$/, /[?]ordering=\w+$/, /limit=.*offset=/, /offset=-1$/, /nonsense/, /ordering=.*,/],
      ...[/no_such_parameter/, /(?:state|active|size__gte|search|label__icontains)=[^&]*$/],
      ...[/abc$/, /format=json/, /987654321\//, /^GET c\d+\/\d+\//],
      ...[/^HEAD c\d+\/$/, /^HEAD c\d+\/\d+/, /^OPTIONS c\d+\/$/, /^OPTIONS c\d+\/\d+/],
    ]) {
      expect(
        texts.some((text) => kind.test(text)),
        `${name} ${kind}`,
      ).toBe(true);
    }
  }
});
