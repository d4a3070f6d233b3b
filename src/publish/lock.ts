import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { remove } from 'fs-extra/esm';
import { pauseWith, type TaskOptions } from '../util/progress.ts';
import { entriesIn, exists } from '../util/system-error.ts';
import { filesBelow } from './target.ts';

/*
 * The lock of a target is the staging folder, where the new site, or what was pulled, is written: its name has a random token, and
 * its holder renews its modification time. A build that was killed doesn't renew it, so that others take over 30
 * seconds later; then the folder has gone, and a holder that was only suspended can't put it into place any more.
 */

/** How often a build renews its lock, and how often a waiting build looks for one, in ms. */
const [RENEW_EVERY, POLL_EVERY] = [5_000, 50];

/** How long a build may go without renewing its lock before it counts as dead, in ms. */
const STALE_AFTER = 30_000;

/**
 * Locks a target, waits for another build of it, and clears up after builds that were killed.
 * @returns the right to replace the target: the folder where the new site is written, and a function that removes this
 * folder if it is still there, and stops renewing it
 */
export async function acquireLock(target: string, options: TaskOptions) {
  const { onNotice, signal } = options;
  const staging = temporaryPath(target, 'staging');
  const reason = `Waiting for another command that works on ${target} to end. If it was killed, this takes up to 30 seconds.`;
  for (let isFirst = true; !tryLock(target, staging); isFirst = false) {
    if (isFirst) onNotice?.(reason);
    // Jitter, so that builds that wait don't retry in lockstep.
    await setTimeout(POLL_EVERY * (1 + Math.random()), undefined, { signal });
  }
  // A definition may end the process, by a call or by an error in a callback.
  const removeStaging = () => rmSync(staging, { recursive: true, force: true });
  process.once('exit', removeStaging);
  // It fails where the folder has been renamed or removed: then there is nothing left to renew.
  const renew = () => utimes(staging, new Date(), new Date()).catch(() => {});
  const timer = setInterval(renew, RENEW_EVERY).unref();
  const release = async () => {
    await discard(staging, target, options);
    clearInterval(timer);
    process.off('exit', removeStaging);
  };
  await removeLeftovers(target, staging, options);
  return { staging, release };
}

/**
 * Makes the staging folder unless another build has one. It looks twice: of two builds that start at the
 * same time, at least one sees the other and gives way.
 */
function tryLock(target: string, staging: string): boolean {
  if (isLocked(target, staging)) return false;
  mkdirSync(path.dirname(staging), { recursive: true });
  mkdirSync(staging);
  if (!isLocked(target, staging)) return true;
  // The other build may have removed it already.
  rmSync(staging, { recursive: true, force: true });
  return false;
}

const isLocked = (target: string, own: string): boolean =>
  temporaryPaths(target, 'staging').some((other) => other !== own && !isStale(other));

/** Has a staging folder not been renewed for a while, or is it gone? */
function isStale(staging: string): boolean {
  const stats = lstatSync(staging, { throwIfNoEntry: false });
  // A time in the future is left over from a clock that was set back.
  return !stats || Math.abs(Date.now() - stats.mtimeMs) > STALE_AFTER;
}

/**
 * The temporary folders of a build. They are in the same folder as its target, so that a rename moves no
 * bytes:
 * - `staging`: the site that it writes
 * - `previous`: the site that it replaces, complete, until the new one is in its place
 * - `discarded`: a folder that it is removing
 */
type Purpose = 'staging' | 'previous' | 'discarded';

/**
 * Where a build has a temporary folder.
 * @param token a random text that no other build has: a process ID would mean nothing in another container
 */
export function temporaryPath(
  target: string,
  purpose: Purpose,
  token = randomBytes(8).toString('hex'),
): string {
  const { dir, base } = path.parse(path.resolve(target));
  return path.join(dir, `.${base}.staticrest-${purpose}-${token}`);
}

/** The temporary folders of running and killed builds. */
function temporaryPaths(target: string, purpose: Purpose): string[] {
  const { dir, base } = path.parse(temporaryPath(target, purpose, ''));
  // A user can have a file or a link with such a name.
  return entriesIn(dir)
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(base))
    .map(({ name }) => path.join(dir, name));
}

/** Puts back the site that a killed build has set aside, and removes what else is left of such builds. */
async function removeLeftovers(target: string, own: string, options: TaskOptions) {
  restoreSite(target);
  // Staging folders are of builds that were killed, or that see the lock now and give way.
  for (const purpose of ['staging', 'previous', 'discarded'] as const)
    for (const folder of temporaryPaths(target, purpose))
      if (folder !== own) await discard(folder, target, options);
}

/**
 * Puts back the site that a build has set aside: between the two renames of a swap there is no site at the
 * target.
 */
export function restoreSite(target: string): void {
  const [previous] = temporaryPaths(target, 'previous');
  try {
    if (previous && !exists(target)) renameSync(previous, target);
  } catch {
    // Without permission, the next step of the build fails too, or has already failed.
  }
}

/**
 * Removes a temporary folder, if it is there. It is renamed first: a half-removed folder is never taken for
 * a site, and a build that was wrongly taken for dead can't put it into place. What can't be removed now, or is not
 * removed yet when Ctrl-C aborts this, is left to the next build.
 */
export async function discard(folder: string, target: string, options: TaskOptions) {
  const { onProgress, signal } = options;
  const discarded = temporaryPath(target, 'discarded');
  // After an abort, the next Ctrl-C ends the process.
  const pause = pauseWith({ onProgress, signal: signal?.aborted ? undefined : signal });
  let done = 0;
  try {
    renameSync(folder, discarded);
    for (const file of filesBelow(discarded)) {
      await pause('Removing; Ctrl-C leaves the rest to the next command:', done++);
      rmSync(path.join(discarded, file), { recursive: true, force: true });
    }
    await remove(discarded);
  } catch {
    // It is hidden, and does no harm.
  }
}
