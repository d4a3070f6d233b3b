import { renameSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode, exists } from '../util/system-error.ts';
import { acquireLock, discard, restoreSite, temporaryPath } from './lock.ts';
import { assertReplaceable } from './target.ts';

/**
 * Has a site written into a staging folder, and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. An error or an abort leaves the target as it was. If another
 * build of the same target is under way, waits for it.
 * @param write is called with the staging folder when no other build can replace the target any more: of two builds,
 * the one that publishes last has read the content last. If it throws, nothing is swapped
 * @returns what `write` returns
 * @throws UsageError where the target can't be replaced, and the errors of `write`
 */
export async function publishSite<T>(
  folder: string,
  options: TaskOptions,
  write: (staging: string) => Promise<T>,
): Promise<T> {
  const target = path.resolve(folder);
  const { staging, release } = await acquireLock(target, options);
  try {
    const written = await write(staging);
    // Another program may have added a file in the meantime.
    assertReplaceable(target);
    await swap(staging, target, options);
    return written;
  } finally {
    await release();
  }
}

/** @throws a system error, also if another build has taken over and removed the staging folder; then the target is unchanged */
async function swap(staging: string, target: string, options: TaskOptions): Promise<void> {
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
  await discard(previous, target, options);
}
