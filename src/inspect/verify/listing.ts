import { fileOf, type ListingAddress } from '../../core/address.ts';
import { ALL_RECORDS, listingFile } from '../../core/compose.ts';
import {
  joined,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  recordsIn,
} from '../../core/envelope.ts';
import { type FilterValues, matcherOf, textAt } from '../../core/filter.ts';
import { type CollectionGrid, type Grid, sortsFor } from '../../core/grid.ts';
import { addressesOf, listingsOf } from '../../core/listing.ts';
import { orderOf } from '../../core/ordering.ts';
import { sha256 } from '../../site/manifest.ts';
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
  const orders = new Map<string, Uint32Array>();
  const groups = groupsOf(collection, items);
  for (const listing of listingsOf(collection)) {
    const { filters, ordering } = listing;
    const order = orders.get(ordering) ?? orderIn(inspection, collection, items, ordering);
    if (!order) return null;
    orders.set(ordering, order);
    const indices = filters ? matching(collection, items, groups, filters, order) : order;
    const records = Array.from(indices, (index) => items[index]?.body ?? EMPTY);
    for (const address of addressesOf(inspection.grid, collection, listing)) {
      if (address.kind === 'list' || address.offset === 0) count++;
      await verifyBody(inspection, address, records);
    }
  }
  return count;
}

const EMPTY = new Uint8Array();

/** The indices of all records in an order; null if it is that of the content, and its listing is wrong. */
function orderIn(
  { read, report }: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
  ordering: string,
): Uint32Array | null {
  const sorts = sortsFor(collection, ordering);
  if (sorts.length > 0) return orderOf(items, sorts);
  // Only listings show the order of the content: the others must be like the one of all records.
  const path = listingFile(collection, { ordering }, ALL_RECORDS);
  const body = read(path);
  if (!body) return null;
  const text = (record: Uint8Array) => Buffer.from(record).toString('latin1');
  /** Records without their keys may look the same. */
  const indices = new Map<string, number[]>(items.map((item) => [text(item.body), []]));
  for (const [index, item] of items.entries()) indices.get(text(item.body))?.push(index);
  const order = recordsIn(body).map((record) => indices.get(text(record))?.pop() ?? -1);
  if (order.length === items.length && !order.includes(-1)) return Uint32Array.from(order);
  report('records', path, 'does not have the record of each item once');
  return null;
}

/** For each record, the index of the first one that matches the same pre-rendered filters. */
function groupsOf({ filters, partitions }: CollectionGrid, items: readonly Item[]): number[] {
  const fields = (partitions?.filters ?? []).flatMap((name) => filters?.[name]?.fields ?? []);
  const first = new Map<string, number>();
  return items.map(({ value }, index) => {
    const values = JSON.stringify(fields.map((field) => textAt(value, field)));
    const group = first.get(values) ?? index;
    first.set(values, group);
    return group;
  });
}

/** The indices of the records that match filters, in an order. */
function matching(
  collection: CollectionGrid,
  items: readonly Item[],
  groups: readonly number[],
  filters: FilterValues,
  order: Uint32Array,
): Uint32Array {
  const matches = matcherOf(collection.filters ?? {}, filters);
  const matched = new Set(
    [...new Set(groups)].filter((index) => matches(items[index]?.value ?? {})),
  );
  return order.filter((index) => matched.has(groups[index] ?? -1));
}

/** Compares a page or list of a listing with what it must be. */
async function verifyBody(
  { grid, hashes, read, report, pause }: Inspection,
  address: ListingAddress,
  records: readonly Uint8Array[],
): Promise<void> {
  const path = fileOf(address);
  const expected = expectedBody(grid, address, records);
  // The hashes of the files have been compared: a file is read again only to say how it differs.
  const body = hashes.get(path) === sha256(expected) ? null : read(path);
  if (body) reportDifferences(report, path, body, Buffer.from(expected));
  await pause('Walking listings');
}

/** What a page or list must be: a page has the count, and links to the pages next to it. */
function expectedBody(
  { base }: Grid,
  address: ListingAddress,
  records: readonly Uint8Array[],
): Uint8Array {
  if (address.kind === 'list') return joined(LIST_HEAD, records, LIST_TAIL);
  const { limit, offset } = address;
  const part = records.slice(offset, limit === 'all' ? undefined : offset + limit);
  return joined(pageHead(base, address, records.length), part, PAGE_TAIL);
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
