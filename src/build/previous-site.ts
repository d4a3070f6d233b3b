import { linkSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { findManifest, MANIFEST, type ManifestRow, rowOf } from '../site/manifest.ts';

/** What became of the files of a site against the one that it replaces. */
type Change = 'added' | 'changed' | 'removed' | 'unchanged';

/** How many files each, and the bytes of those that a deploy uploads: the added and the changed. */
export type Changes = Readonly<Record<Change | 'uploadBytes', number>>;

/** The site that a build replaces. Where there is none, or its manifest is broken, it has no files. */
export class PreviousSite {
  readonly #rows: ReadonlyMap<string, ManifestRow>;
  readonly #manifest: Stats | undefined;
  /** Which folders of the site are folders themselves, not links to others. */
  readonly #folders = new Map([['.', true]]);

  /** @throws whatever keeps its manifest from being read */
  constructor(private readonly folder: string) {
    const file = path.join(folder, MANIFEST);
    this.#manifest = lstatSync(file, { throwIfNoEntry: false });
    const manifest = findManifest(folder);
    const rows = manifest ? [...manifest.rows, rowOf(MANIFEST, [readFileSync(file)])] : [];
    this.#rows = new Map(rows.map((row) => [row.path, row]));
  }

  /**
   * Links a file of the new site to the same file of this one, where nobody has modified that since its
   * manifest was written. Who sets modification times back, or clocks, can deceive it.
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

  #isUnmodified({ path: name, bytes }: ManifestRow, file: string): boolean {
    if (!this.#manifest || !this.#isFolder(path.dirname(name))) return false;
    const stats = lstatSync(file);
    const isWhole = stats.isFile() && stats.size === bytes;
    // Files that were made with other permissions are written anew.
    const isSameMode = stats.mode === this.#manifest.mode;
    return isWhole && isSameMode && stats.mtimeMs <= this.#manifest.mtimeMs;
  }

  #isFolder(name: string): boolean {
    const isFolder =
      this.#folders.get(name) ??
      (this.#isFolder(path.dirname(name)) && lstatSync(`${this.folder}/${name}`).isDirectory());
    this.#folders.set(name, isFolder);
    return isFolder;
  }
}
