import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  MANIFEST,
  MANIFEST_END,
  type ManifestHead,
  type ManifestRow,
  manifestRow,
  manifestStart,
} from '../site/manifest.ts';

/** How many rows of a manifest are written at once. */
const BATCH = 1000;

/** A site that is written into an empty folder. No file is modified in place: two sites may share it by a link. */
export class SiteWriter {
  readonly #folders: Set<string>;
  readonly #manifest: number;
  readonly #digest = createHash('sha256');
  /** The part of the manifest that is not written yet: all rows at once would take much memory. */
  #text: string;
  #rows = 0;
  #bytes = 0;

  constructor(
    private readonly folder: string,
    head: ManifestHead,
  ) {
    this.#folders = new Set([folder]);
    this.#manifest = openSync(path.join(folder, MANIFEST), 'wx');
    this.#text = manifestStart(head);
  }

  /** Where a file will be; its folder is made. */
  pathOf({ path: name }: ManifestRow): string {
    const file = `${this.folder}/${name}`;
    this.#makeFolder(path.dirname(file));
    return file;
  }

  /** Adds a row to the manifest, in the order of the paths. */
  add(row: ManifestRow): void {
    this.#text += manifestRow(row, this.#rows === 0);
    this.#rows++;
    if (this.#rows % BATCH === 0) this.#writeText();
  }

  /** Completes the manifest, and returns its row. */
  end(): ManifestRow {
    this.#text += MANIFEST_END;
    this.#writeText();
    return { path: MANIFEST, bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }

  close(): void {
    closeSync(this.#manifest);
  }

  #writeText(): void {
    const bytes = Buffer.from(this.#text);
    writeFileSync(this.#manifest, bytes);
    this.#digest.update(bytes);
    this.#bytes += bytes.length;
    this.#text = '';
  }

  /** Makes a folder and those around it, but never the site's own: if that is gone, another build has taken over. */
  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    this.#makeFolder(path.dirname(folder));
    mkdirSync(folder);
    this.#folders.add(folder);
  }
}

/** Synchronous: for thousands of small files, that takes a fraction of the time of promises. */
export function writePieces(file: string, pieces: readonly Uint8Array[]): void {
  const descriptor = openSync(file, 'wx');
  try {
    // It repeats short writes. Small files are one piece, so that `writev` would save nothing.
    for (const piece of pieces) writeFileSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}
