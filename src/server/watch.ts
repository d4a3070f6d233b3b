import { opendirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar';
import { IGNORED_FILES } from '../content/list.ts';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';

/** How long nothing must change before `onChange` is called, in ms: editors save in several steps. */
const DEBOUNCE = 50;

/** How long changes without a pause can put off the call, in ms. */
const MAX_DELAY = 1000;

/** How often to look for a folder that was removed or can't be read, in ms. */
const POLL = 200;

/**
 * Watches a content folder, which can be removed, replaced, made again, and unreadable for a time.
 * Files that builds ignore are ignored. `open` resolves when the whole folder is watched.
 */
export class FolderWatcher {
  readonly #closed = new AbortController();
  #watcher: FSWatcher | undefined;
  /** What has been removed or renamed since it is watched. */
  readonly #removed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #firstChange = 0;

  /**
   * @param onChange called once after a burst of changes, or once a second where they never pause
   * @param onError called once, when watching had to end
   */
  constructor(
    private readonly folder: string,
    private readonly onChange: () => void,
    private readonly onError: (error: UsageError) => void,
  ) {}

  /** @throws UsageError where the folder can't be watched */
  async open(): Promise<void> {
    await this.#open().catch((error) => {
      throw watchError(this.folder, error);
    });
  }

  /** Stops watching: no callback is called afterwards. */
  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#timer);
    if (this.#watcher) await closeWatcher(this.#watcher);
  }

  async #open(): Promise<void> {
    requireReadable(this.folder);
    // chokidar would watch the link instead of its target.
    const root = realpathSync(this.folder);
    const watcher = watch(root, optionsFor(root));
    this.#removed.clear();
    watcher.on('all', () => this.#changed());
    // `all` misses a file that is replaced by another one of the same age.
    watcher.on('raw', (event, name: string | null, details) => {
      const { watchedPath } = details as { readonly watchedPath: string };
      if (event === 'rename' && path.basename(watchedPath) === name) this.#removed.add(watchedPath);
      if (name === null || !isIgnored(path.basename(name))) this.#changed();
    });
    await new Promise<void>((done, fail) => {
      watcher.once('ready', done).on('error', fail);
    })
      // chokidar reports no error if the folder was removed before it was ready.
      .then(() => requireReadable(root))
      .catch(async (error) => {
        await closeWatcher(watcher);
        throw error;
      });
    watcher.on('error', (error) => this.#fail(error));
    if (this.#closed.signal.aborted) await closeWatcher(watcher);
    else this.#watcher = watcher;
  }

  /** Calls `onChange` when changes pause. */
  #changed(): void {
    if (!this.#watcher || this.#closed.signal.aborted) return;
    const now = performance.now();
    if (!this.#timer) this.#firstChange = now;
    clearTimeout(this.#timer);
    const delay = Math.min(DEBOUNCE, this.#firstChange + MAX_DELAY - now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.onChange();
      this.#reopenIfStale().catch((error) => this.#fail(error));
    }, delay);
  }

  /** chokidar keeps watching a removed folder instead of the one that replaced it. */
  async #reopenIfStale(): Promise<void> {
    const watcher = this.#watcher;
    const isStale = !isReadable(this.folder) || [...this.#removed].some(isReadable);
    if (!watcher || !isStale) return;
    this.#watcher = undefined;
    await closeWatcher(watcher);
    while (!this.#watcher) {
      while (!isReadable(this.folder)) await sleep(POLL, null, { signal: this.#closed.signal });
      await this.#open().catch((error) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
    // Changes during the restart caused no event.
    this.#changed();
  }

  #fail(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    void this.close();
    this.onError(watchError(this.folder, error));
  }
}

const optionsFor = (root: string): ChokidarOptions => ({
  ignoreInitial: true,
  followSymlinks: false,
  // It would delay each removal by 100 ms, in case the file is written again.
  atomic: false,
  // The build reports what it can't read.
  ignorePermissionErrors: true,
  ignored: (file, stats) =>
    /(?:^|[/\\])\./.test(path.relative(root, file)) ||
    (stats !== undefined && !stats.isDirectory() && isIgnored(file)),
});

const isIgnored = (name: string): boolean => name.startsWith('.') || IGNORED_FILES.test(name);

/** Can a folder be listed? If not, chokidar stops watching it without an error. */
function isReadable(folder: string): boolean {
  try {
    opendirSync(folder).closeSync();
    return true;
  } catch {
    return false;
  }
}

/** Throws as the system does for a folder that is not there. */
function requireReadable(folder: string): void {
  if (isReadable(folder)) return;
  throw Object.assign(new Error(NOT_READABLE), { code: 'ENOENT' });
}

function closeWatcher(watcher: FSWatcher): Promise<void> {
  const closed = watcher.close();
  // Closing removes all listeners, and a late error without one would end the process.
  watcher.on('error', () => {});
  return closed;
}

const NOT_READABLE = 'the folder does not exist or can’t be read';

function watchError(folder: string, error: unknown): UsageError {
  const isLimit = errorCode(error) === 'ENOSPC';
  const help = isLimit ? ' Increase fs.inotify.max_user_watches with sysctl.' : '';
  return new UsageError(`Can’t watch ${folder} for changes: ${(error as Error).message}.${help}`);
}
