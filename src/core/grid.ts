import { formatFileName, isPlainName } from './file-name.ts';
import type { Filters } from './filter.ts';
import type { Sort } from './ordering.ts';

export const PAGINATION_STYLES = ['offset', 'page'] as const;

/** How a paginated collection is cut into pages. */
export interface Pagination {
  /**
   * The parameters of a request: `offset` (the default): `limit` and `offset`; `page`: `page_size` and `page`, the
   * number of the page.
   */
  readonly style?: (typeof PAGINATION_STYLES)[number];
  /** The pre-rendered page sizes, in records. */
  readonly limits: readonly number[];
  /** The page size of a request that names none; one of `limits`. */
  readonly default: number;
  /** False if `limit=all` is not supported. */
  readonly all?: boolean;
}

/** What is published of one collection, as plain data. */
export interface CollectionGrid {
  readonly name: string;
  /** The number of records. */
  readonly count: number;
  /** The pattern of keys, as the source of a regular expression; absent: a key can be any text. */
  readonly key?: string;
  /** The names of the files of records whose keys are not the names, by key. Other such records have no file. */
  readonly keyFileNames?: Readonly<Record<string, string>>;
  /** The published field that holds each record's key; absent if not every record has it. */
  readonly keyField?: string;
  /** Present if every key is a number. */
  readonly numericKeys?: true;
  /** The pre-rendered values of `ordering`, such as `label` and `-label`. */
  readonly orderings: readonly string[];
  /**
   * What the terms of `ordering` sort by, by name without a `-`. Absent if the collection takes no
   * `ordering`.
   */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** The order without `ordering`; absent: the order of the content. */
  readonly defaultSort?: Sort;
  /** Absent if the collection takes no filters. */
  readonly filters?: Filters;
  /** Absent if no filter is pre-rendered. */
  readonly partitions?: Partitions;
  /** Absent if the collection is one unpaginated list. */
  readonly pagination?: Pagination;
  /** False if records have no addresses of their own. */
  readonly items?: false;
  /** False if there are no files of it to download. */
  readonly downloads?: false;
  /** True if a site without pages has the list of all records as a file. */
  readonly isWhole?: true;
  /** The number of records with a point on a map; absent if there is no collection of features. */
  readonly features?: number;
}

/** The pre-rendered listings of the records that match some filters. */
export interface Partitions {
  /** The names of the filters that are pre-rendered, sorted. */
  readonly filters: readonly string[];
  /** The pre-rendered values of `ordering`. */
  readonly orderings: readonly string[];
  /** The pre-rendered page sizes. */
  readonly limits: readonly number[];
  /** The number of matching records by `partitionKey`: `US/CO`, `US/` for the country only. */
  readonly counts: Readonly<Record<string, number>>;
  /** The names in paths of the values that are not the names, by filter and value. */
  readonly valueFileNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * What a site has besides its store. `pages`: each page of a listing and each record as a file that answers a
 * query string. `paths`: the same as files that clients request by their paths, for hosts of plain files.
 * `chunks`: none of them, because code composes all.
 */
export type Layout = 'pages' | 'chunks' | 'paths';

/** True if a site has files that answer query strings. */
export const hasQueryPages = ({ layout = 'pages' }: Pick<Grid, 'layout'>): boolean =>
  layout === 'pages';

/** The table of what is published: plain data that is stored as JSON with the site. */
export interface Grid {
  /** Absent: `pages`. */
  readonly layout?: Layout;
  /** The absolute address where the site is mounted, without a slash at its end. */
  readonly base: string;
  /** The first segments of the API's paths, such as `v1`; absent: `api`. */
  readonly prefix?: string;
  /** The extensions of files in `public/` that our own files do not have. */
  readonly extensions?: readonly string[];
  /** The values of `format`. */
  readonly formats: readonly string[];
  /** True if our own code refuses a parameter that its endpoint does not have. */
  readonly refusesUnknown?: true;
  readonly collections: readonly CollectionGrid[];
}

/**
 * The collection of an address.
 * @throws if the grid has no collection of that name
 */
export function findCollection(grid: Grid, address: { collection: string }): CollectionGrid {
  const found = grid.collections.find(({ name }) => name === address.collection);
  if (found) return found;
  throw new Error(`The grid has no collection ${address.collection}.`);
}

/** The name of the file of a record; undefined if the key can't have a file. */
export const keyFileName = (
  { keyFileNames = {} }: CollectionGrid,
  key: string,
): string | undefined =>
  Object.hasOwn(keyFileNames, key) ? keyFileNames[key] : isPlainName(key) ? key : undefined;

/** The name in a path of a filter's value. */
export function valueFileName(
  { partitions }: CollectionGrid,
  filter: string,
  value: string,
): string {
  const { valueFileNames = {} } = partitions ?? {};
  // A filter may be called `constructor`, which every object has.
  const names = (Object.hasOwn(valueFileNames, filter) && valueFileNames[filter]) || {};
  return (Object.hasOwn(names, value) && names[value]) || formatFileName(value);
}

/** A page size: a number of records, or `all` from the offset to the end. */
export type Limit = number | 'all';

/** A page's place in a listing, in records. */
export interface Window {
  readonly limit: Limit;
  readonly offset: number;
  /** With page numbers, the `page_size` of the request, or the empty string where it has none. */
  readonly pageSize?: number | '';
}

/** The names of the parameters for a page's size and its place. */
export const windowNames = ({ pagination }: Pick<CollectionGrid, 'pagination'>) =>
  pagination?.style === 'page' ? (['page_size', 'page'] as const) : (['limit', 'offset'] as const);

/** A page's place, from the values of the two parameters for it, which a request or the name of a file has. */
export function parseWindow(
  pagination: Pagination,
  texts: Readonly<Record<'limit' | 'offset', string>>,
): Window {
  const limit = texts.limit === 'all' ? 'all' : Number(texts.limit) || pagination.default;
  const offset = Number(texts.offset);
  if (pagination.style !== 'page' || limit === 'all') return { limit, offset };
  return { limit, offset: (offset - 1) * limit, pageSize: texts.limit && limit };
}

/** The values of the two parameters for a page's place, by name; `page_size` is empty where the request has none. */
export const windowValues = ({ limit, offset = 0, pageSize }: Partial<Window>) =>
  pageSize === undefined
    ? { limit, offset }
    : { page_size: pageSize, page: offset / Number(limit) + 1 };

/** True if a request can have all records. */
const hasAll = ({ style, all }: Pagination): boolean => style !== 'page' && all !== false;

/** The pre-rendered page sizes, as the values of a parameter. */
export const pageSizes = (limits: readonly number[], pagination: Pagination): string[] => [
  ...limits.map(String),
  ...(hasAll(pagination) ? ['all'] : []),
];

/** The first pre-rendered page of each size. With page numbers, a request without `page_size` has pages of its own. */
export function firstWindows(pagination: Pagination): Window[] {
  const sizes = pageSizes(pagination.limits, pagination);
  const numbers = pagination.style === 'page' ? ['', ...sizes] : sizes;
  const offset = pagination.style === 'page' ? '1' : '0';
  return numbers.map((limit) => parseWindow(pagination, { limit, offset }));
}

/** The offsets of the pre-rendered pages of a size; an empty collection has one page. */
export function* offsetsOf(limit: Limit, count: number): Generator<number> {
  yield 0;
  if (limit === 'all') return;
  for (let offset = limit; offset < count; offset += limit) yield offset;
}

/** True if a window of a collection of `count` records is pre-rendered. */
export function isWindow(pagination: Pagination, count: number, window: Window): boolean {
  const { limit, offset } = window;
  if (limit === 'all') return offset === 0 && hasAll(pagination);
  if (!pagination.limits.includes(limit)) return false;
  return offset === 0 || (offset > 0 && offset < count && offset % limit === 0);
}

/** The accepted values of `ordering` for a list of fields: each ascending and descending. */
export const bothDirections = (fields: readonly string[]): string[] =>
  fields.flatMap((field) => [field, `-${field}`]);

/**
 * What a value of `ordering` sorts by, the first term first; undefined if it is not supported, or
 * names a field twice.
 */
export function parseOrdering(
  { sorts = {} }: Pick<CollectionGrid, 'sorts'>,
  ordering: string,
): Sort[] | undefined {
  const terms = ordering.split(',').flatMap((term): Sort[] => {
    const name = term.replace(/^-/, '');
    const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
    if (!sort) return [];
    return [term === name ? sort : { ...sort, descending: !sort.descending }];
  });
  const fields = new Set(terms.map(({ field }) => field));
  return fields.size === ordering.split(',').length ? terms : undefined;
}

/** The pre-rendered value of `ordering` that equals the default order; undefined if there is none. */
export function defaultOrdering(collection: CollectionGrid): string | undefined {
  const { defaultSort, orderings } = collection;
  const formatSort = (sort?: Sort) =>
    sort && `${sort.field} ${sort.kind} ${sort.descending ?? false}`;
  const isDefault = (ordering: string) =>
    formatSort(parseOrdering(collection, ordering)?.[0]) === formatSort(defaultSort);
  return orderings.find(isDefault);
}

/**
 * The value of `ordering` that a link or a form sends for an order: none for the default order, because
 * rules answer some filters only without `ordering`.
 * @param defaultOrder the value that equals the default order
 */
export const orderingToSend = (ordering: string, defaultOrder: string | undefined): string =>
  ordering === defaultOrder ? '' : ordering;

/** The first segments of the API's paths if the definition names none. */
export const DEFAULT_PREFIX = 'api';

/** The folder of the API relative to the site's, such as `api/`: endpoints, and pages by path, are in it. */
export const apiFolder = ({ prefix = DEFAULT_PREFIX }: Pick<Grid, 'prefix'>): string =>
  `${prefix}/`;

/** The path of the base address, such as `/bna`, or the empty string. */
export const basePath = (grid: Grid): string => grid.base.replace(/^https?:\/\/[^/]*/, '');
