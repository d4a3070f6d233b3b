import fs from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { basePath, type Grid } from '../core/grid.ts';
import { type DataSite, siteWith } from '../core/site.ts';
import { parseRoot, ROOT } from '../core/store.ts';
import { holdsLinks, withBase } from '../core/with-base.ts';
import { manifestIdentity, readManifest, sha256 } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { unlessAbsent } from '../util/system-error.ts';

/** A file of a site that is opened to be sent. Whoever opens it closes it. */
export interface OpenFile {
  readonly descriptor: number;
  readonly stats: fs.Stats;
}

/**
 * The options of a stream of a whole open file. With an end, no read follows the last byte: by then, it may be closed.
 * A stream that is destroyed closes its file in spite of `autoClose`. It must not: the number of the descriptor may be
 * that of another file by then.
 */
export const wholeFile = ({ descriptor, stats }: OpenFile) => ({
  fd: descriptor,
  autoClose: false,
  fs: { read: fs.read, close: (_: number, done: () => void) => done() },
  start: 0,
  end: Math.max(0, stats.size - 1),
});

/** A site as it is served. */
export interface ServedSite extends DataSite {
  /** True if a path leads to a file of `public/`. */
  isPublic?: ((file: string) => boolean) | undefined;
  /** Opens a file to send it as it is; null where only `read` has it. Absent: no site in a folder. */
  open?(file: string): OpenFile | null;
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
    const stamp = manifestIdentity(this.folder);
    if (stamp && stamp === this.#latest?.stamp) return this.#latest.site;
    // Also where opening fails: between two renames, files of both sites may have been read.
    this.#latest = undefined;
    this.#latest = { stamp, site: openSiteFolder(this.folder) };
    return this.#latest.site;
  }
}

/**
 * Opens the site that is in a folder now.
 * @throws UsageError where there is no complete one
 */
export function openSiteFolder(folder: string): ServedSite {
  const { grid, reads, publicFiles } = readManifest(folder);
  const copied = new Set(publicFiles);
  const root = fs.realpathSync.native(folder);
  /** Does something with a file of the folder; null where the path leads to none, or by a link or `..` to another file. */
  const withFile = <T>(file: string, use: (full: string) => T) =>
    unlessAbsent(() => {
      const full = [root, ...file.split('/')].join(path.sep);
      const isOwn = fs.realpathSync.native(full) === full && fs.statSync(full).isFile();
      return isOwn ? use(full) : null;
    });
  const open = (file: string) =>
    withFile(file, (full) => {
      const descriptor = fs.openSync(full, 'r');
      return { descriptor, stats: fs.fstatSync(descriptor) };
    });
  const readNow = (file: string) => withFile(file, (full) => fs.readFileSync(full));
  const body = readNow(ROOT);
  const storeRoot = body && parseRoot(body);
  if (!storeRoot)
    throw new UsageError(`${path.join(folder, ROOT)} can’t be read. Build the site again.`);
  // Other requests are answered between two files.
  const read = async (file: string) => {
    await setImmediate();
    return readNow(file);
  };
  const site = { ...siteWith(storeRoot, read), ...(reads && { reads }) };
  return { ...site, grid, isPublic: (file) => copied.has(file), open };
}

/**
 * A site as one request sees it. A file whose body differs from the one in the folder is only read,
 * never opened.
 * @param base the base address of the links
 * @param closed resolves when the answer is sent, or the client has left: then opened files are closed
 */
export function createView(site: ServedSite, base: string, closed: Promise<unknown>): ServedSite {
  return {
    ...withBase(site, base),
    // Node's own takes a tenth of the time of Web Cryptography for a page.
    sha256,
    open(file) {
      const isChanged = base !== site.grid.base && holdsLinks(site.grid, file);
      const opened = isChanged ? null : (site.open?.(file) ?? null);
      void closed.then(() => opened && fs.closeSync(opened.descriptor));
      return opened;
    },
  };
}

/**
 * The base address of a site at the origin of a request.
 * @param origin where it is not valid, the result is the site's own base address
 */
export function baseAt(grid: Grid, origin: string): string {
  const isOrigin = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(origin);
  return isOrigin && URL.canParse(origin) ? new URL(origin).origin + basePath(grid) : grid.base;
}
