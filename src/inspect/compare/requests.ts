import { encodeKey } from '../../core/encode-key.ts';
import { type Filter, isFilterValue, textsAt, type ValueType } from '../../core/filter.ts';
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

/** The most requests of a kind that has random values. */
const REPEATS = 12;

/**
 * The requests to compare a site with another API by: for each collection one of each kind, then others. The same
 * seed, grid and records give the same requests.
 * @param samples some records of each collection, by its name
 */
export function requestsFor(grid: Grid, samples: Samples, seed: string): ComparedRequest[] {
  const lists = grid.collections.map((collection) => {
    const kinds = inTurn(kindsOf(collection, samples, randomFrom(`${seed} ${collection.name}`)));
    return [...new Map(kinds.map((request) => [formatRequest(request), request])).values()];
  });
  return inTurn(lists).slice(0, Math.max(REQUESTS, REQUESTS_OF_COLLECTION * lists.length));
}

export type Samples = ReadonlyMap<string, readonly Fields[]>;

/** A request as a text, such as `GET cities/?limit=37`. */
export const formatRequest = ({ collection, method, key, query }: ComparedRequest): string =>
  `${method} ${collection}/${key ? `${encodeKey(key)}/` : ''}${query && `?${query}`}`;

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) =>
    lists.flatMap((one) => one.slice(index, index + 1)),
  ).flat();
}

/** Returns a list of one of some values, or an empty list if there are none. */
type Pick = <T>(values: readonly T[]) => T[];

function randomFrom(seed: string): Pick {
  let drawn = 0;
  return (values) => {
    const index = hashKey(`${seed} ${drawn++}`) % (values.length || 1);
    return values.slice(index, index + 1);
  };
}

const repeat = <T>(make: () => T[]): T[] => Array.from({ length: REPEATS }, make).flat();

/** The requests for a collection, a list for each kind. */
function kindsOf(collection: CollectionGrid, samples: Samples, pick: Pick): ComparedRequest[][] {
  const { name, keyField, numericKeys, items } = collection;
  const records = samples.get(name) ?? [];
  const list = { collection: name, method: 'GET', query: '' } as const;
  const keys = keyField
    ? repeat(() => pick(records)).map((record) => String(record[keyField]))
    : [];
  const known = keys.map((key) => ({ ...list, key }));
  const queries = [...pageQueries(collection, pick), ...filterQueries(collection, records, pick)];
  return [
    ...queries.map((kind) => kind.map((query) => ({ ...list, query }))),
    items === false ? known.slice(0, 1) : known,
    [{ ...list, key: UNKNOWN[numericKeys ? 'number' : 'text'] }],
    ...(['HEAD', 'OPTIONS'] as const).flatMap((method) =>
      [list, ...known.slice(0, 1)].map((one) => [{ ...one, method }]),
    ),
  ];
}

/** The query strings for pages and orders, and those that no API answers. */
function pageQueries(collection: CollectionGrid, pick: Pick): string[][] {
  const { count, orderings, pagination } = collection;
  const { limits, default: limit } = pagination ?? { limits: [], default: count || 1 };
  const [size, place] = windowNames(collection);
  const pages = [...Array(Math.ceil(count / limit) || 1).keys()];
  const page = (index: number) =>
    place === 'page' ? `page=${index + 1}` : `limit=${limit}&offset=${index * limit}`;
  const terms = bothDirections([...new Set(orderings.map((one) => one.replace('-', '')))]);
  const ordered = terms.map((term) => `ordering=${term}`);
  const windows = [
    ...[0, pages.length - 1, pages.length].map((index) => [page(index)]),
    repeat(() => pick(pages)).map(page),
    [37, 1, limit, ...limits, 'abc', 0].map((value) => `${size}=${value}`),
    [-1, 0, 'abc', 'last'].map((value) => `${place}=${value}`),
    ordered.flatMap((one) => pick(pages).map((index) => `${one}&${page(index)}`)),
  ];
  return [
    ...[[''], ['no_such_parameter=1'], ['format=json'], ['ordering=nonsense'], ordered],
    ...(pagination ? windows : []),
    repeat(() => pick(ordered).flatMap((one) => pick(terms).map((term) => `${one},${term}`))),
  ];
}

/** Values that no record has, by the type of a filter. */
const UNKNOWN: Readonly<Record<ValueType | 'text', string>> = {
  ...{ text: 'no-such-value', boolean: 'no-such-value', number: '987654321' },
  ...{ date: '1901-02-03', 'date-time': '1901-02-03T04:05:06Z' },
};

/** The query strings for filters. */
function filterQueries(
  { filters = {}, orderings }: CollectionGrid,
  records: readonly Fields[],
  pick: Pick,
): string[][] {
  const all = Object.entries(filters);
  const match = ([name, filter]: [string, Filter]) =>
    pick(records.flatMap((record) => valuesOf(record, filter))).map(
      (value) => `${name}=${encodeURIComponent(value)}`,
    );
  const some = () => pick(all).flatMap(match);
  return [
    all.flatMap(match),
    all.map(([name, { type }]) => `${name}=${UNKNOWN[type ?? 'text']}`),
    all.flatMap(([name, { type }]) => (type ? `${name}=abc` : [])),
    repeat(() => some().flatMap((one) => some().map((two) => `${one}&${two}`))),
    repeat(() => some().flatMap((one) => pick(orderings).map((two) => `${one}&ordering=${two}`))),
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
