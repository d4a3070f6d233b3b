import { encodeKey } from './encode-key.ts';
import { formatFileName, parseFileName } from './file-name.ts';
import type { FilterValues } from './filter.ts';
import {
  apiFolder,
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
 *
 * A definition can have another prefix than `api`.
 */

/** The address of each collection, and of its features, by name. */
export const indexPath = (grid: Grid): string => `${apiFolder(grid)}index.json`;

/** The path of a record, relative to the site's folder. */
export const formatItemPath = (grid: Grid, collection: CollectionGrid, key: string): string =>
  `${apiFolder(grid)}${collection.name}/${keyFileName(collection, key) ?? formatFileName(key)}.json`;

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
  grid: Grid,
  collection: CollectionGrid,
  { filters = {}, ordering, ...window }: ListingParts,
): string {
  const values = Object.entries(filters).map(([name, value]) => [
    name,
    value && formatValueSegment(collection, name, value),
  ]);
  const place = Object.entries(windowValues(window)).slice(0, window.offset ? 2 : 1);
  const pairs = [...values, ['ordering', ordering], ...place];
  const segments = [collection.name, ...pairs.filter(([, value]) => value).flat()];
  return `${apiFolder(grid)}${segments.join('/')}.json`;
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
export function isPagePath(grid: Grid, path: string): boolean {
  const [name, ...rest] = segmentsOf(apiFolder(grid), path);
  const collection = grid.collections.find((one) => one.name === name);
  return collection?.pagination !== undefined && rest.length !== 1;
}

/** True for a path of a site for plain files, relative to its folder, that is an address of the API. */
export const isPathAddress = (grid: Grid, path: string): boolean =>
  grid.layout === 'paths' && path.startsWith(apiFolder(grid)) && path.endsWith('.json');

const segmentsOf = (folder: string, path: string): string[] =>
  path
    .slice(folder.length)
    .replace(/\.json$/, '')
    .split('/');

/**
 * The request with a query string for the same records as a path, both relative to the site's folder; null for
 * a record whose key can't be read from the path.
 * @param folder that of the API
 */
export function queryOfPath(folder: string, path: string): string | null {
  const [name = '', ...segments] = segmentsOf(folder, path);
  if (name === 'index') return folder;
  const values = segments.filter((_, index) => segments.length === 1 || index % 2 === 1);
  const texts = values.map(parseFileName);
  if (texts.includes(null)) return null;
  if (segments.length === 1) return `${folder}${name}/${encodeKey(texts[0] ?? '')}/`;
  const pairs = texts.map((text, index): [string, string] => [
    segments[2 * index] ?? '',
    text ?? '',
  ]);
  return `${folder}${name}/${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
}
