import { lstatSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SiteSize } from '../hosts/site-size.ts';
import { type Manifest, type ManifestHead, type ManifestRow, rowOf } from '../site/manifest.ts';
import { joinPieces, type SiteFile } from '../site/site-file.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { errorCode, exists } from '../util/system-error.ts';
import { acquireLock, type Lock } from './lock.ts';
import { SiteWriter, writePieces } from './new-site.ts';
import { type Change, PreviousSite } from './previous-site.ts';
import { discard, removeLeftovers, restoreSite } from './staging.ts';
import { assertReplaceable, unreplaceable } from './target.ts';

/** A site that is to be written. */
export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, in the order of their paths. A body is valid until the next file. */
  files(): Iterable<SiteFile>;
}

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
    const unchanged = await unchangedSite(site, previous, options);
    const report = unchanged ?? (await writeSite(lock.staging, site, previous, options));
    check(site, report.size, previous.manifest);
    if (!unchanged) {
      // Another program may have added a file in the meantime.
      assertReplaceable(target, previous.manifest);
      swap(lock, target);
    }
    await discard(unchanged ? lock.staging : lock.previous, target);
    return { site, size: report.size, changes: report.changes };
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

/** How many files of a site were added, changed, removed or kept, and the bytes that a deploy uploads. */
export type Changes = Readonly<Record<Change | 'uploadBytes', number>>;

/** What is known of a site when its files have been made. */
class Report {
  readonly size = new SiteSize();
  readonly changes = { added: 0, changed: 0, removed: 0, unchanged: 0, uploadBytes: 0 };

  constructor(private readonly previous: PreviousSite) {
    this.changes.removed = previous.rows.length;
  }

  add(row: ManifestRow): void {
    const change = this.previous.changeBy(row);
    this.size.add(row);
    this.changes[change]++;
    if (change !== 'added') this.changes.removed--;
    if (change !== 'unchanged') this.changes.uploadBytes += row.bytes;
  }
}

/**
 * Compares a site with the previous one, up to the first file that differs.
 * @returns null if the sites differ
 */
async function unchangedSite(
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
): Promise<Report | null> {
  if (!previous.hasHead(head)) return null;
  const report = new Report(previous);
  const isSame = await everyFile(files(), 'Comparing', options, (row) => {
    report.add(row);
    return previous.has(row);
  });
  const manifest = previous.rows.at(-1);
  // Another program may have removed the site in the meantime.
  if (!isSame || !manifest || !previous.has(manifest)) return null;
  report.add(manifest);
  return report.changes.removed === 0 ? report : null;
}

/**
 * Writes every file of a site into an empty folder. Files that the previous site has too are linked.
 * @throws a system error
 */
async function writeSite(
  folder: string,
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
): Promise<Report> {
  const site = new SiteWriter(folder, head);
  const report = new Report(previous);
  try {
    await everyFile(files(), 'Writing', options, (row, pieces) => {
      const file = site.pathOf(row);
      if (!previous.link(row, file)) writePieces(file, pieces);
      site.add(row);
      report.add(row);
      return true;
    });
    report.add(site.end());
    return report;
  } finally {
    site.close();
  }
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
  let [count, last] = [0, ''];
  for (const { path: name, body } of files) {
    if (count % BATCH === 0) await yieldToEventLoop(options, step, count);
    if (name <= last) throw new Error(`The files ${last} and ${name} are not in order.`);
    last = name;
    const pieces = joinPieces(body, buffer);
    if (!call(rowOf(name, pieces), pieces)) return false;
    count++;
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, step, count);
  return true;
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
      throw ['EBUSY', 'EXDEV'].includes(code) ? unreplaceable(target) : error;
    }
  }
}
