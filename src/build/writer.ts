import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  manifestText,
  rowOf,
} from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import type { PreviousSite } from './previous-site.ts';

/** A site that is to be written. */
export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, in the order of their paths. */
  readonly files: Iterable<SiteFile>;
}

/** How many files are written before the event loop gets a turn. */
const BATCH = 64;

/**
 * Writes every file of a site into an empty folder, the manifest last. Files that the previous site has too
 * are linked. No file is modified in place, since two sites may share it.
 * @returns the rows of all files, the manifest's last
 * @throws where files are in another order, and whatever the file system throws
 */
export async function writeSiteFiles(
  folder: string,
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
): Promise<ManifestRow[]> {
  const folders = new Set([folder]);
  const rows: ManifestRow[] = [];
  for (const { path: name, body: pieces } of files) {
    if (rows.length % BATCH === 0) await yieldToEventLoop(options, 'Writing', rows.length);
    const last = rows.at(-1)?.path ?? '';
    if (name <= last) throw new Error(`${name} comes after ${last}.`);
    const body = Buffer.concat(pieces);
    const row = rowOf(name, [body]);
    const file = `${folder}/${name}`;
    makeFolder(path.dirname(file), folders);
    if (!previous.link(row, file)) writeNewFile(file, body);
    rows.push(row);
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, 'Writing', rows.length);
  const manifest = Buffer.from(manifestText(head, rows));
  writeNewFile(path.join(folder, MANIFEST), manifest);
  return [...rows, rowOf(MANIFEST, [manifest])];
}

/** Synchronous: for thousands of small files, that takes a fraction of the time of promises. */
const writeNewFile = (file: string, body: Buffer): void =>
  writeFileSync(file, body, { flag: 'wx' });

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
