import { unwatchFile, watchFile } from 'node:fs';
import type { Api } from '../api/definition.ts';
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

/** The file of a definition. */
export interface DefinitionSource {
  readonly file: string;
  /** Loads the API as the file defines it now. */
  load(): Promise<Api>;
}

interface LoopOptions extends RenderOptions, Pick<BuildOptions, 'allowRemoval'> {
  /** What `api` is loaded from again when the file changes; absent: it does not change. */
  readonly definition?: DefinitionSource;
}

/** How often the file of the definition is looked at, in ms. Unlike an event, this sees each kind of saving. */
const INTERVAL = 200;

/** The authoring loop: builds the content in memory after every change, by hand or by a POST. */
export class AuthoringLoop implements SiteSource, Creator {
  /** The site of the last successful build. */
  #site: RenderedSite | undefined;
  /** Tells open pages that the site has changed. */
  readonly changes = new ChangeEvents();
  /** What was read of content files. Their formats are part of the definition. */
  #cache = new ContentCache();
  #api: Api;
  /** The API of the last successful build. */
  #servedApi: Api | undefined;
  #isApiStale = false;
  readonly #builds = new BuildQueue(() => this.#build());
  readonly #watcher: FolderWatcher;
  readonly #onDefinitionChange: () => void;

  constructor(
    private readonly options: LoopOptions,
    private readonly events: LoopEvents,
  ) {
    // `onBuilt` and `onFailed` report the result.
    const onChange = () => void this.build().catch(() => {});
    this.#watcher = new FolderWatcher(options.content, onChange, events.onUnwatched);
    this.#api = options.api;
    this.#onDefinitionChange = () => {
      this.#isApiStale = true;
      onChange();
    };
  }

  /** Does work with the site of the last successful build, even if a later build ends during the work. */
  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    if (!this.#site) throw new UsageError('No site has been built yet.');
    return work(this.#site);
  }

  /** Builds the content as it is now. Throws what `renderSite` and the loading of the definition throw. */
  build(): Promise<RenderedSite> {
    return this.#builds.request();
  }

  /**
   * Builds after every change of the content or the definition from now on.
   * @throws UsageError where the folder can't be watched
   */
  watch(): Promise<void> {
    const { definition } = this.options;
    if (definition) watchFile(definition.file, { interval: INTERVAL }, this.#onDefinitionChange);
    return this.#watcher.open();
  }

  /** The collections whose definition has `create`. */
  get collections(): string[] {
    return this.#api.collections.flatMap(({ create, name }) => (create ? [name] : []));
  }

  /** Adds a record with the definition's `create`. */
  async create(collection: string, body: Uint8Array): Promise<string> {
    try {
      // Between two builds, so that each record is checked together with those before it.
      return await this.#builds.run(async () => {
        await this.#loadDefinition();
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

  /** Ends the loop, and the build that is running. */
  async close(): Promise<void> {
    const { definition } = this.options;
    if (definition) unwatchFile(definition.file, this.#onDefinitionChange);
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
    await this.#loadDefinition();
    const site = await renderSite({ ...this.#options, records: posted?.records });
    // A new definition can rename a collection.
    const isSameApi = this.#api === this.#servedApi;
    if (this.#site && isSameApi && !this.options.allowRemoval) {
      assertRecordsKept(this.#site.keys, site.keys);
    }
    if (posted) this.events.onAdded(posted.write());
    this.#site = site;
    this.#servedApi = this.#api;
    this.changes.change();
    this.events.onBuilt(site, performance.now() - start);
    return site;
  }

  /** Loads the definition again if it has changed. */
  async #loadDefinition(): Promise<void> {
    if (!this.#isApiStale || !this.options.definition) return;
    this.#isApiStale = false;
    try {
      this.#api = await this.options.definition.load();
    } catch (error) {
      this.#isApiStale = true;
      throw error;
    }
    this.#cache = new ContentCache();
  }

  #report(error: unknown): void {
    if (!this.#builds.signal.aborted) this.events.onFailed(error);
  }

  get #options() {
    const { signal } = this.#builds;
    return {
      ...this.options,
      api: this.#api,
      cache: this.#cache,
      signal,
      changes: ChangeEvents.PATH,
    };
  }
}

const NOT_ADDED = 'The record could not be added. The terminal shows the reason.';
