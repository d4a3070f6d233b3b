import {
  type Address,
  type ErrorAddress,
  errorAddress,
  isListing,
  type ListingAddress,
  type RecordAddress,
  statusOf,
} from './address.ts';
import {
  addressFor,
  type Endpoint,
  endpointAt,
  endpointName,
  endpointPath,
  parametersOf,
  withOwnKey,
} from './endpoint.ts';
import { apiFolder, basePath, type Grid } from './grid.ts';
import { isPrerendered } from './listing.ts';
import { fileOf, isPathOf, parsePath } from './path.ts';
import { hasParameters, type RefusedName, readQuery, refusedParameter } from './query.ts';

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

/** What a request is answered with. */
export type Outcome =
  /** A file of the site, also that of an error. That of a record may not exist. */
  | { readonly kind: 'file'; readonly address: Address }
  /** A listing, or a record, which may not exist. */
  | { readonly kind: 'compose'; readonly address: ComposedAddress }
  /** A redirect to another path of this host. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** The error of a parameter that is unknown, repeated, in brackets, or a filter where there is no list. */
  | ({ readonly kind: 'refused' } & RefusedName);

/** What can be composed. */
export type ComposedAddress = ListingAddress | RecordAddress;

/** The methods of every endpoint of a site of files. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Resolves a request to the answer of code. It looks at the grid only, never at whether a file exists: an
 * answer is the requested page, or an error that lists the supported values.
 */
export function resolve(grid: Grid, { method, path, query }: ApiRequest): Outcome {
  const segments = segmentsOf(grid, path);
  const isPath = segments?.at(-1)?.endsWith('.json') === true && !path.endsWith('/');
  const endpoint = segments && (isPath ? namedAt(grid, segments) : endpointAt(grid, segments));
  if (!endpoint) return fileOutcome(errorAddress('path'));
  if (!METHODS.includes(method)) return fileOutcome(errorAddress('method'));
  if (method === 'OPTIONS')
    return fileOutcome({ kind: 'options', collection: endpointName(endpoint) });
  if (isPath) return resolvePath(grid, segments, query);
  if (path.endsWith('/')) return resolveQuery(grid, withOwnKey(endpoint), query);
  return { kind: 'redirect', location: endpointPath(grid, endpoint) + (query && `?${query}`) };
}

/** The same outcome where files of pages can be of another build than the store: they are composed, too. */
export const withoutFiles = (outcome: Outcome): Outcome =>
  outcome.kind === 'file' ? bodyOutcome(outcome.address, false) : outcome;

/**
 * The path of the file with the answer to a GET; null where there is none.
 * @param target a path with a query; it and the result are relative to the site's folder
 */
export function findFile(grid: Grid, target: string): string | null {
  const request = { method: 'GET', ...splitTarget(`${basePath(grid)}/${target}`) };
  const found = resolve(grid, request);
  if (!('address' in found) || statusOf(found.address) !== 200) return null;
  return isPrerendered(grid, found.address) ? fileOf(grid, found.address) : null;
}

export const fileOutcome = (address: Address): Outcome => ({ kind: 'file', address });

/** The error for a record or a page that does not exist. */
export const missingError = (address: ComposedAddress): ErrorAddress => {
  const error = 'pageSize' in address ? 'page' : 'offset';
  return errorAddress(address.kind === 'record' ? 'key' : error, address.collection);
};

/** Resolves an address by path. */
function resolvePath(grid: Grid, segments: readonly string[], query: string): Outcome {
  const request = parsePath(grid, segments);
  const missing = fileOutcome(errorAddress('path'));
  if (!request) return missing;
  const { endpoint, values } = request;
  if (hasParameters(grid, endpoint, query)) return fileOutcome(errorAddress('query'));
  const refused = refusedParameter(parametersOf(grid, endpoint), values);
  if (refused) return fileOutcome(refused.error);
  const address = addressFor(endpoint, values);
  if (!isPathOf(grid, address, apiFolder(grid) + segments.join('/'))) return missing;
  return bodyOutcome(address, isPrerendered(grid, address));
}

/** Resolves a query of an endpoint. */
function resolveQuery(grid: Grid, endpoint: Endpoint, query: string): Outcome {
  const read = readQuery(grid, endpoint, query);
  if ('detail' in read) return { kind: 'refused', ...read };
  if (read.refused) return fileOutcome(read.refused.error);
  const address = addressFor(endpoint, read.values);
  // Where links are addresses by path, a page in a file has no links for who asks by query.
  const hasOtherLinks = grid.hostKind === 'plain' && address.kind === 'page';
  return bodyOutcome(address, isPrerendered(grid, address) && !hasOtherLinks);
}

/** The answer with the body of an address. */
function bodyOutcome(address: Address, isFile: boolean): Outcome {
  const isComposable = isListing(address) || address.kind === 'record';
  return isComposable && !isFile ? { kind: 'compose', address } : fileOutcome(address);
}

/** The endpoint to whose addresses a path belongs; the path may be none of them. */
const namedAt = (grid: Grid, [first = '', ...rest]: readonly string[]): Endpoint | null =>
  endpointAt(grid, [rest.length > 0 ? first : first.replace(/\.json$/, '')]) ??
  (first === 'index.json' ? { kind: 'index' } : null);

/** The decoded segments of a request's path below the API's folder; null for another path. */
export function segmentsOf(grid: Grid, path: string): readonly string[] | null {
  const folder = `${basePath(grid)}/`;
  if (!isApiPath(folder, apiFolder(grid), path)) return null;
  const segments = decoded(path.slice(folder.length).replace(/\/$/, '').split('/'));
  return segments?.slice(apiFolder(grid).split('/').length - 1) ?? null;
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
export function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}
