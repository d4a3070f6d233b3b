import type { FilterValues } from './filter.ts';
import { apiFolder, type Grid, type PageRange, rangeValues } from './grid.ts';

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
  method: 405,
  /** Rules have no file for the parameters of a request. */
  parameters: 400,
  /** An address by path has parameters behind it. */
  query: 400,
} as const;
export type ErrorName = keyof typeof ERRORS;

/** What a listing and a page of it have in common. */
export interface ListingFields {
  readonly collection: string;
  /** The values of the filters of a request, by their names in order; absent if it has none. */
  readonly filters?: FilterValues | undefined;
  /** The value of `ordering`, or the empty string where the request has none. */
  readonly ordering: string;
}

export interface PageAddress extends ListingFields, PageRange {
  readonly kind: 'page';
  /** The value of `format`, or the empty string where the request has none. */
  readonly format: string;
}

export interface ErrorAddress {
  readonly kind: 'error';
  readonly error: ErrorName;
  /** The collection whose supported values the error names, or the empty string. */
  readonly collection: string;
  /** The filter whose value is not supported. */
  readonly filter?: string;
}

/** The name of one published body, and of its file: see `path.ts`. */
export type Address =
  | { readonly kind: 'index' }
  | PageAddress
  | (ListingFields & { readonly kind: 'listing' })
  | { readonly kind: 'record'; readonly collection: string; readonly key: string }
  | { readonly kind: 'features'; readonly collection: string }
  /** Of the index if the name is empty, else of a collection or of its features. */
  | { readonly kind: 'options'; readonly collection: string }
  | ErrorAddress;

/** The status of the answer with the body of an address. */
export const statusOf = (address: Address): number =>
  address.kind === 'error' ? ERRORS[address.error] : 200;

export type RecordAddress = Extract<Address, { kind: 'record' }>;

/** A listing, or a page of one. */
export type ListingAddress = Extract<Address, { kind: 'page' | 'listing' }>;

export const isListing = (address: Address): address is ListingAddress =>
  address.kind === 'page' || address.kind === 'listing';

/** The OpenAPI document of the API, in the site's folder. */
export const OPENAPI = 'openapi.json';

/** The folder of a site that has whole collections as files. */
export const DOWNLOADS = 'downloads/';

/** The name in paths of a collection's features, which are a GeoJSON FeatureCollection. */
export const featuresName = (collection: string): string => `${collection}_geojson`;

export const errorAddress = (error: ErrorName, collection = '', filter?: string): ErrorAddress => ({
  kind: 'error',
  error,
  collection,
  ...(filter && { filter }),
});

/**
 * The absolute address at which a client asks for a listing: what `next` and `previous` hold.
 * Parameters are sorted by name; `limit` is always among them, an absent `format`, `ordering` or `page_size` and the
 * number of the first page never are.
 */
export function hrefOf(grid: Grid, address: ListingAddress): string {
  const { collection, filters, ordering } = address;
  const page = address.kind === 'page' && {
    format: address.format,
    ...rangeValues(address),
    ...(address.offset === 0 && { page: '' }),
  };
  const path = `${grid.base}/${apiFolder(grid)}${collection}/`;
  return formatTarget(path, { ...filters, ordering, ...page });
}

/** A path with those parameters that have a value, sorted by name. */
export function formatTarget(
  path: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(values))
    if (value !== '') query.set(name, String(value));
  query.sort();
  return query.size > 0 ? `${path}?${query}` : path;
}
