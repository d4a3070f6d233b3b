import { once } from 'node:events';
import { existsSync, opendirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { IGNORED_FILES } from '../content/list.ts';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';

/** How long nothing must change before `onChange` is called, in ms: editors save in several steps. */
const DEBOUNCE = 50;

/** How often a folder that does not exist is looked for, in ms. */
const INTERVAL = 200;

/** The variable that makes chokidar look at each file, where the system has no events. */
export const POLLING = 'CHOKIDAR_USEPOLLING=1';

/** Watches a content folder, as soon as it exists. Files that builds ignore are ignored. */
export class FolderWatcher {
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** True if a watched folder was removed or renamed: chokidar keeps watching it instead of a new one. */
  #isStale = false;
  #isClosed = false;

  /**
   * @param onChange called after a burst of changes
   * @param onError called once, when the folder can't be watched, or watching had to end
   */
  constructor(
    private readonly folder: string,
    private readonly onChange: () => void,
    private readonly onError: (error: UsageError) => void,
  ) {}

  /** Resolves when the whole folder is watched, can't be watched, or does not exist. */
  open(): Promise<void> {
    return this.#watch().catch((error) => this.#fail(error));
  }

  /** Stops watching: no callback is called afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#closeWatcher();
  }

  /** Watches the folder anew. */
  async #watch(): Promise<void> {
    this.#isStale = false;
    await this.#closeWatcher();
    if (this.#isClosed) return;
    // chokidar would watch the link instead of its target, and no folder without an error.
    const root = realpathSync(this.folder);
    opendirSync(root).closeSync();
    const watcher = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      // It would delay each removal by 100 ms, in case the file is written again.
      atomic: false,
      // The build reports what it can't read.
      ignorePermissionErrors: true,
      ignored: (file, stats) =>
        file !== root &&
        (path.basename(file).startsWith('.') ||
          (stats?.isDirectory() === false && IGNORED_FILES.test(file))),
    });
    this.#watcher = watcher;
    watcher.on('all', (event, file) => {
      // Without events of the system there is no `raw` event of it.
      this.#isStale ||= event === 'unlinkDir' && file === root;
      this.#changed();
    });
    // `all` misses a file that is replaced by another one of the same age.
    watcher.on('raw', (event, name: string | null, details) => {
      const { watchedPath } = details as { readonly watchedPath: string };
      if (event === 'rename' && path.basename(watchedPath) === name) this.#isStale = true;
      if (!name?.startsWith('.') && !IGNORED_FILES.test(name ?? '')) this.#changed();
    });
    await once(watcher, 'ready');
    watcher.on('error', (error) => this.#fail(error));
  }

  /** Calls `onChange` when changes pause. */
  #changed(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      // Changes during the restart cause no event.
      if (this.#isStale) await this.open();
      if (!this.#isClosed) this.onChange();
    }, DEBOUNCE);
  }

  /** A folder that is gone may come back, as after a checkout of another branch. */
  #waitForFolder(): void {
    this.#isStale = true;
    this.#timer = setTimeout(() => {
      if (existsSync(this.folder)) this.#changed();
      else this.#waitForFolder();
    }, INTERVAL);
  }

  async #closeWatcher(): Promise<void> {
    const closed = this.#watcher?.close();
    // Closing removes all listeners, and a late error without one would end the process.
    this.#watcher?.on('error', () => {});
    await closed;
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    if (errorCode(error) === 'ENOENT') {
      this.#waitForFolder();
      return;
    }
    void this.close();
    const { message } = error as Error;
    this.onError(new UsageError(`Can’t watch ${this.folder} for changes: ${message}.`));
  }
}
