import {
  type Address,
  featuresName,
  hrefOf,
  type ListingAddress,
  type ListingFields,
  type PageAddress,
} from './address.ts';
import {
  addressFor,
  type Endpoint,
  endpointAt,
  hrefAt,
  parametersOf,
  type Values,
} from './endpoint.ts';
import { formatFileName, parseFileName } from './file-name.ts';
import {
  apiFolder,
  type CollectionGrid,
  findCollection,
  type Grid,
  keyFileName,
  type PageRange,
  rangeValues,
  valueFileName,
} from './grid.ts';

/*
 * The path of an address, which is that of its file in the site's folder. A listing has its parameters as
 * pairs of a name and a value, in one order: a prerendered format, filters by name, ordering, the size of a page, and
 * its place, which is left out for the first page.
 *
 *   api/index.json
 *   api/neighborhoods/country/US/ordering/-label/limit/50/offset/100.json
 *   api/neighborhoods/<key>.json
 *   api/neighborhoods.json              the one alias: the first page of the default size
 *
 * Values and keys are written as names of files. A definition can have another prefix than `api`. What has no
 * address of its own is in `data/`.
 */

/** The file with the body of an address, relative to the site's folder. */
export function fileOf(grid: Grid, address: Address): string {
  const folder = apiFolder(grid);
  switch (address.kind) {
    case 'index':
      return `${folder}index.json`;
    case 'features':
      return `${folder}${featuresName(address.collection)}.json`;
    case 'record':
      return recordPath(grid, findCollection(grid, address), address.key);
    case 'options':
      return `data/options/${address.collection || 'index'}.json`;
    case 'error': {
      const { collection, error, filter } = address;
      return `data/errors/${collection && `${collection}/`}${error}${filter ? `-${filter}` : ''}.json`;
    }
    case 'listing':
      return formatListing(grid, address, {});
    case 'page':
      return formatListing(grid, address, address);
  }
}

const recordPath = (grid: Grid, collection: CollectionGrid, key: string): string =>
  `${apiFolder(grid)}${collection.name}/${keyFileName(collection, key)}.json`;

/** The path of the first page of a listing without the size of the page, relative to the site's folder. */
export const aliasOf = (grid: Grid, listing: ListingParts): string =>
  formatListing(grid, listing, {});

type ListingParts = ListingFields & Partial<Pick<PageAddress, 'format'>>;

function formatListing(grid: Grid, listing: ListingParts, page: Partial<PageRange>): string {
  const { filters = {}, format = '', ordering } = listing;
  const collection = findCollection(grid, listing);
  const values = Object.entries(filters).map(([name, value]) => [
    name,
    valueFileName(collection, name, value),
  ]);
  const pairs = [
    ['format', collection.prerenderedFormats?.includes(format) && format],
    ...values,
    ['ordering', ordering && formatFileName(ordering)],
    ...Object.entries(rangeValues(page)).slice(0, page.offset ? 2 : 1),
  ];
  const segments = [collection.name, ...pairs.filter(([, value]) => value).flat()];
  return `${apiFolder(grid)}${segments.join('/')}.json`;
}

/** The address of a page in the links of a prerendered page. */
export const prerenderedHref = (grid: Grid, address: ListingAddress): string =>
  grid.hostKind === 'plain' ? `${grid.base}/${fileOf(grid, address)}` : hrefOf(grid, address);

/** The address of a record in links. */
export const recordHref = (grid: Grid, collection: CollectionGrid, key: string): string =>
  grid.hostKind === 'plain'
    ? `${grid.base}/${recordPath(grid, collection, key)}`
    : hrefAt(grid, { kind: 'record', collection, key });

/** What a path asks for. */
export interface PathRequest {
  readonly endpoint: Endpoint;
  /** The values of its parameters, as in a query. */
  readonly values: Values;
}

/**
 * The request of a path, the inverse of `fileOf` and `aliasOf`; null where a path has another form. The values can be
 * wrong, and in another order: a path is the address of its request only if `isPathOf` says so.
 * @param segments those of a path below the API's folder, without percent-encoding
 */
export function parsePath(grid: Grid, segments: readonly string[]): PathRequest | null {
  const [name = '', ...rest] = [...segments.slice(0, -1), segments.at(-1)?.replace(/\.json$/, '')];
  if (name === 'index' && rest.length === 0) return { endpoint: { kind: 'index' }, values: {} };
  if (rest.length === 1) {
    const key = parseFileName(rest[0] ?? '');
    const record = key === null ? null : endpointAt(grid, [name, key]);
    return record && { endpoint: record, values: {} };
  }
  const endpoint = endpointAt(grid, [name]);
  if (!endpoint) return null;
  const known = parametersOf(grid, endpoint).map((parameter) => parameter.name);
  const values: Record<string, string> = {};
  for (let index = 0; index < rest.length; index += 2) {
    const [parameter = '', text = ''] = rest.slice(index);
    const value = parseFileName(text);
    // White space around a value is no part of it.
    if (!known.includes(parameter) || value === null || value !== value.trim()) return null;
    values[parameter] = value;
  }
  return { endpoint, values };
}

/** True for the path of an address, or for its alias, relative to the site's folder. */
export const isPathOf = (grid: Grid, address: Address, path: string): boolean =>
  path === fileOf(grid, address) || (isFirstPage(grid, address) && path === aliasOf(grid, address));

/** True for the first page of the default size, without a format or `page_size`, which also has an alias. */
export function isFirstPage(grid: Grid, address: Address): address is PageAddress {
  if (address.kind !== 'page' || address.offset > 0) return false;
  if (address.format !== '' || address.pageSize) return false;
  return address.limit === findCollection(grid, address).pagination?.default;
}

/** The address of a path below the API's folder, relative to the site's folder; null where there is none. */
export function addressOf(grid: Grid, path: string): Address | null {
  const folder = apiFolder(grid);
  const isBelow = path.startsWith(folder) && path.endsWith('.json');
  const request = isBelow && parsePath(grid, path.slice(folder.length).split('/'));
  const address = request && addressFor(request.endpoint, request.values);
  return address && isPathOf(grid, address, path) ? address : null;
}
