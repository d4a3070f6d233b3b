import { existsSync } from 'node:fs';
import {
  type BuildOptions,
  type BuildReport,
  type RenderedSite,
  renderSite,
  writeSite,
} from '../build/build.ts';
import { ContentCache } from '../content/cache.ts';
import { TypesGenerator } from '../describe/types.ts';
import type { SiteFile } from '../site/site-file.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { type Added, addRecord } from './new-record.ts';
import type { Created, Creator } from './post.ts';
import { LatestSite } from './site-folder.ts';
import { type Watching, watchFolder } from './watch.ts';
import { Rebuilder } from './rebuilder.ts';

/** Who hears how the loop goes. */
export interface LoopEars {
  /** What the content says now is served. */
  onServed(site: RenderedSite, milliseconds: number): void;
  /** And it is in its folder. */
  onWritten(report: BuildReport, milliseconds: number): void;
  /** A record was added, in this file; it is to be served by the next build. */
  onAdded(file: string): void;
  /** The content can't be served, or not be written: what was there before stays. */
  onFailed(error: unknown): void;
  /** Watching ended, or could not begin; what changes is not built any more. */
  onUnwatched(error: Error): void;
}

type LoopOptions = Pick<BuildOptions, 'api' | 'content' | 'out' | 'base' | 'onProgress' | 'onWait'>;

/**
 * The author's loop: whatever changes in the content, by hand or by a POST, is served from memory at
 * once, and written to its folder after that.
 */
export class AuthorLoop {
  /** What is served: the last good site. */
  readonly place = new LatestSite();
  readonly #cache = new ContentCache();
  readonly #typist = new TypesGenerator();
  readonly #rebuilder: Rebuilder<void>;
  /** The last good site, as long as it is not written. */
  #unwritten: RenderedSite | undefined;
  #writing = new AbortController();
  #written: Promise<void> = Promise.resolve();
  #failure: unknown;
  readonly #end = new AbortController();
  #watching: Watching | undefined;
  /** The last record to be added: each is checked together with those before it. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: LoopOptions,
    private readonly ears: LoopEars,
  ) {
    this.#rebuilder = new Rebuilder((signal) => this.#rebuild(signal));
  }

  /** Serves the content as it is now. Throws what `renderSite` throws. */
  build(): Promise<void> {
    return this.#rebuilder.request();
  }

  /**
   * Resolves when what is served is written.
   * @throws what `writeSite` throws; an AbortError where it never will be, since `close` was called
   */
  async written(): Promise<void> {
    while (this.#unwritten) {
      await this.#rebuilder.idle();
      await this.#written;
      if (this.#failure) throw this.#failure;
      this.#end.signal.throwIfAborted();
    }
  }

  /** Builds again after every change, from when this resolves; false where that can't be. */
  async watch(): Promise<boolean> {
    const { onUnwatched } = this.ears;
    // The build tells it.
    if (!existsSync(this.options.content)) return false;
    // How it ends is heard by `onServed` and `onFailed`.
    const onChange = () => void this.build().catch(() => {});
    try {
      this.#watching = await watchFolder(this.options.content, onChange, onUnwatched);
    } catch (error) {
      onUnwatched(error as Error);
    }
    return this.#watching !== undefined;
  }

  /** Adds records by the definition's `create`. */
  get creator(): Creator {
    const creating = this.options.api.collections.filter(({ create }) => create);
    return {
      collections: creating.map(({ name }) => name),
      create: (collection, body) => this.#create(collection, body),
    };
  }

  /** Ends it; a build in progress is stopped and leaves the folder as it is. */
  async close(): Promise<void> {
    this.#end.abort();
    this.#typist.close();
    this.#rebuilder.close();
    await this.#watching?.close();
    await this.#adding;
    await this.#rebuilder.idle();
    this.#writing.abort();
    await this.#written;
  }

  async #rebuild(signal: AbortSignal): Promise<void> {
    const start = performance.now();
    // Writing takes the longest, and would be in the way of what is to be served now.
    this.#writing.abort();
    try {
      const options = { ...this.options, cache: this.#cache, signal };
      const site = await held(await renderSite(options, this.#typist), options);
      this.place.show(site);
      this.#unwritten = site;
      this.ears.onServed(site, performance.now() - start);
    } catch (error) {
      if (!signal.aborted) this.ears.onFailed(error);
      throw error;
    } finally {
      this.#written = this.#write(this.#written);
    }
  }

  /** Writes the last good site, when what was being written before has ended. */
  async #write(before: Promise<void>): Promise<void> {
    this.#writing = new AbortController();
    const { signal } = this.#writing;
    await before;
    this.#failure = undefined;
    const site = this.#unwritten;
    if (!site || signal.aborted) return;
    const start = performance.now();
    try {
      const report = await writeSite(site, { ...this.options, signal });
      if (this.#unwritten === site) this.#unwritten = undefined;
      this.ears.onWritten(report, performance.now() - start);
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = error;
      this.ears.onFailed(error);
    }
  }

  async #create(collection: string, body: Uint8Array): Promise<Created> {
    const options = { ...this.options, cache: this.#cache };
    const adding = this.#adding.then(() => addRecord(options, collection, body));
    this.#adding = adding.catch(() => {});
    try {
      const added = await adding;
      return 'key' in added ? await this.#serve(added) : added;
    } catch (error) {
      this.ears.onFailed(error);
      const detail = 'The record could not be written; the terminal says why.';
      return { status: 500, body: { detail } };
    }
  }

  /** Waits until a new record is served; where that can't be, its file goes again. */
  async #serve(added: Added): Promise<Created> {
    this.ears.onAdded(added.file);
    try {
      await this.build();
      return { key: added.key };
    } catch {
      await added.undo();
      const detail =
        'The record is right, but the site could not be built with it; nothing was added.';
      return { status: 503, body: { detail } };
    }
  }
}

/** How many files are made before others get a turn. */
const BATCH = 1000;

/** A site whose files are made, once for who serves and for who writes them. */
async function held(site: RenderedSite, attendance: TaskOptions): Promise<RenderedSite> {
  const files: SiteFile[] = [];
  for (const file of site.files(Number.POSITIVE_INFINITY)) {
    if (files.length % BATCH === 0) await yieldToEventLoop(attendance, 'Making', files.length);
    files.push(file);
  }
  return { ...site, files: () => files };
}
