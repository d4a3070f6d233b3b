import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, endpointPath, parametersOf } from '../../core/endpoint.ts';
import { type CollectionGrid, type Grid, parseOrdering, windowNames } from '../../core/grid.ts';
import { orderOf, type Sort } from '../../core/ordering.ts';
import { METHODS, resolve } from '../../core/resolve.ts';
import type { Kind, Reading } from './differences.ts';
import type { ComparedRequest, Fields } from './requests.ts';

/** A request with both answers. */
export interface Pair extends Readonly<Record<'live' | 'own', Reading>> {
  readonly request: ComparedRequest;
  readonly grid: Grid;
  readonly collection: CollectionGrid;
  /** Some records of the collection. */
  readonly sample: readonly Fields[];
}

type Rules = Readonly<Record<string, (pair: Pair) => boolean>>;

/** The live API answers what the site refuses for one of these reasons. */
const refuses = (...reasons: readonly string[]): Rules[string] => {
  return (pair) => pair.live.status === 200 && reasons.includes(refusalOf(pair));
};

const isOrdered = (reason: string): Rules[string] => {
  return (pair) => hasSameLinks(pair) && orderReason(pair, sortsOf(pair)) === reason;
};

const isOptions = ({ request, live, own }: Pair): boolean =>
  request.method === 'OPTIONS' && own.status === 200 && [200, 204, 405].includes(live.status);

/** What explains a difference of each kind, by the first cell of a row of docs/deviations.md. */
export const DEVIATIONS: Readonly<Record<Kind, Rules>> = {
  status: {
    'a malformed `limit` or `offset`': refuses('limit', 'offset'),
    'a malformed `page_size`': refuses('page_size'),
    '`page=last`, `page=02`': refuses('page'),
    'an unknown `ordering`, an empty one among several, or a field twice': refuses('ordering'),
    'an unknown parameter': refuses('unknown'),
    'a `format` that a definition does not have': refuses('format'),
    'a filter by a boolean': refuses('boolean'),
    'a record of a collection with `items: false`': refuses('path'),
    'a malformed value of a filter': (pair) =>
      pair.live.count === 0 && refuses('number', 'date', 'date-time')(pair),
    'a value that no record has': ({ request, live, own }) =>
      request.method === 'GET' && live.status === 400 && own.count === 0,
    'a page that is not pre-rendered': needsCode,
    '`HEAD`': ({ request, live }) => request.method === 'HEAD' && live.status === 400,
    '`OPTIONS`': isOptions,
  },
  count: {
    'records on a page': isResized,
    'pages by cursor': hasCursor,
    'a parameter that is no field': isEmptied,
  },
  order: {
    'equal values in an order': isOrdered('equal'),
    'null in an order': isOrdered('null'),
  },
  fields: { '`OPTIONS`': isOptions },
  links: {
    '`next`, `previous`': hasSameLinks,
    'records on a page': isResized,
    'pages by cursor': hasCursor,
  },
  headers: { '`Allow`': allowsMore },
};

/** The deviation that explains a difference of a kind; null if there is none. */
export const deviationOf = (kind: Kind, pair: Pair): string | null =>
  Object.entries(DEVIATIONS[kind]).find(([, explains]) => explains(pair))?.[0] ?? null;

/**
 * Why the site refuses a request: the name of an error, or the type of a filter with a malformed value; empty if this
 * does not give the status of its answer.
 * @param composes false for a host that follows rules
 */
function refusalOf({ request, own, grid, collection }: Pair, composes = true): string {
  const { method, key, query } = request;
  const endpoint = { kind: key === undefined ? 'collection' : 'item', collection, key } as Endpoint;
  const outcome = resolve(
    grid,
    { method, path: endpointPath(grid, endpoint), query },
    { composes },
  );
  if (outcome.status !== own.status) return '';
  if (outcome.kind !== 'error') return outcome.kind;
  return collection.filters?.[outcome.address.filter ?? '']?.type ?? outcome.address.error;
}

/** Would a host that runs code answer? */
function needsCode(pair: Pair): boolean {
  return pair.live.status === 200 && refusalOf(pair) === '' && refusalOf(pair, false) !== '';
}

/** The live API sends fewer records than requested, or as many as without a `page_size`. */
function isResized(pair: Pair): boolean {
  const { request, live, own, collection } = pair;
  const [name] = windowNames(collection);
  const size = Number(new URLSearchParams(request.query).get(name));
  const [length, ownLength] = [live.keys.length, own.keys.length];
  const isFixed = name === 'page_size' && length === collection.pagination?.default;
  const isClipped = ownLength === Math.min(size, collection.count) && length < ownLength;
  const isSame = live.count === own.count && beginsEqually(pair);
  return size > 0 && length > 0 && length !== ownLength && isSame && (isFixed || isClipped);
}

/** The live API has no numbers for its pages, and ignores those of a request. */
function hasCursor(pair: Pair): boolean {
  const { live, request } = pair;
  const isNumbered = /(?:^|&)(?:limit|offset)=/.test(request.query);
  const isCursor = live.links.some(
    (link) => link !== null && new URLSearchParams(link).has('cursor'),
  );
  return isCursor && (isNumbered || beginsEqually(pair));
}

/** Have both pages the same first records, or records with the same values of the ordering? */
function beginsEqually(pair: Pair): boolean {
  const { live, own } = pair;
  const sorts = sortsOf(pair);
  const length = Math.min(live.keys.length, own.keys.length);
  const first = ({ records, keys }: Reading) => {
    const order = sorts.length > 0 ? records.map((record) => valuesIn(record, sorts)) : keys;
    return order.slice(0, length);
  };
  return isDeepStrictEqual(first(live), first(own));
}

/** json-server finds no record by a parameter that is no field. */
function isEmptied({ request, live, grid, collection }: Pair): boolean {
  const known = parametersOf(grid, { kind: 'collection', collection }).map(({ name }) => name);
  const names = [...new URLSearchParams(request.query).keys()];
  const isUnknown = (name: string) => name === 'format' || !known.includes(name);
  return live.isList && live.count === 0 && names.some(isUnknown);
}

function sortsOf({ request, collection }: Pair): readonly Sort[] {
  const ordering = new URLSearchParams(request.query).get('ordering');
  if (ordering) return parseOrdering(collection, ordering) ?? [];
  return collection.defaultSort ? [collection.defaultSort] : [];
}

/** The values by which a record is sorted. */
const valuesIn = (record: Fields, sorts: readonly Sort[]): unknown[] =>
  sorts.map(({ field }) => record[field] ?? null);

/** Why two pages in the same order can have other records; empty if one of them is in another order. */
function orderReason({ live, own, sample }: Pair, sorts: readonly Sort[]): string {
  const isWhole = own.keys.length === own.count;
  if (isWhole && !isDeepStrictEqual(new Set(live.keys), new Set(own.keys))) return '';
  const values = (record: Fields) => valuesIn(record, sorts);
  const hasNull = (record: Fields) => values(record).includes(null);
  if (sorts.length === 0 || !isSorted(own.records, sorts)) return '';
  if (isDeepStrictEqual(live.records.map(values), own.records.map(values))) return 'equal';
  const compared = live.records.filter((record) => !hasNull(record));
  return sample.some(hasNull) && isSorted(compared, sorts) ? 'null' : '';
}

/** Are records in an order, in which those with equal values can be in any? */
function isSorted(records: readonly Fields[], sorts: readonly Sort[]): boolean {
  const sign = sorts.at(-1)?.descending ? -1 : 1;
  const keyed = records.map((value, index) => ({ key: sign * index, value }));
  return orderOf(keyed, sorts).every((index, place) => index === place);
}

/** True if links have the same parameters, except unknown ones and values that an absent parameter stands for. */
function hasSameLinks({ live, own, grid, collection }: Pair): boolean {
  const known = parametersOf(grid, { kind: 'collection', collection });
  const read = (link: string | null) =>
    link === null
      ? []
      : known.map(({ name, fallback }) => new URLSearchParams(link).get(name) || fallback);
  return isDeepStrictEqual(live.links.map(read), own.links.map(read));
}

/** The live API allows other methods too, or has no `Allow`. */
function allowsMore({ live, own }: Pair): boolean {
  const isReadOnly = isDeepStrictEqual(own.allow, [...METHODS].sort());
  const { allow = METHODS, type } = live;
  const isMore = METHODS.every((method) => allow.includes(method));
  return isReadOnly && isMore && type === own.type;
}
