import { fileOf, hrefOf, type ListingAddress } from '../../core/address.ts';
import { ALL_RECORDS, listingFile } from '../../core/compose.ts';
import {
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  recordsIn,
  SEPARATOR,
} from '../../core/envelope.ts';
import { matcherOf } from '../../core/filter.ts';
import { type CollectionGrid, type Grid, sortsFor } from '../../core/grid.ts';
import { addressesOf, type Listing, listingsOf } from '../../core/listing.ts';
import { orderOf } from '../../core/ordering.ts';
import { partsOf, resolve } from '../../core/resolve.ts';
import type { Inspection } from './inspection.ts';
import { type Item, parseObject } from './items.ts';

/**
 * Verifies every listing of a collection: one for each ordering, page size and format, and those with
 * pre-rendered filters. Each must have the record of every item that matches once, in order.
 * @param items all records of the collection
 * @returns how many listings there are; null if the file that shows the order of the content is damaged
 */
export async function verifyListings(
  inspection: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
): Promise<number | null> {
  let count = 0;
  for (const listing of listingsOf(collection)) {
    const records = recordsInOrder(inspection, collection, items, listing);
    if (!records) return null;
    for (const address of addressesOf(inspection.grid, collection, listing)) {
      if (address.kind === 'list' || address.offset === 0) count++;
      await verifyBody(inspection, address, records);
    }
  }
  return count;
}

/** The JSON of the records of a listing, in its order. */
function recordsInOrder(
  { read, report }: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
  { filters = {}, ordering }: Listing,
): string[] | null {
  const matches = matcherOf(collection.filters ?? {}, filters);
  const sorts = sortsFor(collection, ordering);
  const matching = items.filter(({ value }) => matches(value));
  if (sorts.length > 0) {
    return Array.from(orderOf(matching, sorts), (index) => matching[index]?.text ?? '');
  }
  // Only listings show the order of the content: the others must be like the one of all records.
  const path = listingFile(collection, { ordering }, ALL_RECORDS);
  const body = read(path);
  if (!body) return null;
  const records = recordsIn(body).map((record) => Buffer.from(record).toString());
  const expected = items.map(({ text }) => text).sort();
  if (records.toSorted().join('\n') !== expected.join('\n')) {
    report('records', path, 'does not have the record of each item once');
    return null;
  }
  const wanted = new Set(matching.map(({ text }) => text));
  return records.filter((record) => wanted.has(record));
}

/** Compares a page or list of a listing, as its link leads to it, with what it must be. */
async function verifyBody(
  { grid, read, report, pause }: Inspection,
  address: ListingAddress,
  records: readonly string[],
): Promise<void> {
  const found = resolve(grid, { method: 'GET', ...partsOf(hrefOf(grid.base, address)) });
  const path = fileOf('address' in found ? found.address : address);
  const [body, expected] = [read(path), expectedBody(grid, address, records)];
  if (body && !body.equals(expected)) reportDifferences(report, path, body, expected);
  await pause('Walking listings');
}

/** What a page or list must be: a page has the count, and links to the pages next to it. */
function expectedBody({ base }: Grid, address: ListingAddress, records: readonly string[]): Buffer {
  if (address.kind === 'list') {
    return Buffer.from(LIST_HEAD + records.join(SEPARATOR) + LIST_TAIL);
  }
  const { limit, offset } = address;
  const part = records.slice(offset, limit === 'all' ? undefined : offset + limit);
  const head = pageHead(base, address, records.length);
  return Buffer.from(head + part.join(SEPARATOR) + PAGE_TAIL);
}

/** Says how a page or list differs from what it must be: in its first line, and in the lines of records. */
function reportDifferences(
  report: Inspection['report'],
  path: string,
  ...bodies: [actual: Buffer, expected: Buffer]
): void {
  const [actual = [], expected = []] = bodies.map((body) => body.toString('latin1').split('\n'));
  const [head, expectedHead] = [actual, expected].map((lines) =>
    parseObject(Buffer.from(lines[0] + PAGE_TAIL, 'latin1')),
  );
  const fields = (['count', 'next', 'previous'] as const).filter(
    (name) => head?.[name] !== expectedHead?.[name],
  );
  for (const name of fields) {
    report(name, path, `has ${head?.[name]} as its ${name} instead of ${expectedHead?.[name]}`);
  }
  if (actual[0] !== expected[0] && fields.length === 0) report('syntax', path, 'is not a listing');
  const length = Math.max(actual.length, expected.length);
  let line = 1;
  while (line < length && actual[line] === expected[line]) line++;
  if (line === length) return;
  report(
    'records',
    path,
    `does not have the records of the items, in order, from line ${line + 1} on`,
  );
}
