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
  /** Every file but the manifest. */
  readonly files: Iterable<SiteFile>;
}

/**
 * Writes a site into a staging folder and swaps it with the target when it is complete, so that the target
 * is the old site or the new one and never a mixture. Unchanged files are linked. An error or an abort
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
    const rows = await writeSiteFiles(lock.staging, site, previous, options);
    check(rows, previous.manifest);
    // Somebody may have put a file there meanwhile.
    requireReplaceable(target, previous.manifest);
    swap(lock, target);
    await discard(lock.previous, target);
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

/** How many files are written before the event loop gets a turn. */
const BATCH = 64;

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
): Promise<ManifestRow[]> {
  const folders = new Set([folder]);
  const rows: ManifestRow[] = [];
  for (const { path: name, body: pieces } of files) {
    if (rows.length % BATCH === 0) await yieldToEventLoop(options, 'Writing', rows.length);
    const row = rowOf(name, pieces);
    const file = `${folder}/${name}`;
    makeFolder(path.dirname(file), folders);
    if (!previous.link(row, file)) writeNewFile(file, pieces, row.bytes);
    rows.push(row);
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, 'Writing', rows.length);
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest = Array.from(manifestText(head, rows), (text) => Buffer.from(text));
  const row = rowOf(MANIFEST, manifest);
  writeNewFile(path.join(folder, MANIFEST), manifest, row.bytes);
  return [...rows, row];
}

/** Synchronous: for thousands of small files, that takes a fraction of the time of promises. */
function writeNewFile(file: string, pieces: readonly Uint8Array[], bytes: number): void {
  const descriptor = openSync(file, 'wx');
  try {
    const written = writevSync(descriptor, pieces);
    // A full disk may take only a part; writing the rest throws the reason.
    if (written < bytes) writeFileSync(descriptor, Buffer.concat(pieces).subarray(written));
  } finally {
    closeSync(descriptor);
  }
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
