import { type Address, isListing, type ListingAddress, type PageAddress } from './address.ts';
import {
  type CollectionGrid,
  findCollection,
  firstWindows,
  type Grid,
  hasQueryPages,
  isWindow,
  keyFileName,
  offsetsOf,
  windowValues,
} from './grid.ts';

/** What distinguishes a listing from the others of its collection. */
export type Listing = Pick<ListingAddress, 'filters' | 'ordering'>;

/**
 * What is pre-rendered of the records that match the filters of a listing: without filters the
 * collection itself; undefined where nothing is.
 */
export function partitionOf(
  collection: CollectionGrid,
  { filters }: Pick<Listing, 'filters'>,
): CollectionGrid | undefined {
  if (!filters) return collection;
  const { partitions, pagination } = collection;
  const key = partitionKey(Object.values(filters));
  const isKnown = partitions && Object.hasOwn(partitions.counts, key);
  if (!isKnown || `${Object.keys(filters)}` !== `${partitions.filters}`) return undefined;
  const { counts, orderings, limits } = partitions;
  return {
    ...collection,
    count: counts[key] ?? 0,
    orderings,
    ...(pagination && { pagination: { ...pagination, limits } }),
  };
}

/** The key of a partition: a value of each pre-rendered filter, or an empty text. */
export const partitionKey = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%/]/g, encodeURIComponent)).join('/');

const valuesIn = (key: string): string[] => key.split('/').map(decodeURIComponent);

/** The filters of a partition. */
export const partitionFilters = (names: readonly string[], key: string): Record<string, string> => {
  const values = valuesIn(key);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
};

/** The pre-rendered values of a filter. */
export function partitionValues({ partitions }: CollectionGrid, name: string): string[] {
  const { filters = [], counts = {} } = partitions ?? {};
  const values = Object.keys(counts).map((key) => valuesIn(key)[filters.indexOf(name)]);
  return [...new Set(values)].flatMap((value) => value || []);
}

/** Every pre-rendered listing of a collection. */
export function* listingsOf(grid: Grid, collection: CollectionGrid): Generator<Listing> {
  const { orderings, partitions, pagination, isWhole } = collection;
  if (grid.layout === 'chunks') {
    if (isWhole && pagination?.all !== false) yield { ordering: '' };
    return;
  }
  for (const ordering of ['', ...orderings]) yield { ordering };
  if (!partitions) return;
  for (const key of Object.keys(partitions.counts)) {
    const filters = partitionFilters(partitions.filters, key);
    for (const ordering of ['', ...partitions.orderings]) yield { filters, ordering };
  }
}

/**
 * The addresses of a pre-rendered listing: for each page size and format its pages, in the order of their
 * files, or the one list.
 */
export function* pagesOf(
  grid: Grid,
  collection: CollectionGrid,
  listing: Listing,
): Generator<Iterable<ListingAddress>> {
  const { name, count, pagination } = partitionOf(collection, listing) ?? collection;
  const { filters, ordering } = listing;
  if (!pagination) return yield [{ kind: 'list', collection: name, ...listing }];
  for (const { limit, pageSize } of firstWindows(pagination)) {
    if (grid.layout === 'chunks' && limit !== 'all') continue;
    for (const format of formatsOf(grid, { ...listing, limit })) {
      const page = (offset: number): PageAddress => {
        // No `...`: V8 keeps copies that it makes in memory until the next full garbage collection.
        const address: Mutable<PageAddress> = {
          kind: 'page',
          collection: name,
          format,
          ordering,
          limit,
          offset,
        };
        if (filters) address.filters = filters;
        if (pageSize !== undefined) address.pageSize = pageSize;
        return address;
      };
      const nameOf = (offset: number) => `${Object.values(windowValues(page(offset)))[1]}`;
      yield {
        *[Symbol.iterator]() {
          yield page(0);
          // In the order of the files: 0, 100, 20.
          const offsets = [...offsetsOf(limit, count)];
          for (const offset of offsets.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
            if (offset > 0) yield page(offset);
        },
      };
    }
  }
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The partition of a listing if the order of the listing is pre-rendered there. */
function orderedPartitionOf(
  collection: CollectionGrid,
  listing: Listing,
): CollectionGrid | undefined {
  const partition = partitionOf(collection, listing);
  const isOrdered = partition && ['', ...partition.orderings].includes(listing.ordering);
  return isOrdered ? partition : undefined;
}

/** True if the body of an address that `resolve` returned is a file of the site. A page by path has other links. */
export function isRendered(grid: Grid, address: Address): boolean {
  const hasPages = hasQueryPages(grid);
  if (address.kind === 'item') {
    return hasPages && keyFileName(findCollection(grid, address), address.key) !== undefined;
  }
  if (!isListing(address)) return true;
  if (!hasPages) return isWholeFile(findCollection(grid, address), address);
  const partition = orderedPartitionOf(findCollection(grid, address), address);
  if (!partition || address.kind === 'list') return partition !== undefined;
  const { pagination, count } = partition;
  const isFormat = formatsOf(grid, address).includes(address.format);
  return isFormat && !!pagination && isWindow(pagination, count, address);
}

/** True if the records of an address are a file by path, on a site for hosts of plain files. */
export function isPrinted({ layout: _, ...grid }: Grid, address: Address): boolean {
  const withoutFormat = address.kind === 'page' ? { ...address, format: '' } : address;
  return address.kind === 'item' || isRendered({ ...grid, formats: [] }, withoutFormat);
}

/** True if a listing is a file of a site without pages: all records in the default order. */
function isWholeFile({ isWhole }: CollectionGrid, address: ListingAddress): boolean {
  const isAll = address.kind === 'list' || (address.limit === 'all' && address.offset === 0);
  return isWhole === true && isAll && address.ordering === '' && !address.filters;
}

/** The pre-rendered formats of a page. The page of all records has no links, so all formats share one. */
const formatsOf = (
  { formats, layout }: Grid,
  { filters, limit }: Pick<PageAddress, 'filters' | 'limit'>,
): readonly string[] =>
  filters || limit === 'all' || layout === 'paths' ? [''] : ['', ...formats];
