import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fs from 'fs-extra';
import type { Document } from '../document/document.ts';
import { MANIFEST, type ManifestRow } from '../manifest.ts';
import { UsageError } from '../problem.ts';
import type { Attendance } from '../progress.ts';
import { Predecessor, seal } from './predecessor.ts';
import { removeSite } from './remove.ts';
import { isSite } from './target.ts';
import { writeDocuments } from './write.ts';

export interface Site {
  readonly documents: Iterable<Document>;
  /** The manifest's text, made when every other file is known. */
  manifest(files: readonly ManifestRow[]): string;
}

/**
 * Writes a site beside its target and swaps the two when it is whole, so that the target is the old
 * site or the new one and never a mixture. What the new one shares with the old is linked and not
 * written. The target must be one that `requireTarget` lets pass. A signal that ends it leaves all as
 * it was.
 * @returns the manifest's rows
 * @throws UsageError where this process is writing the same target already
 */
export async function publishSite(
  folder: string,
  { documents, manifest }: Site,
  attendance: Attendance = {},
): Promise<ManifestRow[]> {
  const target = path.resolve(folder);
  const stage = beside(target, 'staging');
  claim(stage, target);
  let rows: ManifestRow[];
  try {
    await recoverSite(target, stage);
    rows = await writeDocuments(stage, documents, new Predecessor(target), attendance);
    writeFileSync(path.join(stage, MANIFEST), manifest(rows));
    await swap(stage, target);
  } catch (error) {
    await fs.remove(stage);
    throw error;
  }
  // The new site is there, whatever happens to the old one: what can't be removed now goes before
  // the next build. And the stage may be that one's from here on.
  await removeSite(beside(target, 'previous')).catch(() => {});
  await seal(target);
  return rows;
}

/**
 * A folder of this process's own beside the target, so that a rename moves no bytes. In a container
 * every process may have the same id, but none has begun in the same millisecond.
 */
const beside = (target: string, purpose: 'staging' | 'previous'): string => {
  const { dir, base } = path.parse(target);
  const own = `${process.pid}-${Math.round(performance.timeOrigin)}`;
  return path.join(dir, `.${base}.staticrest-${purpose}-${own}`);
};

/** Makes the stage, which is there already as long as this process writes the same target. */
function claim(stage: string, target: string): void {
  mkdirSync(path.dirname(stage), { recursive: true });
  try {
    mkdirSync(stage);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${target} is being built already; build it again when that has ended.`);
  }
}

async function swap(stage: string, target: string): Promise<void> {
  const previous = beside(target, 'previous');
  const replaces = await fs.pathExists(target);
  if (replaces) renameSync(target, previous);
  try {
    renameSync(stage, target);
  } catch (error) {
    if (replaces) renameSync(previous, target);
    throw error;
  }
}

/**
 * Puts right what a build that was killed left beside the target: a previous site whose successor
 * never came takes its place again, and half-written ones go.
 */
async function recoverSite(target: string, stage: string): Promise<void> {
  const { dir, base } = path.parse(target);
  for (const name of await fs.readdir(dir)) {
    if (!name.startsWith(`.${base}.`)) continue;
    const [, purpose, pid] =
      /^staticrest-(staging|previous)-(\d+)-\d+$/.exec(name.slice(base.length + 2)) ?? [];
    if (!purpose || isOfAnother(Number(pid))) continue;
    const left = path.join(dir, name);
    if (left === stage) continue;
    if (purpose === 'staging' || (await fs.pathExists(target))) await fs.remove(left);
    // Only a whole site was ever set aside: whatever else bears the name is somebody's own.
    else if (isSite(left)) await fs.rename(left, target);
  }
}

/** Does another process with this id run, so that its folders are in use? */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
