import { fileOf, type ListingAddress } from './address.ts';
import {
  joined,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  recordsIn,
  withSeparators,
} from './envelope.ts';
import { type CollectionGrid, sortOf, type Window } from './grid.ts';
import { type Keyed, orderOf, type Sort } from './ordering.ts';
import { collectionOf } from './resolve.ts';
import { type DataSite, readPublished } from './site.ts';

/**
 * Composes the body of a listing that is not pre-rendered from those that are: the same bytes as if
 * the build had rendered it.
 * @throws if the site lacks a file, and whatever reading a file throws
 */
export async function compose(site: DataSite, address: ListingAddress): Promise<Uint8Array> {
  const plan = planOf(site, address);
  const records =
    'pieces' in plan ? await slicedRecords(site, plan.pieces) : await sortedRecords(site, plan);
  const { count } = collectionOf(site.grid, address);
  return address.kind === 'page'
    ? withEnvelope(pageHead(site.grid.base, address, count), records, PAGE_TAIL)
    : withEnvelope(LIST_HEAD, records, LIST_TAIL);
}

/** Records in the order of their files. */
async function slicedRecords(site: DataSite, pieces: readonly Piece[]): Promise<Uint8Array[]> {
  const read = async ({ file, from, to }: Piece) =>
    recordsIn(await readPublished(site, file)).slice(from, to);
  return (await inBatches(pieces, read)).flat();
}

/** How many files are read at a time: a Worker has six connections. */
const CONCURRENT_READS = 6;

async function inBatches<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENT_READS) {
    done.push(...(await Promise.all(all.slice(at, at + CONCURRENT_READS).map(work))));
  }
  return done;
}

/** Records in an order that is not pre-rendered. */
async function sortedRecords(
  site: DataSite,
  { sorted: { file, from, to }, sort, key }: Extract<Plan, { sorted: Piece }>,
): Promise<Uint8Array[]> {
  const records = recordsIn(await readPublished(site, file));
  const decoder = new TextDecoder();
  const keyed = records.map((record): Keyed => {
    const value = JSON.parse(decoder.decode(record));
    return { key: value[key], value };
  });
  const wanted = [...orderOf(keyed, sort).subarray(from, to)];
  return wanted.flatMap((index) => records[index] ?? []);
}

function withEnvelope(head: string, records: readonly Uint8Array[], tail: string): Uint8Array {
  const encoder = new TextEncoder();
  return joined([encoder.encode(head), withSeparators(records), encoder.encode(tail)]);
}

/** A run of records in a file of the site, counted from the file's first record. */
export interface Piece {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/**
 * How to compose a listing that is not pre-rendered: from pieces of files that have its order, one
 * after the other; or from one file whose records are sorted first.
 */
export type Plan =
  | { readonly pieces: readonly Piece[] }
  | { readonly sorted: Piece; readonly sort: Sort; readonly key: string };

/** All records. */
export const ALL_RECORDS: Window = { limit: 'all', offset: 0 };

/**
 * Plans how to compose a listing. The plan reads at most `reads` files.
 * @throws where the listing can't be composed
 */
export function planOf(
  { grid, reads }: Pick<DataSite, 'grid' | 'reads'>,
  address: ListingAddress,
): Plan {
  const collection = collectionOf(grid, address);
  const { count, orderings, pagination, sorts } = collection;
  const { ordering } = address;
  const { limit, offset } = address.kind === 'page' ? address : ALL_RECORDS;
  const end = limit === 'all' ? count : Math.min(count, offset + limit);
  if (offset >= count) return { pieces: [] };
  if (pagination && ['', ...orderings].includes(ordering)) {
    const windows = covering(pagination.limits, count, [offset, end], reads);
    return {
      pieces: windows.map((window) => ({
        file: listingFile(collection, ordering, window),
        from: Math.max(0, offset - window.offset),
        to: Math.min(end - window.offset, window.limit === 'all' ? count : window.limit),
      })),
    };
  }
  const sort = sortOf(collection, ordering);
  if (!sort || !sorts) throw new Error(`${collection.name} can’t be ordered by ${ordering}.`);
  const sorted = { file: listingFile(collection, '', ALL_RECORDS), from: offset, to: end };
  return { sorted, sort, key: sorts.key };
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
  { name, pagination }: CollectionGrid,
  ordering: string,
  window: Window,
): string {
  return pagination
    ? fileOf({ kind: 'page', collection: name, format: '', ordering, ...window })
    : fileOf({ kind: 'list', collection: name, ordering });
}
