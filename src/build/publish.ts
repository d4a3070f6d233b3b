import { createHash } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
  writevSync,
} from 'node:fs';
import path from 'node:path';
import {
  MANIFEST,
  type Manifest,
  type ManifestHead,
  type ManifestRow,
  manifestText,
  rowOf,
} from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { UsageError } from '../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { errorCode } from '../util/system-error.ts';
import { acquireLock, type Lock } from './lock.ts';
import { type Changes, PreviousSite } from './previous-site.ts';
import { discard, exists, removeLeftovers, restoreSite } from './staging.ts';
import { requireReplaceable, unreplaceable } from './target.ts';

/** A site that is to be written. */
export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, each time in the same order. */
  files(): Iterable<SiteFile>;
}

/**
 * Writes a site into a staging folder and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. Unchanged files are linked, and a site without any
 * change stays as it is. An error or an abort
 * leaves the target as it was. If another build of the same target is under way, waits for it.
 * @param check is given the rows of all files, the manifest's among them, and the manifest of the site that
 * is replaced; if it throws, nothing is swapped
 * @returns the rows of all files, and what became of the target's files
 * @throws UsageError where the target can't be replaced
 */
export async function publishSite(
  folder: string,
  site: Site,
  check: (rows: readonly ManifestRow[], previous: Manifest | null) => void,
  options: TaskOptions = {},
): Promise<{ rows: readonly ManifestRow[]; changes: Changes }> {
  const target = path.resolve(folder);
  const lock = await acquireLock(target, options);
  try {
    await removeLeftovers(target, lock.staging);
    const previous = new PreviousSite(target, lstatSync(lock.staging).mode);
    const unchanged = await unchangedRows(site, previous, options);
    const rows = unchanged ?? (await writeSiteFiles(lock.staging, site, previous, options));
    check(rows, previous.manifest);
    if (!unchanged) {
      // Somebody may have put a file there meanwhile.
      requireReplaceable(target, previous.manifest);
      swap(lock, target);
    }
    await discard(unchanged ? lock.staging : lock.previous, target);
    return { rows, changes: previous.changesTo(rows) };
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

/**
 * Compares a site with the previous one, up to the first file that differs.
 * @returns the rows of all files, the manifest's last, or null if the sites differ
 */
async function unchangedRows(
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
): Promise<readonly ManifestRow[] | null> {
  if (!previous.hasHead(head)) return null;
  let count = 1;
  const isSame = await everyFile(files(), 'Comparing', options, (row) => {
    count++;
    return previous.has(row);
  });
  const manifest = previous.rows.at(-1);
  // The site may have been removed meanwhile.
  const isThere = manifest && previous.has(manifest);
  return isSame && isThere && count === previous.rows.length ? previous.rows : null;
}

/**
 * Writes every file of a site into an empty folder, the manifest last. Files that the previous site has too
 * are linked. No file is modified in place, since two sites may share it.
 * @returns the rows of all files, the manifest's last
 * @throws whatever the file system throws
 */
async function writeSiteFiles(
  folder: string,
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
): Promise<readonly ManifestRow[]> {
  const folders = new Set([folder]);
  const rows: ManifestRow[] = [];
  await everyFile(files(), 'Writing', options, (row, pieces) => {
    const file = `${folder}/${row.path}`;
    makeFolder(path.dirname(file), folders);
    if (!previous.link(row, file)) writeNewFile(file, pieces);
    return rows.push(row) > 0;
  });
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  return [...rows, writeManifest(path.join(folder, MANIFEST), manifestText(head, rows))];
}

/** How many files are made before the event loop gets a turn. */
const BATCH = 64;

/** Bodies up to this size, in bytes, are hashed and written in one piece. */
const BUFFER_SIZE = 2 ** 20;

/**
 * Hashes each file, and calls a function with its row and its body, which the next file may overwrite.
 * @returns whether the function returned true for every file; the first other value ends it
 */
async function everyFile(
  files: Iterable<SiteFile>,
  step: string,
  options: TaskOptions,
  call: (row: ManifestRow, pieces: readonly Uint8Array[]) => boolean,
): Promise<boolean> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_SIZE);
  let count = 0;
  for (const { path: name, body } of files) {
    if (count % BATCH === 0) await yieldToEventLoop(options, step, count);
    const pieces = inOnePiece(body, buffer);
    if (!call(rowOf(name, pieces), pieces)) return false;
    count++;
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, step, count);
  return true;
}

/** Puts a body into a buffer if it fits: a hash of many pieces takes longer, and so does writing them. */
function inOnePiece(pieces: readonly Uint8Array[], buffer: Uint8Array): readonly Uint8Array[] {
  let end = 0;
  for (const piece of pieces) {
    if (end + piece.length > buffer.length) return pieces;
    buffer.set(piece, end);
    end += piece.length;
  }
  return [buffer.subarray(0, end)];
}

/** Synchronous: for thousands of small files, that takes a fraction of the time of promises. */
function writeNewFile(file: string, pieces: readonly Uint8Array[]): void {
  const descriptor = openSync(file, 'wx');
  try {
    let written = writevSync(descriptor, pieces);
    // A full disk may take only a part; writing the rest throws the reason.
    for (const piece of pieces) {
      if (written < piece.length) writeFileSync(descriptor, piece.subarray(Math.max(0, written)));
      written -= piece.length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Piece by piece, since the manifest of a large site takes a hundred megabytes. */
function writeManifest(file: string, texts: Iterable<string>): ManifestRow {
  const [descriptor, digest] = [openSync(file, 'wx'), createHash('sha256')];
  let bytes = 0;
  try {
    for (const text of texts) {
      const piece = Buffer.from(text);
      writeFileSync(descriptor, piece);
      digest.update(piece);
      bytes += piece.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return { path: MANIFEST, bytes, sha256: digest.digest('hex') };
}

/**
 * Makes a folder and those around it that are not known yet. It never makes the site's own folder: if that
 * is gone, another build has taken over.
 */
function makeFolder(folder: string, known: Set<string>): void {
  if (known.has(folder)) return;
  makeFolder(path.dirname(folder), known);
  mkdirSync(folder);
  known.add(folder);
}

/** How often a swap is tried: another command may put the old site back between its two renames. */
const ATTEMPTS = 5;

/** @throws where the lock is lost, and whatever the file system throws; then the target is as it was */
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
      throw ['EBUSY', 'EXDEV'].includes(code) ? unreplaceable(target) : error;
    }
  }
}
