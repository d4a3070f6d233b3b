import { formatListingFile, type ListingAddress } from './address.ts';
import { joined, LIST_HEAD, LIST_TAIL, PAGE_TAIL, pageHead, recordsIn } from './envelope.ts';
import { type Filters, type FilterValues, matcherOf } from './filter.ts';
import { type CollectionGrid, parseOrdering, type Window } from './grid.ts';
import { findCollection, type Listing, orderedPartitionOf, partitionOf } from './listing.ts';
import { type Keyed, orderOf, type Sort } from './ordering.ts';
import { type DataSite, readPublished } from './site.ts';

/**
 * Composes the body of a listing that is not pre-rendered from those that are: the same bytes as if
 * the build had rendered it.
 * @returns the body, and the number of records in the listing
 * @throws if the site lacks a file, or if reading a file fails
 */
export async function compose(site: DataSite, address: ListingAddress) {
  const plan = planOf(site, address);
  const { records, count } =
    'pieces' in plan ? await slicedRecords(site, plan) : await selectedRecords(site, plan);
  const body =
    address.kind === 'page'
      ? joined(pageHead(site.grid.base, address, count), records, PAGE_TAIL)
      : joined(LIST_HEAD, records, LIST_TAIL);
  return { body, count };
}

/** Records in the order of their files. */
async function slicedRecords(site: DataSite, { pieces, count }: SlicePlan) {
  const read = async ({ file, from, to }: Piece) =>
    recordsIn(await readPublished(site, file)).slice(from, to);
  const records: Uint8Array[][] = [];
  for (let at = 0; at < pieces.length; at += CONCURRENT_READS) {
    records.push(...(await Promise.all(pieces.slice(at, at + CONCURRENT_READS).map(read))));
  }
  return { records: records.flat(), count };
}

/** How many files are read at a time: a Worker has six connections. */
const CONCURRENT_READS = 6;

/** The records that match filters, in any order. */
async function selectedRecords(site: DataSite, plan: SelectPlan) {
  const all = recordsIn(await readPublished(site, plan.file));
  const found = matchesIn(all, plan);
  const { offset, limit } = plan.window;
  const order = orderOf(found, plan.sorts);
  const wanted = order.subarray(offset, limit === 'all' ? undefined : offset + limit);
  const records = Array.from(wanted).flatMap((index) => all[found[index]?.place ?? -1] ?? []);
  return { records, count: found.length };
}

/** The records that match, each with its place and the fields to sort by: whole, they would fill the memory. */
function matchesIn(
  records: readonly Uint8Array[],
  { filters, given, sorts, keyField = '' }: SelectPlan,
) {
  const decoder = new TextDecoder();
  const matches = matcherOf(filters, given);
  return records.flatMap((record, place): (Keyed & { place: number })[] => {
    const fields: Keyed['value'] = JSON.parse(decoder.decode(record));
    if (!matches(fields)) return [];
    const value = Object.fromEntries(sorts.map(({ field }) => [field, fields[field]]));
    return [{ key: fields[keyField] as string, value, place }];
  });
}

/** A run of records in a file of the site, counted from the file's first record. */
interface Piece {
  readonly file: string;
  /** How many records the file has at most. */
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Takes pieces of files that have the listing's records in its order, one after the other. */
interface SlicePlan {
  readonly pieces: readonly Piece[];
  /** The number of records in the listing. */
  readonly count: number;
}

/** Looks at all records, which are in one file, to select and to sort them. */
interface SelectPlan {
  readonly file: string;
  readonly filters: Filters;
  /** The values of the filters. */
  readonly given: FilterValues;
  /** None: in the order of the file. */
  readonly sorts: readonly Sort[];
  readonly keyField: string | undefined;
  readonly window: Window;
}

/** How to compose a listing that is not pre-rendered. */
export type Plan = SlicePlan | SelectPlan;

/** All records. */
const ALL_RECORDS: Window = { limit: 'all', offset: 0 };

/**
 * Plans how to compose a listing. The plan reads at most `reads` files.
 * @throws where the listing can't be composed
 */
export function planOf(
  { grid, reads }: Pick<DataSite, 'grid' | 'reads'>,
  address: ListingAddress,
): Plan {
  const collection = findCollection(grid, address);
  const window = address.kind === 'page' ? address : ALL_RECORDS;
  const { count = Number.POSITIVE_INFINITY } = partitionOf(collection, address) ?? {};
  if (window.offset >= count) return { pieces: [], count };
  const partition = orderedPartitionOf(collection, address);
  if (partition?.pagination) return slicePlan(partition, address, window, reads);
  const { name, orderings, filters = {}, keyField } = collection;
  const { ordering, filters: given = {} } = address;
  const isSorted = ['', ...orderings].includes(ordering);
  const sorts = isSorted ? [] : parseOrdering(collection, ordering);
  if (!sorts) throw new Error(`${name} can’t be ordered by ${ordering}.`);
  const file = listingFile(collection, { ordering: isSorted ? ordering : '' }, ALL_RECORDS);
  return { file, filters, given, sorts, keyField, window };
}

function slicePlan(
  partition: CollectionGrid,
  address: ListingAddress,
  { limit, offset }: Window,
  reads: number | undefined,
): SlicePlan {
  const { count, pagination } = partition;
  const end = limit === 'all' ? count : Math.min(count, offset + limit);
  const windows = covering(pagination?.limits ?? [], count, [offset, end], reads);
  const pieces = windows.map((window) => {
    const size = window.limit === 'all' ? count : window.limit;
    const [from, to] = [Math.max(0, offset - window.offset), Math.min(end - window.offset, size)];
    return { file: listingFile(partition, address, window), size, from, to };
  });
  return { pieces, count };
}

/**
 * The pre-rendered windows that hold the records from `offset` to before `end`: the smallest page
 * that holds all of them, else the largest pages that they span. Where these are more than `reads`,
 * or no smaller than the page of all records, it is that page.
 */
function covering(
  limits: readonly number[],
  count: number,
  [offset, end]: readonly [offset: number, end: number],
  reads = Number.POSITIVE_INFINITY,
): Window[] {
  const ascending = [...limits].sort((a, b) => a - b);
  const holdsAll = (size: number) => offset - (offset % size) + size >= end;
  const limit = ascending.find(holdsAll) ?? ascending.at(-1) ?? count;
  const first = offset - (offset % limit);
  const pages = Math.ceil((end - first) / limit);
  if (pages > reads || pages * limit >= count) return [ALL_RECORDS];
  return Array.from({ length: pages }, (_, page) => ({ limit, offset: first + page * limit }));
}

/** The file of a window, or of the only list of a collection without pages. */
export function listingFile(
  { name: collection, pagination }: CollectionGrid,
  { filters, ordering }: Listing,
  window: Window,
): string {
  const page = pagination && { format: '', ...window };
  return formatListingFile({ collection, ...(filters && { filters }), ordering, ...page });
}
