import { closeSync, mkdirSync, openSync, writeFileSync, writevSync } from 'node:fs';
import path from 'node:path';
import type { ManifestRow } from '../site/manifest.ts';
import { rowOf } from '../site/row.ts';
import type { SiteFile } from '../site/site-file.ts';
import { errorCode } from '../util/system-error.ts';
import { isSame } from './changes.ts';
import { Links, type SealedSite } from './links.ts';

/** A file to write, with its row in the site that is replaced. */
export interface Task extends SiteFile {
  readonly old: ManifestRow | undefined;
}

/** What a writer has to know; plain data, for a thread to have it. */
export interface WriterOptions {
  /** The folder that the files go to. */
  readonly stage: string;
  /** The site that is replaced, if its files may be linked. */
  readonly sealed: SealedSite | null;
}

/**
 * Writes documents into a folder that holds none of them yet, or links those that are in the site that
 * is replaced. No file is ever modified in its place, since two sites may share it.
 */
export class Writer {
  readonly #stage: string;
  readonly #links: Links | null;
  readonly #made: Set<string>;

  constructor({ stage, sealed }: WriterOptions) {
    this.#stage = stage;
    this.#links = sealed && new Links(sealed);
    this.#made = new Set([stage]);
  }

  /** @throws where a file is there already, and whatever the file system throws */
  write({ path: file, body, old }: Task): ManifestRow {
    const target = `${this.#stage}/${file}`;
    const row = rowOf(file, body);
    this.#makeFolder(path.dirname(target));
    const isLinked = old !== undefined && isSame(row, old) && this.#links?.make(row, target);
    if (!isLinked) writeFile(target, body, row.bytes);
    return row;
  }

  /** Makes a folder in the stage, but not the stage: without it, another build has removed it. */
  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    this.#makeFolder(path.dirname(folder));
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another thread may have made it.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    this.#made.add(folder);
  }
}

/**
 * Writes a new file from its pieces, without joining them first. Plain synchronous calls: for
 * thousands of small files they take a fraction of what promises do.
 */
function writeFile(target: string, body: readonly Uint8Array[], size: number): void {
  const descriptor = openSync(target, 'wx');
  try {
    const written = writevSync(descriptor, body);
    // A full disk takes a part and says why when it is given the rest.
    if (written < size) writeFileSync(descriptor, Buffer.concat(body).subarray(written));
  } finally {
    closeSync(descriptor);
  }
}
