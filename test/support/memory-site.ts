import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteReader } from '../../src/inspect/verify/reader.ts';
import { MANIFEST, type Manifest, type ManifestHead, readHead } from '../../src/site/manifest.ts';
import { filesOf, sha256 } from './site-files.ts';

type Writable<T> = { -readonly [Key in keyof T]: Writable<T[Key]> };

/** A site in memory that a test may damage: its manifest has whatever files there are. */
export class MemorySite implements SiteReader {
  readonly #files = new Map<string, Buffer>();
  readonly #head: ManifestHead;

  /** @param folder the site that it begins as */
  constructor(folder: string) {
    this.#head = readHead(folder);
    for (const file of filesOf(folder)) {
      if (file !== MANIFEST) this.#files.set(file, readFileSync(path.join(folder, file)));
    }
  }

  /** Changes what the manifest says before its rows. */
  describe(change: (head: Writable<ManifestHead>) => void): void {
    change(this.#head as Writable<ManifestHead>);
  }

  head(): ManifestHead {
    return this.#head;
  }

  manifest(): Manifest {
    const rows = [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...this.#head,
      rows: rows.map(([file, body]) => ({ path: file, bytes: body.length, sha256: sha256(body) })),
    };
  }

  read(file: string): Buffer | null {
    return this.#files.get(file) ?? null;
  }

  text(file: string): string {
    return String(this.read(file));
  }

  write(file: string, body: string | Buffer): void {
    this.#files.set(file, Buffer.from(body));
  }

  remove(file: string): void {
    this.#files.delete(file);
  }

  move(from: string, to: string): void {
    this.write(to, this.read(from) ?? '');
    this.remove(from);
  }
}
