import { formatFileName } from './file-name.ts';
import type { Filters } from './filter.ts';
import type { KeyField } from './key.ts';
import { ownValue } from './object.ts';
import type { Sort } from './ordering.ts';

export const PAGINATION_STYLES = ['offset', 'page'] as const;

/** How a paginated collection is cut into pages. */
export interface Pagination {
  /**
   * `'page'`: requests have `page` and `page_size`. Default: `'offset'`: `offset` and `limit`.
   * @example style: 'page'
   */
  readonly style?: (typeof PAGINATION_STYLES)[number];
  /**
   * The page sizes that every host accepts.
   * @example limits: [20, 100]
   */
  readonly limits: readonly number[];
  /**
   * The page size of a request without one; one of `limits`.
   * @example default: 20
   */
  readonly default: number;
  /**
   * `false`: no `limit=all`, nor its large files.
   * @example all: false
   */
  readonly all?: boolean;
}

/** What is published of one collection, as plain data. */
export interface CollectionGrid {
  readonly name: string;
  /** The number of records. */
  readonly count: number;
  /**
   * The pattern of keys, as the source of a regular expression; absent: a key can be any text. It is only described:
   * a request is never compared with it, because some patterns take minutes.
   */
  readonly key?: string | undefined;
  /**
   * The names of the files of records whose keys differ only in case from another one, by key. On a site for hosts with
   * rules also those of other keys that are encoded, as many as rules can have.
   */
  readonly keyFileNames?: Readonly<Record<string, string>>;
  /** The values of `format` that have pages of their own; absent: none. */
  readonly prerenderedFormats?: readonly string[];
  /** The published field, or fields, with each record's key; absent if not every record has it. */
  readonly keyField?: KeyField | undefined;
  /** Present if every key is a number. */
  readonly numericKeys?: true | undefined;
  /** Present if every key is a UUID in small letters: code finds a record by any form of it. */
  readonly uuidKeys?: true | undefined;
  /** The prerendered values of `ordering`, such as `label` and `-label`. */
  readonly orderings: readonly string[];
  /**
   * The orderings of the definition, by name without a `-`. Absent if the collection takes no `ordering`:
   * it is one list, and its definition has none.
   */
  readonly sorts?: Readonly<Record<string, Sort>> | undefined;
  /** The order without `ordering`; absent: the order of the content. */
  readonly defaultSort?: Sort | undefined;
  /** Absent if the collection takes no filters. */
  readonly filters?: Filters;
  /** Absent if no filter is prerendered. */
  readonly partitions?: Partitions;
  /** Absent if the listings of the collection have no pages. */
  readonly pagination?: Pagination | undefined;
  /** False if records have no addresses of their own. */
  readonly items?: false | undefined;
  /** True if the listing is the one record itself. */
  readonly single?: true | undefined;
  /** False if there are no files of it to download. */
  readonly downloads?: false | undefined;
  /** True if a site without pages has the listing of all records as a file. */
  readonly isWhole?: true | undefined;
  /** The number of records with a point on a map; absent if there is no collection of features. */
  readonly features?: number;
  /** The size of the largest file that the host accepts, in bytes, if the collection of features is larger. */
  readonly featuresLimit?: number;
}

/** The prerendered listings of the records that match some filters. */
interface Partitions {
  /** The names of the filters that are prerendered, sorted. */
  readonly filters: readonly string[];
  /** The prerendered values of `ordering`. */
  readonly orderings: readonly string[];
  /** The prerendered page sizes. */
  readonly limits: readonly number[];
  /** The number of matching records by `partitionKey`: `US/CO`, `US/` for the country only. */
  readonly counts: Readonly<Record<string, number>>;
  /** The names in paths of the values that are not the names, by filter and value. */
  readonly valueFileNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * How a host answers. `rules`: its rules select a prerendered page by the query. `plain`: it ignores the query and sends
 * the file at a path, so links are addresses by path. `code`: our code composes all pages and records from the store.
 */
export type HostKind = 'rules' | 'plain' | 'code';

/** The table of what is published: plain data that is stored as JSON with the site. */
export interface Grid {
  /** The kind of the hosts that the site is for. */
  readonly hostKind: HostKind;
  /** The absolute address where the site is mounted, without a slash at its end. */
  readonly base: string;
  /** The first segments of the API's paths, such as `v1`; absent: `api`. */
  readonly prefix?: string | undefined;
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

/** The name of the file of a record. */
export const keyFileName = ({ keyFileNames = {} }: CollectionGrid, key: string): string =>
  ownValue(keyFileNames, key) ?? formatFileName(key);

/** The name in a path of a filter's value. */
export function valueFileName(collection: CollectionGrid, filter: string, value: string): string {
  const names = ownValue(collection.partitions?.valueFileNames ?? {}, filter) ?? {};
  return ownValue(names, value) ?? formatFileName(value);
}

/** The size and the place of a page in its listing, in records. */
export interface PageRange {
  /** A number of records, or `all` from the offset to the end. */
  readonly limit: number | 'all';
  readonly offset: number;
  /** With page numbers, the `page_size` of the request, or the empty string where it has none. */
  readonly pageSize?: number | '' | undefined;
}

/** The names of the parameters for a page's size and its place. */
export const rangeNames = ({ pagination }: Pick<CollectionGrid, 'pagination'>) =>
  pagination?.style === 'page' ? (['page_size', 'page'] as const) : (['limit', 'offset'] as const);

/** A page's place, from the values of the two parameters for it; an empty one stands for its default. */
export function parsePageRange(
  pagination: Pagination,
  texts: Readonly<Record<'limit' | 'offset', string>>,
): PageRange {
  const limit = texts.limit === 'all' ? 'all' : Number(texts.limit) || pagination.default;
  if (pagination.style !== 'page' || limit === 'all')
    return { limit, offset: Number(texts.offset) };
  const offset = (Number(texts.offset || 1) - 1) * limit;
  return { limit, offset, pageSize: texts.limit && limit };
}

/** The values of the two parameters for a page's place, by name; `page_size` is empty where the request has none. */
export const rangeValues = ({ limit, offset = 0, pageSize }: Partial<PageRange>) =>
  pageSize === undefined
    ? { limit, offset }
    : { page_size: pageSize, page: offset / Number(limit) + 1 };

/** True if a request can have all records. */
const hasAll = ({ style, all }: Pagination): boolean => style !== 'page' && all !== false;

/** The prerendered page sizes, as the values of a parameter. */
export const pageSizes = (limits: readonly number[], pagination: Pagination): string[] => [
  ...limits.map(String),
  ...(hasAll(pagination) ? ['all'] : []),
];

/** The first prerendered page of each size. With page numbers, a request without `page_size` has pages of its own. */
export function firstPages(pagination: Pagination): PageRange[] {
  const sizes = pageSizes(pagination.limits, pagination);
  const numbers = pagination.style === 'page' ? ['', ...sizes] : sizes;
  return numbers.map((limit) => parsePageRange(pagination, { limit, offset: '' }));
}

/** True if a page of a collection of `count` records is prerendered. */
export function isPrerenderedPage(pagination: Pagination, count: number, page: PageRange): boolean {
  const { limit, offset } = page;
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
export function parseOrdering({ sorts = {} }: Pick<CollectionGrid, 'sorts'>, ordering: string) {
  const terms = ordering.split(',').flatMap((term): Sort[] => {
    const name = term.replace(/^-/, '');
    const sort = ownValue(sorts, name);
    if (!sort) return [];
    return [term === name ? sort : { ...sort, descending: !sort.descending }];
  });
  const fields = new Set(terms.map(({ field }) => field));
  return fields.size === ordering.split(',').length ? terms : undefined;
}

/** The prerendered value of `ordering` that equals the default order; undefined if there is none. */
export function defaultOrdering(collection: CollectionGrid): string | undefined {
  const { defaultSort, orderings } = collection;
  const formatSort = (sort?: Sort) =>
    sort && `${sort.field} ${sort.kind} ${sort.descending ?? false}`;
  const isDefault = (ordering: string) =>
    formatSort(parseOrdering(collection, ordering)?.[0]) === formatSort(defaultSort);
  return orderings.find(isDefault);
}

/** The first segments of the API's paths if the definition names none. */
export const DEFAULT_PREFIX = 'api';

/** The folder of the API relative to the site's, such as `api/`: endpoints, and pages by path, are in it. */
export const apiFolder = ({ prefix = DEFAULT_PREFIX }: Pick<Grid, 'prefix'>): string =>
  `${prefix}/`;

/** The path of the base address, such as `/bna`, or the empty string. */
export const basePath = (grid: Grid): string => grid.base.replace(/^https?:\/\/[^/]*/, '');
