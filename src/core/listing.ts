import { type Address, isListing, type ListingAddress, type PageAddress } from './address.ts';
import { isHashName } from './file-name.ts';
import type { FilterValues } from './filter.ts';
import {
  type CollectionGrid,
  findCollection,
  firstPages,
  type Grid,
  isPrerenderedPage,
  keyFileName,
} from './grid.ts';
import { ownValue } from './object.ts';

/** What distinguishes a listing from the others of its collection. */
export type Listing = Pick<ListingAddress, 'filters' | 'ordering'>;

/**
 * What is prerendered of the records that match the filters of a listing: without filters the
 * collection itself; undefined where nothing is.
 */
export function partitionOf(collection: CollectionGrid, { filters }: Pick<Listing, 'filters'>) {
  if (!filters) return collection;
  const { partitions, pagination } = collection;
  if (!partitions || !Object.keys(filters).every((name) => partitions.filters.includes(name)))
    return undefined;
  const { counts, orderings, limits } = partitions;
  const count = ownValue(counts, filtersKey(partitions.filters, filters));
  if (count === undefined) return undefined;
  return {
    ...collection,
    count,
    orderings,
    ...(pagination && { pagination: { ...pagination, limits } }),
  };
}

/** The key of a partition: a value of each prerendered filter, or an empty text. */
export const partitionKey = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%/]/g, encodeURIComponent)).join('/');

/** The same from the names of the filters. */
export const filtersKey = (names: readonly string[], filters: FilterValues): string =>
  partitionKey(names.map((name) => ownValue(filters, name) ?? ''));

const valuesIn = (key: string): string[] => key.split('/').map(decodeURIComponent);

/** The filters of a partition that have a value. */
export const partitionFilters = (names: readonly string[], key: string): FilterValues => {
  const pairs = valuesIn(key).map((value, index) => [names[index] ?? '', value]);
  return Object.fromEntries(pairs.filter(([, value]) => value));
};

/** The prerendered values of a filter. */
export function partitionValues({ partitions }: CollectionGrid, name: string): string[] {
  const { filters = [], counts = {} } = partitions ?? {};
  const values = Object.keys(counts).map((key) => valuesIn(key)[filters.indexOf(name)]);
  return [...new Set(values)].flatMap((value) => value || []);
}

/** Every prerendered listing of a collection. */
export function* listingsOf(grid: Grid, collection: CollectionGrid): Generator<Listing> {
  const { orderings, partitions, pagination, isWhole } = collection;
  if (grid.hostKind === 'code') {
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

/** The addresses of a prerendered listing: for each page size and format its pages, or the one list. */
export function* pagesOf(
  grid: Grid,
  collection: CollectionGrid,
  listing: Listing,
): Generator<Iterable<ListingAddress>> {
  const { name, count, pagination } = partitionOf(collection, listing) ?? collection;
  const { filters, ordering } = listing;
  if (!pagination) return yield [{ kind: 'listing', collection: name, ...listing }];
  for (const { limit, pageSize } of firstPages(pagination)) {
    if (grid.hostKind === 'code' && limit !== 'all') continue;
    for (const format of formatsOf(grid, collection, listing)) {
      const page = { kind: 'page', collection: name, filters, ordering, format } as const;
      const step = limit === 'all' ? Number.POSITIVE_INFINITY : limit;
      const pages = function* (): Generator<PageAddress> {
        // An empty collection has one page.
        for (let offset = 0; offset === 0 || offset < count; offset += step)
          yield { ...page, limit, pageSize, offset };
      };
      yield pages();
    }
  }
}

/** True if the body of an address is a file of the site; of a record, if the record exists. */
export function isPrerendered(grid: Grid, address: Address): boolean {
  if (!isListing(address) && address.kind !== 'record') return true;
  const isCode = grid.hostKind === 'code';
  const collection = findCollection(grid, address);
  if (address.kind === 'record')
    return !isCode && !isHashName(keyFileName(collection, address.key));
  if (isCode) return isWholeFile(collection, address);
  const partition = partitionOf(collection, address);
  if (!partition || !['', ...partition.orderings].includes(address.ordering)) return false;
  if (address.kind === 'listing') return true;
  const { pagination, count } = partition;
  const isFormat = formatsOf(grid, collection, address).includes(address.format);
  return isFormat && !!pagination && isPrerenderedPage(pagination, count, address);
}

/** The formats that the pages of a listing have. Only hosts with rules need pages for one: code composes them. */
function formatsOf(grid: Grid, collection: CollectionGrid, { filters }: Listing): string[] {
  const { prerenderedFormats = [] } = collection;
  return filters || grid.hostKind !== 'rules' ? [''] : ['', ...prerenderedFormats];
}

/** True if a listing is a file of a site without pages: all records in the default order. */
function isWholeFile({ isWhole }: CollectionGrid, address: ListingAddress): boolean {
  const isAll =
    address.kind === 'listing' ||
    (address.limit === 'all' && address.offset === 0 && address.format === '');
  return isWhole === true && isAll && address.ordering === '' && !address.filters;
}
