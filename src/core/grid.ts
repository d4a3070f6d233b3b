import type { Sort } from './ordering.ts';

/** How a paginated collection is cut into pages. */
export interface Pagination {
  /** The pre-rendered page sizes, in records. */
  readonly limits: readonly number[];
  /** The page size of a request without `limit`; one of `limits`. */
  readonly default: number;
}

/** What is published of one collection, as plain data. */
export interface CollectionGrid {
  readonly name: string;
  /** The number of records. */
  readonly count: number;
  /** The pattern of keys in a path, as the source of a regular expression. */
  readonly key: string;
  /** The published field that holds each record's key; absent if not every record has it. */
  readonly keyField?: string;
  /** Present if every key is a number. */
  readonly numericKeys?: true;
  /** The pre-rendered values of `ordering`, such as `label` and `-label`. */
  readonly orderings: readonly string[];
  /** What they sort by, by name without a `-`; absent if there are none. */
  readonly sortedBy?: Readonly<Record<string, Sort>>;
  /** The order without `ordering`; absent: the order of the content. */
  readonly order?: Sort;
  /** Absent if the collection takes no `ordering`. */
  readonly sorts?: Sorts;
  /** Absent if the collection is one unpaginated list. */
  readonly pagination?: Pagination;
  /** The number of records with a point on a map; absent if there is no collection of features. */
  readonly features?: number;
}

/** The orders that our own code can compose, besides the pre-rendered ones. */
export interface Sorts {
  /** The published field that holds a record's key, which orders equal values. */
  readonly key: string;
  /** Values of `ordering`, without the `-` that reverses one. */
  readonly by: Readonly<Record<string, Sort>>;
}

/** The table of what is published: plain data that is stored as JSON with the site. */
export interface Grid {
  /** The absolute address where the site is mounted, without a slash at its end. */
  readonly base: string;
  /** The pre-rendered values of `format`. */
  readonly formats: readonly string[];
  /** Other values of `format`, which only our own code can answer. */
  readonly composedFormats?: readonly string[];
  readonly collections: readonly CollectionGrid[];
}

/** A page size: a number of records, or `all` from the offset to the end. */
export type Limit = number | 'all';

/** A page's place in a listing, in records. */
export interface Window {
  readonly limit: Limit;
  readonly offset: number;
}

/** Every pre-rendered window of a collection of `count` records; an empty collection has one page. */
export function* windows(pagination: Pagination, count: number): Generator<Window> {
  for (const limit of pagination.limits) {
    for (let offset = 0; offset === 0 || offset < count; offset += limit) yield { limit, offset };
  }
  yield { limit: 'all', offset: 0 };
}

/** True if the window is one of `windows`; computed without walking them. */
export function isWindow(pagination: Pagination, count: number, window: Window): boolean {
  const { limit, offset } = window;
  if (limit === 'all') return offset === 0;
  if (!pagination.limits.includes(limit)) return false;
  return offset === 0 || (offset > 0 && offset < count && offset % limit === 0);
}

/** The windows before and after a window, or null where there is none. */
export function neighbours(
  { limit, offset }: Window,
  count: number,
): { next: Window | null; previous: Window | null } {
  const step = limit === 'all' ? count : limit;
  return {
    next: limit !== 'all' && offset + step < count ? { limit, offset: offset + step } : null,
    previous: offset > 0 ? { limit, offset: Math.max(0, offset - step) } : null,
  };
}

/** The accepted values of `ordering` for a list of fields: each ascending and descending. */
export const bothDirections = (fields: readonly string[]): string[] =>
  fields.flatMap((field) => [field, `-${field}`]);

/**
 * What a value of `ordering` sorts by; undefined if it is not one of these.
 * @param by orders by name, without the `-` that reverses one
 */
export function sortIn(
  by: Readonly<Record<string, Sort>> | undefined,
  ordering: string,
): Sort | undefined {
  const name = ordering.replace(/^-/, '');
  const sort = by && Object.hasOwn(by, name) ? by[name] : undefined;
  return sort && ordering !== name ? { ...sort, descending: !sort.descending } : sort;
}

/** What a value of `ordering` that is not pre-rendered sorts by; undefined if it is not supported. */
export const sortOf = ({ sorts }: CollectionGrid, ordering: string): Sort | undefined =>
  sortIn(sorts?.by, ordering);

/** The path of the base address, such as `/bna`, or the empty string. */
export const basePath = (grid: Grid): string => grid.base.replace(/^https?:\/\/[^/]*/, '');
