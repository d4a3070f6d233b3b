import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST, type ManifestHead, manifestText, rowOf } from '../site/manifest.ts';
import { joinPieces, type SiteFile } from '../site/site-file.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import type { PreviousSite } from './previous-site.ts';

/** A site that is to be written. */
export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, in any order. A body is valid until the next file. */
  files(): Iterable<SiteFile>;
}

/** How many files are made before the event loop gets a turn. */
const BATCH = 64;

/** Bodies up to this size, in bytes, are hashed and written in one piece. */
const BUFFER_SIZE = 2 ** 20;

/**
 * Writes every file of a site into an empty folder, and its manifest. Files that the previous site has too are
 * linked: no file is modified in place, so two sites may share it.
 * @returns the rows of all files, the manifest's last; whether the previous site has each of them, unmodified
 * @throws a system error, the signal's reason
 */
export async function writeSite(
  folder: string,
  { head, files }: Site,
  previous: PreviousSite,
  options: TaskOptions,
) {
  const rows = [];
  const folders = new Set([folder]);
  const buffer = Buffer.allocUnsafeSlow(BUFFER_SIZE);
  let isSame = true;
  for (const { path: name, body } of files()) {
    if (rows.length % BATCH === 0) await yieldToEventLoop(options, 'Writing', rows.length);
    const pieces = joinPieces(body, buffer);
    const row = rowOf(name, pieces);
    const file = `${folder}/${name}`;
    makeFolder(path.dirname(file), folders);
    if (!previous.link(row, file)) {
      writePieces(file, pieces);
      isSame = false;
    }
    rows.push(row);
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, 'Writing', rows.length);
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest = [Buffer.from(manifestText(head, rows))];
  writePieces(`${folder}/${MANIFEST}`, manifest);
  const own = rowOf(MANIFEST, manifest);
  return { rows: [...rows, own], isSame: isSame && previous.has(own) };
}

/** Makes a folder and those around it, but never the site's own: if that is gone, another build has taken over. */
function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  makeFolder(path.dirname(folder), made);
  mkdirSync(folder);
  made.add(folder);
}

/** Synchronous: for thousands of small files, that takes a fraction of the time of promises. */
function writePieces(file: string, pieces: readonly Uint8Array[]): void {
  const descriptor = openSync(file, 'wx');
  try {
    // It repeats short writes. Small files are one piece, so that `writev` would save nothing.
    for (const piece of pieces) writeFileSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}
