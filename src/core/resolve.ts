import {
  type Address,
  ERRORS,
  type ErrorAddress,
  errorAddress,
  isListing,
  type ListingAddress,
  type RecordAddress,
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
import { apiFolder, basePath, type CollectionGrid, type Grid } from './grid.ts';
import { isPrerendered } from './listing.ts';
import { fileOf, isPathOf, parsePath } from './path.ts';
import {
  hasParameters,
  misplacedFilters,
  type RefusedName,
  readQuery,
  refusedParameter,
} from './query.ts';

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

type Composes = boolean | 'all';

/** What a deployment can do in addition to sending files. */
export interface Abilities {
  /**
   * Whether it composes pages: none, so that it answers what a host's rules do; those that are not prerendered; or
   * all, because files of pages can be of another build than the store. Absent: none.
   */
  readonly composes?: Composes;
  /** The collections that take a new record by POST. */
  readonly creates?: readonly string[];
}

/** What a request is answered with. */
export type Outcome =
  /** A file of the site. That of a record may not exist. */
  | { readonly kind: 'file'; readonly status: 200; readonly address: Address }
  /** A listing, or a record, which may not exist. */
  | { readonly kind: 'compose'; readonly status: 200; readonly address: ComposedAddress }
  | { readonly kind: 'redirect'; readonly status: 301; readonly location: string }
  | { readonly kind: 'error'; readonly status: number; readonly address: ErrorAddress }
  /** The error of a parameter that is unknown, repeated, in brackets, or a filter where there is no list. */
  | ({ readonly kind: 'refused'; readonly status: 400 } & RefusedName)
  /** A new record of a collection. */
  | { readonly kind: 'create'; readonly status: 201; readonly collection: string };

/** What can be composed. */
export type ComposedAddress = ListingAddress | RecordAddress;

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
export function resolve(site: Grid, request: ApiRequest, abilities: Abilities = {}): Resolution {
  const { refusesUnknown: _, ...others } = site;
  const { composes = false, creates = [] } = abilities;
  // Rules can't tell an unknown parameter.
  const grid = composes ? site : others;
  const segments = segmentsOf(grid, request.path);
  const isPath = segments?.at(-1)?.endsWith('.json') === true && !request.path.endsWith('/');
  const endpoint = segments && (isPath ? namedAt(grid, segments) : endpointAt(grid, segments));
  if (!endpoint) return { ...errorOutcome(errorAddress('path')), methods: METHODS };
  const collection = endpointName(endpoint);
  const isCreating = endpoint.kind === 'collection' && !isPath && creates.includes(collection);
  const methods: readonly string[] = isCreating ? CREATING_METHODS : METHODS;
  const outcome = (): Outcome => {
    const { method, query } = request;
    if (!methods.includes(method)) return errorOutcome(errorAddress('method'));
    if (method === 'OPTIONS') return fileOutcome({ kind: 'options', collection });
    if (method === 'POST') return { kind: 'create', status: 201, collection };
    if (isPath) return resolvePath(grid, segments, query, composes);
    // Rules know a record by the name of its file.
    const own = composes ? withOwnKey(endpoint) : endpoint;
    if (request.path.endsWith('/')) return resolveQuery(grid, own, query, composes);
    return redirectOutcome(endpointPath(grid, endpoint) + (query && `?${query}`));
  };
  return { ...outcome(), methods };
}

/**
 * The path of the file with the answer to a GET; null where there is none.
 * @param target a path with a query; it and the result are relative to the site's folder
 */
export function findFile(grid: Grid, target: string): string | null {
  const request = { method: 'GET', ...splitTarget(`${basePath(grid)}/${target}`) };
  const found = resolve(grid, request, { composes: true });
  const isFile = found.status === 200 && 'address' in found && isPrerendered(grid, found.address);
  return isFile ? fileOf(grid, found.address) : null;
}

const fileOutcome = (address: Address): Outcome => ({ kind: 'file', status: 200, address });

/** A redirect to another path of this host. */
export const redirectOutcome = (location: string): Outcome => ({
  kind: 'redirect',
  status: 301,
  location,
});

/** The answer to a request that has an error. */
export const errorOutcome = (address: ErrorAddress) => ({
  kind: 'error' as const,
  status: ERRORS[address.error],
  address,
});

/** The answer for a record or a page that does not exist. */
export const missingOutcome = (address: ComposedAddress) => {
  const error = 'pageSize' in address ? 'page' : 'offset';
  return errorOutcome(errorAddress(address.kind === 'record' ? 'key' : error, address.collection));
};

/** Resolves an address by path. */
function resolvePath(grid: Grid, segments: readonly string[], query: string, composes: Composes) {
  const request = parsePath(grid, segments);
  const missing = errorOutcome(errorAddress('path'));
  if (!request) return missing;
  const { endpoint, values } = request;
  if (hasParameters(grid, endpoint, query)) return errorOutcome(errorAddress('query'));
  const refused = refusedParameter(parametersOf(grid, endpoint), values);
  if (refused) return composes ? errorOutcome(refused.error) : missing;
  const address = addressFor(endpoint, values);
  if (!isPathOf(grid, address, apiFolder(grid) + segments.join('/'))) return missing;
  return bodyOutcome(address, isPrerendered(grid, address), composes) ?? missing;
}

/** Resolves a query of an endpoint. Rules have one error for all values, which tells what is prerendered. */
function resolveQuery(grid: Grid, endpoint: Endpoint, query: string, composes: Composes): Outcome {
  const parameters = parametersOf(grid, endpoint);
  const collection = 'collection' in endpoint ? endpoint.collection : undefined;
  const unsupported = errorOutcome(errorAddress('parameters', collection?.name));
  const read = readQuery(grid, parameters, query, composes ? misplacedFilters(endpoint) : {});
  if ('detail' in read) return composes ? { kind: 'refused', status: 400, ...read } : unsupported;
  const refused = refusedParameter(parameters, read.values);
  if (refused)
    return composes || refused.kind === 'format' ? errorOutcome(refused.error) : unsupported;
  const asked = addressFor(endpoint, read.values);
  if (asked.kind === 'record' && !isKey(collection, asked.key)) return missingOutcome(asked);
  const address = withPrerenderedFormat(collection, asked, composes);
  // Where links are addresses by path, a page in a file has no links for who asks by query.
  const hasOtherLinks = composes && grid.hostKind === 'plain' && address.kind === 'page';
  const found = bodyOutcome(address, isPrerendered(grid, address) && !hasOtherLinks, composes);
  return found ?? (address.kind === 'record' ? missingOutcome(address) : unsupported);
}

/** The answer with the body of an address; undefined if there is none. */
function bodyOutcome(address: Address, isFile: boolean, composes: Composes): Outcome | undefined {
  const isComposable = isListing(address) || address.kind === 'record';
  if (!isComposable || (isFile && composes !== 'all')) return fileOutcome(address);
  return composes ? { kind: 'compose', status: 200, address } : undefined;
}

/** An address as rules see it: without a format that has no pages of its own. */
const withPrerenderedFormat = (
  collection: CollectionGrid | undefined,
  address: Address,
  composes: Composes,
): Address =>
  !composes && address.kind === 'page' && !collection?.prerenderedFormats?.includes(address.format)
    ? { ...address, format: '' }
    : address;

/** True unless the definition says that no record has such a key. */
const isKey = (collection: CollectionGrid | undefined, key: string): boolean =>
  collection?.key === undefined || new RegExp(`^(?:${collection.key})$`).test(key);

/** The endpoint to whose addresses a path belongs; the path may be none of them. */
const namedAt = (grid: Grid, [first = '', ...rest]: readonly string[]): Endpoint | null =>
  endpointAt(grid, [rest.length > 0 ? first : first.replace(/\.json$/, '')]) ??
  (first === 'index.json' ? { kind: 'index' } : null);

/** The decoded segments of a request's path below the API's folder; null for another path. */
function segmentsOf(grid: Grid, path: string): readonly string[] | null {
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
