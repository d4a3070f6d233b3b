import type { Limit } from './grid.ts';

/** What can be wrong with a request, with the status of the answer. */
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
  /** Of the index if the name is empty, else of a collection or of its features. */
  | { readonly kind: 'options'; readonly collection: string }
  | ErrorAddress;

/** A listing, or a page of one. */
export type ListingAddress = Extract<Address, { kind: 'page' | 'list' }>;

export const isListing = (address: Address): address is ListingAddress =>
  address.kind === 'page' || address.kind === 'list';

/** The OpenAPI document of the API, in the site's folder. */
export const OPENAPI = 'openapi.json';

/** The name in paths of a collection's features, which are a GeoJSON FeatureCollection. */
export const featuresName = (collection: string): string => `${collection}_geojson`;

/** The pattern of a key that can be a file name on every system and a segment of a path. */
export const KEY = '[A-Za-z0-9_][A-Za-z0-9_.-]*';

export const errorAddress = (error: ErrorName, collection = ''): ErrorAddress => ({
  kind: 'error',
  error,
  collection,
});

/**
 * The file that holds an address's body, relative to the site's folder. Its segments survive every
 * host's engine: a prefix (`f-`, `o-`, `l-`) keeps an empty value or a leading `-` from forming a
 * special path segment. No file is below `/api/`, so that no file shadows a rule.
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
  for (const [pattern, addressFrom] of FILES) {
    const match = pattern.exec(file);
    if (match) return addressFrom(match.slice(1));
  }
  return null;
}

const NAME = '([a-z][a-z0-9_]*)';

/** The pattern of each kind of file, and the address that its groups make. */
const FILES: readonly (readonly [RegExp, (groups: readonly string[]) => Address | null])[] = [
  [/^data\/index\.json$/, () => ({ kind: 'index' })],
  [
    new RegExp(`^data/options/${NAME}\\.json$`),
    ([name = '']) => ({ kind: 'options', collection: name === 'index' ? '' : name }),
  ],
  [
    new RegExp(`^data/errors/(?:${NAME}/)?([a-z]+)\\.json$`),
    ([collection, error = '']) =>
      Object.hasOwn(ERRORS, error) ? errorAddress(error as ErrorName, collection) : null,
  ],
  [
    new RegExp(
      `^data/${NAME}/list/f-([a-z0-9_]*)/o-(-?[a-z0-9_]*)/l-(all|[1-9]\\d*)/(0|[1-9]\\d*)\\.json$`,
    ),
    ([collection = '', format = '', ordering = '', limit = '', offset = '']) => ({
      kind: 'page',
      collection,
      format,
      ordering,
      limit: limit === 'all' ? 'all' : Number(limit),
      offset: Number(offset),
    }),
  ],
  [
    new RegExp(`^data/${NAME}/list/o-(-?[a-z0-9_]*)\\.json$`),
    ([collection = '', ordering = '']) => ({ kind: 'list', collection, ordering }),
  ],
  [
    new RegExp(`^data/${NAME}/item/(${KEY})\\.json$`),
    ([collection = '', key = '']) => ({ kind: 'item', collection, key }),
  ],
  [
    new RegExp(`^data/${NAME}/features\\.json$`),
    ([collection = '']) => ({ kind: 'features', collection }),
  ],
];

/**
 * The absolute address at which a client asks for a body: what `next`, `previous` and the index
 * hold. Parameters are sorted by name; `limit` is always among them, an absent `format` or `ordering`
 * never is.
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

/** The query string of the values that are not empty, with its question mark. */
function queryOf(values: Readonly<Record<string, string>>): string {
  const present = Object.entries(values).filter(([, value]) => value !== '');
  return present.length > 0 ? `?${new URLSearchParams(present)}` : '';
}
