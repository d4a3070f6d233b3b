import { isPlainName, parseFileName } from './file-name.ts';
import type { FilterValues } from './filter.ts';
import {
  apiFolder,
  findCollection,
  type Grid,
  keyFileName,
  type Limit,
  parseWindow,
  valueFileName,
  type Window,
  windowValues,
} from './grid.ts';
import { formatItemPath, formatListingPath } from './path-address.ts';

/** What can be wrong with a request, with the status of the answer. */
export const ERRORS = {
  path: 404,
  key: 404,
  format: 404,
  filter: 400,
  ordering: 400,
  limit: 400,
  offset: 400,
  page_size: 400,
  page: 404,
  repeated: 400,
  method: 405,
} as const;
export type ErrorName = keyof typeof ERRORS;

/** What a listing and a page of it have in common. */
interface ListingFields {
  readonly collection: string;
  /**
   * The values of filters, by their names in order: an empty one for each pre-rendered filter without
   * a value. Absent if the request has no filter.
   */
  readonly filters?: FilterValues;
  /** The value of `ordering`, or the empty string where the request has none. */
  readonly ordering: string;
}

export interface PageAddress extends ListingFields, Window {
  readonly kind: 'page';
  /** The value of `format`, or the empty string where the request has none. */
  readonly format: string;
}

export interface ErrorAddress {
  readonly kind: 'error';
  readonly error: ErrorName;
  /** The collection whose supported values the error names, or the empty string. */
  readonly collection: string;
  /** The filter whose value is not supported; absent for a combination that is not. */
  readonly filter?: string;
}

/** The name of one published body. One address is one file, and one file is one address. */
export type Address =
  | { readonly kind: 'index' }
  | PageAddress
  | (ListingFields & { readonly kind: 'list' })
  | { readonly kind: 'item'; readonly collection: string; readonly key: string }
  | { readonly kind: 'features'; readonly collection: string }
  /** Of the index if the name is empty, else of a collection or of its features. */
  | { readonly kind: 'options'; readonly collection: string }
  | ErrorAddress;

export type ItemAddress = Extract<Address, { kind: 'item' }>;

/** A listing, or a page of one. */
export type ListingAddress = Extract<Address, { kind: 'page' | 'list' }>;

export const isListing = (address: Address): address is ListingAddress =>
  address.kind === 'page' || address.kind === 'list';

/** The OpenAPI document of the API, in the site's folder. */
export const OPENAPI = 'openapi.json';

/** The folder of a site that has whole collections as files. */
export const DOWNLOADS = 'downloads/';

/** A whole collection as JSON, one record on a line, in the site's folder. */
export const downloadOf = (collection: string): string => `${DOWNLOADS}${collection}.jsonl`;

/** The name in paths of a collection's features, which are a GeoJSON FeatureCollection. */
export const featuresName = (collection: string): string => `${collection}_geojson`;

export const errorAddress = (error: ErrorName, collection = '', filter?: string): ErrorAddress => ({
  kind: 'error',
  error,
  collection,
  ...(filter && { filter }),
});

/** The file that holds an address's body, relative to the site's folder. */
export function fileOf(grid: Grid, address: Address): string {
  return (grid.layout === 'paths' && pathOf(grid, address)) || queryFileOf(grid, address);
}

/** The file whose path a client requests on a host of plain files; undefined for what only code sends. */
function pathOf(grid: Grid, address: Address): string | undefined {
  if (address.kind === 'features')
    return `${apiFolder(grid)}${featuresName(address.collection)}.json`;
  if (address.kind !== 'item' && !isListing(address)) return undefined;
  const collection = findCollection(grid, address);
  return address.kind === 'item'
    ? formatItemPath(grid, collection, address.key)
    : formatListingPath(grid, collection, address);
}

/** The file that answers a request with a query string. */
function queryFileOf(grid: Grid, address: Address): string {
  if (address.kind === 'item') {
    const { collection, key } = address;
    return formatFile({
      ...address,
      key: keyFileName(findCollection(grid, { collection }), key) ?? '',
    });
  }
  if (!isListing(address) || !address.filters) return formatFile(address);
  const collection = findCollection(grid, address);
  const pairs = Object.entries(address.filters);
  const names = pairs.map(([name, value]) => [
    name,
    value && valueFileName(collection, name, value),
  ]);
  return formatFile({ ...address, filters: Object.fromEntries(names) });
}

/**
 * The file of an address that has names of files in place of a key and the values of filters. Its segments
 * survive every host's engine: a prefix (`f-`, `o-`, `l-`) keeps an empty value or a leading `-` from
 * forming a special path segment. No file is in the folder of the API, so that no file shadows a rule.
 */
function formatFile(address: Address): string {
  switch (address.kind) {
    case 'index':
      return 'data/index.json';
    case 'page': {
      const [limit = '', offset = ''] = Object.values(windowValues(address));
      return formatListingFile({ ...address, limit, offset });
    }
    case 'list':
      return formatListingFile(address);
    case 'item':
      return formatItemFile(address.collection, address.key);
    case 'features':
      return `data/${address.collection}/features.json`;
    case 'options':
      return `data/options/${address.collection || 'index'}.json`;
    case 'error': {
      const { collection, error, filter } = address;
      return `data/errors/${collection && `${collection}/`}${error}${filter ? `-${filter}` : ''}.json`;
    }
  }
}

/**
 * The file of a record; for a host's rules, the name may be that host's own placeholder. Encoded names have a
 * folder of their own: rules copy other keys from the path of a request, and must not find such a file.
 */
export const formatItemFile = (
  collection: string,
  name: string,
  isPlain = isPlainName(name),
): string => `data/${collection}/${isPlain ? 'item' : 'encoded'}/${name}.json`;

/** The file of a list, or of a page; for a host's rules the values may be that host's own placeholders. */
export function formatListingFile(values: ListingValues): string {
  const { collection, filters, ordering, format, limit, offset } = values;
  const folder = `data/${collection}/list/`;
  const pairs = Object.entries(filters ?? {}).map(([name, value]) => `${name}-${value}/`);
  const listing = `${filters ? `w/${pairs.sort().join('')}` : ''}o-${ordering}`;
  if (limit === undefined) return `${folder}${listing}.json`;
  const formatFolder = filters && format === '' ? '' : `f-${format}/`;
  return `${folder}${formatFolder}${listing}/l-${limit}/${offset}.json`;
}

interface ListingValues extends ListingFields {
  readonly format?: string;
  readonly limit?: Limit | string;
  readonly offset?: number | string;
}

/** The inverse of `fileOf` on a site with pages by query: a file's address, or null where no address has that file. */
export function addressOf(grid: Grid, file: string): Address | null {
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(file);
    if (!match) continue;
    const address = addressFrom(grid, kind, match.groups ?? {});
    return formatFile(address) === file ? withTexts(address) : null;
  }
  return null;
}

/** An address with the key and the values of filters that names of files stand for; null if one is no name. */
function withTexts(address: Address): Address | null {
  if (address.kind === 'item') {
    const key = parseFileName(address.key);
    return key === null ? null : { ...address, key };
  }
  if (!isListing(address) || !address.filters) return address;
  const pairs = Object.entries(address.filters);
  const values = pairs.map(([name, text]) => [name, text && parseFileName(text)] as const);
  const isKnown = values.every(([, value]) => value !== null);
  return isKnown ? { ...address, filters: Object.fromEntries(values) as FilterValues } : null;
}

/** Bundles that parse no file names have no patterns. */
const PATTERNS = /* @__PURE__ */ makePatterns();

/** The files of each kind of address; a group has the name of what it matches. */
function makePatterns() {
  const name = '[a-z][a-z0-9_]*';
  const collection = '(?<collection>[a-z][a-z0-9_-]*)';
  const listing = `(?:w/(?<folders>(?:${name}-[^/]*/)+))?o-(?<ordering>(?:-?[a-z0-9_]+(?:,-?[a-z0-9_]+)*)?)`;
  const window = 'l-(?<limit>all|[1-9]\\d*|)/(?<offset>0|[1-9]\\d*)';
  const patterns = {
    index: 'index',
    options: `options/(?:index|${collection})`,
    error: `errors/(?:${collection}/)?(?<error>${Object.keys(ERRORS).join('|')})(?:-(?<filter>${name}))?`,
    page: `${collection}/list/(?:f-(?<format>[a-z0-9_]*)/)?${listing}/${window}`,
    list: `${collection}/list/${listing}`,
    item: `${collection}/(?:item|encoded)/(?<key>[A-Za-z0-9_.-]+)`,
    features: `${collection}/features`,
  } satisfies Record<Address['kind'], string>;
  return Object.entries(patterns).map(
    ([kind, pattern]) => [kind, new RegExp(`^data/${pattern}\\.json$`)] as const,
  );
}

/** @param groups what they match; undefined for an optional part that the file does not have */
function addressFrom(
  { collections }: Grid,
  kind: string,
  groups: Readonly<Record<string, string | undefined>>,
): Address {
  const { folders, filter, limit = '', offset, ...texts } = groups;
  const { pagination = NO_PAGINATION } =
    collections.find(({ name }) => name === groups.collection) ?? {};
  const values = Object.entries(texts).map(([name, text = '']) => [name, text]);
  // Such as `country-US/state-CO/`.
  const pairs = folders
    ?.split('/')
    .slice(0, -1)
    .map((folder) => /([^-]+)-(.*)/.exec(folder));
  return {
    kind,
    ...Object.fromEntries(values),
    ...(filter && { filter }),
    ...(pairs && {
      filters: Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])),
    }),
    ...(offset && parseWindow(pagination, { limit, offset })),
  };
}

const NO_PAGINATION = { limits: [], default: 0 };

/**
 * The absolute address at which a client asks for a listing: what `next` and `previous` hold.
 * Parameters are sorted by name; `limit` is always among them, an absent `format`, `ordering` or `page_size` and the
 * number of the first page never are.
 */
export function hrefOf(grid: Grid, address: ListingAddress): string {
  const { collection, filters, ordering } = address;
  const isPage = address.kind === 'page';
  const page = isPage && {
    format: address.format,
    ...windowValues(address),
    ...(address.offset === 0 && { page: '' }),
  };
  return `${grid.base}/${apiFolder(grid)}${collection}/${queryOf({ ...filters, ordering, ...page })}`;
}

/** The address of a page in the links of a pre-rendered page. */
export const printedHref = (grid: Grid, address: ListingAddress): string =>
  grid.layout === 'paths' ? `${grid.base}/${fileOf(grid, address)}` : hrefOf(grid, address);

/** The query string of the values that are not empty, sorted by name, with its question mark. */
function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  let query = '';
  for (const name of Object.keys(values).sort()) {
    const { [name]: value = '' } = values;
    if (value !== '') query += `${query ? '&' : '?'}${name}=${encodedValue(String(value))}`;
  }
  return query;
}

/** Most values need no encoding, and `URLSearchParams` is slow. */
const encodedValue = (value: string): string =>
  /^[\w.-]*$/.test(value) ? value : String(new URLSearchParams([['', value]])).slice(1);
