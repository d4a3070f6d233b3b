import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import type { ListingAddress } from '../../../src/core/address.ts';
import { compose } from '../../../src/core/compose.ts';
import { parseRequest } from '../../../src/core/fetch.ts';
import { hashKey } from '../../../src/core/hash.ts';
import { fileOf } from '../../../src/core/path.ts';
import { resolve } from '../../../src/core/resolve.ts';
import type { DataSite } from '../../../src/core/site.ts';
import type { Store } from '../../../src/core/store.ts';
import { z } from '../../../src/index.ts';
import { listText, pageText } from '../../support/page-text.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

/** Values that some texts, orders and formats treat in their own way. */
const FEW = ['Canon', 'Cañon', 'Ca\u00adnon', 'canon', 'CANON', 'b\u2028c', '\ud800', '\0', 'a\nb'];
const WORDS = ['İstanbul', 'ΟΔΟΣ', 'ΟΔΟΣΑ', 'Straße', 'A', '\ud800x', 'x\0y', '🚲', '\r\n', ',\n'];

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
  at: z.iso.datetime({ offset: true }).nullable(),
  day: z.iso.date(),
});
type Item = z.infer<typeof schema>;
type Field = keyof Item;

const definition = {
  title: 'Items',
  description: 'Records with unusual texts.',
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
    size: {},
    size__gte: {},
    size__lt: {},
    at: {},
    at__gt: {},
    at__lte: {},
    day__gte: {},
  },
  search: ['label', 'notes', 'name'],
  prerender: { filters: ['state'], orderings: ['size'] },
};
const api = defineApi({
  name: 'Items',
  description: 'Items.',
  formats: ['json', 'api'],
  collections: [
    defineCollection({
      ...definition,
      name: 'items',
      order: { field: 'size', kind: 'number', descending: true },
      pagination: { limits: [2, 50], default: 50 },
    }),
    defineCollection({ ...definition, name: 'all' }),
  ],
});

/** The field that a term of `ordering` names, and how its values are compared. */
type Term = readonly [field: Field, compare: (a: never, b: never) => number];
const TERMS = new Map<string, Term>([
  ['size', ['size', (a: number, b: number) => a - b]],
  ['label', ['label', new Intl.Collator('en').compare]],
  ['name', ['name', (a: string, b: string) => byPoints(a.toLowerCase(), b.toLowerCase())]],
  ['latest', ['constructor', (a: number, b: number) => b - a]],
  ['constructor', ['constructor', (a: number, b: number) => a - b]],
  ['state', ['state', byPoints]],
  ['id', ['id', byPoints]],
]);

/** UTF-32 has the order of code points. */
function byPoints(a: string, b: string): number {
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((character, index) => character !== other[index]);
  if (at === -1) return one.length - other.length;
  return (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? -1);
}

const some = <T>(...values: T[]) => fc.constantFrom(...values);
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
  at: fc
    .oneof(
      some(null),
      fc.tuple(fc.nat(4000), some('', '.5', '.000001', '.500000'), some('Z', '+01:00', '-00:30')),
    )
    .map((parts) => parts && timeOf(...parts)),
  day: fc.nat(4000).map((day) => timeOf(day, '', '').slice(0, 10)),
});

/** A time some quarters of an hour after the beginning of 2024, with a fraction of a second and an offset. */
const timeOf = (quarter: number, fraction: string, zone: string): string =>
  new Date(Date.UTC(2024) + quarter * 900_000).toISOString().slice(0, 19) + fraction + zone;

/** The microseconds of a time, in UTC without an offset. */
function instantOf(time: string): bigint {
  const [, start, fraction = '', zone = ''] =
    /^([^.]{10,19}?)(?:\.(\d+))?(Z|[-+]\d\d:\d\d)?$/.exec(time) ?? [];
  const whole = new Date(`${start}${start?.includes('T') ? zone || 'Z' : ''}`).getTime();
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** Keys that end a chunk, or don't, or some of them do. */
function* keysThat(cut?: boolean): Generator<string> {
  for (let number = 0; ; number++) {
    const key = `K${number}`;
    if (cut === undefined || (hashKey(key) % 64 === 0) === cut) yield key;
  }
}

function itemsOf(count: number, cut?: boolean): Item[] {
  const keys = keysThat(cut);
  const values = fc.sample(item, { seed: count, numRuns: count });
  return values.map((value) => ({ id: keys.next().value, ...value }));
}

const ordering = fc
  .uniqueArray(fc.tuple(some('', '-'), some(...TERMS.keys())), {
    selector: ([, term]) => TERMS.get(term)?.[0],
    maxLength: 3,
  })
  .map((terms) => terms.map((parts) => parts.join('')).join());

/** A part of the text of a record. */
const textIn = (items: readonly Item[], field: Field) =>
  fc.tuple(fc.nat(), fc.nat(), some(1, 2, 4, 200), fc.boolean()).map(([pick, from, size, isUp]) => {
    const text = items.length === 0 ? 'a' : String(items[pick % items.length]?.[field] ?? '');
    const start = size === 200 ? 0 : from % (text.length + 1);
    const part = text.slice(start, start + size).replaceAll('\0', '');
    return isUp ? part.toUpperCase() : part;
  });

const wellFormed = (text: string): string => String(Buffer.from(text));

const requestTo = (items: readonly Item[]) => {
  const filter = (...fields: Field[]) => {
    const texts = fc.tuple(...fields.map((field) => textIn(items, field)));
    // What a query can have: no half of a character, and no white space at an end.
    const value = texts.map((all) => wellFormed(all.join(', ').slice(0, 100)).trim());
    return fc.oneof({ weight: 4, arbitrary: fc.constant('') }, value);
  };
  const list = (field: 'code' | 'state' | 'tags') => {
    const value = fc.tuple(fc.nat(), fc.nat(), some('', ',', ' , x')).map(([one, other, end]) => {
      const texts = [one, other].map((pick) => items[pick % items.length]?.[field] ?? 'a');
      return texts.flat().join().replaceAll('\0', '').slice(0, 100).trim() + end;
    });
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      value.map((one) => wellFormed(one).trim()),
    );
  };
  const oneOf = (values: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant('') }, values.map(String));
  const size = oneOf(some('0', '-0.0', '1.50', '+7', '7.1', '1e21', '1000000000000000000000', '3'));
  const time = oneOf(
    fc.oneof(
      fc.nat(items.length).map((pick) => items[pick]?.at ?? '2024-01-02'),
      fc
        .tuple(fc.nat(4000), some('', '.5', '.1'), some('', 'Z', '+01:00'))
        .map((parts) => timeOf(...parts)),
    ),
  );
  const filters = fc.record({
    code__in: list('code'),
    state__in: list('state'),
    tags: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, some('a', 'a,b', '"', 'é', '\\')),
    tag__in: list('tags'),
    ids: oneOf(fc.nat(50)),
    size,
    size__gte: size,
    size__lt: size,
    at: time,
    at__gt: time,
    at__lte: time,
    day__gte: oneOf(fc.nat(4000).map((day) => timeOf(day, '', '').slice(0, 10))),
    code: filter('code'),
    state: filter('state'),
    label: filter('label'),
    name: filter('name'),
    notes: filter('notes'),
    search: filter('label', 'notes', 'name'),
  });
  const limit = some<number | 'all'>(1, 2, 7, 50, 51, 200, 'all');
  const offset = fc.oneof(fc.constant(0), fc.nat(items.length + 3));
  const collection = some('items', 'items', 'items', 'all');
  const format = some('', 'json', 'api');
  return fc.record({ collection, format, ordering, filters, limit, offset });
};
type Asked = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never;

/** What a request finds: plain filtering, sorting and cutting, which shares no code with `src/`. */
class Plain {
  /** The place of each record by a term alone, the same for equal values. */
  readonly #ranks = new Map<string, ReadonlyMap<Item, number>>();

  constructor(private readonly items: readonly Item[]) {
    for (const [term, [field, compare]] of TERMS) {
      const order = (a: Item, b: Item) =>
        a[field] === null || b[field] === null
          ? Number(a[field] === null) - Number(b[field] === null)
          : compare(a[field] as never, b[field] as never);
      const ranks = new Map<Item, number>();
      let [rank, before] = [0, this.items[0]];
      for (const one of items.toSorted(order)) {
        if (before && order(before, one) !== 0) rank++;
        before = one;
        ranks.set(one, rank);
      }
      this.#ranks.set(term, ranks);
    }
  }

  find({ collection, ordering, filters }: Asked): Item[] {
    const found = this.items.filter((one) => isFound(one, filters));
    if (ordering === '' && collection === 'all') return found;
    const terms = (ordering || '-size').split(',');
    const last = /(?:^|,)(?:-(?!latest)\w+|latest)$/.test(ordering || '-size') ? '-id' : 'id';
    const all = [...terms, last].map((term) => {
      const ranks = this.#ranks.get(term.replace('-', ''));
      return [ranks, term.startsWith('-') ? -1 : 1] as const;
    });
    return found.sort((a, b) => {
      for (const [ranks, sign] of all) {
        const difference = (ranks?.get(a) ?? 0) - (ranks?.get(b) ?? 0);
        if (difference !== 0) return sign * difference;
      }
      return 0;
    });
  }
}

const elementsIn = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Whether a record is in the ranges and the lists of a request. */
function isWithin(one: Item, asked: Asked['filters']): boolean {
  const { size, at, day, ids, tags } = one;
  const hasSize = (value: string, compare: (a: number, b: number) => boolean) =>
    !value || (size !== null && compare(size, Number(value)));
  const hasTime = (value: string, compare: (a: bigint, b: bigint) => boolean) =>
    !value || (at !== null && compare(instantOf(at), instantOf(value)));
  return (
    (!asked.code__in || elementsIn(asked.code__in).includes(one.code)) &&
    (!asked.state__in || elementsIn(asked.state__in).includes(one.state ?? '')) &&
    (!asked.tags || tags.includes(asked.tags)) &&
    (!asked.tag__in || elementsIn(asked.tag__in).some((tag) => tags.includes(tag))) &&
    (!asked.ids || (ids?.includes(Number(asked.ids)) ?? false)) &&
    hasSize(asked.size, (a, b) => a === b) &&
    hasSize(asked.size__gte, (a, b) => a >= b) &&
    hasSize(asked.size__lt, (a, b) => a < b) &&
    hasTime(asked.at, (a, b) => a === b) &&
    hasTime(asked.at__gt, (a, b) => a > b) &&
    hasTime(asked.at__lte, (a, b) => a <= b) &&
    (!asked.day__gte || day >= asked.day__gte)
  );
}

function isFound(one: Item, asked: Asked['filters']) {
  const { code, state, label, name, notes, search } = asked;
  const holds = (text: string | null, value: string) =>
    text?.toLowerCase().includes(value.toLowerCase()) ?? false;
  const { label: shown, notes: own } = one;
  return (
    isWithin(one, asked) &&
    (!code || one.code === code) &&
    (!state || one.state === state) &&
    (!label || holds(shown, label)) &&
    (!name || holds(one.name, name)) &&
    (!notes || holds(own, notes)) &&
    search
      .split(/[\s,]/)
      .every((term) => !term || [shown, own, one.name].some((text) => holds(text, term)))
  );
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

/** Compares the answers of a site and of its like in `dev` with what should be found. */
async function checkAnswer(
  sites: readonly DataSite[],
  items: readonly Item[],
  asked: Asked,
  found: Item[],
) {
  const { collection, filters, limit, offset, ...others } = asked;
  const given = { ...filters, ...others, limit: `${limit}`, offset: `${offset}` };
  const href = `${SMALL_BASE}/api/${collection}/`;
  const text =
    collection === 'all' ? listText(found) : pageText(href, found, { ...given, limit, offset });
  const request = parseRequest(new Request(`${href}?${new URLSearchParams(given)}`));
  for (const site of sites) {
    const { kind, address } = resolve(site.grid, request, { composes: true }) as {
      kind: string;
      address: ListingAddress;
    };
    const { body, files } = await compose(site, address);
    expect(String(Buffer.from(body ?? []))).toBe(text);
    if (items.length <= 256) expect(files.length).toBeLessThanOrEqual(2);
    if (kind === 'file') expect(String(await site.read(fileOf(site.grid, address)))).toBe(text);
  }
}

describe('the reader, the printed pages and plain sorting give the same bytes', () => {
  const counts = [1, 2, 3, 5, 8, 13, 31, 32, 33, 127, 128, 129, 255, 256, 257];
  it.each<[records: number, runs: number, keys: string, cut?: boolean]>([
    [0, 5, 'any'],
    ...counts.map((count): [number, number, string] => [count, 30, 'any']),
    [700, 40, 'none that ends a chunk', false],
    [700, 40, 'each ends a chunk', true],
    [MANY, 80, 'any'],
  ])('%i records, %i requests, keys: %s', async (count, numRuns, _, cut) => {
    const items = itemsOf(count, cut);
    const plain = new Plain(items);
    const { site, ofDev } = storedSites(api, { items, all: items });
    if (count === MANY) await expectAllForms(site.store);
    const property = fc.asyncProperty(requestTo(items), (asked) =>
      checkAnswer([site, ofDev], items, asked, plain.find(asked)),
    );
    await fc.assert(property, { numRuns });
  });
});
