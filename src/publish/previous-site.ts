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

/** How many files of a site were added, changed, removed or kept, and the bytes that a deploy uploads. */
export type Changes = ReturnType<PreviousSite['changesBy']>;

/** The site that a build replaces. Where there is none, or its manifest is broken, it has no files. */
export class PreviousSite {
  readonly manifest: Manifest | null;
  /** By path, also that of the manifest. */
  readonly #rows: ReadonlyMap<string, ManifestRow>;
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
    const rows = this.manifest
      ? [...this.manifest.rows, rowOf(MANIFEST, [readRegularFile(file)])]
      : [];
    this.#rows = new Map(rows.map((row) => [row.path, row]));
  }

  /**
   * Does it have the same file, unmodified since its manifest was written? It trusts the size, the permissions
   * and the modification time: an edit that keeps all three stays in the site, where `verify` finds it.
   */
  has({ path: name, bytes, sha256 }: ManifestRow): boolean {
    if (this.#rows.get(name)?.sha256 !== sha256) return false;
    const stats = lstatSync(this.#pathOf(name), { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size !== bytes) return false;
    // A web server may not be allowed to read files that were built with another umask.
    const isSameMode = (stats.mode & 0o666) === (this.mode & 0o666);
    return isSameMode && stats.mtimeMs <= this.#builtAt;
  }

  /**
   * Links a file of the new site to the same file of this one, if this one has it.
   * @returns false where the file must be written instead
   */
  link(row: ManifestRow, target: string): boolean {
    try {
      if (!this.has(row)) return false;
      linkSync(this.#pathOf(row.path), target);
      return true;
    } catch {
      // File systems have their limits.
      return false;
    }
  }

  /** How a site with these files changes this one. */
  changesBy(rows: readonly ManifestRow[]) {
    const changes = {
      added: 0,
      changed: 0,
      removed: this.#rows.size,
      unchanged: 0,
      uploadBytes: 0,
    };
    for (const { path: name, sha256, bytes } of rows) {
      const own = this.#rows.get(name);
      const isSame = own?.sha256 === sha256;
      changes[isSame ? 'unchanged' : own ? 'changed' : 'added']++;
      if (own) changes.removed--;
      if (!isSame) changes.uploadBytes += bytes;
    }
    return changes;
  }

  /** Not joined: that takes half as long as a system call, and there are thousands. */
  #pathOf(name: string): string {
    return `${this.folder}/${name}`;
  }
}
