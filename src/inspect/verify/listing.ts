import { PAGE_TAIL } from '../../core/envelope.ts';
import { type CollectionGrid, parseOrdering } from '../../core/grid.ts';
import { orderOf } from '../../core/ordering.ts';
import { CollectionFiles } from '../../site/collection-files.ts';
import { sha256 } from '../../site/manifest.ts';
import { partitionRecords } from '../../site/partitions.ts';
import type { Inspection } from './inspection.ts';
import { type Item, parseObject } from './items.ts';

/**
 * Verifies every listing of a collection: one for each ordering, page size and format, and those with
 * pre-rendered filters. Each must have the record of every item that matches once, in order.
 * @param items all records of the collection, in the order without `ordering`
 * @returns how many listings there are
 */
export async function verifyListings(
  { grid, hashes, read, report, pause }: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
): Promise<number> {
  const { name, orderings, filters = {}, partitions } = collection;
  const orders = new Map<string, Uint32Array>();
  for (const ordering of ['', ...orderings, ...(partitions?.orderings ?? [])]) {
    orders.set(ordering, orderOf(items, parseOrdering(collection, ordering) ?? []));
    await pause('Sorting');
  }
  const partitioned = partitionRecords(items, filters, partitions?.filters ?? []);
  // The records of a partition may be missing.
  const members = new Map(
    Object.keys(partitions?.counts ?? {}).map((key) => [key, partitioned.members.get(key) ?? NONE]),
  );
  const files = new CollectionFiles(grid, {
    ...partitioned,
    name,
    keys: items.map(({ key }) => String(key)),
    bodies: items.map(({ body }) => body),
    features: [],
    ranked: [],
    orders,
    members,
  });
  let count = 0;
  for (const listing of files.listings()) {
    count++;
    for (const { path, body } of listing.files()) {
      const expected = Buffer.concat(body);
      // The hashes of the files have been compared: a file is read again only to say how it differs.
      const actual = hashes.get(path) === sha256(expected) ? null : read(path);
      if (actual) reportDifferences(report, path, actual, expected);
      await pause('Checking listings');
    }
  }
  return count;
}

const NONE = new Uint32Array();

/** Says how a page or list differs from what it must be: in its first line, and in the lines of records. */
function reportDifferences(
  report: Inspection['report'],
  path: string,
  ...bodies: [actual: Buffer, expected: Buffer]
): void {
  const [actual = [], expected = []] = bodies.map((body) => body.toString('latin1').split('\n'));
  const [head, expectedHead] = [actual, expected].map(([line]) =>
    parseObject(Buffer.from(line + PAGE_TAIL, 'latin1')),
  );
  const fields = ['count', 'next', 'previous'] as const;
  const different = fields.filter((name) => head?.[name] !== expectedHead?.[name]);
  for (const name of different) {
    report(name, path, `has ${head?.[name]} as its ${name} instead of ${expectedHead?.[name]}`);
  }
  if (actual[0] !== expected[0] && different.length === 0) {
    report('syntax', path, 'is not a listing');
  }
  const longer = actual.length > expected.length ? actual : expected;
  const index = longer.findIndex((_, at) => at > 0 && actual[at] !== expected[at]);
  if (index === -1) return;
  const records = `the records of the items, in order, from line ${index + 1} on`;
  report('records', path, `does not contain ${records}`);
}
