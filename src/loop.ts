import { existsSync } from 'node:fs';
import { type Added, addRecord } from './author/author.ts';
import { type BuildOptions, type BuildReport, build } from './build.ts';
import { ContentCache } from './content/cache.ts';
import type { Created, Creator } from './serve/post.ts';
import { type Watching, watchFolder } from './watch/folder.ts';
import { Rebuilder } from './watch/rebuilder.ts';

/** Who hears how the loop goes. */
export interface LoopEars {
  /** A build was done and is served. */
  onBuilt(report: BuildReport, milliseconds: number): void;
  /** A record was added, in this file; it is to be served by the next build. */
  onAdded(file: string): void;
  /** A build failed, so that the last good site is still served. */
  onFailed(error: unknown): void;
  /** Watching ended, or could not begin; what changes is not built any more. */
  onUnwatched(error: Error): void;
}

type LoopOptions = Pick<BuildOptions, 'api' | 'content' | 'out' | 'base' | 'onProgress'>;

/** The author's loop: whatever changes in the content, by hand or by a POST, is built. */
export class AuthorLoop {
  readonly #cache = new ContentCache();
  readonly #rebuilder: Rebuilder<BuildReport>;
  #watching: Watching | undefined;
  /** The last record to be added: each is checked together with those before it. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: LoopOptions,
    private readonly ears: LoopEars,
  ) {
    this.#rebuilder = new Rebuilder((signal) => this.#rebuild(signal));
  }

  /** Builds the content as it is now. Throws what `build` throws. */
  build(): Promise<BuildReport> {
    return this.#rebuilder.request();
  }

  /** Builds again after every change, from when this resolves; false where that can't be. */
  async watch(): Promise<boolean> {
    const { onUnwatched } = this.ears;
    // The build tells it.
    if (!existsSync(this.options.content)) return false;
    // How it ends is heard by `onBuilt` and `onFailed`.
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

  /** Ends it; a build in progress is stopped and leaves the site as it is. */
  async close(): Promise<void> {
    this.#rebuilder.close();
    await this.#watching?.close();
    await this.#adding;
    await this.#rebuilder.idle();
  }

  async #rebuild(signal: AbortSignal): Promise<BuildReport> {
    const start = performance.now();
    try {
      const report = await build({ ...this.options, cache: this.#cache, signal });
      this.ears.onBuilt(report, performance.now() - start);
      return report;
    } catch (error) {
      if (!signal.aborted) this.ears.onFailed(error);
      throw error;
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
