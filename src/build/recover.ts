import { existsSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { isSite } from '../site/file.ts';
import { MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { besideOf, besides, isInUse } from './beside.ts';
import { removeSite } from './remove.ts';

/**
 * Puts a site back that a build which was killed had set aside, where its successor never came: between
 * the two renames of a swap there is none at the target.
 */
export function restoreSite(target: string): void {
  if (existsSync(target)) return;
  for (const beside of besides(target)) {
    if (beside.purpose !== 'previous' || isInUse(beside) || !isWhole(beside.place)) continue;
    try {
      renameSync(beside.place, target);
      return;
    } catch {
      // Another command was faster, or may do what this one may not: what follows finds out.
    }
  }
}

/** Only a whole site is ever set aside: whatever else bears the name is somebody's own. */
function isWhole(folder: string): boolean {
  try {
    return isSite(folder);
  } catch {
    return false;
  }
}

/**
 * Makes sure that there is a site in a folder, where a command looks for one.
 * @throws UsageError where there is none
 */
export function requireSite(folder: string): void {
  restoreSite(folder);
  if (existsSync(path.join(folder, MANIFEST))) return;
  throw new UsageError(`There is no built site at ${folder}; \`staticrest build\` makes one.`);
}

/** Restores a site, and removes whatever else builds that were killed left beside it. */
export async function cleanUp(target: string): Promise<void> {
  restoreSite(target);
  for (const beside of besides(target)) {
    if (beside.place === besideOf(target, 'staging') || isInUse(beside)) continue;
    if (beside.purpose !== 'previous' || isWhole(beside.place)) await discard(beside.place, target);
    else removeEmpty(beside.place);
  }
}

/** An empty folder may have been set aside too. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty: somebody's own.
  }
}

/**
 * Removes a folder beside the target, if it is there; what can't be removed now may go before the next
 * build. It gets another name first: what is half removed is never taken for a site, and a build whose
 * stage this is, if its process was wrongly held for dead, can't go on.
 */
export async function discard(folder: string, target: string): Promise<void> {
  const discarded = freeName(besideOf(target, 'discarded'));
  try {
    renameSync(folder, discarded);
    await removeSite(discarded);
  } catch {
    // It is beside the site and in nobody's way.
  }
}

/** A name that nothing has: there may be what could not be removed. */
function freeName(name: string): string {
  let count = 0;
  while (existsSync(`${name}-${count}`)) count++;
  return `${name}-${count}`;
}
