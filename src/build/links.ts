import { chmodSync, linkSync, lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MANIFEST, type ManifestRow } from '../site/manifest.ts';

/** How long a file system's clock may stand still, twice over, in ms. */
const TICKS = 20;

/** A sealed site, whose files may be linked instead of written. Plain data, for a thread to have it. */
export interface SealedSite {
  readonly folder: string;
  /** When its manifest was written, and when the site was sealed, in ms since 1970. */
  readonly written: number;
  readonly sealed: number;
}

/** The site in a folder, if it has been sealed. */
export function sealedSite(folder: string): SealedSite | null {
  try {
    const { mtimeMs: written, ctimeMs: sealed } = lstatSync(path.join(folder, MANIFEST));
    return sealed - written < TICKS / 2 ? null : { folder, written, sealed };
  } catch {
    return null;
  }
}

/** Marks a site as one that nobody has touched so far, for its successor. */
export async function seal(folder: string): Promise<void> {
  await setTimeout(TICKS);
  try {
    const file = path.join(folder, MANIFEST);
    // Sets the ctime to now and changes nothing.
    chmodSync(file, lstatSync(file).mode);
  } catch {
    // The successor will write all of its files.
  }
}

/**
 * Links to files of a site that nobody can have touched since it was sealed.
 *
 * Such a file was not modified after the manifest was written (mtime). And neither it nor a folder
 * around it has changed in any way since the site was sealed (ctime), which is done when the last
 * link to its own predecessor's files is gone: making and removing links changes a ctime as well.
 * Programs can set an mtime back, but not a ctime. In a copy of a site either the times of
 * modification are the originals', or the manifest's ctime is that of its writing: it is not sealed.
 *
 * Not covered: a file modified in its place while a build runs, or between swap and seal with its
 * mtime set back; a copy without its times whose manifest was touched later; a clock that was set
 * back; and what a disk does to bytes by itself.
 */
export class Links {
  readonly #folders = new Map<string, boolean>();

  constructor(private readonly site: SealedSite) {}

  /**
   * Makes a link to the site's file of a row.
   * @returns false where it is not whole, or where links can't be made
   */
  make(row: ManifestRow, target: string): boolean {
    // Not joined: that takes as long as half a system call, and there are thousands.
    const file = `${this.site.folder}/${row.path}`;
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
    const isWritten = stats.isFile() && stats.size === bytes && stats.mtimeMs <= this.site.written;
    return isWritten && this.#isOlder(stats);
  }

  /** Is it a folder itself, not a link to one, in which nothing was replaced? */
  #isUntouched(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const stats = lstatSync(path.join(this.site.folder, folder));
    const isIn = folder === '.' || this.#isUntouched(path.dirname(folder));
    const is = isIn && stats.isDirectory() && this.#isOlder(stats);
    this.#folders.set(folder, is);
    return is;
  }

  /** Something changed within the same tick of the clock could be changed again unseen. */
  #isOlder({ ctimeMs }: Stats): boolean {
    return ctimeMs < this.site.sealed;
  }
}
