import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { ensureDir, remove } from 'fs-extra/esm';
import { Header, Pack, ReadEntry } from 'tar';
import { CHECKSUMS } from '../../describe/downloads/layout.ts';
import { isWithin } from '../../publish/target.ts';
import { MANIFEST } from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { pauseWith, type TaskOptions } from '../../util/progress.ts';

/** The extension of a snapshot's file. */
const ENDING = '.tar.gz';

/** A file to pack. */
export interface ArchiveFile {
  /** Its path in the archive's folder. */
  readonly path: string;
  /** Its content; called once, when the file is packed. */
  read(): Buffer;
}

/**
 * Chooses the file to write a snapshot to.
 * @param out a folder, if it exists or ends with a slash, or a file; undefined: the current folder
 * @param name the file's name in a folder, without the extension
 * @param site the folder of the site, where no snapshot may be
 * @throws UsageError if a snapshot can't be written there
 */
export function chooseArchive(out: string | undefined, name: string, site: string): string {
  const isFolder = out === undefined || /[/\\]$/.test(out) || isDirectory(out);
  const file = isFolder ? path.join(out ?? '', name + ENDING) : out;
  const problem = problemWith(file, site);
  if (problem) throw new UsageError(problem);
  return file;
}

/** Why a snapshot can't be written to a file; null if it can. */
function problemWith(file: string, site: string): string | null {
  if (isWithin(path.dirname(path.resolve(file)), site))
    return `A snapshot can’t be written into the site (${site}). Choose another folder.`;
  if (!/\.(tar\.gz|tgz)$/i.test(file))
    return `The name of a snapshot must end in .tar.gz or .tgz, but ${file} does not. Choose another name, or an existing folder.`;
  if (lstatSync(file, { throwIfNoEntry: false }) && !isSnapshot(file))
    return `${file} already exists and is not a snapshot. Choose another name.`;
  return null;
}

const isDirectory = (file: string): boolean => existsSync(file) && statSync(file).isDirectory();

/** Does an archive start as every snapshot does? */
function isSnapshot(file: string): boolean {
  if (!lstatSync(file).isFile()) return false;
  const start = readFileSync(file).subarray(0, 4096);
  try {
    // Z_SYNC_FLUSH: the end of the archive is cut off.
    const header = new Header(gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }));
    return header.cksumValid && FIRST_FILES.includes(header.path?.split('/')[1] ?? '');
  } catch {
    return false;
  }
}

/** The first file of a snapshot: of the downloads, or of a site. */
const FIRST_FILES = [CHECKSUMS, MANIFEST];

/**
 * Writes the bytes of an archive to a file. It is written under another name and renamed when it is complete:
 * if this fails or is aborted, the file is as it was before.
 * @throws errors of the file system, and the signal's reason
 */
export async function writeArchive(file: string, archive: AsyncIterable<Buffer>): Promise<void> {
  const draft = path.join(path.dirname(file), `staticrest-snapshot-${crypto.randomUUID()}.part`);
  await ensureDir(path.dirname(file));
  try {
    await writeFile(draft, archive, { flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await remove(draft);
    throw withFile(error, file);
  }
}

/** Adds a file's name to an error of the system without one, as those of writing to an open file. */
function withFile(error: unknown, file: string): unknown {
  const hasNoFile = error instanceof Error && 'syscall' in error && !('path' in error);
  return hasNoFile ? Object.assign(error, { message: `${error.message} '${file}'` }) : error;
}

/**
 * The time of every file, because the archive must not depend on when it is packed. 1980-02-01 because GNU
 * tar warns about older files, and ZIP can't express times before 1980 in any time zone.
 */
const TIME = new Date('1980-02-01T00:00:00Z');

/** How many bytes of a file are packed at once. */
const PIECE = 2 ** 20;

/**
 * Packs files below one folder. The bytes depend on the files alone (and on the version of zlib): `portable` leaves
 * out the owner, and the time and the system in gzip's header.
 */
export async function* packed(folder: string, files: readonly ArchiveFile[], options: TaskOptions) {
  const pack = new Pack({ portable: true, strict: true, gzip: true });
  const pieces: Buffer[] = [];
  // `tar` works synchronously: when a file has been added, its bytes are here.
  pack.on('data', (piece) => pieces.push(piece));
  const pause = pauseWith(options);
  for (const [index, { path: name, read }] of files.entries()) {
    const body = read();
    const header = { path: `${folder}/${name}`, size: body.length, mode: 0o644, mtime: TIME };
    const entry = new ReadEntry(new Header({ ...header, type: 'File' }));
    pack.add(entry);
    for (let at = 0; at < body.length; at += PIECE) {
      await pause('Packed', index);
      entry.write(body.subarray(at, at + PIECE));
    }
    entry.end();
    yield* pieces.splice(0);
  }
  pack.end();
  yield* pieces;
}
