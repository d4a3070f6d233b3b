import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { Header } from 'tar';
import { isWithin } from '../../build/target.ts';
import { UsageError } from '../../util/problem.ts';
import { ENDING, isArchiveName, SUMS } from './layout.ts';

/**
 * The file that a snapshot is to be: in the folder that is named, or under the name that is given.
 * @param out what the person named, a folder where it is one or ends with a slash; absent: this folder
 * @throws UsageError where it can't be written there
 */
export function targetOf(out: string | undefined, name: string, site: string): string {
  const isFolder = out === undefined || /[/\\]$/.test(out) || isDirectory(out);
  const file = isFolder ? path.join(out ?? '', name + ENDING) : out;
  const folder = path.dirname(path.resolve(file));
  if (!isDirectory(folder)) {
    throw new UsageError(`There is no folder ${folder} to write the snapshot to; make it first.`);
  }
  if (isWithin(folder, site)) {
    throw new UsageError(
      `A snapshot can’t be written into the site (${site}); name another place.`,
    );
  }
  if (!isArchiveName(file)) {
    throw new UsageError(
      `The name of a snapshot ends in .tar.gz or .tgz, and that of ${file} does not; name another file, or a folder that is there.`,
    );
  }
  const isFree = !lstatSync(file, { throwIfNoEntry: false });
  if (isFree || isSnapshot(file)) return file;
  throw new UsageError(`${file} is no snapshot, and is left alone; name another file.`);
}

function isDirectory(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    // What can't be looked at can't be written to either.
    return false;
  }
}

/** How much of a file is looked at: its first header is in there, however little it shrank. */
const LOOK = 4096;

/** Is this a file that begins as a snapshot does? */
function isSnapshot(file: string): boolean {
  if (!lstatSync(file).isFile()) return false;
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(LOOK);
    const size = readSync(descriptor, bytes);
    // What follows is cut off, which is no error.
    const finishFlush = constants.Z_SYNC_FLUSH;
    const { path: first, cksumValid } = new Header(
      gunzipSync(bytes.subarray(0, size), { finishFlush }),
    );
    return cksumValid && first?.split('/')[1] === SUMS;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}
