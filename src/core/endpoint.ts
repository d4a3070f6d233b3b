import {
  type Address,
  type ErrorAddress,
  errorAddress,
  featuresName,
  fileOf,
  formatItemFile,
  formatListingFile,
} from './address.ts';
import { encodeKey } from './encode-key.ts';
import { type FilterValues, isFilterValue } from './filter.ts';
import {
  apiFolder,
  basePath,
  type CollectionGrid,
  type Grid,
  pageSizes,
  parseOrdering,
  parseWindow,
} from './grid.ts';
import { partitionValues } from './listing.ts';
import { formatItemPath } from './path-address.ts';

/** One kind of path of the API. */
export type Endpoint =
  | { readonly kind: 'index' }
  | { readonly kind: 'collection'; readonly collection: CollectionGrid }
  | { readonly kind: 'item'; readonly collection: CollectionGrid; readonly key: string }
  | { readonly kind: 'features'; readonly collection: CollectionGrid };

/**
 * Every endpoint of an API.
 * @param key the key of the items, or a placeholder for it
 */
export const endpointsOf = (grid: Grid, key: string): Endpoint[] => [
  { kind: 'index' },
  ...grid.collections.flatMap((collection): Endpoint[] => [
    { kind: 'collection', collection },
    ...(collection.items === false ? [] : [{ kind: 'item', collection, key } as const]),
    ...(collection.features === undefined ? [] : [{ kind: 'features', collection } as const]),
  ]),
];

/** The name of an endpoint in a path; of an item, that of its collection; empty for the index. */
export function endpointName(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return '';
  const { name } = endpoint.collection;
  return endpoint.kind === 'features' ? featuresName(name) : name;
}

/** The endpoints that the index lists: collections, and their features. */
export const namedEndpoints = (grid: Grid): Endpoint[] =>
  endpointsOf(grid, '').filter(({ kind }) => kind === 'collection' || kind === 'features');

/** The absolute address of an endpoint without parameters. */
export const hrefAt = (grid: Grid, endpoint: Endpoint): string =>
  `${grid.base}/${relativeEndpointPath(grid, endpoint)}`;

/** The absolute address of a record: that of its endpoint, or of its file on a host of plain files. */
export const itemHref = (grid: Grid, collection: CollectionGrid, key: string): string =>
  grid.layout === 'paths'
    ? `${grid.base}/${formatItemPath(grid, collection, key)}`
    : hrefAt(grid, { kind: 'item', collection, key });

/** The kinds of parameters, in the order in which they are checked. */
const KINDS = ['format', 'filter', 'ordering', 'limit', 'offset', 'page_size', 'page'] as const;

/** The parameters whose names are the same in every API, so that no filter can have them. */
export const FIXED_PARAMETERS: readonly string[] = /* @__PURE__ */ KINDS.filter(
  (kind) => kind !== 'filter',
);

/** A query parameter that an endpoint reads. It ignores any other parameter. */
export interface Parameter {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  /** The value that an absent or empty parameter stands for. */
  readonly fallback: string;
  /** The pre-rendered values; `number`: any that makes a pre-rendered window with the page size. */
  readonly values: readonly string[] | 'number';
  /** True if our own code can compose a page for the value, pre-rendered or not. */
  composes(value: string): boolean;
  /** The answer to any other value. */
  readonly error: ErrorAddress;
}

/** Values of an endpoint's parameters by name; an absent one is empty. */
export type Values = Readonly<Record<string, string>>;

/** The parameters of an endpoint, in the order in which they are checked. */
export function parametersOf(grid: Grid, endpoint: Endpoint): Parameter[] {
  const format: Parameter = {
    name: 'format',
    kind: 'format',
    fallback: '',
    values: grid.formats,
    composes: () => false,
    error: errorAddress('format'),
  };
  if (endpoint.kind !== 'collection') return [format];
  return [format, ...filterParameters(endpoint.collection), ...listParameters(endpoint.collection)];
}

/** The names of all parameters of a site, in the order in which they are checked. */
export function parameterNames(grid: Grid): string[] {
  const all = endpointsOf(grid, '').flatMap((endpoint) => parametersOf(grid, endpoint));
  const ordered = KINDS.flatMap((kind) => all.filter((parameter) => parameter.kind === kind));
  return [...new Set(ordered.map(({ name }) => name))];
}

const filterParameters = (collection: CollectionGrid): Parameter[] =>
  Object.entries(collection.filters ?? {}).map(([name, filter]) => ({
    name,
    kind: 'filter',
    fallback: '',
    // Few requests need them, and there may be many.
    get values() {
      return partitionValues(collection, name);
    },
    composes: (value) => isFilterValue(filter, value),
    error: errorAddress('filter', collection.name, name),
  }));

function listParameters(collection: CollectionGrid): Parameter[] {
  const { name, orderings, sorts, pagination } = collection;
  const parameters: Parameter[] = [];
  const add = (
    kind: Exclude<Parameter['kind'], 'format' | 'filter'>,
    rest: Pick<Parameter, 'fallback' | 'values' | 'composes'>,
  ) => parameters.push({ name: kind, kind, ...rest, error: errorAddress(kind, name) });
  if (orderings.length > 0 || sorts) {
    const composes = (value: string) => parseOrdering(collection, value) !== undefined;
    add('ordering', { fallback: '', values: orderings, composes });
  }
  if (pagination) {
    const values = pageSizes(pagination.limits, pagination);
    const composes = (value: string) => value !== '0' && isWholeNumber(value);
    if (pagination.style === 'page') {
      add('page_size', { fallback: '', values, composes });
      add('page', { fallback: '1', values: 'number', composes });
    } else {
      add('limit', { fallback: String(pagination.default), values, composes });
      add('offset', { fallback: '0', values: 'number', composes: isWholeNumber });
    }
  }
  return parameters;
}

/** True for a whole number without a sign or leading zero that a double holds exactly. */
export const isWholeNumber = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

/** The address of an endpoint's body for supported values. */
export function addressFor(endpoint: Endpoint, values: Values): Address {
  if (endpoint.kind === 'index') return { kind: 'index' };
  const { name: collection } = endpoint.collection;
  if (endpoint.kind === 'item') return { kind: 'item', collection, key: endpoint.key };
  if (endpoint.kind === 'features') return { kind: 'features', collection };
  const [listing, page] = listingFor(endpoint.collection, values);
  const { pagination } = endpoint.collection;
  if (!page || !pagination) return { kind: 'list', ...listing };
  return { kind: 'page', ...listing, format: page.format, ...parseWindow(pagination, page) };
}

/**
 * The file of an endpoint's body. Unlike an address it may be a pattern: in a host's rules, an offset,
 * a filter's value and an item's key may be placeholders of that host.
 */
export function endpointFile(grid: Grid, endpoint: Endpoint, values: Values): string {
  if (endpoint.kind === 'item') return formatItemFile(endpoint.collection.name, endpoint.key, true);
  if (endpoint.kind !== 'collection') return fileOf(grid, addressFor(endpoint, values));
  const [listing, page] = listingFor(endpoint.collection, values);
  return formatListingFile({ ...listing, ...page });
}

/** A format changes only a page's links, so the page of all records is one file for all formats. */
function listingFor(collection: CollectionGrid, values: Values) {
  const { format = '', ordering = '', page_size = '', page: number = '' } = values;
  const { limit = page_size, offset = number } = values;
  const filters = givenFilters(collection, values);
  const isWhole = limit === 'all' && offset === '0' && !filters;
  const page = collection.pagination && { format: isWhole ? '' : format, limit, offset };
  return [{ collection: collection.name, ...(filters && { filters }), ordering }, page] as const;
}

/** The filters of an address; undefined where none has a value. */
function givenFilters(
  { filters = {}, partitions }: CollectionGrid,
  values: Values,
): FilterValues | undefined {
  const given = Object.entries(values).filter(
    ([name, value]) => value && Object.hasOwn(filters, name),
  );
  if (given.length === 0) return undefined;
  const absent = (partitions?.filters ?? []).map((name): [string, string] => [name, '']);
  return Object.fromEntries([...new Map([...absent, ...given])].sort());
}

/** An endpoint's path from the host's root, with its trailing slash. */
export const endpointPath = (grid: Grid, endpoint: Endpoint): string =>
  `${basePath(grid)}/${relativeEndpointPath(grid, endpoint)}`;

/** An endpoint's path relative to the site's folder, such as `api/countries/`. */
export function relativeEndpointPath(grid: Pick<Grid, 'prefix'>, endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return apiFolder(grid);
  const list = `${apiFolder(grid)}${endpointName(endpoint)}/`;
  return endpoint.kind === 'item' ? `${list}${encodeKey(endpoint.key)}/` : list;
}

/**
 * The endpoint of a path, or null if there is none.
 * @param segments the decoded segments below the API's folder, without empty ones at the end
 */
export function endpointAt(grid: Grid, segments: readonly string[]): Endpoint | null {
  if (segments.length === 0) return { kind: 'index' };
  const [name, key = ''] = segments;
  const kind = segments.length === 1 ? ['collection', 'features'] : ['item'];
  const found = endpointsOf(grid, key).find(
    (one) => kind.includes(one.kind) && endpointName(one) === name,
  );
  if (!found || segments.length > 2) return null;
  // URL parsers remove these segments, so no record has such a key.
  return found.kind === 'item' && ['', '.', '..'].includes(key) ? null : found;
}

/** True if a pattern matches the whole text. */
export const matchesWhole = (pattern: string, text: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(text);
