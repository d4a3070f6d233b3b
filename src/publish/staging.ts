import { randomBytes } from 'node:crypto';
import { lstatSync, renameSync } from 'node:fs';
import path from 'node:path';
import { remove } from 'fs-extra/esm';
import { entriesIn, exists } from '../util/system-error.ts';

/**
 * The temporary folders of a build. They are in the same folder as its target, so that a rename moves no
 * bytes:
 * - `staging`: the site that it writes
 * - `previous`: the site that it replaces, complete, until the new one is in its place
 * - `discarded`: a folder that it is removing
 */
type Purpose = 'staging' | 'previous' | 'discarded';

/** A random name that no other build has: a process ID would mean nothing in another container. */
export const createToken = (): string => randomBytes(8).toString('hex');

/** Where a build with this token has a temporary folder. */
export function temporaryPath(target: string, purpose: Purpose, token = createToken()): string {
  const { dir, base } = path.parse(path.resolve(target));
  return path.join(dir, `.${base}.staticrest-${purpose}-${token}`);
}

/**
 * The temporary folders of running and killed builds. A link of such a name is not one of them: builds
 * create no links.
 */
export function temporaryPaths(target: string, purpose: Purpose): string[] {
  const prefix = temporaryPath(target, purpose, '');
  const parent = path.dirname(prefix);
  const folders = entriesIn(parent).filter((entry) => entry.isDirectory());
  const paths = folders.map(({ name }) => path.join(parent, name));
  return paths.filter((file) => file.startsWith(prefix));
}

/** How long a build may go without renewing its staging folder before it counts as dead, in ms. */
const STALE_AFTER = 30_000;

/** Has a staging folder not been renewed for a while, or is it gone? */
export function isStale(staging: string): boolean {
  const stats = lstatSync(staging, { throwIfNoEntry: false });
  // A time in the future is left over from a clock that was set back.
  return !stats || Math.abs(Date.now() - stats.mtimeMs) > STALE_AFTER;
}

/**
 * Removes a temporary folder, if it is there. It is renamed first: a half-removed folder is never taken for
 * a site, and a build that was wrongly taken for dead can't put it into place. A folder that can't be
 * removed now is left to the next build.
 */
export async function discard(folder: string, target: string): Promise<void> {
  const discarded = temporaryPath(target, 'discarded');
  try {
    renameSync(folder, discarded);
    await remove(discarded);
  } catch {
    // It is hidden, and does no harm.
  }
}

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
 * Restores a site, and removes what killed builds left.
 * @param own the staging folder of the caller, who holds the lock
 */
export async function removeLeftovers(target: string, own: string): Promise<void> {
  restoreSite(target);
  const leftovers = [
    ...temporaryPaths(target, 'staging').filter((staging) => staging !== own && isStale(staging)),
    ...temporaryPaths(target, 'previous'),
    ...temporaryPaths(target, 'discarded'),
  ];
  for (const folder of leftovers) await discard(folder, target);
}
