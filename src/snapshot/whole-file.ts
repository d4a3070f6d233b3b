import { lstatSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { besideOf, besides, isInUse } from '../publish/beside.ts';

/**
 * Writes a file beside its place and puts it there when it is whole: who looks finds all of it, or
 * what was there before. What runs that were killed left beside it is removed.
 */
export async function writeWhole<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  removeLeftovers(file);
  const staging = besideOf(file, 'staging');
  const handle = await open(staging, 'wx');
  try {
    const outcome = await write(handle);
    // Before it gets its name, for the system may write the name first.
    await handle.sync();
    await handle.close();
    renameSync(staging, file);
    return outcome;
  } catch (error) {
    await handle.close().catch(() => {});
    rmSync(staging, { force: true });
    throw error;
  }
}

function removeLeftovers(file: string): void {
  for (const beside of besides(file)) {
    // A folder would be of a build.
    const isOurs = beside.purpose === 'staging' && lstatSync(beside.folder).isFile();
    if (isOurs && !isInUse(beside)) rmSync(beside.folder, { force: true });
  }
}
