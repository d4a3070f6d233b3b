import fs from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Grid } from '../core/grid.ts';
import type { DataSite } from '../core/site.ts';
import {
  PartCache,
  parseRoot,
  ROOT,
  readStored,
  type Store,
  type StoreRoot,
} from '../core/store.ts';
import type { Host } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { readSite } from '../publish/read-site.ts';
import { findRow, MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { unlessAbsent } from '../util/system-error.ts';

/** A file of a site that is opened to be sent. Whoever opens it destroys its stream. */
export interface OpenFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly stream: fs.ReadStream;
  readonly stats: fs.Stats;
  /** Its SHA-256, or another text where somebody has edited the file. */
  readonly etag: string;
}

/** A site as it is served. */
export interface ServedSite extends DataSite {
  /** True if a path leads to a file of `public/`. */
  isPublic?: ((file: string) => boolean) | undefined;
  /** Opens a file to send it as it is; null where only `read` has it. Absent: no site in a folder. */
  open?(file: string): Promise<OpenFile | null>;
}

/** Where the site to serve comes from. It can be replaced by another one at any time. */
export interface SiteSource {
  /**
   * Does work with the latest site. The site does not change during the work.
   * @throws UsageError if there is no site, and the errors of the work
   */
  use<T>(work: (site: ServedSite) => Promise<T>): Promise<T>;
}

/** How often to try to read a site that is being replaced, and the pause between, in ms. */
const [ATTEMPTS, PAUSE] = [100, 10];

/** A folder with a finished site, which a build can replace at any time. */
export class SiteFolder implements SiteSource {
  #latest: { readonly stamp: string | null; readonly site: ServedSite } | undefined;

  constructor(private readonly folder: string) {}

  /** The grid of the site that is in the folder now. Throws what `openSiteFolder` throws. */
  get grid(): Grid {
    return this.#current().grid;
  }

  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        // Check for a new site only after the work, which saves a system call.
        const site = this.#latest?.site ?? this.#current();
        const result = work(site);
        await Promise.allSettled([result]);
        // Don't await it, so that an error of the work is not caught below.
        if (this.#current() === site) return result;
        throw new UsageError(`The site in ${this.folder} is replaced faster than it can be read.`);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      await setTimeout(PAUSE);
    }
  }

  /** The site that is in the folder now. It is opened again when its manifest is another file. */
  #current(): ServedSite {
    const manifest = path.join(this.folder, MANIFEST);
    const stats = unlessAbsent(() => fs.statSync(manifest, { bigint: true }));
    const stamp = stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
    if (stamp && stamp === this.#latest?.stamp) return this.#latest.site;
    // Also where opening fails: between two renames, files of both sites may have been read.
    this.#latest = undefined;
    this.#latest = { stamp, site: openSiteFolder(this.folder) };
    return this.#latest.site;
  }
}

/**
 * Opens the site that is in a folder now, or that a killed build moved away from there.
 * @throws UsageError where there is no complete one
 */
export function openSiteFolder(folder: string): ServedSite {
  const { head, lines } = readSite(folder);
  // Pages are composed within the limits of its host.
  const hosts: Readonly<Record<string, Host>> = HOSTS;
  const reads = hosts[head.host ?? '']?.limits.reads;
  const { mtimeMs } = fs.statSync(path.join(folder, MANIFEST));
  const root = fs.realpathSync.native(folder);
  const copied = new Set(head.publicFiles);
  /** Opens a file of the site; null where the path leads to none, or by a link to a file elsewhere. */
  const openFile = (file: string) => {
    const [row, full] = [findRow(lines, file), path.join(root, file)];
    const descriptor = row && unlessAbsent(() => fs.openSync(full, READ));
    if (!row || descriptor === null) return null;
    // The open file is checked, since a link can be put at its path between a check and the opening.
    const stats = fs.fstatSync(descriptor);
    const isInside = unlessAbsent(() => fs.realpathSync.native(full)) === full;
    if (isInside && stats.isFile()) return { row, descriptor, stats };
    fs.closeSync(descriptor);
    return null;
  };
  const read = async (file: string) => {
    const opened = openFile(file);
    if (!opened) return null;
    try {
      // A small file takes less time without promises.
      return opened.stats.size < 2 ** 18
        ? fs.readFileSync(opened.descriptor)
        : await readFile(opened.descriptor);
    } finally {
      fs.closeSync(opened.descriptor);
    }
  };
  return {
    grid: head.grid,
    ...(reads && { reads }),
    isPublic: (file) => copied.has(file),
    store: openStore(root, read),
    read,
    async open(file) {
      const opened = openFile(file);
      if (!opened) return null;
      const { row, descriptor, stats } = opened;
      // As many bytes as its headers state, even if the file grows during the answer.
      const end = Math.max(0, stats.size - 1);
      const stream = fs.createReadStream('', { fd: descriptor, end });
      const isAsBuilt = stats.size === row.bytes && stats.mtimeMs <= mtimeMs;
      const tag = isAsBuilt ? row.sha256 : `${stats.size}-${stats.mtimeMs}`;
      return { path: file, stream, stats, etag: `"${tag}"` };
    },
  };
}

/** The store of the site in a folder. Other requests are answered between two files. */
function openStore(folder: string, read: DataSite['read']): Store {
  return {
    root: readRootFile(path.join(folder, ROOT)),
    cache: new PartCache(),
    async read(name) {
      await setImmediate();
      return readStored(read, name, true);
    },
  };
}

function readRootFile(file: string): StoreRoot {
  let cause: unknown;
  try {
    const root = parseRoot(fs.readFileSync(file));
    if (root) return root;
  } catch (error) {
    cause = error;
  }
  throw new UsageError(`${file} can’t be read. Build the site again.`, { cause });
}

/** Reads, and does not wait for a writer if somebody has replaced the file by a pipe. Windows has no such flag. */
const READ = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

const readFile = promisify(fs.readFile);
