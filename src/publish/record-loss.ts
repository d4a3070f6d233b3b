import { addressOf } from '../core/address.ts';
import type { Manifest } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { formatNumber } from '../util/text.ts';

/** The keys of the records of a site, by the names of their collections. */
export type Keys = ReadonlyMap<string, readonly string[]>;

/** The keys of the records that a finished site has, by its item files. */
export function keysIn({ rows }: Pick<Manifest, 'rows'>): Keys {
  const keys = new Map<string, string[]>();
  for (const row of rows) {
    // Most files are pages, for which the patterns of `addressOf` take a while.
    const address = row.path.includes('/item/') ? addressOf(row.path) : null;
    if (address?.kind !== 'item') continue;
    const { collection, key } = address;
    if (!keys.get(collection)?.push(key)) keys.set(collection, [key]);
  }
  return keys;
}

/**
 * Makes sure that no site loses its records by mistake, such as by a wrong content folder.
 * @param before those of the site that is replaced
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
    `This build would remove many records from the site: ${counts.join(', ')}. The site did not change. Check the content folder and the site’s folder. To remove these records, use --allow-removal.`,
  );
}
