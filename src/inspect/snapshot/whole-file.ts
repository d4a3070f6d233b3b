import { renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { isStale, temporaryPath } from '../../build/staging.ts';
import { entriesIn } from '../../util/system-error.ts';

/**
 * Writes a file beside its place and puts it there when it is whole: who looks finds all of it, or
 * what was there before. What runs that were killed left there is removed.
 * @param draft what to call it meanwhile; by that name later runs find what this one leaves
 * @throws whatever the file system throws, with a file's name
 */
export async function writeWhole<T>(
  file: string,
  draft: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const place = path.join(path.dirname(path.resolve(file)), draft);
  const staging = temporaryPath(place, 'staging');
  removeLeftovers(place);
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
    throw named(error, file);
  }
}

/** What the system says of a file that is open does not say which. */
function named(error: unknown, file: string): unknown {
  if (error instanceof Error && 'syscall' in error && !('path' in error)) {
    error.message += ` '${file}'`;
  }
  return error;
}

function removeLeftovers(place: string): void {
  const { dir, base } = path.parse(place);
  for (const entry of entriesIn(dir)) {
    const file = path.join(dir, entry.name);
    const isLeft = entry.isFile() && entry.name.startsWith(`.${base}.staticrest-staging-`);
    try {
      if (isLeft && isStale(file)) rmSync(file, { force: true });
    } catch {
      // Another user's, in a folder such as /tmp: it does no harm.
    }
  }
}
