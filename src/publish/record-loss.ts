import path from 'node:path';
import { hashKey } from '../core/hash.ts';
import { decodeKeys, parseRoot, partIn, ROOT, STORE_FOLDER } from '../core/store.ts';
import { UsageError } from '../util/problem.ts';
import { readRegularFile } from '../util/system-error.ts';
import { formatNumber } from '../util/text.ts';

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
 * @throws UsageError where a collection would lose all of its records, or the site more than half of them
 */
export function assertRecordsKept(before: Keys, after: Keys): void {
  const losses = Array.from(before, ([name, keys]) => {
    const left = new Set(after.get(name));
    const removed = keys.filter((key) => !left.has(key)).length;
    return { name, count: keys.length, removed, isEmptied: left.size === 0 };
  }).filter(({ removed }) => removed > 0);
  const count = [...before.values()].flat().length;
  const removed = losses.reduce((sum, loss) => sum + loss.removed, 0);
  if (removed <= count / 2 && !losses.some(({ isEmptied }) => isEmptied)) return;
  const counts = losses.map(
    (loss) => `${formatNumber(loss.removed)} of ${formatNumber(loss.count)} ${loss.name}`,
  );
  throw new UsageError(
    `This would remove many records: ${counts.join(', ')}. Nothing was changed. ` +
      'Check the folders, where the records come from, and what the definition publishes. To remove these records, use --allow-removal.',
  );
}
