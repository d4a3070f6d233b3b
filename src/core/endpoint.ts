import { type Address, type ErrorAddress, errorAddress, featuresName } from './address.ts';
import { canonicalUuid, isFilterValue } from './filter.ts';
import {
  apiFolder,
  basePath,
  type CollectionGrid,
  type Grid,
  pageSizes,
  parseOrdering,
  parsePageRange,
} from './grid.ts';
import { partitionValues } from './listing.ts';

/** One kind of path of the API. */
export type Endpoint =
  | { readonly kind: 'index' }
  | { readonly kind: 'collection'; readonly collection: CollectionGrid }
  | { readonly kind: 'record'; readonly collection: CollectionGrid; readonly key: string }
  | { readonly kind: 'features'; readonly collection: CollectionGrid };

/**
 * Every endpoint of an API.
 * @param key the key of the records, or a placeholder for it
 */
export const endpointsOf = (grid: Grid, key: string): Endpoint[] => [
  { kind: 'index' },
  ...grid.collections.flatMap((collection): Endpoint[] => [
    { kind: 'collection', collection },
    ...(collection.items === false ? [] : [{ kind: 'record', collection, key } as const]),
    ...(collection.features === undefined ? [] : [{ kind: 'features', collection } as const]),
  ]),
];

/** The name of an endpoint in a path; of a record, that of its collection; empty for the index. */
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
  /** The prerendered values; `number`: any that makes a prerendered page with the page size. */
  readonly values: readonly string[] | 'number';
  /** True for a value that is supported where code composes pages, prerendered or not. */
  accepts(value: string): boolean;
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
    accepts: (value) => grid.formats.includes(value),
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
    accepts: (value) => isFilterValue(filter, value),
    error: errorAddress('filter', collection.name, name),
  }));

function listParameters(collection: CollectionGrid): Parameter[] {
  const { name, orderings, sorts, pagination } = collection;
  const parameters: Parameter[] = [];
  const add = (
    kind: Exclude<Parameter['kind'], 'format' | 'filter'>,
    rest: Pick<Parameter, 'fallback' | 'values' | 'accepts'>,
  ) => parameters.push({ name: kind, kind, ...rest, error: errorAddress(kind, name) });
  if (orderings.length > 0 || sorts) {
    const accepts = (value: string) => parseOrdering(collection, value) !== undefined;
    add('ordering', { fallback: '', values: orderings, accepts });
  }
  if (pagination) {
    const values = pageSizes(pagination.limits, pagination);
    const isCount = (value: string) => value !== '0' && isWholeNumber(value);
    if (pagination.style === 'page') {
      add('page_size', { fallback: '', values, accepts: isCount });
      add('page', { fallback: '1', values: 'number', accepts: isCount });
    } else {
      const accepts = (value: string) => isCount(value) || values.includes(value);
      add('limit', { fallback: String(pagination.default), values, accepts });
      add('offset', { fallback: '0', values: 'number', accepts: isWholeNumber });
    }
  }
  return parameters;
}

/** True for a whole number without a sign or leading zero that a double holds exactly. */
export const isWholeNumber = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

/**
 * The address of an endpoint's body.
 * @param values supported ones; an absent parameter has its default
 */
export function addressFor(endpoint: Endpoint, values: Values): Address {
  if (endpoint.kind === 'index') return { kind: 'index' };
  const { name: collection, filters = {}, pagination } = endpoint.collection;
  if (endpoint.kind === 'record') return { kind: 'record', collection, key: endpoint.key };
  if (endpoint.kind === 'features') return { kind: 'features', collection };
  const { format = '', ordering = '', page_size = '', page = '' } = values;
  const { limit = page_size, offset = page } = values;
  const given = Object.entries(values)
    .filter(([name, value]) => value && Object.hasOwn(filters, name))
    .sort();
  const listing = {
    collection,
    ...(given.length > 0 && { filters: Object.fromEntries(given) }),
    ordering,
  };
  if (!pagination) return { kind: 'listing', ...listing };
  return { kind: 'page', ...listing, format, ...parsePageRange(pagination, { limit, offset }) };
}

/** An endpoint's path from the host's root, with its trailing slash. */
export const endpointPath = (grid: Grid, endpoint: Endpoint): string =>
  `${basePath(grid)}/${relativeEndpointPath(grid, endpoint)}`;

/** An endpoint's path relative to the site's folder, such as `api/countries/`. */
export function relativeEndpointPath(grid: Pick<Grid, 'prefix'>, endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return apiFolder(grid);
  const list = `${apiFolder(grid)}${endpointName(endpoint)}/`;
  return endpoint.kind === 'record' ? `${list}${encodeKey(endpoint.key)}/` : list;
}

/** A key as a segment of a path. An asterisk is encoded, too, because it has a meaning in a rule of Netlify. */
export const encodeKey = (key: string): string => encodeURIComponent(key).replaceAll('*', '%2A');

/**
 * The endpoint of a path, or null if there is none.
 * @param segments the decoded segments below the API's folder, without empty ones at the end
 */
export function endpointAt(grid: Grid, segments: readonly string[]): Endpoint | null {
  const [name, key, ...more] = segments;
  if (name === undefined) return { kind: 'index' };
  // URL parsers remove these segments, so no record has such a key.
  if (more.length > 0 || ['', '.', '..'].includes(key ?? name)) return null;
  const isAt = (one: Endpoint) =>
    endpointName(one) === name && (one.kind === 'record') === (key !== undefined);
  return endpointsOf(grid, key ?? '').find(isAt) ?? null;
}

/** An endpoint with the key that a record has, where a request has another form of a UUID. */
export const withOwnKey = (endpoint: Endpoint): Endpoint =>
  endpoint.kind === 'record' && endpoint.collection.uuidKeys
    ? { ...endpoint, key: canonicalUuid(endpoint.key) ?? endpoint.key }
    : endpoint;
