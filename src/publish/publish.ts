import { lstatSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SiteSize } from '../hosts/site-size.ts';
import type { Manifest } from '../site/manifest.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode, exists } from '../util/system-error.ts';
import { acquireLock, type Lock } from './lock.ts';
import { type Site, writeSite } from './new-site.ts';
import { type Changes, PreviousSite } from './previous-site.ts';
import { discard, removeLeftovers, restoreSite } from './staging.ts';
import { assertReplaceable } from './target.ts';

/**
 * Writes a site into a staging folder and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. Unchanged files are linked; a target without any
 * change stays as it is. An error or an abort leaves the target as it was. If another build of the same
 * target is under way, waits for it.
 * @param makeSite is called when no other build can replace the target any more: of two builds, the one that
 * publishes last has read the content last
 * @param check is given the site, its size, and the manifest of the one that is replaced; if it throws,
 * nothing is swapped
 * @returns the site, its size with its manifest, and what became of the target's files
 * @throws UsageError where the target can't be replaced, and the errors of `makeSite` and `check`
 */
export async function publishSite<S extends Site>(
  folder: string,
  makeSite: () => Promise<S>,
  check: (site: S, size: SiteSize, previous: Manifest | null) => void,
  options: TaskOptions = {},
): Promise<{ readonly site: S; readonly size: SiteSize; readonly changes: Changes }> {
  const target = path.resolve(folder);
  const lock = await acquireLock(target, options);
  try {
    await removeLeftovers(target, lock.staging);
    const site = await makeSite();
    const previous = new PreviousSite(target, lstatSync(lock.staging).mode);
    const { rows, isSame } = await writeSite(lock.staging, site, previous, options);
    const size = new SiteSize();
    for (const row of rows) size.add(row);
    check(site, size, previous.manifest);
    if (!isSame) {
      // Another program may have added a file in the meantime.
      assertReplaceable(target, previous.manifest);
      swap(lock, target);
    }
    await discard(isSame ? lock.staging : lock.previous, target);
    return { site, size, changes: previous.changesBy(rows) };
  } catch (error) {
    const isLost = !exists(lock.staging);
    await discard(lock.staging, target);
    if (!isLost || error instanceof ContentError) throw error;
    const message = `Another process removed ${lock.staging} while this build wrote the site there. Build again.`;
    throw new UsageError(message, { cause: error });
  } finally {
    lock.release();
  }
}

/** How often a swap is tried: another command may put the old site back between its two renames. */
const ATTEMPTS = 5;

/** @throws if the lock is lost, or a system error; then the target is unchanged */
function swap({ staging, previous }: Lock, target: string): void {
  for (let attempt = 1; ; attempt++) {
    // Throws where another build has taken over: then the target isn't ours to touch.
    lstatSync(staging);
    try {
      if (exists(target)) renameSync(target, previous);
      renameSync(staging, target);
      return;
    } catch (error) {
      const code = errorCode(error) ?? '';
      const isRestored = ['ENOTEMPTY', 'EEXIST'].includes(code);
      if (isRestored && attempt < ATTEMPTS) continue;
      restoreSite(target);
      if (!['EBUSY', 'EXDEV'].includes(code)) throw error;
      throw new UsageError(
        `${target} can’t be replaced, because it is a mount point or part of a container’s image. Choose another folder, such as a subfolder of it.`,
      );
    }
  }
}
