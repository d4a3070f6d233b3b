import { fileOf, isListing, type ListingAddress } from '../core/address.ts';
import {
  type Endpoint,
  isWholeNumber,
  type Parameter,
  parametersOf,
  pathOf,
} from '../core/endpoint.ts';
import { basePath, type Grid, isWindow } from '../core/grid.ts';
import { planOf } from '../core/plan.ts';
import {
  type ApiRequest,
  endpointOf,
  isRendered,
  missing,
  partsOf,
  type Resolution,
  resolve,
} from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';

/** How a request is read and answered. */
export interface Explanation {
  readonly request: ApiRequest;
  /** What its path leads to, in words. */
  readonly endpoint: string;
  readonly parameters: readonly ReadParameter[];
  /** The answer of the contract, where our own code gives it. */
  readonly answer: Told;
}

/** A query parameter, and what is made of it. */
interface ReadParameter {
  readonly name: string;
  /** Decoded, each as often as it is given. */
  readonly values: readonly string[];
  readonly reading: string;
}

/** An answer in words. */
export interface Told {
  readonly status: number;
  /** The file that it is, where it leads, or whose page it is. */
  readonly body: string;
  /** The files that it is composed of, with what is taken of each; none where it is a file. */
  readonly pieces: readonly string[];
}

/**
 * Reads a request as a person gives it: a whole address; a path from the host's root, or from the
 * site's; one below `/api/`; or only a query, which is then one of the first collection that has pages.
 */
export function requestOf(grid: Grid, text: string, method = 'GET'): ApiRequest {
  const [path = ''] = text.split('?');
  const request = (target: string) => ({ method, ...partsOf(target) });
  if (/^https?:\/\//i.test(text)) return request(text);
  const isMounted = `${path}/`.startsWith(`${basePath(grid)}/`);
  if (text.startsWith('/')) return request(isMounted ? text : basePath(grid) + text);
  if (/^api(?:\/|$)/.test(path)) return request(`${basePath(grid)}/${text}`);
  const root = pathOf(grid, { kind: 'index' });
  const isBelow = path.includes('/') || grid.collections.some(({ name }) => name === path);
  if (isBelow) return request(root + text);
  const listing = grid.collections.find(({ pagination }) => pagination) ?? grid.collections[0];
  const listed = listing ? pathOf(grid, { kind: 'collection', collection: listing }) : root;
  return { method, path: listed, query: text.replace(/^\?/, '') };
}

/** Tells how a request is read, and what it is answered with by our own code and on each host. */
export async function explain(site: DataSite, request: ApiRequest): Promise<Explanation> {
  const { grid } = site;
  const endpoint = endpointOf(grid, request.path);
  const resolution = resolve(grid, request, { composes: true });
  const isMissing =
    'address' in resolution &&
    resolution.address.kind === 'item' &&
    (await site.read(fileOf(resolution.address))) === null;
  return {
    request,
    endpoint: endpoint ? described(grid, endpoint) : 'nothing of the API',
    parameters: readParameters(grid, endpoint, request.query),
    answer: told(grid, isMissing ? missing(resolution.address.collection) : resolution),
  };
}

function described(grid: Grid, endpoint: Endpoint): string {
  const path = pathOf(grid, endpoint);
  if (endpoint.kind === 'index') return `the index, ${path}`;
  const { name, count, pagination } = endpoint.collection;
  if (endpoint.kind === 'item') return `the record ${endpoint.key} of ${name}, ${path}`;
  if (endpoint.kind === 'features') return `the features of ${name}, as GeoJSON, ${path}`;
  return `the ${pagination ? 'pages' : 'list'} of ${name}, ${count} records, ${path}`;
}

/** Every parameter that the endpoint has or the query gives. */
function readParameters(grid: Grid, endpoint: Endpoint | null, query: string): ReadParameter[] {
  const given = new URLSearchParams(`?${query}`);
  const own = endpoint ? parametersOf(grid, endpoint) : [];
  const names = new Set([...own.map(({ name }) => name), ...given.keys()]);
  return [...names].map((name) => {
    const parameter = own.find((one) => one.name === name);
    const values = given.getAll(name);
    const reading = parameter ? readingOf(parameter, values, endpoint, given) : 'ignored';
    return { name, values, reading };
  });
}

/** What is made of the values that a parameter is given. */
function readingOf(
  { fallback, values, composes }: Parameter,
  given: readonly string[],
  endpoint: Endpoint | null,
  query: URLSearchParams,
): string {
  const [value = ''] = given;
  if (given.length > 1) return 'given more than once';
  if (value === '') return fallback ? `the default, ${fallback}` : 'the default';
  const isFile = values === 'number' ? beginsPage(endpoint, query) : values.includes(value);
  if (isFile) return 'pre-rendered';
  return composes(value) ? 'composed where our code runs' : 'not supported';
}

/** Does a pre-rendered page begin at the offset that a query gives? */
function beginsPage(endpoint: Endpoint | null, query: URLSearchParams): boolean {
  if (endpoint?.kind !== 'collection' || !endpoint.collection.pagination) return false;
  const { pagination, count } = endpoint.collection;
  const [limit, offset] = [query.get('limit') || pagination.default, query.get('offset')];
  const size = limit === 'all' ? limit : Number(limit);
  return (
    isWholeNumber(offset ?? '') &&
    isWindow(pagination, count, { limit: size, offset: Number(offset) })
  );
}

function told(grid: Grid, outcome: Resolution): Told {
  if ('collection' in outcome) throw new Error('A site of files takes no new records.');
  if ('location' in outcome) return { status: 301, body: `to ${outcome.location}`, pieces: [] };
  const { status } = outcome;
  const { address } = outcome;
  if (isListing(address) && !isRendered(grid, address)) {
    return { status, body: 'composed', pieces: piecesOf(grid, address) };
  }
  return { status, body: fileOf(address), pieces: [] };
}

/** What a listing is composed of that is no file. */
function piecesOf(grid: Grid, address: ListingAddress): string[] {
  const plan = planOf({ grid }, address);
  if ('pieces' in plan) {
    return plan.pieces.map(({ file, from, to }) => `${file}, records ${from + 1} to ${to}`);
  }
  const { file, from, to } = plan.sorted;
  const by = `by ${plan.sort.field}${plan.sort.descending ? ', descending' : ''}`;
  return [`${file}, sorted ${by}, and of that records ${from + 1} to ${to}`];
}
