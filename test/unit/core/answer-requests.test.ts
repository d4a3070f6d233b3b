import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { hrefOf } from '../../../src/core/address.ts';
import { type CollectionGrid, findCollection } from '../../../src/core/grid.ts';
import { hashKey } from '../../../src/core/hash.ts';
import { addressOf } from '../../../src/core/path.ts';
import { reply } from '../../../src/core/reply.ts';
import { findFile, resolve, splitTarget, withoutFiles } from '../../../src/core/resolve.ts';
import { type DataSite, siteWith } from '../../../src/core/site.ts';
import { ROOT, type Store } from '../../../src/core/store.ts';
import { decimal, z } from '../../../src/index.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { Oracle, type Query } from '../../support/oracle.ts';
import { linksIn } from '../../support/page-text.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

/*
 * Random requests to small sites, by query and by path: the answers of a plain filter, sort and slice.
 */

/** Values that some texts, orders and formats treat in their own way. */
const FEW = ['Canon', 'Cañon', 'Ca\u00adnon', 'canon', 'CANON', 'b\u2028c', '\ud800', '\0', 'a\nb'];
const WORDS = ['İst’nbúl', 'ΟΔΟΣ', 'ΟΔΟΣΑ', 'Straße', 'A', '\ud800x', 'x\0y', '🚲', '\r\n', ',\n'];

const schema = z.object({
  id: z.string(),
  size: z.number().nullable(),
  label: z.string().nullable(),
  name: z.string(),
  code: z.string(),
  state: z.string().nullable(),
  notes: z.string(),
  constructor: z.number(),
  tags: z.array(z.string()),
  ids: z.array(z.int()).nullable(),
  ref: z.guid().nullable(),
  refs: z.array(z.guid()),
  at: z.iso.datetime({ offset: true }).nullable(),
  day: z.iso.date(),
  price: decimal().nullable(),
});
type Item = z.infer<typeof schema>;
type Field = keyof Item;

const definition = {
  schema,
  key: 'id' as const,
  orderings: {
    size: { field: 'size', kind: 'number' as const },
    label: { field: 'label', kind: 'text' as const },
    name: { field: 'name', kind: 'caseless' as const },
    latest: { field: 'constructor', kind: 'number' as const, descending: true },
    constructor: { field: 'constructor', kind: 'number' as const, printed: false },
    state: { field: 'state', kind: 'code' as const, printed: false },
    id: { field: 'id', kind: 'code' as const, printed: false },
    price: { field: 'price', kind: 'number' as const },
  },
  filters: {
    code: { field: 'code', match: 'equals' as const },
    state: { field: 'state', match: 'equals' as const },
    label: { field: 'label', match: 'contains' as const },
    name: { field: 'name', match: 'contains' as const },
    notes: { field: 'notes', match: 'contains' as const },
    code__in: {},
    state__in: {},
    tags: {},
    tag__in: { field: 'tags' },
    ids: {},
    ids__in: {},
    ref: {},
    refs__in: {},
    size: {},
    size__gte: {},
    size__lt: {},
    at: {},
    at__gt: {},
    at__lte: {},
    day__gte: {},
    price: {},
    price__in: {},
    price__gte: {},
    price_text: { field: 'price', match: 'contains' as const },
  },
  search: ['label', 'notes', 'name', 'tags'],
  prerender: { filters: ['state'], orderings: ['size'] },
};
/** The fields that the listings of all but items have. */
const LISTED: Field[] = ['id', 'constructor', 'tags'];
const api = {
  ...apiOf(
    defineCollection({
      ...definition,
      ...titled('items'),
      order: { field: 'size', kind: 'number', descending: true },
      pagination: { limits: [2, 50], default: 50 },
    }),
    defineCollection({ ...definition, ...titled('all'), listed: LISTED }),
    defineCollection({
      ...definition,
      ...titled('numbered'),
      listed: LISTED,
      pagination: { style: 'page', limits: [2, 50], default: 50 },
    }),
  ),
  formats: ['json', 'api'],
  prefix: 'api/v2',
};

const some = <T>(...values: T[]) => fc.constantFrom(...values);
/** UUIDs, some in capitals. */
const uuid = fc
  .tuple(some('abcdef01', 'ABCDEF01'), fc.integer({ min: 1000, max: 5999 }))
  .map(([start, end]) => `${start}-0000-4000-8000-00000000${end}`);
const anyForm = (text: string) => text.toLowerCase().replaceAll(/-(?=.*[0-4]$)/g, '');
const item = fc.record({
  size: some(null, 0, -1, 1.5, 7, 1e21),
  label: some(...FEW, null, ''),
  name: fc.tuple(some(...WORDS), fc.nat(5000)).map((parts) => parts.join('')),
  code: fc.tuple(some('a', 'A', 'é', '\0', '\ud800'), fc.nat(5000)).map((parts) => parts.join('')),
  state: fc.oneof(
    some(...FEW, null),
    fc.nat(400).map((one) => `S${one}`),
  ),
  notes: fc
    .tuple(some(...WORDS), some(0, 1, 50, 300), fc.nat(99))
    .map(([word, times, other]) => `${word} `.repeat(times) + other),
  constructor: fc.nat(40),
  tags: fc.array(some('a', 'b', 'a,b', '"', 'a"', 'é', '\n', '\0', '\\'), { maxLength: 3 }),
  ids: fc.oneof(some(null), fc.array(fc.nat(5000), { maxLength: 3 })),
  ref: fc.oneof(some(null), uuid),
  refs: fc.array(uuid, { maxLength: 3 }),
  at: fc
    .oneof(
      some(null),
      fc.tuple(fc.nat(4000), some('', '.5', '.000001', '.500000'), some('Z', '+01:00', '-00:30')),
    )
    .map((parts) => parts && timeOf(...parts)),
  day: fc.nat(4000).map((day) => timeOf(day, '', '').slice(0, 10)),
  price: fc.oneof(
    some(null, '0', '-0.00', '9.45', '9.5', '9.50', '10', '-1.5', '999999999999999'),
    fc.nat(5000).map((cents) => (cents / 100).toFixed(2)),
  ),
});

/** A time some quarters of an hour after the beginning of 2024, with a fraction of a second and an offset. */
const timeOf = (quarter: number, fraction: string, zone: string): string =>
  new Date(Date.UTC(2024) + quarter * 900_000).toISOString().slice(0, 19) + fraction + zone;

/** Keys that end a chunk, or don't, or some of them do. */
function* keysThat(cut?: boolean): Generator<string> {
  for (let number = 0; ; number++) {
    const key = `K${number}`;
    if (cut === undefined || (hashKey(key)[0] % 32 === 0) === cut) yield key;
  }
}

function itemsOf(count: number, cut?: boolean): Item[] {
  const keys = keysThat(cut);
  const values = fc.sample(item, { seed: count, numRuns: count });
  return values.map((value) => ({ id: keys.next().value, ...value }));
}

const TERMS = Object.keys(definition.orderings) as (keyof typeof definition.orderings)[];
const ordering = fc
  .uniqueArray(fc.tuple(some('', '-'), some(...TERMS)), {
    selector: ([, term]) => definition.orderings[term].field,
    maxLength: 3,
  })
  .map((terms) => terms.map((parts) => parts.join('')).join());

/** What a query can have: no U+0000, no half of a character, and no white space at an end. */
const requestable = (text: string): string =>
  String(Buffer.from(text.replaceAll('\0', '').slice(0, 100))).trim();

function requestTo(items: readonly Item[]) {
  const picked = fc.nat().map((at) => items[at % items.length]);
  const textOf = (field: Field) => picked.map((one) => String(one?.[field] ?? 'a'));
  const partOf = (field: Field) =>
    fc.tuple(textOf(field), fc.nat(), some(1, 2, 4, 200)).map(([text, from, size]) => {
      const start = size === 200 ? 0 : from % (text.length + 1);
      const part = text.slice(start, start + size);
      return from % 2 === 0 ? part.toUpperCase() : part;
    });
  const partsOf = (...fields: Field[]) =>
    fc.tuple(...fields.map(partOf)).map((parts) => parts.join(', '));
  const list = (field: Field) =>
    fc
      .tuple(fc.array(textOf(field), { minLength: 2, maxLength: 9 }), some('', ',', ' , x'))
      .map(([texts, end]) => texts.join() + end);
  const number = some('0', '-0.0', '1.50', '+7', '7.1', '1e21', '1000000000000000000000', '3');
  const anyPrice = picked.map((one) => one?.price ?? '0');
  const price = fc.oneof(anyPrice, some('9.500', '+9.5', '.0', '1e1', '20'));
  const day = fc.nat(4000).map((quarter) => timeOf(quarter, '', '').slice(0, 10));
  const time = fc.oneof(
    picked.map((one) => one?.at ?? '2024-01-02'),
    fc
      .tuple(fc.nat(4000), some('', '.5', '.1'), some('', 'Z', '+01:00'))
      .map((parts) => timeOf(...parts)),
  );
  const filters = {
    code: partsOf('code'),
    state: partsOf('state'),
    label: partsOf('label'),
    name: partsOf('name'),
    notes: partsOf('notes'),
    search: fc.oneof(partsOf('label', 'notes', 'name'), partsOf('tags', 'name')),
    code__in: list('code'),
    state__in: list('state'),
    tags: some('a', 'a,b', '"', 'é', '\\'),
    tag__in: list('tags'),
    ids: fc.nat(50).map(String),
    ids__in: fc.array(fc.nat(5000), { minLength: 2, maxLength: 20 }).map(String),
    ref: fc.oneof(uuid, ...items.slice(0, 9).map(({ ref }) => some(anyForm(ref ?? '')))),
    refs__in: fc.tuple(uuid, uuid).map((two) => two.map(anyForm).join()),
    size: number,
    size__gte: number,
    size__lt: number,
    at: time,
    at__gt: time,
    at__lte: time,
    day__gte: day,
    price,
    price__in: fc.tuple(price, price).map(String),
    price__gte: price,
    price_text: partsOf('price'),
  };
  // Many filters together find few records.
  const someFilters = fc
    .subarray(Object.entries<fc.Arbitrary<string>>(filters), { minLength: 1, maxLength: 3 })
    .chain((few) =>
      fc.record(Object.fromEntries(few.map(([name, one]) => [name, one.map(requestable)]))),
    );
  const prerendered = textOf('state').map((state) => ({ state: requestable(state) }));
  const values = fc.oneof<fc.Arbitrary<Query>[]>(fc.constant({}), prerendered, someFilters);
  const size = some('', '1', '2', '7', '50', '51', '200');
  const place = fc.oneof(some('', '0', '2', '50'), fc.nat(items.length + 3).map(String));
  const pages = {
    items: fc.record({ limit: fc.oneof(size, some('all')), offset: place }),
    numbered: fc.record({ page_size: size, page: place }),
    all: fc.record({ offset: place }),
  };
  return some<keyof typeof pages>('items', 'items', 'items', 'numbered', 'all').chain(
    (collection) =>
      fc
        .tuple(values, pages[collection], ordering, some('', '', 'json', 'api'))
        .map(([values, page, ordering, format]) => {
          const query: Query = { ...values, ...page, ordering, format };
          return { collection, query };
        }),
  );
}
type Asked = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never;

const hrefAt = (collection: string) => `${SMALL_BASE}/api/v2/${collection}/`;

const targetOf = ({ collection, query }: Asked): string => {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return `${hrefAt(collection)}?${new URLSearchParams(given)}`;
};

/** The target relative to the site's folder. */
const pathOf = (asked: Asked): string => targetOf(asked).slice(SMALL_BASE.length + 1);

/** Whether there is a file for a request. @param count the number of records that match */
function isPrinted(grid: CollectionGrid, query: Query, count: number): boolean {
  const { filters = {}, partitions, pagination } = grid;
  const given = Object.keys(filters).filter((name) => query[name]);
  const isFiltered = given.length > 0;
  const { orderings, limits } = isFiltered
    ? { orderings: [], limits: [], ...partitions }
    : { ...grid, limits: pagination?.limits ?? [] };
  if (isFiltered && (count === 0 || `${given}` !== 'state')) return false;
  if (query.ordering && !orderings.includes(query.ordering)) return false;
  if (!pagination) return true;
  if (query.limit === 'all') return !Number(query.offset);
  const size = Number(query.limit || query.page_size || pagination.default);
  const offset = query.page ? (Number(query.page) - 1) * size : Number(query.offset ?? 0);
  return limits.includes(size) && (offset === 0 || (offset < count && offset % size === 0));
}

const textOf = (body: Uint8Array | null): string => String(Buffer.from(body ?? []));

/** A site with nothing in memory, and the files that are read of it. */
function fresh({ store, read }: DataSite) {
  const files: string[] = [];
  const site = siteWith(store.root, async (file) => {
    files.push(file);
    return read(file);
  });
  return { site, files };
}

/** A reply of code. @param composesFiles whether it also composes what is a file */
function ask(site: DataSite, target: string, composesFiles: boolean) {
  const request = { method: 'GET', ...splitTarget(target) };
  const outcome = resolve(site.grid, request);
  return reply(site, composesFiles ? withoutFiles(outcome) : outcome, request);
}

/** Compares the answers of a site, and of its like in `dev`, with what should be found. */
async function checkAnswers(site: DataSite, ofDev: DataSite, asked: Asked, oracle: Oracle) {
  const target = targetOf(asked);
  const [status, text] = oracle.answer(asked.query);
  const expectText = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => {
    expect([status, textOf(body)], target).toEqual([200, text]);
    expect(headers.Link ?? '').toBe(linksIn(text));
  };
  const composed = await ask(ofDev, target, true);
  if (status !== 200) return expect(composed.status, target).toBe(status);
  const { site: own, files } = fresh(site);
  const first = await ask(own, target, true);
  for (const reply of [composed, first, await ask(site, target, false)]) expectText(reply);
  expect(files.sort()).toEqual(first.files?.filter((file) => file !== ROOT).sort());

  // No page of this site is prerendered for a format.
  const grid = findCollection(site.grid, asked);
  const { count = 0 } = grid.pagination ? JSON.parse(text) : { count: JSON.parse(text).length };
  const { format, ...query } = asked.query;
  const printed = findFile(site.grid, pathOf({ ...asked, query }));
  expect(printed !== null, target).toBe(isPrinted(grid, query, count));
  if (printed !== null) expect(textOf(await site.read(printed))).toBe(oracle.answer(query)[1]);

  // By path: the address of the file.
  const file = findFile(site.grid, pathOf(asked));
  const address = file === null ? null : addressOf(site.grid, file);
  if (address?.kind !== 'page' && address?.kind !== 'listing') return;
  expect(await ask(site, `${SMALL_BASE}/${file}`, false)).toMatchObject({ status: 200 });
  expectText(await ask(site, hrefOf(site.grid, address), false));
}

/** Requires that a host which reads few files gives the same page, or names a limit with which it gives one. */
async function checkReads(site: DataSite, asked: Asked, reads: number): Promise<string> {
  const few = { ...site, reads };
  const target = targetOf(asked);
  const { status, body, files = [] } = await ask(few, target, true);
  if (status !== 400) {
    expect(files.length, target).toBeLessThanOrEqual(reads);
    return `${status}`;
  }
  const { detail } = JSON.parse(textOf(body));
  expect(detail).toMatch(/^This host reads at most \d+ files /);
  const [, name = '', limit] = /Use a (\w+) of at most (\d+)\./.exec(detail) ?? [];
  if (!limit) return '400, of any size';
  const url = new URL(target);
  url.searchParams.set(name, limit);
  // With page numbers, a smaller page has another place.
  if (name === 'limit') expect((await ask(few, url.href, true)).status, target).toBe(200);
  return '400';
}

/** How many records have texts in several pieces, and a field with more values than a byte can count. */
const MANY = 2500;

async function expectAllForms({ root, read }: Store) {
  const { pack, columns } = root.collections.items ?? {};
  expect(pack).toBeUndefined();
  expect(columns?.notes?.caseless?.length).toBeGreaterThan(1);
  expect(columns?.code?.exact).toHaveLength(1);
  const [list = ''] = String(Buffer.from(await read(columns?.state?.values?.[0]?.[0] ?? ''))).split(
    '\n',
  );
  expect(JSON.parse(list).length).toBeGreaterThan(255);
}

describe('random requests', () => {
  it.each<[records: number, runs: number, keys: string, cut?: boolean]>([
    [0, 5, 'any'],
    ...[1, 2, 33, 257].map((count): [number, number, string] => [count, 12, 'any']),
    [700, 12, 'none that ends a chunk', false],
    [700, 12, 'each ends a chunk', true],
    [MANY, 12, 'any'],
  ])('%i records, %i requests, keys: %s', async (count, numRuns, _, cut) => {
    const items = itemsOf(count, cut);
    const few = items.slice(0, 300);
    const records = { items, all: few, numbered: few };
    const { site, ofDev } = storedSites(api, records);
    if (count === MANY) await expectAllForms(site.store);
    const oracles = Object.entries(records).map(([name, own]) => {
      const grid = findCollection(site.grid, { collection: name });
      const listed = name === 'items' ? undefined : LISTED;
      return [name, new Oracle(hrefAt(name), grid, own, 'id', listed)] as const;
    });
    const oracleOf = new Map<string, Oracle>(oracles);
    const seen = new Set<string>();
    const property = fc.asyncProperty(requestTo(items), fc.nat(11), async (asked, more) => {
      const oracle = oracleOf.get(asked.collection);
      if (oracle) await checkAnswers(site, ofDev, asked, oracle);
      seen.add(await checkReads(site, asked, 3 + more));
    });
    const codes = items.slice(0, 9).map(({ code }) => requestable(code));
    const queries: Query[] = [{ limit: 'all' }, { limit: '2' }, { code__in: codes.join() }];
    const examples = queries.map((query): [Asked, number] => [{ collection: 'items', query }, 11]);
    await fc.assert(property, { numRuns, examples });
    if (count === MANY) expect([...seen]).toEqual(expect.arrayContaining(['200', '400']));
  });
});
