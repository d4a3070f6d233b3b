import { type BuildOptions, type RenderedSite, renderSite } from '../build/build.ts';
import { requireRecords } from '../build/removal.ts';
import { ContentCache } from '../content/cache.ts';
import { UsageError } from '../util/problem.ts';
import { BuildQueue } from './build-queue.ts';
import { addRecord } from './new-record.ts';
import type { Creator } from './post.ts';
import { PostRejection, rejection } from './post-rejection.ts';
import type { ServedSite, SiteSource } from './site-folder.ts';
import { FolderWatcher } from './watch.ts';

/** What is called while an authoring loop runs. */
export interface LoopEvents {
  /** A build has ended, and its site is served. */
  onBuilt(site: RenderedSite, milliseconds: number): void;
  /** A record was added to the content, in this file; the next build serves it. */
  onAdded(file: string): void;
  /** A build or a POST has failed; the site of the last successful build is still served. */
  onFailed(error: unknown): void;
  /** Watching has ended: changes are not built any more. */
  onUnwatched(error: UsageError): void;
}

type LoopOptions = Pick<BuildOptions, 'api' | 'content' | 'base' | 'allowRemoval' | 'onProgress'>;

/** The authoring loop: builds the content in memory after every change, by hand or by a POST. */
export class AuthoringLoop implements SiteSource {
  /** The site of the last successful build. */
  #site: RenderedSite | undefined;
  readonly #cache = new ContentCache();
  readonly #builds = new BuildQueue((signal) => this.#build(signal));
  readonly #watcher: FolderWatcher;
  /** The last record that is being added: each is checked together with those before it. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: LoopOptions,
    private readonly events: LoopEvents,
  ) {
    // `onBuilt` and `onFailed` report the result.
    const onChange = () => void this.build().catch(() => {});
    this.#watcher = new FolderWatcher(options.content, onChange, events.onUnwatched);
  }

  /** Does work with the site of the last successful build, even if a later one replaces it meanwhile. */
  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    if (!this.#site) throw new UsageError('No site has been built yet.');
    return work(this.#site);
  }

  /** Builds the content as it is now. Throws what `renderSite` throws. */
  build(): Promise<RenderedSite> {
    return this.#builds.request();
  }

  /**
   * Builds after every change from now on.
   * @throws UsageError where the folder can't be watched
   */
  watch(): Promise<void> {
    return this.#watcher.open();
  }

  /** Adds records with the definition's `create`. */
  get creator(): Creator {
    const collections = this.options.api.collections.filter(({ create }) => create);
    return {
      collections: collections.map(({ name }) => name),
      create: (collection, body) => this.#create(collection, body),
    };
  }

  /** Ends the loop, and the build that is running. */
  async close(): Promise<void> {
    this.#builds.close();
    await this.#watcher.close();
    await this.#adding;
    await this.#builds.idle();
  }

  async #build(signal: AbortSignal): Promise<RenderedSite> {
    const start = performance.now();
    try {
      const site = await renderSite({ ...this.options, cache: this.#cache, signal });
      if (this.#site && !this.options.allowRemoval) requireRecords(this.#site.keys, site.keys);
      this.#site = site;
      this.events.onBuilt(site, performance.now() - start);
      return site;
    } catch (error) {
      if (!signal.aborted) this.events.onFailed(error);
      throw error;
    }
  }

  async #create(collection: string, body: Uint8Array): Promise<string> {
    const options = { ...this.options, cache: this.#cache };
    const adding = this.#adding.then(() => addRecord(options, collection, body));
    this.#adding = adding.catch(() => {});
    const { key, file, undo } = await adding.catch((error) => {
      const isRejection = error instanceof PostRejection;
      if (!isRejection || error.cause) this.events.onFailed(error.cause ?? error);
      if (isRejection) throw error;
      throw rejection(500, 'The record could not be written; the terminal says why.');
    });
    this.events.onAdded(file);
    await this.build().catch(() => {
      undo();
      throw rejection(503, NOT_BUILT);
    });
    return key;
  }
}

const NOT_BUILT =
  'The site can’t be built now, so the record was not added; the terminal says why.';
