import { linkSync, lstatSync } from 'node:fs';
import path from 'node:path';
import {
  findManifest,
  MANIFEST,
  type Manifest,
  type ManifestRow,
  rowOf,
} from '../site/manifest.ts';
import { readRegularFile } from '../util/regular-file.ts';

/** What became of the files of a site against the one that it replaces. */
type Change = 'added' | 'changed' | 'removed' | 'unchanged';

/** How many files each, and the bytes of those that a deploy uploads: the added and the changed. */
export type Changes = Readonly<Record<Change | 'uploadBytes', number>>;

/** The site that a build replaces. Where there is none, or its manifest is broken, it has no files. */
export class PreviousSite {
  readonly manifest: Manifest | null;
  readonly #rows: ReadonlyMap<string, ManifestRow>;
  /** When its manifest was written, in ms. */
  readonly #builtAt: number;

  /**
   * @param mode that of a new folder
   * @throws whatever keeps its manifest from being read
   */
  constructor(
    private readonly folder: string,
    private readonly mode: number,
  ) {
    const file = path.join(folder, MANIFEST);
    this.#builtAt = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    this.manifest = findManifest(folder);
    const rows = this.manifest
      ? [...this.manifest.rows, rowOf(MANIFEST, [readRegularFile(file)])]
      : [];
    this.#rows = new Map(rows.map((row) => [row.path, row]));
  }

  /**
   * Links a file of the new site to the same file of this one, where nobody has modified that since its
   * manifest was written. It trusts the size, the permissions and the modification time: an edit that
   * keeps all three stays in the site, where `verify` finds it.
   * @returns false where the file must be written instead
   */
  link(row: ManifestRow, target: string): boolean {
    // Not joined: that takes half as long as a system call, and there are thousands.
    const file = `${this.folder}/${row.path}`;
    try {
      if (!this.#hasSame(row) || !this.#isUnmodified(row, file)) return false;
      linkSync(file, target);
      return true;
    } catch {
      // File systems have their limits, and the file may be gone.
      return false;
    }
  }

  /** Compares this site with the rows of the new one, each with the row of its manifest. */
  changesTo(rows: readonly ManifestRow[]): Changes {
    const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, uploadBytes: 0 };
    for (const row of rows) {
      const isKnown = this.#rows.has(row.path);
      const change = this.#hasSame(row) ? 'unchanged' : isKnown ? 'changed' : 'added';
      counts[change]++;
      if (change !== 'unchanged') counts.uploadBytes += row.bytes;
    }
    return { ...counts, removed: this.#rows.size - counts.changed - counts.unchanged };
  }

  #hasSame({ path: file, bytes, sha256 }: ManifestRow): boolean {
    const own = this.#rows.get(file);
    return own?.sha256 === sha256 && own.bytes === bytes;
  }

  #isUnmodified({ bytes }: ManifestRow, file: string): boolean {
    const stats = lstatSync(file);
    const isWhole = stats.isFile() && stats.size === bytes;
    // A web server may not be allowed to read files that were built with another umask.
    const isSameMode = (stats.mode & 0o666) === (this.mode & 0o666);
    return isWhole && isSameMode && stats.mtimeMs <= this.#builtAt;
  }
}
