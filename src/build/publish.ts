import { lstatSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { ManifestRow } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode } from '../util/system-error.ts';
import { acquireLock, type Lock } from './lock.ts';
import { type Changes, PreviousSite } from './previous-site.ts';
import { removeLeftovers, restoreSite } from './recover.ts';
import { discard, exists } from './staging.ts';
import { requireReplaceable, unreplaceable } from './target.ts';
import { type Site, writeSiteFiles } from './writer.ts';

/**
 * Writes a site into a staging folder and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. Unchanged files are linked. An error or an abort
 * leaves the target as it was. If another build of the same target is under way, waits for it.
 * @param check is given the rows of all files, the manifest's among them; if it throws, nothing is swapped
 * @returns what became of the target's files
 * @throws UsageError where the target can't be replaced
 */
export async function publishSite(
  folder: string,
  site: Site,
  check: (rows: readonly ManifestRow[]) => void,
  options: TaskOptions = {},
): Promise<Changes> {
  const target = path.resolve(folder);
  const lock = await acquireLock(target, options);
  try {
    await removeLeftovers(target, lock.staging);
    requireReplaceable(target);
    const previous = new PreviousSite(target);
    const rows = await writeSiteFiles(lock.staging, site, previous, options);
    check(rows);
    // Somebody may have put a file there meanwhile.
    requireReplaceable(target);
    swap(lock, target);
    await discard(lock.previous, target);
    return previous.changesTo(rows);
  } catch (error) {
    const isLost = !exists(lock.staging);
    await discard(lock.staging, target);
    if (!isLost) throw error;
    const message = `Another process removed ${lock.staging}, where the site was being written.`;
    throw new UsageError(message, { cause: error });
  } finally {
    lock.release();
  }
}

/** How often a swap is tried: another command may put the old site back between its two renames. */
const ATTEMPTS = 5;

/** @throws where the lock is lost, and whatever the file system throws; then the target is as it was */
function swap({ staging, previous }: Lock, target: string): void {
  for (let attempt = 1; ; attempt++) {
    // Throws where another build has taken over: then the target isn't ours to touch.
    lstatSync(staging);
    if (exists(target)) setAside(target, previous);
    try {
      renameSync(staging, target);
      return;
    } catch (error) {
      const isRestored = ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '');
      if (isRestored && attempt < ATTEMPTS) continue;
      restoreSite(target);
      throw error;
    }
  }
}

function setAside(target: string, previous: string): void {
  try {
    renameSync(target, previous);
  } catch (error) {
    const isFixed = ['EBUSY', 'EXDEV'].includes(errorCode(error) ?? '');
    throw isFixed ? unreplaceable(target) : error;
  }
}
