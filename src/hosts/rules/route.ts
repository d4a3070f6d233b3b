import { type Address, ERRORS, errorAddress, fileOf, formatItemFile } from '../../core/address.ts';
import {
  type Endpoint,
  endpointFile,
  endpointName,
  endpointPath,
  endpointsOf,
  hrefAt,
  type Parameter,
  parametersOf,
  type Values,
} from '../../core/endpoint.ts';
import { basePath, type Grid, pageSizes, windowNames } from '../../core/grid.ts';

/** What a rule answers with. */
export interface Target {
  readonly status: number;
  /** Its path from the host's root; with status 301, the path to redirect to. */
  readonly file: string;
}

/**
 * A set of pages: every combination of these values. For `number` that is any whole number; the page
 * of a combination may still not exist, which only the lookup of its file tells.
 */
export type PageSet = Readonly<Partial<Record<Parameter['kind'], Parameter['values']>>>;

/** The pre-rendered pages of all records, or of the records that match filters. */
interface Pages {
  /** The filters that may be given. */
  readonly filters: readonly string[];
  readonly sets: readonly PageSet[];
  /** The answer if the file of a page does not exist. */
  readonly missing: Target;
}

/** The rewrites of one endpoint, for each host to print in its own language. */
export interface Route {
  /** From the host's root, with the host's placeholder in place of an item's key. */
  readonly path: string;
  /** In the order in which they are checked, so that every host reports the same error. */
  readonly parameters: readonly Parameter[];
  /** Those of all records; then those that may have filters, if any is pre-rendered. */
  readonly pages: readonly [Pages, ...Pages[]];
  /** The file of a page, for a value of each parameter or the host's placeholder for one. */
  file(values: Values): string;
  /** The names in files of the values of filters that are not the names, by filter and value. */
  readonly valueFileNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of a record: the names of the files of keys that are not the names. */
  readonly keyFileNames?: Readonly<Record<string, string>>;
  /** Of a record: the file for such a name, or the host's placeholder for one. */
  encodedFile(name: string): string;
  /** The answer to OPTIONS. */
  readonly options: Target;
}

/** The path of the API, with a slash at both ends. */
export const apiRoot = (grid: Grid): string => endpointPath(grid, { kind: 'index' });

/** The absolute address of the API. */
export const apiHref = (grid: Grid): string => hrefAt(grid, { kind: 'index' });

/** The answer with the body of an address. */
export const rewriteTarget = (grid: Grid, address: Address): Target => ({
  status: address.kind === 'error' ? ERRORS[address.error] : 200,
  file: `${basePath(grid)}/${fileOf(grid, address)}`,
});

/**
 * A route for each endpoint of a site.
 * @param key the host's placeholder for an item's key
 */
export const routesOf = (grid: Grid, key: string): Route[] =>
  endpointsOf(grid, key).map((endpoint) => {
    const parameters = parametersOf(grid, endpoint);
    return {
      path: routePath(grid, endpoint),
      parameters,
      pages: routePages(grid, endpoint, parameters),
      file: (values) => `${basePath(grid)}/${endpointFile(grid, endpoint, values)}`,
      valueFileNames:
        (endpoint.kind === 'collection' && endpoint.collection.partitions?.valueFileNames) || {},
      ...(endpoint.kind === 'item' && { keyFileNames: endpoint.collection.keyFileNames ?? {} }),
      encodedFile: (name) =>
        `${basePath(grid)}/${formatItemFile(endpointName(endpoint), name, false)}`,
      options: rewriteTarget(grid, { kind: 'options', collection: endpointName(endpoint) }),
    };
  });

/** The path of an endpoint, with a placeholder for a key as it is. */
const routePath = (grid: Grid, endpoint: Endpoint): string =>
  endpoint.kind === 'item'
    ? `${endpointPath(grid, { ...endpoint, kind: 'collection' })}${endpoint.key}/`
    : endpointPath(grid, endpoint);

function routePages(
  grid: Grid,
  endpoint: Endpoint,
  parameters: readonly Parameter[],
): Route['pages'] {
  const set: PageSet = Object.fromEntries(parameters.map(({ kind, values }) => [kind, values]));
  const missing = rewriteTarget(grid, missingError(endpoint));
  const all: Pages = { filters: [], sets: pageSetsOf(set), missing };
  const filters = parameters.filter(isRenderedFilter).map(({ name }) => name);
  if (endpoint.kind !== 'collection' || filters.length === 0) return [all];
  const { name, partitions, pagination } = endpoint.collection;
  const { orderings = [], limits = [] } = partitions ?? {};
  const [size] = windowNames(endpoint.collection);
  const sets = pageSetsOf({
    ...set,
    ordering: orderings,
    ...(pagination && { format: [], [size]: pageSizes(limits, pagination) }),
  });
  return [all, { filters, sets, missing: rewriteTarget(grid, errorAddress('filter', name)) }];
}

/** True for a filter with pre-rendered values. Any value that can be part of a file's name may be one. */
export const isRenderedFilter = ({ kind, values }: Parameter): boolean =>
  kind === 'filter' && values.length > 0;

function missingError(endpoint: Endpoint): Address {
  const { kind } = endpoint;
  if (kind === 'item') return errorAddress('key', endpointName(endpoint));
  const isPaginated = kind === 'collection' && endpoint.collection.pagination;
  if (!isPaginated) return errorAddress('path');
  return errorAddress(windowNames(endpoint.collection)[1], endpointName(endpoint));
}

/** The page of all records only begins at 0, so it is a set of its own. */
function pageSetsOf(set: PageSet): PageSet[] {
  const { limit } = set;
  if (!Array.isArray(limit) || !limit.includes('all')) return [set];
  return [
    { ...set, limit: limit.filter((value) => value !== 'all') },
    { ...set, limit: ['all'], offset: ['0'] },
  ];
}
