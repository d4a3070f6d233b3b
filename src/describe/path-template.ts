import { type Endpoint, endpointName } from '../core/endpoint.ts';
import { apiFolder, type CollectionGrid, type Grid, windowNames } from '../core/grid.ts';
import { keyName } from './endpoint.ts';

/** An address by path, with a template for each parameter. */
export interface PathTemplate {
  /** Such as `/api/cities/country/{country}/limit/{limit}.json`. */
  readonly path: string;
  /** The parameters in it, in their order. */
  readonly names: readonly string[];
}

/** How an API on a host of plain files is used, in paragraphs. */
export const BY_PATH: readonly string[] = [
  'The API consists of files, which were generated when the site was built. A parameter is a pair of segments in the path, its name and its value; without the pair, it has its default value. The host ignores the query string of a request.',
  'An address without a file gets 404. For any other filter, search, ordering or page size, `client.js` in the folder of the site composes the response from its files, for programs in JavaScript.',
];

/** The addresses by path of an endpoint, the shortest first. */
export function pathTemplates(grid: Grid, endpoint: Endpoint): PathTemplate[] {
  if (endpoint.kind === 'index') return [template(grid, 'index', [])];
  const name = endpointName(endpoint);
  if (endpoint.kind === 'features') return [template(grid, name, [])];
  const { collection } = endpoint;
  if (endpoint.kind === 'item') {
    const key = keyName(collection);
    return [{ path: `/${apiFolder(grid)}${name}/{${key}}.json`, names: [key] }];
  }
  return subsets(collection.partitions?.filters ?? []).flatMap((filters) =>
    orderingsWith(collection, filters).flatMap((ordering) =>
      windowsOf(collection).map((window) =>
        template(grid, name, [...filters, ...ordering, ...window]),
      ),
    ),
  );
}

const template = (grid: Grid, name: string, names: readonly string[]): PathTemplate => ({
  path: `/${apiFolder(grid)}${[name, ...names.map((one) => `${one}/{${one}}`)].join('/')}.json`,
  names,
});

/** Every selection of some values, in their order. */
function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others, ...others.map((other) => [first, ...other])];
}

function orderingsWith({ orderings, partitions }: CollectionGrid, filters: readonly string[]) {
  const accepted = filters.length > 0 ? (partitions?.orderings ?? []) : orderings;
  return accepted.length > 0 ? [[], ['ordering']] : [[]];
}

function windowsOf(collection: CollectionGrid): string[][] {
  const [size, place] = windowNames(collection);
  if (!collection.pagination) return [[]];
  // Without `limit`, a path has no `offset`.
  return [[], ...(place === 'page' ? [[place]] : []), [size], [size, place]];
}
