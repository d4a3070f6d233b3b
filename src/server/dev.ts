import { ContentCache } from '../content/cache.ts';
import {
  type BuildOptions,
  type RenderedSite,
  type RenderOptions,
  renderSite,
} from '../publish/build.ts';
import { assertRecordsKept } from '../publish/record-loss.ts';
import { UsageError } from '../util/problem.ts';
import { BuildQueue } from './build-queue.ts';
import { ChangeEvents } from './change-events.ts';
import { type PreparedRecord, prepareRecord } from './new-record.ts';
import type { Creator } from './post.ts';
import { PostRejection, rejection } from './post-rejection.ts';
import type { ServedSite, SiteSource } from './site-folder.ts';
import { FolderWatcher } from './watch.ts';

/** What is called while an authoring loop runs. */
export interface LoopEvents {
  /** A build has ended, and its site is served. */
  onBuilt(site: RenderedSite, milliseconds: number): void;
  /** A record was added to the content, in this file, and is served. */
  onAdded(file: string): void;
  /** A build or a POST has failed; the site of the last successful build is still served. */
  onFailed(error: unknown): void;
  /** Watching has ended: changes are not built any more. */
  onUnwatched(error: UsageError): void;
}

type LoopOptions = RenderOptions & Pick<BuildOptions, 'allowRemoval'>;

/** The authoring loop: builds the content in memory after every change, by hand or by a POST. */
export class AuthoringLoop implements SiteSource {
  /** The site of the last successful build. */
  #site: RenderedSite | undefined;
  /** Tells open pages that the site has changed. */
  readonly changes = new ChangeEvents();
  readonly #cache = new ContentCache();
  readonly #builds = new BuildQueue(() => this.#build());
  readonly #watcher: FolderWatcher;

  constructor(
    private readonly options: LoopOptions,
    private readonly events: LoopEvents,
  ) {
    // `onBuilt` and `onFailed` report the result.
    const onChange = () => void this.build().catch(() => {});
    this.#watcher = new FolderWatcher(options.content, onChange, events.onUnwatched);
  }

  /** Does work with the site of the last successful build, even if a later build ends during the work. */
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
    await Promise.all([this.#builds.close(), this.#watcher.close()]);
  }

  async #build(): Promise<RenderedSite> {
    try {
      return await this.#replaceSite();
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }

  /**
   * Makes the site of the content as it is now, or of a posted record with all other records.
   * The record is written when its site is made, so that nothing has to be undone.
   */
  async #replaceSite(posted?: PreparedRecord): Promise<RenderedSite> {
    const start = performance.now();
    const site = await renderSite({ ...this.#options, records: posted?.records });
    if (this.#site && !this.options.allowRemoval) assertRecordsKept(this.#site.keys, site.keys);
    if (posted) this.events.onAdded(posted.write());
    this.#site = site;
    this.changes.change();
    this.events.onBuilt(site, performance.now() - start);
    return site;
  }

  async #create(collection: string, body: Uint8Array): Promise<string> {
    try {
      // Between two builds, so that each record is checked together with those before it.
      return await this.#builds.run(async () => {
        const record = await prepareRecord(this.#options, collection, body);
        await this.#replaceSite(record);
        return record.key;
      });
    } catch (error) {
      const isRejection = error instanceof PostRejection;
      if (!isRejection || error.cause) this.#report(isRejection ? error.cause : error);
      throw isRejection ? error : rejection(503, NOT_ADDED);
    }
  }

  #report(error: unknown): void {
    if (!this.#builds.signal.aborted) this.events.onFailed(error);
  }

  get #options() {
    const { signal } = this.#builds;
    return { ...this.options, cache: this.#cache, signal, changes: ChangeEvents.PATH };
  }
}

const NOT_ADDED = 'The record could not be added. The terminal shows the reason.';
