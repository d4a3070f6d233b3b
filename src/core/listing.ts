import { type Address, isListing, type ListingAddress } from './address.ts';
import { type CollectionGrid, type Grid, isWindow } from './grid.ts';

/**
 * The collection of an address.
 * @throws if the grid has no collection of that name
 */
export function collectionOf(grid: Grid, address: { collection: string }): CollectionGrid {
  const found = grid.collections.find(({ name }) => name === address.collection);
  if (found) return found;
  throw new Error(`The grid has no collection ${address.collection}.`);
}

/**
 * What is pre-rendered of the records that match the filters of a listing: without filters the
 * collection itself; undefined where nothing is.
 */
export function partitionOf(
  collection: CollectionGrid,
  { filters }: Pick<ListingAddress, 'filters'>,
): CollectionGrid | undefined {
  if (!filters) return collection;
  const { partitions, pagination } = collection;
  const names = partitions?.filters ?? [];
  const key = partitionKey(names.map((name) => filters[name] ?? ''));
  const isKnown = partitions && Object.hasOwn(partitions.counts, key);
  if (!isKnown || Object.keys(filters).length > names.length) return undefined;
  const { counts, orderings, limits } = partitions;
  return {
    ...collection,
    count: counts[key] ?? 0,
    orderings,
    ...(pagination && { pagination: { ...pagination, limits } }),
  };
}

/** The key of a partition: a value of each pre-rendered filter, or an empty text. */
export const partitionKey = (values: readonly string[]): string => values.join('/');

/** The filters of a partition. */
export const partitionFilters = (names: readonly string[], key: string): Record<string, string> => {
  const values = key.split('/');
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
};

/** The pre-rendered values of a filter. */
export function partitionValues({ partitions }: CollectionGrid, name: string): string[] {
  const { filters = [], counts = {} } = partitions ?? {};
  const values = Object.keys(counts).map((key) => partitionFilters(filters, key)[name]);
  return [...new Set(values)].flatMap((value) => value || []);
}

/** The partition of a listing if the order of the listing is pre-rendered there. */
export function orderedPartitionOf(
  collection: CollectionGrid,
  address: Pick<ListingAddress, 'filters' | 'ordering'>,
): CollectionGrid | undefined {
  const partition = partitionOf(collection, address);
  return partition && ['', ...partition.orderings].includes(address.ordering)
    ? partition
    : undefined;
}

/** True if the body of an address that `resolve` returned is a file of the site. */
export function isRendered(grid: Grid, address: Address): boolean {
  if (!isListing(address)) return true;
  const partition = orderedPartitionOf(collectionOf(grid, address), address);
  if (!partition || address.kind === 'list') return partition !== undefined;
  const formats = address.filters ? [''] : ['', ...grid.formats];
  const { pagination, count } = partition;
  return formats.includes(address.format) && !!pagination && isWindow(pagination, count, address);
}
