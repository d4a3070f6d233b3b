import type { Limit } from './grid.ts';

/** What can be wrong with a request, and the status that says so. */
export const ERRORS = {
  path: 404,
  key: 404,
  format: 404,
  ordering: 400,
  limit: 400,
  offset: 400,
  repeated: 400,
  method: 405,
} as const;
export type ErrorName = keyof typeof ERRORS;

export interface PageAddress {
  readonly kind: 'page';
  readonly collection: string;
  /** The value of `format`, or the empty string where the request has none. */
  readonly format: string;
  /** The value of `ordering`, or the empty string where the request has none. */
  readonly ordering: string;
  readonly limit: Limit;
  readonly offset: number;
}

export interface ErrorAddress {
  readonly kind: 'error';
  readonly error: ErrorName;
  /** The collection whose supported values the error names, or the empty string. */
  readonly collection: string;
}

/** The name of one published body. One address is one file, and one file is one address. */
export type Address =
  | { readonly kind: 'index' }
  | PageAddress
  | { readonly kind: 'list'; readonly collection: string; readonly ordering: string }
  | { readonly kind: 'item'; readonly collection: string; readonly key: string }
  | { readonly kind: 'features'; readonly collection: string }
  /** Of the index where the name is empty, else of a collection or of its features. */
  | { readonly kind: 'options'; readonly collection: string }
  | ErrorAddress;

/** A listing, or a page of one. */
export type ListingAddress = Extract<Address, { kind: 'page' | 'list' }>;

export const isListing = (address: Address): address is ListingAddress =>
  address.kind === 'page' || address.kind === 'list';

/** The OpenAPI document of the API, in the site's folder. */
export const OPENAPI = 'openapi.json';

/** What the features of a collection are called in a path: they are a GeoJSON FeatureCollection. */
export const featuresName = (collection: string): string => `${collection}_geojson`;

/** What a key must look like to be a file's name on every system and a segment of every path. */
export const KEY = '[A-Za-z0-9_][A-Za-z0-9_.-]*';

export const errorAddress = (error: ErrorName, collection = ''): ErrorAddress => ({
  kind: 'error',
  error,
  collection,
});

/**
 * The file that holds an address's body, relative to the site's folder. Its segments survive every
 * host's engine: a prefix (`f-`, `o-`, `l-`) keeps an empty value or a leading `-` from forming a
 * special path segment, and nothing stands below `/api/`, so that no file shadows a rule.
 */
export function fileOf(address: Address): string {
  switch (address.kind) {
    case 'index':
      return 'data/index.json';
    case 'page':
      return pageFile(address.collection, address);
    case 'list':
      return `data/${address.collection}/list/o-${address.ordering}.json`;
    case 'item':
      return `data/${address.collection}/item/${address.key}.json`;
    case 'features':
      return `data/${address.collection}/features.json`;
    case 'options':
      return `data/options/${address.collection || 'index'}.json`;
    case 'error':
      return `data/errors/${address.collection && `${address.collection}/`}${address.error}.json`;
  }
}

/** A page's file; for a host's rules the values may be that host's own placeholders. */
export function pageFile(
  collection: string,
  page: { format: string; ordering: string; limit: Limit | string; offset: number | string },
): string {
  const { format, ordering, limit, offset } = page;
  return `data/${collection}/list/f-${format}/o-${ordering}/l-${limit}/${offset}.json`;
}

/** The inverse of `fileOf`: a file's address, or null where no address has that file. */
export function addressOf(file: string): Address | null {
  if (file === 'data/index.json') return { kind: 'index' };
  const matchers = [matchOptions, matchError, matchPage, matchList, matchItem, matchFeatures];
  return matchers.reduce<Address | null>((found, match) => found ?? match(file), null);
}

function matchOptions(file: string): Address | null {
  const [, collection] = /^data\/options\/([a-z][a-z0-9_]*)\.json$/.exec(file) ?? [];
  if (collection === undefined) return null;
  return { kind: 'options', collection: collection === 'index' ? '' : collection };
}

function matchError(file: string): Address | null {
  const match = /^data\/errors\/(?:([a-z][a-z0-9_]*)\/)?([a-z]+)\.json$/.exec(file);
  if (!match?.[2] || !Object.hasOwn(ERRORS, match[2])) return null;
  return errorAddress(match[2] as ErrorName, match[1]);
}

function matchPage(file: string): Address | null {
  const match =
    /^data\/([a-z][a-z0-9_]*)\/list\/f-([a-z0-9_]*)\/o-(-?[a-z0-9_]*)\/l-(all|[1-9]\d*)\/(0|[1-9]\d*)\.json$/.exec(
      file,
    );
  if (!match) return null;
  const [, collection = '', format = '', ordering = '', limit = '', offset = ''] = match;
  return {
    kind: 'page',
    collection,
    format,
    ordering,
    limit: limit === 'all' ? 'all' : Number(limit),
    offset: Number(offset),
  };
}

function matchList(file: string): Address | null {
  const match = /^data\/([a-z][a-z0-9_]*)\/list\/o-(-?[a-z0-9_]*)\.json$/.exec(file);
  return match && { kind: 'list', collection: match[1] ?? '', ordering: match[2] ?? '' };
}

function matchItem(file: string): Address | null {
  const match = new RegExp(`^data/([a-z][a-z0-9_]*)/item/(${KEY})\\.json$`).exec(file);
  return match && { kind: 'item', collection: match[1] ?? '', key: match[2] ?? '' };
}

function matchFeatures(file: string): Address | null {
  const match = /^data\/([a-z][a-z0-9_]*)\/features\.json$/.exec(file);
  return match && { kind: 'features', collection: match[1] ?? '' };
}

/**
 * The absolute address at which a client asks for a body: what `next`, `previous` and the index
 * hold. Parameters stand in the order of their names; `limit` is always among them, an absent
 * `format` or `ordering` never is.
 */
export function hrefOf(base: string, address: Address): string {
  switch (address.kind) {
    case 'page': {
      const { collection, limit, offset, format, ordering } = address;
      const query = { format, limit: String(limit), offset: String(offset), ordering };
      return `${base}/api/${collection}/${queryOf(query)}`;
    }
    case 'list':
      return `${base}/api/${address.collection}/${queryOf({ ordering: address.ordering })}`;
    case 'item':
      return `${base}/api/${address.collection}/${address.key}/`;
    case 'features':
      return `${base}/api/${featuresName(address.collection)}/`;
    case 'options':
      return `${base}/api/${address.collection && `${address.collection}/`}`;
    case 'index':
    case 'error':
      return `${base}/api/`;
  }
}

/** A query string with its question mark, of the values that are not empty. */
function queryOf(values: Readonly<Record<string, string>>): string {
  let query = '';
  for (const name in values) {
    const value = values[name];
    if (value) query += `${query && '&'}${name}=${encodeURIComponent(value)}`;
  }
  return query && `?${query}`;
}
