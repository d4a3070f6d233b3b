import { chmodSync, linkSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MANIFEST, type ManifestRow, readManifest } from '../manifest.ts';

/** How long a file system's clock may stand still, twice over, in ms. */
const TICKS = 20;

/**
 * The site that is to be replaced, for what its successor can take over from it without writing.
 *
 * A file is taken over if its row in the manifest is the new one's, and nobody can have touched it
 * since. It was not modified after the manifest was written (mtime). And neither it nor a folder
 * around it has changed in any way since the site was sealed (ctime), which is done when the last
 * link to its own predecessor's files is gone: making and removing links changes a ctime as well.
 * Programs can set an mtime back, but not a ctime. In a copy of a site either the times of
 * modification are the originals', or the manifest's ctime is that of its writing: it is not sealed.
 *
 * Not covered: a file modified in its place while a build runs, or between swap and seal with its
 * mtime set back; a copy without its times whose manifest was touched later; a clock that was set
 * back; and what a disk does to bytes by itself.
 */
export class Predecessor {
  readonly #rows = new Map<string, ManifestRow>();
  readonly #folders = new Map<string, boolean>();
  readonly #written: number = 0;
  readonly #sealed: number = 0;

  /** @param site the folder of the site; one without a whole manifest of this version has no files */
  constructor(private readonly site: string) {
    const file = path.join(site, MANIFEST);
    try {
      const { mtimeMs, ctimeMs } = lstatSync(file);
      if (ctimeMs - mtimeMs < TICKS / 2) return;
      [this.#written, this.#sealed] = [mtimeMs, ctimeMs];
      for (const row of readManifest(readFileSync(file, 'utf8'), file).files) {
        this.#rows.set(row.path, row);
      }
    } catch {
      this.#rows.clear();
    }
  }

  /**
   * Makes a link to the site's file of this row, where it has that file.
   * @returns false where it has not, or where links can't be made
   */
  link(row: ManifestRow, target: string): boolean {
    const own = this.#rows.get(row.path);
    if (own?.sha256 !== row.sha256 || own.bytes !== row.bytes) return false;
    // Not joined: that takes as long as half a system call, and there are thousands.
    const file = `${this.site}/${row.path}`;
    try {
      if (!this.#isUntouched(path.dirname(row.path)) || !this.#isWhole(row, file)) return false;
      linkSync(file, target);
      return true;
    } catch {
      // The site may vanish at any time, and file systems have their limits: the file is written.
      return false;
    }
  }

  #isWhole({ bytes }: ManifestRow, file: string): boolean {
    const stats = lstatSync(file);
    const isWritten = stats.isFile() && stats.size === bytes && stats.mtimeMs <= this.#written;
    return isWritten && this.#isOlder(stats);
  }

  /** Is it a folder itself, not a link to one, in which nothing was replaced? */
  #isUntouched(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const stats = lstatSync(path.join(this.site, folder));
    const isIn = folder === '.' || this.#isUntouched(path.dirname(folder));
    const is = isIn && stats.isDirectory() && this.#isOlder(stats);
    this.#folders.set(folder, is);
    return is;
  }

  /** Something changed within the same tick of the clock could be changed again unseen. */
  #isOlder({ ctimeMs }: Stats): boolean {
    return ctimeMs < this.#sealed;
  }
}

/** Marks a site as one that nobody has touched so far, for its successor. */
export async function seal(site: string): Promise<void> {
  await setTimeout(TICKS);
  try {
    const file = path.join(site, MANIFEST);
    // Sets the ctime to now and changes nothing.
    chmodSync(file, lstatSync(file).mode);
  } catch {
    // The successor will write all of its files.
  }
}
