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
import { apiFolder, basePath, type Grid } from './grid.ts';
import { isRendered } from './listing.ts';
import { fileOf, isPathOf, parsePath } from './path.ts';

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
  /** True if it composes pages that are not prerendered. False: it answers what a host's rules do. */
  readonly composes?: boolean;
  /** The collections that take a new record by POST. */
  readonly creates?: readonly string[];
}

/** What a request is answered with. */
export type Outcome =
  /** A file of the site. That of an item may not exist. */
  | { readonly kind: 'file'; readonly status: 200; readonly address: Address }
  /** A listing that is not prerendered, or a record of a site without pages, which may not exist. */
  | {
      readonly kind: 'compose';
      readonly status: 200;
      readonly address: ListingAddress | ItemAddress;
    }
  | { readonly kind: 'redirect'; readonly status: 301; readonly location: string }
  | { readonly kind: 'error'; readonly status: number; readonly address: ErrorAddress }
  /** The error of a parameter that is unknown, repeated or in brackets. */
  | {
      readonly kind: 'refused';
      readonly status: 400;
      readonly parameter: string;
      readonly detail: string;
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
export function resolve(site: Grid, request: ApiRequest, abilities: Abilities = {}): Resolution {
  const { refusesUnknown: _, ...others } = site;
  // Rules can't tell an unknown parameter.
  const grid = abilities.composes ? site : others;
  const segments = segmentsOf(grid, request.path);
  const isPath = segments?.at(-1)?.endsWith('.json') === true && !request.path.endsWith('/');
  const endpoint = segments && (isPath ? namedAt(grid, segments) : endpointAt(grid, segments));
  if (!endpoint) return { ...errorOutcome(errorAddress('path')), methods: METHODS };
  const { creates = [] } = abilities;
  const isCreating =
    endpoint.kind === 'collection' && !isPath && creates.includes(endpoint.collection.name);
  const methods: readonly string[] = isCreating ? CREATING_METHODS : METHODS;
  const resolveGet = () =>
    isPath
      ? resolvePath(grid, segments, request.query, abilities)
      : resolveEndpoint(grid, endpoint, request, abilities);
  return { ...resolveMethod(endpoint, request.method, methods, resolveGet), methods };
}

/**
 * The path of the file with the answer to a GET; null where there is none.
 * @param target a path with a query; it and the result are relative to the site's folder
 */
export function findFile(grid: Grid, target: string): string | null {
  const request = { method: 'GET', ...splitTarget(`${basePath(grid)}/${target}`) };
  const found = resolve(grid, request, { composes: true });
  const isFile = found.status === 200 && 'address' in found && isRendered(grid, found.address);
  return isFile ? fileOf(grid, found.address) : null;
}

function resolveMethod(
  endpoint: Endpoint,
  method: string,
  methods: readonly string[],
  resolveGet: () => Outcome,
): Outcome {
  const collection = endpointName(endpoint);
  if (!methods.includes(method)) return errorOutcome(errorAddress('method'));
  if (method === 'OPTIONS') return fileOutcome({ kind: 'options', collection });
  if (method === 'POST') return { kind: 'create', status: 201, collection };
  return resolveGet();
}

/** The endpoint to whose addresses a path belongs; the path may be none of them. */
const namedAt = (grid: Grid, [first = '', ...rest]: readonly string[]): Endpoint | null =>
  endpointAt(grid, [rest.length > 0 ? first : first.replace(/\.json$/, '')]) ??
  (first === 'index.json' ? { kind: 'index' } : null);

/** Resolves an address by path. */
function resolvePath(
  grid: Grid,
  segments: readonly string[],
  query: string,
  { composes }: Abilities,
): Outcome {
  const request = parsePath(grid, segments);
  const missing = errorOutcome(errorAddress('path'));
  if (!request) return missing;
  const { endpoint, values } = request;
  if (hasParameters(grid, endpoint, query)) return errorOutcome(errorAddress('query'));
  const address = addressFor(endpoint, values);
  const refused = refusedParameter(parametersOf(grid, endpoint), values);
  if (refused) return composes ? errorOutcome(refused.error) : missing;
  if (!isPathOf(grid, address, apiFolder(grid) + segments.join('/'))) return missing;
  if (isRendered(grid, address)) return fileOutcome(address);
  return composes && isComposable(address) ? composeOutcome(address) : missing;
}

/** True for a query with a parameter, whose value an address by path has in the path. */
function hasParameters(grid: Grid, endpoint: Endpoint, query: string): boolean {
  const own: Endpoint =
    'collection' in endpoint ? { kind: 'collection', collection: endpoint.collection } : endpoint;
  const names = parametersOf(grid, own).map(({ name }) => name);
  return [...parseQuery(query)].some(([name, value]) =>
    names.includes(nameBeforeBracket(name))
      ? value !== '' || name.includes('[')
      : grid.refusesUnknown === true,
  );
}

/** Resolves the path of an endpoint, with its query. */
function resolveEndpoint(
  grid: Grid,
  endpoint: Endpoint,
  { path, query }: ApiRequest,
  { composes }: Abilities,
): Outcome {
  if (!path.endsWith('/')) {
    return redirectOutcome(endpointPath(grid, endpoint) + (query && `?${query}`));
  }
  const outcome = resolveQuery(grid, endpoint, query);
  return composes ? outcome : prerenderedOutcome(grid, endpoint, outcome);
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

const composeOutcome = (address: ListingAddress | ItemAddress): Outcome => ({
  kind: 'compose',
  status: 200,
  address,
});

const isComposable = (address: Address): address is ListingAddress | ItemAddress =>
  isListing(address) || address.kind === 'item';

/** The answer of code. */
function resolveQuery(grid: Grid, endpoint: Endpoint, query: string): Outcome {
  const parameters = parametersOf(grid, endpoint);
  const given = parseQuery(query);
  const refusal = refusedName(grid, parameters, given);
  if (refusal) return { kind: 'refused', status: 400, ...refusal };
  const values: Values = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, parameterValue(given, parameter)]),
  );
  const refused = refusedParameter(parameters, values);
  if (refused) return errorOutcome(refused.error);
  if (endpoint.kind === 'item' && !matchesKey(endpoint)) return keyError(endpoint.collection.name);
  const address = addressFor(endpoint, values);
  // Where links are addresses by path, a page in a file has no links for who asks by query.
  const isFile = isRendered(grid, address) && !(grid.linksByPath && address.kind === 'page');
  return isFile || !isComposable(address) ? fileOutcome(address) : composeOutcome(address);
}

/** The answer of a host's rules where code answers with an outcome: one error tells what is prerendered. */
function prerenderedOutcome(grid: Grid, endpoint: Endpoint, outcome: Outcome): Outcome {
  const collection = 'collection' in endpoint ? endpoint.collection : undefined;
  const unsupported = errorOutcome(errorAddress('parameters', collection?.name));
  if (outcome.kind === 'refused') return unsupported;
  if (outcome.kind === 'error') {
    const { error } = outcome.address;
    return ['path', 'key', 'format'].includes(error) ? outcome : unsupported;
  }
  if (outcome.kind !== 'compose') return outcome;
  const { address } = outcome;
  if (address.kind === 'item') return missingOutcome(address);
  const isKept =
    address.kind === 'list' || collection?.prerenderedFormats?.includes(address.format);
  const file = isKept ? address : { ...address, format: '' };
  return isRendered(grid, file) ? fileOutcome(file) : unsupported;
}

// URLSearchParams drops a leading question mark: add one, since the query's own is part of a name.
const parseQuery = (query: string) => new URLSearchParams(`?${query}`);

/** `status__in` for `status__in[]` and `status__in[0]`, as some clients write the values of a list. */
const nameBeforeBracket = (name: string): string => name.replace(/\[.*/s, '');

/** The first name in a query that can't be read as one parameter, and what is wrong with it. */
function refusedName(
  { refusesUnknown }: Grid,
  parameters: readonly Parameter[],
  given: URLSearchParams,
): { readonly parameter: string; readonly detail: string } | undefined {
  const names = parameters.map(({ name }) => name);
  for (const name of given.keys()) {
    const known = nameBeforeBracket(name);
    if (known !== name && names.includes(known)) {
      const detail = `${known} has brackets. Write several values with commas: ${known}=a,b.`;
      return { parameter: known, detail };
    }
    if (refusesUnknown && !names.includes(name)) {
      const parameter = name.slice(0, MAX_QUOTED);
      const detail = `There is no parameter ${JSON.stringify(parameter)}. Parameters: ${names.join(', ')}.`;
      return { parameter, detail };
    }
  }
  const repeated = names.find((name) => given.getAll(name).length > 1);
  if (repeated === undefined) return undefined;
  return { parameter: repeated, detail: `${repeated} is given more than once.` };
}

/** The most characters of a parameter's name that an error quotes. */
const MAX_QUOTED = 100;

/** The first parameter with a value that is not supported. */
const refusedParameter = (
  parameters: readonly Parameter[],
  values: Values,
): Parameter | undefined =>
  parameters.find(({ name, fallback, accepts }) => {
    // A parameter may be called `constructor`, which every object has.
    const value = Object.hasOwn(values, name) ? (values[name] ?? fallback) : fallback;
    return value !== fallback && !accepts(value);
  });

/** True unless the definition says that no record has such a key. */
const matchesKey = ({ collection, key }: Extract<Endpoint, { kind: 'item' }>): boolean =>
  collection.key === undefined || matchesWhole(collection.key, key);

/** The value of a parameter in a query. White space around a filter's value is dropped. */
function parameterValue(given: URLSearchParams, { name, kind, fallback }: Parameter): string {
  const value = given.get(name) ?? '';
  return (kind === 'filter' ? value.trim() : value) || fallback;
}

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
