import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import type { Records } from '../content/check/record.ts';
import { hashKey } from '../core/hash.ts';
import { decodeKeys, parseRoot, partIn, ROOT, STORE_FOLDER } from '../core/store.ts';
import { UsageError } from '../util/problem.ts';
import { readRegularFile } from '../util/system-error.ts';
import { formatCount, formatNumber } from '../util/text.ts';

/** The keys of the records of a site, or the hashes of these keys, by the names of their collections. */
export type Keys = ReadonlyMap<string, readonly string[]>;

/** The hashes of keys, as `keysIn` returns them. */
export const hashedKeys = (keys: Keys): Keys =>
  new Map(Array.from(keys, ([name, own]) => [name, own.map((key) => String(hashKey(key)))]));

/**
 * The hashes of the keys of the records that the site in a folder has.
 * @returns none where its store can't be read
 */
export function keysIn(folder: string): Keys {
  try {
    const read = (file: string) => readRegularFile(path.join(folder, file));
    const { collections = {} } = parseRoot(read(ROOT)) ?? {};
    const found = Object.entries(collections).map(([name, { pack, keys }]) => {
      const tables = keys.map((part) => {
        const body = read(STORE_FOLDER + (pack ?? part));
        return decodeKeys(pack ? partIn(body, part) : body);
      });
      return [name, tables.flatMap(hashesIn)] as const;
    });
    return new Map(found);
  } catch {
    return new Map();
  }
}

/** The two hashes of each key in a table. */
const hashesIn = (table: Uint32Array): string[] =>
  Array.from({ length: table.length / 3 }, (_, index) =>
    String(table.subarray(3 * index, 3 * index + 2)),
  );

/**
 * Makes sure that a site or content does not lose its records by mistake, such as by a wrong folder.
 * @param before those of the site, or of the content, that is replaced
 * @param collections their definitions
 * @throws UsageError where a collection would lose every record that it had, whatever it has instead, or the site more
 * than half of them; a rolling one only counts where it becomes empty
 */
export function assertRecordsKept(
  before: Keys,
  after: Keys,
  collections: readonly Pick<Collection, 'name' | 'rolling'>[],
): void {
  const rolling = new Set(collections.flatMap((one) => (one.rolling ? one.name : [])));
  const compared = Array.from(before, ([name, keys]) => {
    const left = new Set(after.get(name));
    const removed = keys.filter((key) => !left.has(key)).length;
    return { name, count: keys.length, removed, isEmptied: left.size === 0 };
  }).filter(({ name, isEmptied }) => isEmptied || !rolling.has(name));
  const losses = compared.filter(({ removed }) => removed > 0);
  const lost = losses.filter(({ removed, count }) => removed === count);
  const sumOf = (amount: 'count' | 'removed') =>
    compared.reduce((sum, one) => sum + one[amount], 0);
  if (lost.length === 0 && sumOf('removed') <= sumOf('count') / 2) return;
  const counts = losses.map(
    (loss) => `${formatNumber(loss.removed)} of ${formatNumber(loss.count)} ${loss.name}`,
  );
  const names = lost.flatMap(({ name, isEmptied }) => (isEmptied ? [] : name)).join(', ');
  throw new UsageError(
    `This would remove many records: ${counts.join(', ')}. Nothing was changed. ` +
      'Check the folders, where the records come from, and what the definition publishes. To remove these records, use --allow-removal.' +
      (names && ` All keys of ${names} are new: \`rolling: true\` in its definition allows this.`),
  );
}

type Counts = readonly { readonly name: string; readonly count: number }[];

/** How many records each collection has. */
export const recordCounts = (collections: Records['collections']): Counts =>
  collections.map(({ definition: { name }, records }) => ({ name, count: records.length }));

/**
 * Makes sure that each collection has as many published records as its definition requires.
 * @throws UsageError where one has fewer than `atLeast`, or a `source` and none
 */
export function assertEnough(collections: readonly Collection[], counts: Counts): void {
  for (const { name, source, atLeast = source === undefined ? 0 : 1 } of collections) {
    const { count = 0 } = counts.find((one) => one.name === name) ?? {};
    if (count < atLeast)
      throw new UsageError(
        `${name} has ${formatCount(count, 'published record')}, but must have at least ${formatNumber(atLeast)}. Nothing was changed. ` +
          'Check its content, or set `atLeast` in its definition to another number. To continue, use --allow-removal.',
      );
  }
}
