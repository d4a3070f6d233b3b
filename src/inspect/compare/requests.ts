import { encodeKey } from '../../core/encode-key.ts';
import { type Filter, isFilterValue, textsAt } from '../../core/filter.ts';
import { bothDirections, type CollectionGrid, type Grid, windowNames } from '../../core/grid.ts';
import { hashKey } from '../../core/hash.ts';

/** A published record. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request for the list of a collection or for an item of it, wherever the API is. */
export interface ComparedRequest {
  readonly collection: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
  /** The key of an item, unencoded; absent for the list. */
  readonly key?: string;
  /** The text after the question mark; empty if there is none. */
  readonly query: string;
}

/** The most requests of a comparison; of each collection, so many are sent even if these are more in all. */
const [REQUESTS, REQUESTS_OF_COLLECTION] = [200, 24];

/** Some records of each collection, by its name. */
export type Samples = ReadonlyMap<string, readonly Fields[]>;

/**
 * The requests to compare a site with another API by: for each collection one of each kind, then others. The same
 * seed, grid and samples give the same requests.
 */
export function requestsFor(grid: Grid, samples: Samples, seed: string): ComparedRequest[] {
  const shuffle = (texts: readonly string[]) => sortByHash(texts, seed);
  const lists = grid.collections.map((collection) => {
    const { name, keyField = '', numericKeys, items } = collection;
    const records = samples.get(name) ?? [];
    const keys = shuffle(records.flatMap((record) => (keyField ? String(record[keyField]) : [])));
    const targets = [{}, ...keys.slice(0, 1).map((key) => ({ key }))];
    const kinds: Partial<ComparedRequest>[][] = [
      ...queriesFor(collection, records, shuffle).map((all) => all.map((query) => ({ query }))),
      keys.slice(0, items === false ? 1 : REQUESTS).map((key) => ({ key })),
      [{ key: UNKNOWN[numericKeys ? 'number' : 'text'] }],
      ...targets.map((one) => [{ method: 'HEAD' as const, ...one }]),
      ...targets.map((one) => [{ method: 'OPTIONS' as const, ...one }]),
    ];
    const common = { collection: name, method: 'GET', query: '' } as const;
    const requests = interleave(kinds).map((one) => ({ ...common, ...one }));
    return [...new Map(requests.map((one) => [formatRequest(one), one])).values()];
  });
  return interleave(lists).slice(0, Math.max(REQUESTS, REQUESTS_OF_COLLECTION * lists.length));
}

/** A request as a text, such as `GET cities/?limit=37`. */
export const formatRequest = ({ collection, method, key, query }: ComparedRequest): string =>
  `${method} ${collection}/${key ? `${encodeKey(key)}/` : ''}${query && `?${query}`}`;

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const places = [...Array(Math.max(...lists.map(({ length }) => length))).keys()];
  return places.flatMap((place) => lists.flatMap((list) => list.slice(place, place + 1)));
}

/** Different texts in an order that depends on a seed. */
const sortByHash = (texts: readonly string[], seed: string): string[] =>
  Array.from(new Set(texts), (text) => ({ text, hash: hashKey(`${seed} ${text}`) }))
    .sort((a, b) => a.hash - b.hash)
    .map(({ text }) => text);

/** Each text with one of other texts. */
const combine = (texts: readonly string[], others: readonly string[], separator = '&'): string[] =>
  others.length === 0 ? [] : texts.map((text, at) => text + separator + others[at % others.length]);

const hasTwoNames = (query: string): boolean =>
  new Set(new URLSearchParams(query).keys()).size === 2;

/** Values that no record has, by the type of a filter. */
const UNKNOWN = {
  ...{ text: 'no-such-value', boolean: 'no-such-value', number: '987654321' },
  ...{ date: '1901-02-03', 'date-time': '1901-02-03T04:05:06Z' },
};

/** The query strings for a collection, a list for each kind. */
function queriesFor(
  { count, pagination, orderings, filters = {} }: CollectionGrid,
  records: readonly Fields[],
  shuffle: (texts: readonly string[]) => string[],
): string[][] {
  const [size, place] = windowNames({ ...(pagination && { pagination }) });
  const { limits, default: limit } = pagination ?? { limits: [], default: count || 1 };
  const page = (index: number) =>
    place === 'page' ? `page=${index + 1}` : `limit=${limit}&offset=${index * limit}`;
  const last = Math.max(0, Math.ceil(count / limit) - 1);
  const pages = shuffle([...Array(last + 1).keys()].map(page));
  const terms = bothDirections([...new Set(orderings.map((one) => one.replace('-', '')))]);
  const ordered = terms.map((term) => `ordering=${term}`);
  const windows = [
    ...[[page(0)], [page(last)], [page(last + 1)], pages, combine(ordered, pages)],
    shuffle([37, 1, limit, ...limits, 'abc', 0].map((value) => `${size}=${value}`)),
    [-1, 0, 'abc', 'last'].map((value) => `${place}=${value}`),
  ];
  const all = Object.entries(filters);
  const matches = all.map(([name, filter]) => {
    const values = shuffle(records.flatMap((record) => valuesOf(record, filter)));
    return values.map((value) => `${name}=${encodeURIComponent(value)}`);
  });
  const some = shuffle(matches.flat());
  return [
    ...[[''], ['no_such_parameter=1'], ['format=json'], ['ordering=nonsense'], ordered],
    ...(pagination ? windows : []),
    combine(ordered, shuffle(terms), ','),
    matches.flatMap((one) => one.slice(0, 1)),
    all.map(([name, { type }]) => `${name}=${UNKNOWN[type ?? 'text']}`),
    all.flatMap(([name, { type }]) => (type ? `${name}=abc` : [])),
    ...[combine(some, some.slice(1)).filter(hasTwoNames), combine(some, shuffle(ordered))],
  ];
}

/** The values with which a filter finds a record. */
function valuesOf(record: Fields, filter: Filter): string[] {
  const { fields, match } = filter;
  const pattern = match === 'search' ? /[\p{L}\p{N}]+/u : match === 'in' ? /^[^,]+$/ : /.+/;
  return fields
    .flatMap((field) => textsAt(record, field, filter))
    .flatMap((text) => pattern.exec(text.trim())?.[0] ?? [])
    .filter((text) => isFilterValue(filter, text));
}
