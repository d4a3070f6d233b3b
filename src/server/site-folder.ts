import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { exists } from '../build/staging.ts';
import { requireSite } from '../build/target.ts';
import type { Grid } from '../core/grid.ts';
import type { DataSite } from '../core/site.ts';
import { findRow, MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { isAbsent } from '../util/system-error.ts';

/** A small file of a site, which is read as soon as it is opened. */
interface SmallFile {
  readonly body: Uint8Array;
  /** Its SHA-256, or another text where somebody has edited the file. */
  readonly etag: string;
}

/** A file of a site that is opened to be sent. Whoever opens it closes its handle. */
export interface OpenFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly handle: FileHandle;
  readonly stats: Stats;
  /** As that of a small file. */
  readonly etag: string;
}

/** A site as it is served. */
export interface ServedSite extends DataSite {
  /** Opens a file to send it as it is; null where only `read` has it. Absent: no site in a folder. */
  open?(file: string): Promise<OpenFile | SmallFile | null>;
}

/** Where the site to serve comes from. It can be replaced by another one at any time. */
export interface SiteSource {
  /**
   * Does work with the latest site, all of it with the same one.
   * @throws UsageError where there is no site, and whatever the work throws
   */
  use<T>(work: (site: ServedSite) => Promise<T>): Promise<T>;
}

/** How often to try to read a site that is being replaced, and the pause between, in ms. */
const [ATTEMPTS, PAUSE] = [100, 10];

/** A folder that holds a finished site, which a build can replace at any time. */
export class SiteFolder implements SiteSource {
  #latest: { readonly stamp: string | undefined; readonly site: ServedSite } | undefined;

  constructor(private readonly folder: string) {}

  /** The grid of the site that is in the folder now. Throws what `openSite` throws. */
  get grid(): Grid {
    return this.#current().grid;
  }

  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const site = this.#current();
        const result = work(site);
        await Promise.allSettled([result]);
        // Not awaited here: an error of the work itself is not caught below.
        if (this.#current() === site) return result;
        throw new UsageError(`The site at ${this.folder} is replaced faster than it can be read.`);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      await setTimeout(PAUSE);
    }
  }

  /** The site that is in the folder now. It is opened again when its manifest is another file. */
  #current(): ServedSite {
    const manifest = path.join(this.folder, MANIFEST);
    const options = { bigint: true, throwIfNoEntry: false } as const;
    const stats = exists(manifest) ? statSync(manifest, options) : undefined;
    const stamp = stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
    if (stamp && stamp === this.#latest?.stamp) return this.#latest.site;
    // Also where opening fails: between two renames, files of both sites may have been read.
    this.#latest = undefined;
    this.#latest = { stamp, site: openSite(this.folder) };
    return this.#latest.site;
  }
}

/**
 * Opens the site that is in a folder now, or that a killed build moved away from there.
 * @throws UsageError where there is no complete one
 */
export function openSite(folder: string): ServedSite {
  const { head, lines } = requireSite(folder);
  const { mtimeMs } = statSync(path.join(folder, MANIFEST));
  const root = realpathSync(folder);
  const openFile = async (file: string): Promise<OpenFile | SmallFile | null> => {
    const [row, full] = [findRow(lines, file), path.join(root, file)];
    // A link could lead out of the folder.
    if (!row || realPathOf(full) !== full) return null;
    const etagOf = (stats: Stats) => {
      const isAsBuilt = stats.size === row.bytes && stats.mtimeMs <= mtimeMs;
      return `"${isAsBuilt ? row.sha256 : `${stats.size}-${stats.mtimeMs}`}"`;
    };
    const small = readSmall(full);
    if (small) return { body: small.body, etag: etagOf(small.stats) };
    const handle = await open(full, FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) return handle.close().then(() => null);
    return { path: file, handle, stats, etag: etagOf(stats) };
  };
  return {
    grid: head.grid,
    open: openFile,
    async read(file) {
      const opened = await openFile(file);
      if (!opened) return null;
      if ('body' in opened) return opened.body;
      return opened.handle.readFile().finally(() => opened.handle.close());
    },
  };
}

/** Opening a pipe would wait for its writer. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** How many bytes a small file has at most. */
const MAX_SMALL = 2 ** 18;

/** Reads a small file; null if it is larger. The system calls take less time than promises would. */
function readSmall(file: string): { stats: Stats; body: Buffer } | null {
  const descriptor = openSync(file, FLAGS);
  try {
    const stats = fstatSync(descriptor);
    const isSmall = stats.isFile() && stats.size <= MAX_SMALL;
    return isSmall ? { stats, body: readFileSync(descriptor) } : null;
  } finally {
    closeSync(descriptor);
  }
}

function realPathOf(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
