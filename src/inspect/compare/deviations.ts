import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, endpointPath, parametersOf } from '../../core/endpoint.ts';
import { type CollectionGrid, type Grid, parseOrdering, windowNames } from '../../core/grid.ts';
import { orderOf, type Sort } from '../../core/ordering.ts';
import { resolve } from '../../core/resolve.ts';
import type { Kind, Reading } from './differences.ts';
import type { ComparedRequest, Fields } from './requests.ts';

/** A request with both answers. */
interface Pair {
  readonly request: ComparedRequest;
  readonly live: Reading;
  readonly own: Reading;
  readonly grid: Grid;
  readonly collection: CollectionGrid;
  /** Some records of the collection. */
  readonly sample: readonly Fields[];
}

type Rule = (pair: Pair) => boolean;

/** The live API answers what the site refuses for one of these reasons. */
const refuses = (...reasons: readonly string[]): Rule => {
  return (pair) => pair.live.status === 200 && reasons.includes(refusalOf(pair));
};

const isOrderedBy = (reason: string): Rule => {
  return (pair) => orderReason(pair, sortsOf(pair)) === reason;
};

/** What explains a difference of each kind, by the first cell of a row of docs/deviations.md. */
export const DEVIATIONS: Readonly<Record<Kind, Readonly<Record<string, Rule>>>> = {
  status: {
    'a malformed `limit` or `offset`': refuses('limit', 'offset'),
    'a malformed `page_size`': refuses('page_size'),
    '`page=last`, `page=02`': refuses('page'),
    'an unknown `ordering`, an empty one among several, or a field twice': refuses('ordering'),
    'a parameter twice': refuses('repeated'),
    'an unknown parameter': refuses('unknown'),
    'a `format` that a definition does not have': refuses('format'),
    'a filter by a boolean': refuses('boolean'),
    'a record of a collection with `items: false`': refuses('path'),
    'a value that no record has': ({ live, own }) => live.status === 400 && own.count === 0,
    'a page that is not pre-rendered': (pair) => pair.live.status === 200 && needsCode(pair),
    'a page that does not exist of a filter, on hosts that follow rules': (pair) =>
      pair.live.status === 404 && needsCode(pair),
    '`OPTIONS`': isOptions,
  },
  count: {
    'the number of records on a page': isResized,
    'a parameter that is no field': isEmptied,
  },
  order: {
    'equal values in an order': isOrderedBy('equal'),
    'null in an order': isOrderedBy('null'),
    'texts in an order': isOrderedBy('text'),
  },
  fields: { '`OPTIONS`': isOptions },
  links: { '`next`, `previous`': hasSameLinks, 'the number of records on a page': isResized },
  headers: { '`Allow`': allowsMore },
};

/** The deviation that explains a difference of a kind; null if there is none. */
export const deviationOf = (kind: Kind, pair: Pair): string | null =>
  Object.entries(DEVIATIONS[kind]).find(([, explains]) => explains(pair))?.[0] ?? null;

/**
 * Why a site refuses a request: the name of an error, or the type of a filter with a malformed value; empty if this
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

function needsCode(pair: Pair): boolean {
  return refusalOf(pair) === '' && refusalOf(pair, false) !== '';
}

function isOptions({ request, live, own }: Pair): boolean {
  return (
    request.method === 'OPTIONS' && own.status === 200 && [200, 204, 405].includes(live.status)
  );
}

/** DRF sends fewer records than requested, or as many as without a `page_size`. */
function isResized({ request, live, own, collection }: Pair): boolean {
  const [name] = windowNames(collection);
  const size = Number(new URLSearchParams(request.query).get(name));
  const isClipped = own.keys.length === Math.min(size, collection.count) && live.keys.length < size;
  const isFixed = name === 'page_size' && live.keys.length === collection.pagination?.default;
  const length = Math.min(live.keys.length, own.keys.length);
  const isSame = isDeepStrictEqual(live.keys.slice(0, length), own.keys.slice(0, length));
  return size > 0 && live.count === own.count && isSame && (isClipped || isFixed);
}

/** json-server finds no record by a parameter that is no field. */
function isEmptied({ request, live, sample }: Pair): boolean {
  const names = [...new URLSearchParams(request.query).keys()];
  return (
    live.isList && live.count === 0 && names.some((name) => sample.every((one) => !(name in one)))
  );
}

function sortsOf({ request, collection }: Pair): readonly Sort[] {
  const ordering = new URLSearchParams(request.query).get('ordering');
  if (ordering) return parseOrdering(collection, ordering) ?? [];
  return collection.defaultSort ? [collection.defaultSort] : [];
}

/** What two orders by the same fields differ in; empty if one is no such order. */
function orderReason({ live, own, sample }: Pair, sorts: readonly Sort[]): string {
  const isWhole = own.keys.length === own.count;
  const isSame = !isWhole || isDeepStrictEqual(new Set(live.keys), new Set(own.keys));
  if (sorts.length === 0 || !isSame) return '';
  const values = (record: Fields) => sorts.map(({ field }) => record[field] ?? null);
  if (isDeepStrictEqual(live.records.map(values), own.records.map(values))) return 'equal';
  if (!isSorted(own.records, sorts)) return '';
  const hasNull = (record: Fields) => values(record).includes(null);
  const compared = live.records.filter((record) => !hasNull(record));
  const collations = (['code', 'caseless', 'text'] as const)
    .map((kind) => sorts.map((sort) => (sort.kind === 'number' ? sort : { ...sort, kind })))
    .filter((other) => isSorted(compared, other));
  if (sample.some(hasNull)) return collations.length > 0 ? 'null' : '';
  const order = String(permutation(sample, sorts));
  return collations.some((other) => String(permutation(sample, other)) !== order) ? 'text' : '';
}

/** The order of records, in which those with equal values stay as they are. */
function permutation(records: readonly Fields[], sorts: readonly Sort[]): Uint32Array {
  const sign = sorts.at(-1)?.descending ? -1 : 1;
  return orderOf(
    records.map((value, index) => ({ key: sign * index, value })),
    sorts,
  );
}

const isSorted = (records: readonly Fields[], sorts: readonly Sort[]): boolean =>
  permutation(records, sorts).every((index, place) => index === place);

/** True if links have the same parameters, except unknown ones and values that an absent parameter stands for. */
function hasSameLinks({ live, own, grid, collection }: Pair): boolean {
  const parameters = parametersOf(grid, { kind: 'collection', collection });
  const known = (link: string | null) =>
    link === null
      ? null
      : [...new URLSearchParams(link)].filter(
          ([name, value]) =>
            value && parameters.some((one) => one.name === name && one.fallback !== value),
        );
  return isDeepStrictEqual(
    Object.values(live.links).map(known),
    Object.values(own.links).map(known),
  );
}

function allowsMore({ live, own }: Pair): boolean {
  const isSame = live.type === own.type && live.isRedirect === own.isRedirect;
  return (
    isSame && (live.allow.join('') === '' || own.allow.every((one) => live.allow.includes(one)))
  );
}
