import {
  type Address,
  ERRORS,
  type ErrorAddress,
  errorAddress,
  type ItemAddress,
  isListing,
  type ListingAddress,
} from './address.ts';
import {
  addressFor,
  type Endpoint,
  endpointAt,
  endpointName,
  endpointPath,
  matchesWhole,
  type Parameter,
  parametersOf,
  type Values,
} from './endpoint.ts';
import { isPlainName } from './file-name.ts';
import { apiFolder, basePath, type Grid } from './grid.ts';
import { isRendered } from './listing.ts';

/** The parts of an HTTP request that decide its answer. */
export interface ApiRequest {
  readonly method: string;
  /** As in the request line, percent-encoded. */
  readonly path: string;
  /** The text after the question mark, undecoded; empty if there is none. */
  readonly query: string;
}

/** The path and query, undecoded, of an absolute address or of one without its origin. */
export function splitTarget(target: string): Pick<ApiRequest, 'path' | 'query'> {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
}

/** What a deployment can do in addition to sending files. */
export interface Abilities {
  /** True if it composes pages that are not pre-rendered. */
  readonly composes?: boolean;
  /** The collections that take a new record by POST. */
  readonly creates?: readonly string[];
}

/** What a request is answered with. */
export type Outcome =
  /** A file of the site. That of an item may not exist. */
  | { readonly kind: 'file'; readonly status: 200; readonly address: Address }
  /** A listing that is not pre-rendered, or a record of a site without pages, which may not exist. */
  | {
      readonly kind: 'compose';
      readonly status: 200;
      readonly address: ListingAddress | ItemAddress;
    }
  | { readonly kind: 'redirect'; readonly status: 301; readonly location: string }
  | { readonly kind: 'error'; readonly status: number; readonly address: ErrorAddress }
  /** The error of a parameter that the endpoint does not have. */
  | {
      readonly kind: 'unknown';
      readonly status: 400;
      readonly parameter: string;
      /** The parameters of the endpoint. */
      readonly names: readonly string[];
    }
  /** A new record of a collection. */
  | { readonly kind: 'create'; readonly status: 201; readonly collection: string };

/** An outcome whose answer has a body of the site. */
export type BodyOutcome = Extract<Outcome, { readonly address: Address }>;

/** All that the grid tells about a request. */
export type Resolution = Outcome & {
  /** The methods of the path, for the `Allow` header. */
  readonly methods: readonly string[];
};

/** The methods of every endpoint of a site of files. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** The methods of a collection that takes new records. */
export const CREATING_METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS'] as const;

/**
 * Resolves a request to its answer. It looks at the grid only, never at whether a file exists: an
 * answer is the requested page, or an error that lists the supported values.
 */
export function resolve(grid: Grid, request: ApiRequest, abilities: Abilities = {}): Resolution {
  const endpoint = parseEndpoint(grid, request.path);
  if (!endpoint) return { ...errorOutcome(errorAddress('path')), methods: METHODS };
  const { creates = [] } = abilities;
  const isCreating = endpoint.kind === 'collection' && creates.includes(endpoint.collection.name);
  const methods: readonly string[] = isCreating ? CREATING_METHODS : METHODS;
  const outcome = methods.includes(request.method)
    ? resolveMethod(grid, endpoint, request, abilities)
    : errorOutcome(errorAddress('method'));
  return { ...outcome, methods };
}

function resolveMethod(
  grid: Grid,
  endpoint: Endpoint,
  { method, path, query }: ApiRequest,
  abilities: Abilities,
): Outcome {
  const collection = endpointName(endpoint);
  if (method === 'OPTIONS') return fileOutcome({ kind: 'options', collection });
  if (method === 'POST') return { kind: 'create', status: 201, collection };
  if (path.endsWith('/')) return resolveQuery(grid, endpoint, query, abilities);
  return redirectOutcome(endpointPath(grid, endpoint) + (query && `?${query}`));
}

const fileOutcome = (address: Address): Outcome => ({ kind: 'file', status: 200, address });

/** A redirect to another path of this host. */
export const redirectOutcome = (location: string): Outcome => ({
  kind: 'redirect',
  status: 301,
  location,
});

/** The answer for an item whose file does not exist. */
export const keyError = (collection: string) => errorOutcome(errorAddress('key', collection));

/** The answer for an item or a page that does not exist. */
export const missingOutcome = (address: ListingAddress | ItemAddress) =>
  address.kind === 'item'
    ? keyError(address.collection)
    : errorOutcome(errorAddress('pageSize' in address ? 'page' : 'offset', address.collection));

/** The answer to a request that has an error. */
export const errorOutcome = (address: ErrorAddress) => ({
  kind: 'error' as const,
  status: ERRORS[address.error],
  address,
});

function resolveQuery(
  grid: Grid,
  endpoint: Endpoint,
  query: string,
  { composes = false }: Abilities,
): Outcome {
  const parameters = parametersOf(grid, endpoint);
  const names = parameters.map(({ name }) => name);
  // URLSearchParams drops a leading question mark: add one, since the query's own is part of a name.
  const given = new URLSearchParams(`?${query}`);
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  // First, because another parameter's value can be wrong only because of a misspelt one.
  if (unknown !== undefined && grid.refusesUnknown && composes) {
    return { kind: 'unknown', status: 400, parameter: unknown, names };
  }
  if (names.some((name) => given.getAll(name).length > 1)) {
    return errorOutcome(errorAddress('repeated'));
  }
  const values: Values = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, parameterValue(given, parameter)]),
  );
  const refused = parameters.find((parameter) => {
    const value = values[parameter.name] ?? '';
    return !isListed(parameter, value, composes) && !(composes && parameter.composes(value));
  });
  if (refused) return errorOutcome(refused.error);
  if (endpoint.kind === 'item' && !matchesKey(endpoint)) return keyError(endpoint.collection.name);
  const address = addressFor(endpoint, values);
  const isComposable = isListing(address) || address.kind === 'item';
  if (!isComposable || isRendered(grid, address)) return fileOutcome(address);
  if (composes) return { kind: 'compose', status: 200, address };
  // Each value is supported by itself, but not all together.
  const isFiltered = isListing(address) && address.filters;
  return isFiltered
    ? errorOutcome(errorAddress('filter', address.collection))
    : missingOutcome(address);
}

/** True unless the definition says that no record has such a key. */
const matchesKey = ({ collection, key }: Extract<Endpoint, { kind: 'item' }>): boolean =>
  collection.key === undefined || matchesWhole(collection.key, key);

/** The value of a parameter in a query. White space around a filter's value is dropped. */
function parameterValue(given: URLSearchParams, { name, kind, fallback }: Parameter): string {
  const value = given.get(name) ?? '';
  return (kind === 'filter' ? value.trim() : value) || fallback;
}

/** True for the pre-rendered values of a parameter. */
function isListed(parameter: Parameter, value: string, composes: boolean): boolean {
  if (value === parameter.fallback) return true;
  // Read `values` only now, because a filter computes them.
  const { kind, values } = parameter;
  if (values === 'number') return parameter.composes(value);
  // Also any plain value, as on hosts that look for the file.
  const isCopied = !composes && kind === 'filter' && values.length > 0 && isPlainName(value);
  return isCopied || values.includes(value);
}

/** The endpoint of a request's path, with or without its trailing slash; null if there is none. */
export function parseEndpoint(grid: Grid, path: string): Endpoint | null {
  const folder = `${basePath(grid)}/`;
  if (!isApiPath(folder, apiFolder(grid), path)) return null;
  const segments = decoded(path.slice(folder.length).replace(/\/$/, '').split('/'));
  return segments && endpointAt(grid, segments.slice(apiFolder(grid).split('/').length - 1));
}

/**
 * True if a path leads to the API of a site, in any percent-encoding.
 * @param folder the path of the site's folder, with a slash at both ends
 * @param api the API's folder in it, such as `api/`
 */
export function isApiPath(folder: string, api: string, path: string): boolean {
  const names = api.split('/').slice(0, -1);
  const own = decoded(path.slice(folder.length).split('/', names.length));
  // An encoded slash is part of a segment.
  return path.startsWith(folder) && JSON.stringify(own) === JSON.stringify(names);
}

/** Segments without percent-encoding; null if one is broken. */
function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}
