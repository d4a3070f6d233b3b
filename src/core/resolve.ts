import { type Address, ERRORS, type ErrorAddress, errorAddress, isListing } from './address.ts';
import {
  addressFor,
  type Endpoint,
  endpointAt,
  isKeyOf,
  isWholeNumber,
  nameOf,
  type Parameter,
  parametersOf,
  pathOf,
  type Values,
} from './endpoint.ts';
import { basePath, type CollectionGrid, type Grid, isWindow } from './grid.ts';

/** The part of an HTTP request that decides its answer. */
export interface ApiRequest {
  readonly method: string;
  /** As it stands in the request line, percent-encoding and all. */
  readonly path: string;
  /** What follows the question mark, undecoded; empty where there is none. */
  readonly query: string;
}

/** The path and query, undecoded, of an absolute address or of one without its origin. */
export function partsOf(target: string): Pick<ApiRequest, 'path' | 'query'> {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
}

/** What a deployment can do besides sending files. */
export interface Abilities {
  /** Does it compose the pages that are not pre-rendered? */
  readonly composes?: boolean;
  /** The collections that take a new record by POST. */
  readonly creates?: readonly string[];
}

/**
 * The body to answer with, the place to go, or the collection that a record is to be added to. An
 * item's body may turn out not to exist; a page's may have to be composed (see `isRendered`).
 */
export type Resolution =
  | { readonly status: number; readonly address: Address }
  | { readonly status: 301; readonly location: string }
  | { readonly status: 201; readonly collection: string };

/** The methods that every endpoint of a site of files has. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Those of a collection that takes new records. */
const CREATING_METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS'] as const;

/**
 * What a request is answered with. It is told from the grid alone, never by whether a file exists:
 * an answer is the page that was asked for, or an error that says what there is.
 */
export function resolve(
  grid: Grid,
  { method, path, query }: ApiRequest,
  abilities: Abilities = {},
): Resolution {
  const endpoint = endpointOf(grid, path);
  if (!endpoint) return failure(errorAddress('path'));
  if (!methodsOf(endpoint, abilities).includes(method)) return failure(errorAddress('method'));
  if (method === 'OPTIONS') return { status: 200, address: optionsOf(endpoint) };
  if (method === 'POST') return { status: 201, collection: nameOf(endpoint) };
  if (!path.endsWith('/')) {
    return { status: 301, location: pathOf(grid, endpoint) + (query && `?${query}`) };
  }
  return resolveQuery(grid, endpoint, query, abilities);
}

/** The methods that a path has, for its `Allow` header. */
export function methodsAt(grid: Grid, path: string, abilities: Abilities): readonly string[] {
  const endpoint = endpointOf(grid, path);
  return endpoint ? methodsOf(endpoint, abilities) : METHODS;
}

function methodsOf(endpoint: Endpoint, { creates = [] }: Abilities): readonly string[] {
  const isCreating = endpoint.kind === 'collection' && creates.includes(endpoint.collection.name);
  return isCreating ? CREATING_METHODS : METHODS;
}

/** What an item is answered with where its file does not exist. */
export const missing = (collection: string) => failure(errorAddress('key', collection));

/** The answer that says what is wrong with a request. */
export const failure = (address: ErrorAddress) => ({
  status: ERRORS[address.error],
  address,
});

const optionsOf = (endpoint: Endpoint): Address => ({
  kind: 'options',
  collection: nameOf(endpoint),
});

function resolveQuery(
  grid: Grid,
  endpoint: Endpoint,
  query: string,
  { composes = false }: Abilities,
): Resolution {
  const parameters = parametersOf(grid, endpoint);
  // With a question mark of ours: one that begins the query is a part of its first name.
  const given = new URLSearchParams(`?${query}`);
  if (parameters.some(({ name }) => given.getAll(name).length > 1)) {
    return failure(errorAddress('repeated'));
  }
  const values: Values = Object.fromEntries(
    parameters.map(({ name, fallback }) => [name, given.get(name) || fallback]),
  );
  const refused = parameters.find((parameter) => {
    const value = values[parameter.name] ?? '';
    return !isListed(parameter, value) && !(composes && parameter.composes(value));
  });
  if (refused) return failure(refused.error);
  if (endpoint.kind === 'item' && !isKeyOf(endpoint.collection, endpoint.key)) {
    return missing(endpoint.collection.name);
  }
  const address = addressFor(endpoint, values);
  return composes || isRendered(grid, address)
    ? { status: 200, address }
    : failure(errorAddress('offset', nameOf(endpoint)));
}

function isListed({ values, fallback }: Parameter, value: string): boolean {
  if (value === fallback) return true;
  return values === 'number' ? isWholeNumber(value) : values.includes(value);
}

/** Is the body of an address, which `resolve` gave, one of the site's files? */
export function isRendered(grid: Grid, address: Address): boolean {
  if (!isListing(address)) return true;
  const collection = collectionOf(grid, address);
  if (address.ordering !== '' && !collection.orderings.includes(address.ordering)) return false;
  if (address.kind === 'page' && !['', ...grid.formats].includes(address.format)) return false;
  const { pagination, count } = collection;
  return address.kind === 'list' || (!!pagination && isWindow(pagination, count, address));
}

/**
 * The collection that an address is of.
 * @throws where the grid has none of that name
 */
export function collectionOf(grid: Grid, address: { collection: string }): CollectionGrid {
  const found = grid.collections.find(({ name }) => name === address.collection);
  if (found) return found;
  throw new Error(`The grid has no collection ${address.collection}.`);
}

/** The endpoint that a request's path asks for, with or without its trailing slash; null: none. */
export function endpointOf(grid: Grid, path: string): Endpoint | null {
  const segments = segmentsOf(grid, path);
  return segments && endpointAt(grid, segments.at(-1) === '' ? segments.slice(0, -1) : segments);
}

/**
 * Does a path lead to the API of a site, however it is percent-encoded?
 * @param folder the path of the site's folder, with a slash at both ends
 */
export const isApiPath = (folder: string, path: string): boolean =>
  path.startsWith(folder) && decoded(path.slice(folder.length).split('/', 1))?.[0] === 'api';

/**
 * A path's decoded segments below `/api`; the last is empty where the path ends with a slash. Null:
 * the path leads elsewhere, or its percent-encoding is broken.
 */
function segmentsOf(grid: Grid, path: string): string[] | null {
  const folder = `${basePath(grid)}/`;
  if (!isApiPath(folder, path)) return null;
  return decoded(path.slice(folder.length).split('/').slice(1));
}

/** Segments without their percent-encoding; null where one is broken. */
function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}
