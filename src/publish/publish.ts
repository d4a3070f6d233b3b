import { renameSync } from 'node:fs';
import path from 'node:path';
import type { SiteSize } from '../hosts/site-size.ts';
import type { Manifest } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode, exists } from '../util/system-error.ts';
import { acquireLock, discard, restoreSite, temporaryPath } from './lock.ts';
import { type Site, writeSite } from './new-site.ts';
import { assertReplaceable } from './target.ts';

/**
 * Writes a site into a staging folder and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. An error or an abort leaves the target as it was. If another
 * build of the same target is under way, waits for it.
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
) {
  const target = path.resolve(folder);
  const { staging, release } = await acquireLock(target, options);
  try {
    const site = await makeSite();
    const { size, changes, previous } = await writeSite(staging, site, target, options);
    check(site, size, previous);
    // Another program may have added a file in the meantime.
    assertReplaceable(target);
    await swap(staging, target);
    return { ...site, size, changes };
  } finally {
    await release();
  }
}

/** @throws a system error, also if another build has taken over and removed the staging folder; then the target is unchanged */
async function swap(staging: string, target: string): Promise<void> {
  const previous = temporaryPath(target, 'previous');
  try {
    if (exists(target)) renameSync(target, previous);
    renameSync(staging, target);
  } catch (error) {
    restoreSite(target);
    if (!['EBUSY', 'EXDEV'].includes(errorCode(error) ?? '')) throw error;
    throw new UsageError(
      `${target} can’t be replaced, because it is a mount point or part of a container’s image. Choose another folder, such as a subfolder of it.`,
    );
  }
  await discard(previous, target);
}
