import { type DataSite, readRoot, siteWith } from './site.ts';
import { OutdatedError, PartCache, type StoreRoot } from './store.ts';

/** A site that can be replaced at any time, and is read over a network. */
export class CurrentSite {
  #latest: { readonly root: StoreRoot; readonly time: number } | undefined;
  readonly #cache = new PartCache();

  /**
   * @param maxAge how long the root is used before it is read again, in ms
   * @param checksHash as for `readStored`
   */
  constructor(
    private readonly maxAge: number,
    private readonly checksHash = true,
  ) {}

  /**
   * Does work with the site. If a file is missing or another one, reads the root again and repeats the work.
   * @param read as for `readRoot`; it belongs to this work
   * @throws OutdatedError if that is not enough, and what `read` and the work throw
   */
  async use<T>(read: DataSite['read'], work: (site: DataSite) => Promise<T>): Promise<T> {
    const { root, time } = this.#latest ?? { time: 0 };
    const isCurrent = root && Date.now() - time < this.maxAge;
    try {
      return await work(isCurrent ? this.#siteOf(root, read) : await this.#open(read));
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      return work(await this.#open(read));
    }
  }

  async #open(read: DataSite['read']): Promise<DataSite> {
    const root = await readRoot(read);
    this.#latest = { root, time: Date.now() };
    return this.#siteOf(root, read);
  }

  #siteOf(root: StoreRoot, read: DataSite['read']): DataSite {
    return siteWith(root, read, this.#cache, this.checksHash);
  }
}
