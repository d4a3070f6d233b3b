import path from 'node:path';
import { decodeKeys, parseRoot, partIn, ROOT, STORE_FOLDER } from '../core/store.ts';
import { UsageError } from '../util/problem.ts';
import { readRegularFile } from '../util/regular-file.ts';
import { formatNumber } from '../util/text.ts';

/** The keys of the records of a site, by the names of their collections. */
export type Keys = ReadonlyMap<string, readonly string[]>;

/**
 * The keys of the records that the site in a folder has.
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
      return [name, tables.flatMap(Object.keys)] as const;
    });
    return new Map(found);
  } catch {
    return new Map();
  }
}

/**
 * Makes sure that no site loses its records by mistake, such as by a wrong content folder.
 * @param before those of the site that is replaced
 * @param texts of the error: what would remove them, and what to check
 * @throws UsageError where a collection would lose all of its records, or the site more than half of them
 */
export function assertRecordsKept(before: Keys, after: Keys, { action, help } = BUILD): void {
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
    `${action}: ${counts.join(', ')}. ${help} To remove these records, use --allow-removal.`,
  );
}

const BUILD = {
  action: 'This build would remove many records from the site',
  help: 'The site did not change. Check the content folder and the site’s folder.',
};
