import { defineApi, defineCollection } from '../../src/api/definition.ts';
import { decimal, z } from '../../src/index.ts';
import { builtSite, type SiteOptions } from './built-site.ts';
import { titled } from './definition.ts';

/** Keys that are special in addresses, file systems and configurations. */
export const WORDS = [
  ...'a A aa Aa aA con NUL.txt constructor __proto__ _x -y --z g++ 日本 é e\u0301 É 🚲 +'.split(
    ' ',
  ),
  ...'a:b a;b,c a&b=c a?b a#b a/b / ../a a\\b a%2Fb %2e %41 ... .x x. .json a.json $1 $'.split(' '),
  ...':key :splat * %{ENV:X} {key} $\u007bX} ` |^ "q\' <i> ~ !a --g.2b.2b ---a [a] (a @ = & ?'.split(
    ' ',
  ),
  ...['----0123456789abcdef', 'x'.repeat(200), 'X'.repeat(201), '日'.repeat(70)],
  ...['a b', ' ', 'a\nb', '\0', '\u007f'],
];

/** Values of a filter, as unusual. */
export const KINDS = [
  ...['Upper West', 'Côte d’Ivoire'],
  ...'Süd US us Us n -1 --a 1.5 . .. x. a/b ../n a&b=c & = x=y + %41 % # ? \\ " \' ` *'.split(' '),
  ...'$1 $\u007bX} :kindValue :splat {kind} %{ENV:X} 日本 é e\u0301 con'.split(' '),
];

const texts = z.array(z.string());
const books = defineCollection({
  ...titled('books'),
  schema: z.object({
    ...{ id: z.int(), title: z.string(), kind: z.string(), size: z.int(), tags: texts },
    ...{ country: z.string().nullable(), similar: texts, former: texts },
  }),
  key: 'id',
  aliases: ({ former }) => former,
  listed: ['id', 'title'],
  references: { country: 'countries', similar: 'books' },
  isPublic: ({ kind }) => kind !== 'secret',
  orderings: { size: { field: 'size', kind: 'number' } },
  filters: { kind: {}, tag: { field: 'tags' }, country__isnull: {} },
  search: ['tags', 'title'],
  prerender: { filters: ['kind', 'tag', 'country__isnull'], combine: false },
  pagination: { limits: [2], default: 2 },
});

const tags = defineCollection({
  ...titled('tags'),
  schema: z.object({ tag: z.string(), count: z.int() }),
  key: 'tag',
  records({ all, where }) {
    const found = new Set(all(books).flatMap((book) => book.tags));
    return Array.from(found, (tag) => ({ tag, count: where(books, { tags: tag }).length }));
  },
});

const meta = defineCollection({
  ...{ ...titled('meta'), single: true },
  schema: z.object({ edition: z.int(), newest: z.string() }),
  references: { newest: 'books' },
});

/** Their tags have what JSON escapes and what separates terms, their aliases what paths escape. The last one is private. */
export const BOOKS = [
  ['Emma', 'n', ['x', 'red moon', 'blue'], 'no', ['Emma II', 'dune'], ['emma', 'E/1', '--x.20y']],
  ['Dune', 'US', ['say "hi"', 'Größe', 'y'], null, ['1'], ['dune', 'constructor', 'a.json', '007']],
  ['Emma II', 'n', ['blue red', 'moon', ' '], 'us', [], ['Emma II', '__proto__', '🚲', "l'été"]],
  ['"Quoted"', 'us', ['a\\b', 'a,b', '{}', 'x'], 'us', ['4'], []],
  ['Secret', 'secret', ['z'], 'none', ['none'], ['hidden']],
].map(([title, kind, tags, country, similar, former], index) => ({
  ...{ id: index + 1, title, kind, size: (index * 3) % 4, tags, country, similar, former },
}));

/**
 * Both kinds of collection and every parameter, in few rules: some engines need time for each. Both have
 * the filters `area` and `name`, of which each pre-renders one; cities pre-render a second one. Lakes have
 * pages with numbers. The sizes of cities are decimals, some of them equal. Rivers have pages, but neither orderings nor filters. Words have unusual keys, and unusual values of a filter.
 * Books have aliases and listings with few fields, tags are made of books, and meta is one record.
 */
export const smallApi = defineApi({
  name: 'Places',
  description: 'Countries and cities.',
  formats: ['json'],
  collections: [
    ...['countries', 'cities', 'lakes'].map((name) =>
      defineCollection({
        ...titled(name),
        schema: z.object({
          name: z.string(),
          area: z.string(),
          size: name === 'cities' ? decimal() : z.int(),
          tags: z.array(z.string()),
        }),
        key: 'name',
        keyPattern: '[a-z]+',
        orderings: { name: { field: 'name', kind: 'code' } },
        filters: {
          area: { field: 'area', match: 'equals' },
          name: { field: 'name', match: 'contains' },
          area_size: { field: 'size', match: 'equals' },
          tag: { field: 'tags' },
          tag__in: { field: 'tags' },
          size__gte: {},
          name__in: {},
        },
        prerender: { filters: ['name', 'tag'], orderings: ['name'] },
        ...(name === 'cities' && {
          prerender: { filters: ['area_size', 'area'], orderings: ['-name'], formats: ['json'] },
          pagination: { limits: [2, 3], default: 2 },
        }),
        ...(name === 'lakes' && {
          prerender: { filters: ['area'], orderings: [] },
          pagination: { style: 'page' as const, limits: [1, 4], default: 4 },
        }),
      }),
    ),
    defineCollection({
      ...titled('rivers'),
      schema: z.object({ name: z.string(), size: z.int() }),
      key: 'name',
      pagination: { limits: [2], default: 2 },
    }),
    defineCollection({
      ...titled('words'),
      schema: z.object({ word: z.string(), kind: z.string() }),
      key: 'word',
      filters: { kind: { field: 'kind', match: 'equals' } },
      prerender: { filters: ['kind'] },
    }),
    books,
    tags,
    meta,
  ],
});

/** More than nine, so that the number of a page can have more digits than another. */
export const LAKES = Array.from({ length: 11 }, (_, index) => ({
  name: String.fromCharCode(97 + ((index * 4) % 11)),
  area: index < 6 ? 'n' : 'S.2',
  size: index,
  tags: ['x'],
}));

/**
 * The records of that API by collection.
 * @param cities a letter for each city
 */
export const smallRecords = (cities = 'abcde') => ({
  countries: [
    { name: 'no', area: 'n', size: 1, tags: ['x', 'y'] },
    { name: 'us', area: 's', size: 2, tags: ['a,b', 'x'] },
  ],
  cities: [...cities].map((name, index) => ({
    name,
    area: index < 3 ? 'n' : 'S.2',
    size: ['0', '1.0', '0.00', '1'][index % 4] ?? '',
    tags: index % 2 === 0 ? ['x', name] : [],
  })),
  lakes: LAKES,
  rivers: ['x', 'z', 'y'].map((name, size) => ({ name, size })),
  words: WORDS.map((word, index) => ({ word, kind: KINDS[index % KINDS.length] })),
  books: BOOKS,
  meta: [{ edition: 2, newest: 'emma' }],
});

/** The content files of records. */
const contentOf = (records: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(records).map(([name, all]) => [`${name}/all.json`, all]));

/** A site of few records whose base address has a path, `/small`. */
export const smallSite = (options?: SiteOptions) =>
  builtSite(smallApi, contentOf(smallRecords()), options);

const shopSchema = z.object({ name: z.string(), area: z.string(), size: z.int() });

/** Another prefix, unknown parameters that are refused, names with hyphens or capitals, a key of two fields, and collections of which parts are left out. */
export const versionedApi = defineApi({
  name: 'Shops',
  description: 'Bicycle shops.',
  formats: ['json'],
  prefix: 'api/v2',
  unknownParameters: 'refuse',
  collections: [
    defineCollection({
      ...titled('bike-shops'),
      schema: shopSchema,
      key: 'name',
      orderings: {
        name: { field: 'name', kind: 'code' },
        shopSize: { field: 'size', kind: 'number' },
      },
      filters: {
        area: { field: 'area', match: 'equals' },
        areaValue: { field: 'area', match: 'equals' },
        shopName__in: { field: 'name' },
        name: { field: 'name', match: 'contains' },
      },
      prerender: { filters: ['area', 'areaValue'], orderings: ['-name', '-shopSize'] },
      pagination: { limits: [2, 3], default: 2, all: false },
      items: false,
      downloads: false,
      features: {
        properties: z.object({ name: z.string() }),
        feature: ({ name, size }) => ({ longitude: size, latitude: 1, properties: { name } }),
      },
    }),
    defineCollection({
      ...titled('bike'),
      schema: z.object({ name: z.string(), year: z.int() }),
      key: ['name', 'year'],
    }),
    defineCollection({
      ...titled('bike-shops-closed'),
      schema: z.object({ name: z.string() }),
      key: 'name',
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

/** Files of `public/`, and their media types. */
export const PUBLIC_FILES = {
  'logo.png': 'image/png',
  'favicon.ico': 'image/x-icon',
  'site.webmanifest': 'application/manifest+json',
  'Größe 1.svg': 'image/svg+xml',
  'api/notes.txt': 'text/plain; charset=utf-8',
  '.well-known/security.txt': 'text/plain; charset=utf-8',
  'docs/index.html': 'text/html; charset=utf-8',
  'docs/paper.pdf': 'application/pdf',
  'data.unknown': 'application/octet-stream',
  CNAME: 'text/plain; charset=utf-8',
  'robots.txt': 'text/plain; charset=utf-8',
};

const shops = [...'abcde'].map((name, index) => ({
  name,
  area: index < 3 ? 'n' : 'S.2',
  size: index % 2,
}));

/** The records of that API. */
export const VERSIONED_RECORDS = {
  'bike-shops': shops,
  bike: [{ name: 'no', year: 1980 }],
  'bike-shops-closed': ['x', 'y', 'z'].map((name) => ({ name })),
};

/** A site of that API, with these files. */
export const versionedSite = (options?: SiteOptions) =>
  builtSite(versionedApi, contentOf(VERSIONED_RECORDS), {
    copied: Object.fromEntries(Object.keys(PUBLIC_FILES).map((file) => [file, file])),
    ...options,
  });
