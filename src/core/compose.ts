import { hrefOf, type ListingAddress, type RecordAddress } from './address.ts';
import { findRecord, matchingRows } from './columns.ts';
import { joined, listEnds, PAGE_TAIL, pageHead } from './envelope.ts';
import type { PageRange } from './grid.ts';
import { ownValue } from './object.ts';
import { Reading } from './reading.ts';
import { indexesIn, permutedOrder, type Range, type RowOrder } from './row-order.ts';
import type { DataSite } from './site.ts';
import { decodePermutation, PIECE_ROWS, type StoredCollection } from './store.ts';

/**
 * Composes the body of a listing or a record from the store: the same bytes as if the build had
 * prerendered it.
 * @returns the body, or null for a record, or a page with a number, that does not exist; the number of records in the listing; and
 * the files that it needs
 * @throws TooManyReadsError if the host can't read all of them
 * @throws OutdatedError if a file is missing or another one, and what reading a file throws
 */
export async function compose(site: DataSite, address: ListingAddress | RecordAddress) {
  const reading = new Reading(site, address.collection);
  if (address.kind === 'record') {
    // Besides the root, it reads three files; by an alias four.
    const { body = null } = (await findRecord(reading, address.key)) ?? {};
    return { body, count: 1, files: [...reading.files] };
  }
  const marks = await matchingRows(reading, address.filters);
  const count = marks ? marks.reduce((sum, mark) => sum + mark, 0) : reading.collection.count;
  const { limit, offset, pageSize }: PageRange = address.kind === 'page' ? address : ALL_RECORDS;
  const isMissing = pageSize !== undefined && offset > 0 && offset >= count;
  if (isMissing) return { body: null, count, files: [...reading.files] };
  const from = Math.min(offset, count);
  const range: Range = [from, limit === 'all' ? count : Math.min(from + limit, count)];
  const [head, tail] =
    address.kind === 'page'
      ? [pageHead(address, count, (page) => hrefOf(site.grid, page)), PAGE_TAIL]
      : listEnds(reading.collection);
  const found = await findRange(reading, address.ordering, marks, range);
  const records = await reading.records(...found);
  return { body: joined(head, records, tail), count, files: [...reading.files] };
}

const ALL_RECORDS: PageRange = { limit: 'all', offset: 0 };

/**
 * Finds the records of a range of a listing in the stored order in which they are in the fewest chunks.
 * @returns the name of its list of chunks, and the places there
 * @param marks the rows of the listing; null for all
 */
async function findRange(
  reading: Reading,
  ordering: string,
  marks: Uint8Array | null,
  range: Range,
): Promise<[list: string, places: number[]]> {
  const [first = '', ...others] = ordering.split(',');
  const { orders } = reading.stored;
  const rowList = orders[''] ?? '';
  const stored = findStoredOrder(orders, first);
  const { count } = reading.collection;
  const placeAt = (index: number) => (stored?.isReversed ? count - 1 - index : index);
  if (others.length === 0 && stored && (!marks || stored.list === rowList))
    return [stored.list, indexesIn({ count, rowAt: placeAt }, [], marks, range).map(placeAt)];
  const order = await readOrder(reading, first);
  const rest: RowOrder[] = [];
  for (const term of others) rest.push(await readOrder(reading, term));
  const indexes = indexesIn(order, rest, marks, range);
  const rows = indexes.map(order.rowAt);
  if (!stored || stored.list === rowList) return [rowList, rows];
  const places = indexes.map(placeAt);
  // By no estimate: where a page needs too many files, the first records of it must need fewer.
  const isNearer =
    (await reading.countChunks(stored.list, places)) < (await reading.countChunks(rowList, rows));
  return isNearer ? [stored.list, places] : [rowList, rows];
}

/** The stored order of a term of `ordering`, or the one that is its reverse. */
function findStoredOrder(orders: StoredCollection['orders'], term: string) {
  const list = ownValue(orders, term);
  if (list !== undefined) return { list, isReversed: false };
  const reverse = ownValue(orders, term.startsWith('-') ? term.slice(1) : `-${term}`);
  return reverse === undefined ? undefined : { list: reverse, isReversed: true };
}

/** The order of a term of `ordering`. */
async function readOrder(reading: Reading, term: string): Promise<RowOrder> {
  const pieces = reading.stored.sorts[term.replace(/^-/, '')] ?? [];
  const permutation = new Uint32Array(reading.collection.count);
  for (const [index, piece] of pieces.entries())
    permutation.set(await reading.part(piece, decodePermutation), index * PIECE_ROWS);
  return permutedOrder(permutation, term.startsWith('-'));
}
