import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { DataSite } from '../core/site.ts';
import { UsageError } from '../util/problem.ts';

/** A file of a site that is opened to be sent. Whoever opens it closes its handle. */
export interface OpenFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly handle: FileHandle;
  readonly stats: Stats;
  readonly etag: string;
}

/** A site as it is served. */
export interface ServedSite extends DataSite {
  /** Opens a file that can be sent as it is; null where its bytes must be read, or there is no file. */
  open(path: string): Promise<OpenFile | null>;
}

/** Where the site to serve comes from. It can be replaced by another one at any time. */
export interface SiteSource {
  /**
   * Does work with the latest site, all of it with the same one.
   * @throws UsageError where there is no site, and whatever the work throws
   */
  use<T>(work: (site: ServedSite) => Promise<T>): Promise<T>;
}

/** A site in memory, which a later one can replace. Work that is under way keeps its site. */
export class SiteInMemory implements SiteSource {
  #latest: ServedSite | undefined;

  /** Serves a site from now on. */
  show(site: DataSite): void {
    this.#latest = { ...site, open: async () => null };
  }

  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    if (!this.#latest) throw new UsageError('No site has been built yet.');
    return work(this.#latest);
  }
}
