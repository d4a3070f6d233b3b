import { encodeKey } from './encode-key.ts';
import { formatFileName, parseFileName } from './file-name.ts';
import type { FilterValues } from './filter.ts';
import {
  type CollectionGrid,
  type Grid,
  keyFileName,
  valueFileName,
  type Window,
  windowValues,
} from './grid.ts';

/*
 * Addresses on hosts of plain files, which ignore the query of a request: the path of a file has the
 * parameters as pairs of name and value, filters first. An absent parameter, offset 0 and page 1 are left out.
 *
 *   api/index.json
 *   api/neighborhoods.json
 *   api/neighborhoods/country/US/ordering/-label/limit/50/offset/100.json
 *   api/neighborhoods/<key>.json
 */

/** The address of each collection, and of its features, by name. */
export const INDEX_PATH = 'api/index.json';

/** The path of a record, relative to the site's folder. */
export const formatItemPath = (collection: CollectionGrid, key: string): string =>
  `api/${collection.name}/${keyFileName(collection, key) ?? formatFileName(key)}.json`;

/** What distinguishes a page or a list from the others of its collection. */
interface ListingParts extends Partial<Window> {
  readonly filters?: FilterValues;
  readonly ordering: string;
}

/**
 * The path of a page or an unpaginated list, relative to the site's folder; without a window that of the first page as
 * without parameters.
 */
export function formatListingPath(
  collection: CollectionGrid,
  { filters = {}, ordering, ...window }: ListingParts,
): string {
  const values = Object.entries(filters).map(([name, value]) => [
    name,
    value && formatValueSegment(collection, name, value),
  ]);
  const place = Object.entries(windowValues(window)).slice(0, window.offset ? 2 : 1);
  const pairs = [...values, ['ordering', ordering], ...place];
  return `api/${[collection.name, ...pairs.filter(([, value]) => value).flat()].join('/')}.json`;
}

/**
 * The segment of a path for the value of a filter. A folder can't have the name of a file: that of the value
 * `US.json` would be the page of the value `US`.
 */
export function formatValueSegment(
  collection: CollectionGrid,
  filter: string,
  value: string,
): string {
  const name = valueFileName(collection, filter, value);
  return /\.json$/i.test(name) ? formatFileName(value, true) : name;
}

/** True if a path that is relative to the site's folder is that of a page, which has links in its first line. */
export function isPagePath({ collections }: Grid, path: string): boolean {
  const [name, ...rest] = path.replace(/^api\/|\.json$/g, '').split('/');
  const collection = collections.find((one) => one.name === name);
  return collection?.pagination !== undefined && rest.length !== 1;
}

/**
 * The request with a query string for the same records as a path, both relative to the site's folder; null for
 * a record whose key can't be read from the path.
 */
export function queryOfPath(path: string): string | null {
  const [name = '', ...segments] = path.replace(/^api\/|\.json$/g, '').split('/');
  if (name === 'index') return 'api/';
  const values = segments.filter((_, index) => segments.length === 1 || index % 2 === 1);
  const texts = values.map(parseFileName);
  if (texts.includes(null)) return null;
  if (segments.length === 1) return `api/${name}/${encodeKey(texts[0] ?? '')}/`;
  const pairs = texts.map((text, index): [string, string] => [
    segments[2 * index] ?? '',
    text ?? '',
  ]);
  return `api/${name}/${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
}
