import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fs from 'fs-extra';
import type { Document } from '../document/document.ts';
import { MANIFEST, type ManifestRow } from '../manifest.ts';
import type { Attendance } from '../progress.ts';
import { isSite } from './target.ts';
import { writeDocuments } from './write.ts';

export interface Site {
  readonly documents: Iterable<Document>;
  /** The manifest's text, made when every other file is known. */
  manifest(files: readonly ManifestRow[]): string;
}

/**
 * Writes a site beside its target and swaps the two when it is whole, so that the target is the old
 * site or the new one and never a mixture. The target must be one that `requireTarget` lets pass, and
 * a process must not write it twice at the same time. A signal that ends it leaves all as it was.
 * @returns the manifest's rows
 */
export async function publishSite(
  folder: string,
  { documents, manifest }: Site,
  attendance: Attendance = {},
): Promise<ManifestRow[]> {
  const target = path.resolve(folder);
  await recoverSite(target);
  const stage = beside(target, 'staging');
  mkdirSync(stage, { recursive: true });
  try {
    const rows = await writeDocuments(stage, documents, attendance);
    writeFileSync(path.join(stage, MANIFEST), manifest(rows));
    await swap(stage, target);
    return rows;
  } finally {
    await fs.remove(stage);
  }
}

/** A folder of this process's own beside the target, so that a rename moves no bytes. */
const beside = (target: string, purpose: 'staging' | 'previous'): string => {
  const { dir, base } = path.parse(target);
  return path.join(dir, `.${base}.staticrest-${purpose}-${process.pid}`);
};

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
  await fs.remove(previous);
}

/**
 * Puts right what a build that was killed left beside the target: a previous site whose successor
 * never came takes its place again, and half-written ones go.
 */
async function recoverSite(target: string): Promise<void> {
  const { dir, base } = path.parse(target);
  if (!(await fs.pathExists(dir))) return;
  for (const name of await fs.readdir(dir)) {
    if (!name.startsWith(`.${base}.`)) continue;
    const [, purpose, pid] =
      /^staticrest-(staging|previous)-(\d+)$/.exec(name.slice(base.length + 2)) ?? [];
    if (!purpose || isOfAnother(Number(pid))) continue;
    const left = path.join(dir, name);
    if (purpose === 'staging' || (await fs.pathExists(target))) await fs.remove(left);
    // Only a whole site was ever set aside: whatever else bears the name is somebody's own.
    else if (isSite(left)) await fs.rename(left, target);
  }
}

/**
 * Does another process with this id run, so that its folders are in use? What bears our own id is
 * from an earlier process: in a container every build may have the same one.
 */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
