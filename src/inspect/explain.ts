import { addressOf, fileOf, isListing, type ListingAddress } from '../core/address.ts';
import {
  type Endpoint,
  isWholeNumber,
  type Parameter,
  parametersOf,
  pathOf,
} from '../core/endpoint.ts';
import { basePath, type Grid, isWindow } from '../core/grid.ts';
import { planOf } from '../core/plan.ts';
import { type ApiRequest, endpointOf, isRendered, partsOf } from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';
import type { Deviation, Outcome } from '../hosts/deviation.ts';
import type { Host } from '../hosts/host.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../hosts/hosts.ts';
import { deviationsIn, predict } from '../hosts/prediction.ts';

/** How a request is read and answered. */
export interface Explanation {
  readonly request: ApiRequest;
  /** What its path leads to, in words. */
  readonly endpoint: string;
  readonly parameters: readonly ReadParameter[];
  /** The answer of the contract, where our own code gives it. */
  readonly answer: Told;
  readonly hosts: readonly HostAnswer[];
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

export interface HostAnswer extends Told {
  readonly name: HostName;
  /** The rule of the host that the request meets; absent where our code runs. */
  readonly rule?: string;
  readonly deviations: readonly Deviation[];
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
  const exists = async (file: string) => (await site.read(file)) !== null;
  const contract = { kind: 'code', deviations: [] } as const;
  const isThere = async (file: string) => addressOf(file)?.kind === 'item' && exists(file);
  const { outcome } = await predict(contract, grid, request, isThere);
  const hosts = HOST_NAMES.map(async (name): Promise<HostAnswer> => {
    const host: Host = HOSTS[name];
    const { outcome: own } = await predict(host, grid, request, exists);
    const deviations = await deviationsIn(host, grid, request, exists);
    // What a host answers itself, no rule decides.
    const rule = 'own' in own ? undefined : host.rule?.(grid, request);
    return {
      name,
      ...told(grid, own, host.limits.reads),
      ...(rule !== undefined && { rule }),
      deviations,
    };
  });
  return {
    request,
    endpoint: endpoint ? described(grid, endpoint) : 'nothing of the API',
    parameters: readParameters(grid, endpoint, request.query),
    answer: told(grid, outcome),
    hosts: await Promise.all(hosts),
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

function told(grid: Grid, outcome: Outcome, reads?: number): Told {
  if ('location' in outcome) return { status: 301, body: `to ${outcome.location}`, pieces: [] };
  const { status } = outcome;
  if ('own' in outcome) return { status, body: `the host’s own: ${outcome.own}`, pieces: [] };
  if ('file' in outcome) return { status, body: outcome.file, pieces: [] };
  const { address } = outcome;
  if (isListing(address) && !isRendered(grid, address)) {
    return { status, body: 'composed', pieces: piecesOf(grid, address, reads) };
  }
  return { status, body: fileOf(address), pieces: [] };
}

/** What a listing is composed of that is no file. */
function piecesOf(grid: Grid, address: ListingAddress, reads: number | undefined): string[] {
  const plan = planOf({ grid, ...(reads !== undefined && { reads }) }, address);
  if ('pieces' in plan) {
    return plan.pieces.map(({ file, from, to }) => `${file}, records ${from + 1} to ${to}`);
  }
  const { file, from, to } = plan.sorted;
  const by = `by ${plan.sort.field}${plan.sort.descending ? ', descending' : ''}`;
  return [`${file}, sorted ${by}, and of that records ${from + 1} to ${to}`];
}
