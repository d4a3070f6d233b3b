import type { Grid } from './grid.ts';
import {
  OutdatedError,
  PartCache,
  parseRoot,
  ROOT,
  readStored,
  type Store,
  type StoreRoot,
} from './store.ts';

/** A finished site, wherever its files are. */
export interface DataSite {
  readonly grid: Grid;
  readonly store: Store;
  /** The maximum number of files read for one answer; absent: no limit. */
  readonly reads?: number;
  /** The SHA-256 of bytes in hex; absent: that of Web Cryptography. */
  sha256?(bytes: Uint8Array): string | Promise<string>;
  /** Reads a file by its path in the site's folder into memory of its own; null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
}

/**
 * Reads the root of a site's store.
 * @param read reads a file by its path in the site's folder into memory of its own; null if there is no
 * such file
 * @throws OutdatedError if there is no root of this version, and what `read` throws
 */
async function readRoot(read: DataSite['read']): Promise<StoreRoot> {
  const body = await read(ROOT);
  const root = body && parseRoot(body);
  if (root) return root;
  throw new OutdatedError(`The site lacks ${ROOT}, or it is of another version.`);
}

/** Opens a site. The parameter and the errors are those of `readRoot`. */
export const openSite = async (read: DataSite['read']): Promise<DataSite> =>
  siteWith(await readRoot(read), read);

/**
 * A site whose root is known.
 * @param read as for `readRoot`
 * @param cache shared by all sites with the same files
 */
export const siteWith = (
  root: StoreRoot,
  read: DataSite['read'],
  cache = new PartCache(),
): DataSite => ({
  grid: root.grid,
  store: { root, cache, read: (name) => readStored(read, name) },
  read,
});

/** A site that can be replaced at any time, and is read over a network. */
export class CurrentSite {
  #latest: { readonly root: StoreRoot; readonly time: number } | undefined;
  readonly #cache = new PartCache();

  /** @param maxAge how long the root is used before it is read again, in ms */
  constructor(private readonly maxAge: number) {}

  /** When the root was last read; 1970 before. */
  updated = new Date(0);

  /**
   * Does work with the site. If a file is missing or another one, reads the root again and repeats the work. If the
   * root can't be read again after its time, the known one is used.
   * @param read as for `readRoot`; it belongs to this work
   * @param signal ends the work
   * @throws OutdatedError if that is not enough, the signal's reason, and what `read` and the work throw
   */
  async use<T>(
    read: DataSite['read'],
    work: (site: DataSite) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { root, time } = this.#latest ?? { time: 0 };
    const isCurrent = root && Date.now() - time < this.maxAge;
    const open = (root: StoreRoot) => siteWith(root, read, this.#cache);
    const readAgain = () =>
      this.#readRoot(read).catch((error) => {
        signal?.throwIfAborted();
        if (!root) throw error;
        // Not for each answer: an attempt can take long.
        this.#latest = { root, time: Date.now() };
        return root;
      });
    try {
      return await work(open(isCurrent ? root : await readAgain()));
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      return work(open(await this.#readRoot(read)));
    }
  }

  async #readRoot(read: DataSite['read']): Promise<StoreRoot> {
    const root = await readRoot(read);
    const time = Date.now();
    this.#latest = { root, time };
    this.updated = new Date(time);
    return root;
  }
}
