import { renameSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { discard, exists, isStale, temporaryPaths } from './staging.ts';

/**
 * Puts back the site that a build had set aside when it was killed: between the two renames of a swap
 * there is no site at the target. A build that is alive then repeats its swap, so that this needs no lock.
 */
export function restoreSite(target: string): void {
  if (exists(target)) return;
  for (const previous of temporaryPaths(target, 'previous')) {
    try {
      renameSync(previous, path.resolve(target));
      return;
    } catch {
      // Another command was faster, or this one lacks permission: the next step finds out.
    }
  }
}

/**
 * Makes sure that there is a site in a folder, where a command looks for one.
 * @throws UsageError where there is none
 */
export function requireSite(folder: string): void {
  restoreSite(folder);
  if (exists(path.join(folder, MANIFEST))) return;
  throw new UsageError(`There is no built site at ${folder}; \`staticrest build\` makes one.`);
}

/**
 * Restores a site, and removes what killed builds left.
 * @param own the staging folder of the caller, who holds the lock
 */
export async function removeLeftovers(target: string, own: string): Promise<void> {
  restoreSite(target);
  const isLeft = (staging: string) => staging !== own && isStale(staging);
  const leftovers = [
    ...temporaryPaths(target, 'staging').filter(isLeft),
    // A site that can't be put back is kept until there is another.
    ...(exists(target) ? temporaryPaths(target, 'previous') : []),
    ...temporaryPaths(target, 'discarded'),
  ];
  for (const folder of leftovers) await discard(folder, target);
}
