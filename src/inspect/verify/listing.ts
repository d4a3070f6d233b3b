import { fileOf, hrefOf, type ListingAddress, type PageAddress } from '../../core/address.ts';
import { LIST_HEAD, LIST_TAIL, PAGE_TAIL, SEPARATOR } from '../../core/envelope.ts';
import {
  type CollectionGrid,
  type Grid,
  type Limit,
  neighbours,
  sortIn,
  type Window,
} from '../../core/grid.ts';
import { orderOf } from '../../core/ordering.ts';
import { WHOLE } from '../../core/plan.ts';
import { partsOf, resolve } from '../../core/resolve.ts';
import type { Inspection } from './inspection.ts';
import { type Item, parseObject } from './items.ts';

/**
 * Verifies every listing of a collection: one for each ordering, page size and format.
 * @param items all records of the collection
 * @returns how many listings there are
 */
export async function verifyListings(
  inspection: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
): Promise<number> {
  let count = 0;
  for (const ordering of ['', ...collection.orderings]) {
    let expected = expectedRecords(collection, items, ordering);
    for (const first of listingsOf(inspection.grid, collection, ordering)) {
      const records = await readListing(inspection, first, items.length);
      const isSound =
        records !== null && verifyRecords(inspection, fileOf(first), records, items, expected);
      // Only listings show the order of the content: the first one is what the others must be like.
      if (isSound) expected ??= records.map(({ text }) => text);
      count++;
    }
  }
  return count;
}

/** The first page of each listing of an ordering, that of all records first; or the one list. */
function listingsOf(grid: Grid, collection: CollectionGrid, ordering: string): ListingAddress[] {
  const { name, pagination } = collection;
  if (!pagination) return [{ kind: 'list', collection: name, ordering }];
  const first = (limit: Limit, format: string): PageAddress => {
    return { kind: 'page', collection: name, format, ordering, limit, offset: 0 };
  };
  const formats = ['', ...grid.formats];
  const others = pagination.limits.flatMap((limit) => formats.map((one) => first(limit, one)));
  return [first('all', ''), ...others];
}

/** The records in an ordering; undefined where it is the order of the content, which no item shows. */
function expectedRecords(
  { order, sortedBy }: CollectionGrid,
  items: readonly Item[],
  ordering: string,
): readonly string[] | undefined {
  const sort = ordering === '' ? order : sortIn(sortedBy, ordering);
  return sort && Array.from(orderOf(items, sort), (index) => items[index]?.text ?? '');
}

/** A record in a listing. */
interface ListedRecord extends Pick<Item, 'text'> {
  /** The page or list that it is in. */
  readonly path: string;
}

/**
 * Reads the records of a listing from its first page to its last, and verifies the links between pages.
 * @param count how many records the collection has
 * @returns null where a page can't be read, so that nothing can be said of the listing's records
 */
async function readListing(
  inspection: Inspection,
  first: ListingAddress,
  count: number,
): Promise<ListedRecord[] | null> {
  const found: ListedRecord[] = [];
  const isPaged = first.kind === 'page';
  for (let window: Window | null = isPaged ? first : WHOLE; window; ) {
    const { limit, offset } = window;
    const address: ListingAddress = isPaged ? { ...first, limit, offset } : first;
    const records = readRecords(inspection, address, count);
    await inspection.pause('Walking');
    if (!records) return null;
    const path = fileOf(address);
    const size = limit === 'all' ? count : Math.min(limit, count - offset);
    if (records.length !== size) {
      inspection.report('records', path, `has ${records.length} records instead of ${size}`);
    }
    for (const text of records) found.push({ path, text });
    window = neighbours(window, count).next;
  }
  return found;
}

/** The records of a page or list; null where it is missing, or is not JSON with a record in a line. */
function readRecords(
  inspection: Inspection,
  address: ListingAddress,
  count: number,
): string[] | null {
  const path = fileOf(address);
  const text = inspection.read(path)?.toString('latin1');
  if (text === undefined) return null;
  const tail = address.kind === 'page' ? PAGE_TAIL : LIST_TAIL;
  const [start, end] = [text.indexOf('\n') + 1, text.length - tail.length];
  const isSound = start <= end && text.endsWith(tail);
  if (isSound && verifyHead(inspection, address, text.slice(0, start), count)) {
    return start === end ? [] : text.slice(start, end).split(SEPARATOR);
  }
  inspection.report('syntax', path, 'is not a listing in JSON with one record in a line');
  return null;
}

/**
 * Verifies what is before the records: on a page the count, and the links to the pages next to it.
 * @returns false where a page or list does not begin like this
 */
function verifyHead(
  { grid, report }: Inspection,
  address: ListingAddress,
  head: string,
  count: number,
): boolean {
  if (address.kind === 'list') return head === LIST_HEAD;
  const path = fileOf(address);
  const values = parseObject(Buffer.from(head + PAGE_TAIL, 'latin1')) ?? {};
  if (Object.keys(values).join() !== 'count,next,previous,results') return false;
  if (values.count !== count)
    report('count', path, `has a count of ${values.count} instead of ${count}`);
  const windows = neighbours(address, count);
  for (const name of ['next', 'previous'] as const) {
    const [link, window] = [values[name], windows[name]];
    const page = window && { ...address, ...window };
    const expected = page && hrefOf(grid.base, page);
    if (link === expected && (!page || leadsTo(grid, expected, page))) continue;
    report(name, path, `has ${link} as its ${name} page instead of ${expected}`);
  }
  return true;
}

/** Does the API answer an address with a certain page? */
function leadsTo(grid: Grid, href: string | null, page: PageAddress): boolean {
  const found = resolve(grid, { method: 'GET', ...partsOf(href ?? '') });
  return 'address' in found && fileOf(found.address) === fileOf(page);
}

/**
 * Verifies the records of a listing: it should have that of each item once, in order.
 * @param path the file that it begins with
 * @param expected the records in that order, where it is known
 * @returns false where a fault was found
 */
function verifyRecords(
  { report }: Inspection,
  path: string,
  records: readonly ListedRecord[],
  items: readonly Item[],
  expected: readonly string[] | undefined,
): boolean {
  const misplaced = records.find(({ text }, at) => text !== expected?.[at]);
  if (!misplaced && records.length === items.length) return true;
  const [surplus, lacking] = [without(records, items), without(items, records)];
  const known = new Set(items.map(({ text }) => text));
  for (const record of surplus) {
    if (known.has(record.text)) report('twice', record.path, 'repeats a record');
    else report('record', record.path, 'has a record that is not an item');
  }
  for (const { key } of lacking) report('lacking', path, `is a listing without the record ${key}`);
  // If a record is missing or repeated, all records after it are in other places.
  if (surplus.length + lacking.length > 0) return false;
  if (expected && misplaced) report('order', misplaced.path, 'has its records in the wrong order');
  return !expected;
}

/** Those of some records that others do not have, or do not have as often. */
function without<Listed extends Pick<Item, 'text'>>(
  records: readonly Listed[],
  others: readonly Pick<Item, 'text'>[],
): Listed[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return records.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}
