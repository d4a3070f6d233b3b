import { type Endpoint, endpointName } from '../core/endpoint.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { keyName } from './endpoint.ts';

/** An address by path, with a template for each parameter. */
export interface PathTemplate {
  /** Such as `/api/cities/country/{country}/limit/{limit}.json`. */
  readonly path: string;
  /** The parameters in it, in their order. */
  readonly names: readonly string[];
}

/** The addresses by path of an endpoint, the shortest first. */
export function pathTemplates(endpoint: Endpoint): PathTemplate[] {
  if (endpoint.kind === 'index') return [template('index', [])];
  const name = endpointName(endpoint);
  if (endpoint.kind === 'features') return [template(name, [])];
  const { collection } = endpoint;
  if (endpoint.kind === 'item') {
    const key = keyName(collection);
    return [{ path: `/api/${name}/{${key}}.json`, names: [key] }];
  }
  return subsets(collection.partitions?.filters ?? []).flatMap((filters) =>
    orderingsWith(collection, filters).flatMap((ordering) =>
      windowsOf(collection).map((window) => template(name, [...filters, ...ordering, ...window])),
    ),
  );
}

const template = (name: string, names: readonly string[]): PathTemplate => ({
  path: `/api/${[name, ...names.map((one) => `${one}/{${one}}`)].join('/')}.json`,
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

const windowsOf = ({ pagination }: CollectionGrid): string[][] =>
  pagination ? [[], ['limit'], ['limit', 'offset']] : [[]];
