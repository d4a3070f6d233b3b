import { statSync, unwatchFile, watchFile } from 'node:fs';
import type { Api } from '../api/definition.ts';
import { ContentCache } from '../content/cache.ts';
import { type RenderedSite, type RenderOptions, renderSite } from '../publish/build.ts';
import { UsageError } from '../util/problem.ts';
import { type TaskOptions, unlessAborted } from '../util/progress.ts';
import { unlessAbsent } from '../util/system-error.ts';
import { ChangeEvents } from './handler.ts';
import { type PreparedRecord, prepareRecord } from './new-record.ts';
import { type Creator, PostRejection, rejection } from './post.ts';
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

/** What an API is loaded from. */
export interface DefinitionSource {
  /** The file of the definition, or the data that it is guessed from: a file or a folder. */
  readonly file: string;
  /** Loads the API as the file and its imports define it now. */
  load(task: TaskOptions): Promise<Api>;
  /** Reads the records of the API that was loaded last, if they come from the data instead of a content folder. */
  read?(api: Api, task: TaskOptions): Promise<Pick<RenderOptions, 'records' | 'content'>>;
}

interface LoopOptions extends Omit<RenderOptions, 'api'> {
  /** What the API is loaded from, again when the file or an import changes. */
  readonly definition: DefinitionSource;
}

/** How often the files of the definition are looked at, in ms. Unlike an event, this sees each kind of saving. */
const INTERVAL = 200;

/** The authoring loop: builds the content in memory after every change, by hand or by a POST. */
export class AuthoringLoop implements SiteSource, Creator {
  /** The site of the last successful build. */
  #site: RenderedSite | undefined;
  /** Tells open pages that the site has changed. */
  readonly changes = new ChangeEvents();
  /** What was read of content files. Their formats are part of the definition. */
  #cache = new ContentCache();
  /** What the definition is now; undefined if a file has changed since it was loaded. */
  #api: Promise<Api> | undefined;
  /** The API of the last successful build. */
  #servedApi: Api | undefined;
  readonly #queue = new WorkQueue();
  /** The next build, which has not started yet. */
  #next: Promise<RenderedSite> | undefined;
  readonly #watcher: FolderWatcher;
  /** The files of the definition. */
  readonly #files = new Set<string>();
  /** `onBuilt` and `onFailed` report the result. */
  readonly #onChange = () => void this.build().catch(() => {});
  readonly #onDefinitionChange = () => {
    this.#api = undefined;
    this.#onChange();
  };

  constructor(
    private readonly options: LoopOptions,
    private readonly events: LoopEvents,
  ) {
    const onChange = options.definition.read ? this.#onDefinitionChange : this.#onChange;
    this.#watcher = new FolderWatcher(options.content, onChange, events.onUnwatched);
  }

  /** Does work with the site of the last successful build, even if a later build ends during the work. */
  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    if (!this.#site) throw new UsageError('No site has been built yet.');
    return work(this.#site);
  }

  /**
   * Builds the content as it is now. The current build may have read the content before the change, so calls during it
   * share the next build.
   * @throws what `renderSite` and the loading of the definition throw; an AbortError if `close` is called before it starts
   */
  build(): Promise<RenderedSite> {
    this.#next ??= this.#queue.run(() => {
      this.#next = undefined;
      return this.#replaceSite().catch((error) => {
        this.#report(error);
        throw error;
      });
    });
    return this.#next;
  }

  /** Builds after every change of the content or the definition from now on. */
  async watch(): Promise<void> {
    const { file, read } = this.options.definition;
    const isFolder = unlessAbsent(() => statSync(file))?.isDirectory();
    if (!isFolder) this.watchModule(file);
    if (!read || isFolder) await this.#watcher.open();
  }

  /** Loads the definition again after every change of a file that it consists of. */
  watchModule(file: string): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    watchFile(file, { interval: INTERVAL }, this.#onDefinitionChange);
  }

  /** The collections of the site whose definition has `create`. */
  get collections(): string[] {
    const { collections = [] } = this.#servedApi ?? {};
    return collections.flatMap(({ create, name }) => (create ? [name] : []));
  }

  /** Adds a record with the definition's `create`. */
  async create(collection: string, body: Uint8Array): Promise<string> {
    try {
      // Between two builds, so that each record is checked together with those before it.
      return await this.#queue.run(async () => {
        const record = await prepareRecord(await this.#loadOptions(), collection, body);
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
    for (const file of this.#files) unwatchFile(file, this.#onDefinitionChange);
    await Promise.all([this.#queue.close(), this.#watcher.close()]);
  }

  /**
   * Makes the site of the content as it is now, or of a posted record with all other records.
   * The record is written when its site is made, so that nothing has to be undone.
   */
  async #replaceSite(posted?: PreparedRecord): Promise<RenderedSite> {
    const start = performance.now();
    const options = await this.#loadOptions();
    const data = await options.definition.read?.(options.api, options);
    const site = await renderSite({ ...options, records: posted?.records, ...data });
    if (posted) this.events.onAdded(posted.write());
    this.#site = site;
    this.#servedApi = options.api;
    this.changes.change();
    this.events.onBuilt(site, performance.now() - start);
    return site;
  }

  /** What a build needs, with the definition as it is now. */
  async #loadOptions() {
    const { signal } = this.#queue;
    // A change of the definition during the load is loaded next.
    while (!this.#api) {
      signal.throwIfAborted();
      this.#cache = new ContentCache();
      const load = this.options.definition.load({ ...this.options, signal });
      this.#api = unlessAborted(load, signal);
      await this.#api.catch(() => {});
    }
    const own = { api: await this.#api, cache: this.#cache, signal };
    // A POST can create the folder of its collection.
    return { ...this.options, ...own, allowMissingFolders: true, changes: ChangeEvents.PATH };
  }

  #report(error: unknown): void {
    if (!this.#queue.signal.aborted) this.events.onFailed(error);
  }
}

const NOT_ADDED = 'The record could not be added. The terminal shows the reason.';

/** Does work that must not run at the same time, one after another. */
export class WorkQueue {
  readonly #closed = new AbortController();
  /** Settles with all work that is requested; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  /** Is aborted by `close`. */
  readonly signal: AbortSignal = this.#closed.signal;

  /**
   * Does work after all earlier work has ended.
   * @throws what the work throws; an AbortError where `close` is called before it starts
   */
  run<R>(work: () => Promise<R>): Promise<R> {
    const run = this.#last.then(() => {
      this.signal.throwIfAborted();
      return work();
    });
    this.#last = run.catch(() => {});
    return run;
  }

  /** Starts no more work, and aborts the current work. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The server is stopping.', 'AbortError'));
    await this.#last;
  }
}
