import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sizeOf } from '../hosts/site-size.ts';
import {
  findManifest,
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  manifestText,
  rowOf,
} from '../site/manifest.ts';
import { bytes, concat, type SiteFile } from '../site/site-file.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';

/** A site that is to be written. */
export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, in any order. */
  files(): Iterable<SiteFile> | AsyncIterable<SiteFile>;
}

/** How many files of a site were added, changed, removed or kept, and the bytes that a deploy uploads. */
export type Changes = Awaited<ReturnType<typeof writeSite>>['changes'];

/**
 * Writes every file of a site into an empty folder, and its manifest. No file of the site at the target is used again:
 * it may have been edited.
 * @param target the folder of the site that it replaces, if there is one
 * @returns its size; what became of the files of the other site by the manifest of that; that manifest. The manifests
 * count as files
 * @throws a system error, the signal's reason
 */
export async function writeSite(
  folder: string,
  { head, files }: Site,
  target: string,
  options: TaskOptions,
) {
  const previous = findManifest(target);
  const rowsBefore = previous ? [...previous.rows, previous.own] : [];
  const before = new Map(rowsBefore.map((row) => [row.path, row.sha256]));
  const rows: ManifestRow[] = [];
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0, uploadBytes: 0 };
  const add = (name: string, body: Uint8Array) => {
    const row = rowOf(name, body);
    const isSame = before.get(name) === row.sha256;
    // Synchronous: for thousands of small files, that takes a fraction of the time of promises.
    writeFileSync(`${folder}/${name}`, body, { flag: 'wx' });
    changes[isSame ? 'unchanged' : before.has(name) ? 'changed' : 'added']++;
    if (!isSame) changes.uploadBytes += row.bytes;
    before.delete(name);
    rows.push(row);
  };
  const folders = new Set([folder]);
  const pause = pauseWith(options);
  for await (const { path: name, body } of files()) {
    await pause('Writing', rows.length);
    makeFolder(path.dirname(`${folder}/${name}`), folders);
    add(name, concat(body));
  }
  // Otherwise Ctrl-C during the last files would not be noticed.
  await yieldToEventLoop(options, 'Writing', rows.length);
  const sorted = rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  add(MANIFEST, bytes(manifestText(head, sorted)));
  changes.removed = before.size;
  return { size: sizeOf(rows), changes, previous };
}

/** Makes a folder and those around it, but never the site's own: if that is gone, another build has taken over. */
function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  makeFolder(path.dirname(folder), made);
  mkdirSync(folder);
  made.add(folder);
}
