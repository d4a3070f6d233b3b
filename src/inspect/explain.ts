import { fileOf, type ItemAddress, type ListingAddress } from '../core/address.ts';
import { compose } from '../core/compose.ts';
import { type Endpoint, type Parameter, parametersOf } from '../core/endpoint.ts';
import {
  apiFolder,
  basePath,
  findCollection,
  type Grid,
  hasQueryPages,
  windowNames,
} from '../core/grid.ts';
import { isPathAddress, queryOfPath } from '../core/path-address.ts';
import { TooManyReadsError } from '../core/reading.ts';
import {
  type ApiRequest,
  isApiPath,
  keyError,
  missingOutcome,
  type Resolution,
  resolve,
  splitTarget,
} from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';
import { type Deviation, formatDeviation, type Host } from '../hosts/host.ts';
import { HOSTS, type HostName } from '../hosts/hosts.ts';
import { formatCount } from '../util/text.ts';

/** What some hosts answer. */
export interface HostAnswer {
  readonly hosts: readonly HostName[];
  /** Null for a path that is not of the API (a file, or 404), and where the host deviates from the contract. */
  readonly status: number | null;
  /** The status, and what is special about the answer: `200, composed of 2 files`. */
  readonly summary: string;
  /** The files that the body is made of, with the records that are taken from each. */
  readonly files: readonly string[];
}

/**
 * Parses a request as a person writes it: a whole address; a path from the host's root, or from the
 * site's; one below the API's folder; or only a query, which is for the first paginated collection.
 */
export const parseRequestText = (grid: Grid, text: string, method: string): ApiRequest => ({
  method,
  ...splitTarget(toTarget(grid, text)),
});

function toTarget(grid: Grid, text: string): string {
  const [[path = ''], base, { collections }] = [text.split('?'), basePath(grid), grid];
  if (/^https?:\/\//i.test(text)) return text;
  if (text.startsWith('/')) return `${path}/`.startsWith(`${base}/`) ? text : base + text;
  if (`${path}/`.startsWith(apiFolder(grid))) return `${base}/${text}`;
  const isBelow = path.includes('/') || collections.some(({ name }) => name === path);
  if (isBelow) return `${base}/${apiFolder(grid)}${text}`;
  const listed = collections.find(({ pagination }) => pagination) ?? collections[0];
  return `${base}/${apiFolder(grid)}${listed ? `${listed.name}/` : ''}?${text.replace(/^\?/, '')}`;
}

/**
 * Explains how a request is read, and what it is answered with on each host: by the API's contract, or
 * the text of a deviation that applies.
 * @param site a finished site, whose store is read
 * @param exists is there a file at that path in the site?
 * @param hosts those that the site is for
 * @returns what its path leads to, such as `the record NO of countries`; each query parameter with its
 * values, and how they are read; the answers of the hosts, those with the same answer together, the
 * lowest status first
 */
export async function explain(
  site: DataSite,
  request: ApiRequest,
  exists: (file: string) => boolean,
  hosts: readonly HostName[],
) {
  const { grid } = site;
  const rendered = resolve(grid, request);
  const { endpoint } = rendered;
  const groups = new Map<string, HostAnswer>();
  for (const name of hosts) {
    const answer = await answerOf(HOSTS[name], site, request, exists);
    const others = groups.get(answer.summary)?.hosts ?? [];
    groups.set(answer.summary, { ...answer, hosts: [...others, name] });
  }
  return {
    endpoint: endpoint ? describeEndpoint(endpoint) : describePath(grid, request),
    parameters: interpretParameters(grid, rendered, request),
    answers: [...groups.values()].sort((a, b) => (a.summary < b.summary ? -1 : 1)),
  };
}

async function answerOf(
  { kind, limits: { reads }, badRequestStatus = 400, deviations }: Host,
  site: DataSite,
  request: ApiRequest,
  exists: (file: string) => boolean,
): Promise<Omit<HostAnswer, 'hosts'>> {
  const { grid } = site;
  if (kind === 'files') return fileAnswer(grid, request, exists);
  if (!isApiPath(`${basePath(grid)}/`, apiFolder(grid), request.path)) {
    return { status: null, summary: 'the file at this path, or 404', files: [] };
  }
  const found = resolve(grid, request, { composes: kind === 'code' });
  const deviation = Object.values<Deviation>(deviations).find(
    (one) => typeof one === 'object' && one.applies(request, grid, found),
  );
  if (deviation) return { status: null, summary: formatDeviation(deviation), files: [] };
  if (found.kind === 'unknown') return { status: 400, summary: '400', files: [] };
  if (found.kind === 'redirect')
    return { status: 301, summary: `301 to ${found.location}`, files: [] };
  if (found.kind === 'create') throw new Error('A published site is read-only.');
  if (found.kind === 'compose') {
    return composedAnswer({ ...site, ...(reads && { reads }) }, found.address);
  }
  const isMissing = found.address.kind === 'item' && !exists(fileOf(grid, found.address));
  const { status, address } = isMissing ? keyError(found.address.collection) : found;
  const sent = status === 400 ? badRequestStatus : status;
  return { status: sent, summary: `${sent}`, files: [fileOf(grid, address)] };
}

/** What a host of plain files answers, which ignores the query. */
function fileAnswer(grid: Grid, request: ApiRequest, exists: (file: string) => boolean) {
  const file = request.path.slice(basePath(grid).length + 1);
  if (exists(file)) return { status: 200, summary: '200', files: [file] };
  const found = resolve(grid, request, { composes: true });
  const path = 'address' in found ? fileOf(grid, found.address) : '';
  const hint =
    path.startsWith(apiFolder(grid)) && exists(path) ? `; the same records: ${path}` : '';
  return { status: 404, summary: `404${hint}`, files: [] };
}

async function composedAnswer(site: DataSite, address: ListingAddress | ItemAddress) {
  try {
    const { body, files } = await compose(site, address);
    if (!body) {
      const file = fileOf(site.grid, missingOutcome(address).address);
      return { status: 404, summary: '404', files: [file] };
    }
    return { status: 200, summary: `200, composed of ${formatCount(files.length, 'file')}`, files };
  } catch (error) {
    if (!(error instanceof TooManyReadsError)) throw error;
    const { reads, limit } = error;
    const [size] = windowNames(findCollection(site.grid, address));
    const hint = limit > 0 ? `; ${size}=${limit} works` : '';
    return {
      status: 400,
      summary: `400, because it needs more than ${reads} files${hint}`,
      files: [],
    };
  }
}

/** What a path leads to that is no endpoint. */
function describePath(grid: Grid, { path }: ApiRequest): string {
  const file = path.slice(basePath(grid).length + 1);
  const query = isPathAddress(grid, file) ? queryOfPath(apiFolder(grid), file) : null;
  return query === null ? 'no endpoint of the API' : `the records of /${query}, by path`;
}

function describeEndpoint(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return 'the index';
  const { name, count, pagination } = endpoint.collection;
  if (endpoint.kind === 'item') return `the record ${endpoint.key} of ${name}`;
  if (endpoint.kind === 'features') return `the features of ${name}, as GeoJSON`;
  return `${pagination ? 'pages' : 'the list'} of ${name}, ${formatCount(count, 'record')}`;
}

/** Every parameter that the endpoint has or the query gives. */
function interpretParameters(grid: Grid, { endpoint, status }: Resolution, request: ApiRequest) {
  const query = new URLSearchParams(`?${request.query}`);
  const known = endpoint ? parametersOf(grid, endpoint) : [];
  const isRenderedPage = status === 200;
  const names = new Set<string>([...known.map(({ name }) => name), ...query.keys()]);
  return [...names].map((name) => {
    const values = query.getAll(name);
    const parameter = known.find((one) => one.name === name);
    const interpretation = parameter
      ? interpret(parameter, values, isRenderedPage, !hasQueryPages(grid))
      : grid.refusesUnknown
        ? 'refused by hosts that run code, ignored by others'
        : 'ignored';
    return { name, values, interpretation };
  });
}

/** Says how the values of a parameter are read. */
function interpret(
  parameter: Parameter,
  given: readonly string[],
  isRenderedPage: boolean,
  isComposed: boolean,
) {
  const { kind, fallback, values, composes } = parameter;
  const [text = ''] = given;
  const value = kind === 'filter' ? text.trim() : text;
  if (given.length > 1) return 'given more than once';
  if (value === '' && kind === 'filter') return 'no filter';
  if (value === '') return fallback ? `the default, ${fallback}` : 'the default';
  const isListed = values === 'number' ? isRenderedPage : values.includes(value);
  if (!isListed && !composes(value)) return 'not supported';
  // The number of the last page depends on the filters and the page size.
  const condition = kind === 'page' && !isListed ? ', if there is such a page' : '';
  if (isComposed) return `supported${condition}`;
  return isListed ? 'pre-rendered' : `only on hosts that run code${condition}`;
}
