import { basePath, type CollectionGrid, type Grid, type Limit, sortOf } from '../grid.ts';
import { type Address, type ErrorAddress, errorAddress, fileOf, KEY, pageFile } from './address.ts';

/** One kind of path below `/api/`. */
export type Endpoint =
  | { readonly kind: 'index' }
  | { readonly kind: 'collection'; readonly collection: CollectionGrid }
  | { readonly kind: 'item'; readonly collection: CollectionGrid; readonly key: string };

/** A query parameter that an endpoint reads. Any other parameter is ignored there. */
export interface Parameter {
  readonly name: 'format' | 'ordering' | 'limit' | 'offset';
  /** The value that an absent or empty parameter stands for. */
  readonly fallback: string;
  /** The pre-rendered values; `number`: any that makes a pre-rendered window with the limit. */
  readonly values: readonly string[] | 'number';
  /** Can our own code compose a page for this value, whether or not it is pre-rendered? */
  composes(value: string): boolean;
  /** What a request gets with another value. */
  readonly error: ErrorAddress;
}

/** A value for each parameter of an endpoint. */
export type Values = Readonly<Partial<Record<Parameter['name'], string>>>;

/** The parameters of an endpoint, in the order in which they are checked. */
export function parametersOf(grid: Grid, endpoint: Endpoint): Parameter[] {
  const format: Parameter = {
    name: 'format',
    fallback: '',
    values: grid.formats,
    composes: (value) => grid.composedFormats?.includes(value) ?? false,
    error: errorAddress('format'),
  };
  if (endpoint.kind !== 'collection') return [format];
  return [format, ...listParameters(endpoint.collection)];
}

function listParameters(collection: CollectionGrid): Parameter[] {
  const { name, orderings, sorts, pagination } = collection;
  const parameters: Parameter[] = [];
  const add = (parameter: Omit<Parameter, 'error'> & { name: 'ordering' | 'limit' | 'offset' }) =>
    parameters.push({ ...parameter, error: errorAddress(parameter.name, name) });
  if (orderings.length > 0 || sorts) {
    const composes = (value: string) => sortOf(collection, value) !== undefined;
    add({ name: 'ordering', fallback: '', values: orderings, composes });
  }
  if (pagination) {
    const limits = [...pagination.limits.map(String), 'all'];
    const fallback = String(pagination.default);
    const isSize = (value: string) => value !== '0' && isWholeNumber(value);
    add({ name: 'limit', fallback, values: limits, composes: isSize });
    add({ name: 'offset', fallback: '0', values: 'number', composes: isWholeNumber });
  }
  return parameters;
}

/** A whole number in its one spelling: no sign, no leading zero, exact as a double. */
export const isWholeNumber = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

/** The address of an endpoint's body for accepted values. */
export function addressFor(endpoint: Endpoint, values: Values): Address {
  if (endpoint.kind === 'index') return { kind: 'index' };
  const { name: collection, pagination } = endpoint.collection;
  if (endpoint.kind === 'item') return { kind: 'item', collection, key: endpoint.key };
  const { ordering = '', limit = '', offset = '' } = values;
  if (!pagination) return { kind: 'list', collection, ordering };
  const format = formatOf(values);
  return { kind: 'page', collection, format, ordering, limit: limitOf(limit), offset: +offset };
}

/**
 * The file of an endpoint's body. Unlike an address it may be a pattern: for a host's rules an
 * offset and an item's key may be that host's own placeholders.
 */
export function fileFor(endpoint: Endpoint, values: Values): string {
  if (endpoint.kind !== 'collection' || !endpoint.collection.pagination) {
    return fileOf(addressFor(endpoint, values));
  }
  const { ordering = '', limit = '', offset = '' } = values;
  return pageFile(endpoint.collection.name, {
    format: formatOf(values),
    ordering,
    limit,
    offset,
  });
}

/** A format changes nothing but a page's links, so the page of all records is one file for all. */
const formatOf = ({ format = '', limit, offset }: Values): string =>
  limit === 'all' && offset === '0' ? '' : format;

const limitOf = (text: string): Limit => (text === 'all' ? 'all' : Number(text));

/** An endpoint's path from the host's root, with its trailing slash. */
export function pathOf(grid: Grid, endpoint: Endpoint): string {
  const root = `${basePath(grid)}/api/`;
  if (endpoint.kind === 'index') return root;
  const list = `${root}${endpoint.collection.name}/`;
  return endpoint.kind === 'item' ? `${list}${endpoint.key}/` : list;
}

/**
 * The endpoint that a path asks for, or null where none does.
 * @param segments the decoded segments below `/api/`, without empty ones at the end
 */
export function endpointAt(grid: Grid, segments: readonly string[]): Endpoint | null {
  if (segments.length === 0) return { kind: 'index' };
  const [name, key] = segments;
  const collection = grid.collections.find((one) => one.name === name);
  if (!collection || segments.length > 2) return null;
  if (key === undefined) return { kind: 'collection', collection };
  return isWhole(KEY, key) ? { kind: 'item', collection, key } : null;
}

/** Can an item's key be one of its collection's at all? */
export const isKeyOf = ({ key: pattern }: CollectionGrid, key: string): boolean =>
  isWhole(pattern, key);

/** Does a pattern match a whole text? */
const isWhole = (pattern: string, text: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(text);
