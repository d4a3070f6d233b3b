import { linkSync, lstatSync } from 'node:fs';
import path from 'node:path';
import {
  findManifest,
  MANIFEST,
  type Manifest,
  type ManifestHead,
  type ManifestRow,
  rowOf,
} from '../site/manifest.ts';
import { readRegularFile } from '../util/regular-file.ts';

/** What a build does to a file of a site. */
export type Change = 'added' | 'changed' | 'removed' | 'unchanged';

/** The site that a build replaces. Where there is none, or its manifest is broken, it has no files. */
export class PreviousSite {
  readonly manifest: Manifest | null;
  /** Of all files, the manifest's last. */
  readonly rows: readonly ManifestRow[];
  readonly #rowOf: ReadonlyMap<string, ManifestRow>;
  /** When its manifest was written, in ms. */
  readonly #builtAt: number;

  /**
   * @param mode that of a new folder
   * @throws a system error if its manifest can't be read
   */
  constructor(
    private readonly folder: string,
    private readonly mode: number,
  ) {
    const file = path.join(folder, MANIFEST);
    this.#builtAt = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    this.manifest = findManifest(folder);
    this.rows = this.manifest
      ? [...this.manifest.rows, rowOf(MANIFEST, [readRegularFile(file)])]
      : [];
    this.#rowOf = new Map(this.rows.map((row) => [row.path, row]));
  }

  /** Does its manifest say the same of the site? */
  hasHead(head: ManifestHead): boolean {
    const { rows: _, ...own } = this.manifest ?? { rows: [] };
    return JSON.stringify(own) === JSON.stringify(head);
  }

  /**
   * Does it have the same file, unmodified since its manifest was written? It trusts the size, the permissions
   * and the modification time: an edit that keeps all three stays in the site, where `verify` finds it.
   */
  has(row: ManifestRow): boolean {
    try {
      return this.#hasSame(row) && this.#isUnmodified(row);
    } catch {
      // The file may be gone.
      return false;
    }
  }

  /**
   * Links a file of the new site to the same file of this one, if this one has it.
   * @returns false where the file must be written instead
   */
  link(row: ManifestRow, target: string): boolean {
    try {
      if (!this.has(row)) return false;
      linkSync(this.#pathOf(row), target);
      return true;
    } catch {
      // File systems have their limits.
      return false;
    }
  }

  /** How a file of the new site changes this one. */
  changeBy(row: ManifestRow): Exclude<Change, 'removed'> {
    if (this.#hasSame(row)) return 'unchanged';
    return this.#rowOf.has(row.path) ? 'changed' : 'added';
  }

  #hasSame({ path: file, bytes, sha256 }: ManifestRow): boolean {
    const own = this.#rowOf.get(file);
    return own?.sha256 === sha256 && own.bytes === bytes;
  }

  #isUnmodified(row: ManifestRow): boolean {
    const stats = lstatSync(this.#pathOf(row));
    const isWhole = stats.isFile() && stats.size === row.bytes;
    // A web server may not be allowed to read files that were built with another umask.
    const isSameMode = (stats.mode & 0o666) === (this.mode & 0o666);
    return isWhole && isSameMode && stats.mtimeMs <= this.#builtAt;
  }

  /** Not joined: that takes half as long as a system call, and there are thousands. */
  #pathOf({ path: name }: ManifestRow): string {
    return `${this.folder}/${name}`;
  }
}
