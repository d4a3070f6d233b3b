import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../util/problem.ts';
import { Lull } from './watch/lull.ts';
import { openTree, type Tree } from './watch/tree.ts';

/** How often to look whether a folder that was removed is there again, in ms. */
const RETURN = 200;

export interface Watching {
  /** Ends it: nothing is called any more. */
  close(): Promise<void>;
}

/**
 * Watches a content folder; resolves when all of it is watched. What the reader of content passes
 * over is not heard. The folder may be removed, replaced and made again.
 * @param onChange called after something was added, changed, removed or renamed: once for a burst,
 *   when it has been quiet for a moment, or once a second where it never is
 * @param onError called once, with a sentence for people, when watching had to end
 * @throws UsageError where the folder can't be watched
 */
export async function watchFolder(
  folder: string,
  onChange: () => void,
  onError: (error: UsageError) => void,
): Promise<Watching> {
  const watching = new FolderWatch(folder, onChange, onError);
  await watching.open();
  return watching;
}

class FolderWatch implements Watching {
  readonly #end = new AbortController();
  readonly #lull: Lull;
  #tree: Tree | null = null;

  constructor(
    private readonly folder: string,
    private readonly onChange: () => void,
    private readonly onError: (error: UsageError) => void,
  ) {
    this.#lull = new Lull(() => void this.#tell());
  }

  async open(): Promise<void> {
    if (!this.#isThere()) throw off(this.folder, 'there is no such folder.');
    try {
      await this.#openTree();
    } catch (error) {
      throw refusal(this.folder, error as NodeJS.ErrnoException);
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#lull.cancel();
    await this.#tree?.close();
  }

  async #openTree(): Promise<void> {
    const tree = await openTree(this.folder, {
      hear: () => this.#hear(),
      fail: (error) => void this.#fail(error),
    });
    if (this.#end.signal.aborted) await tree.close();
    this.#tree = tree;
  }

  #isThere(): boolean {
    return statSync(this.folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  #hear(): void {
    // While a tree is being opened, its opener calls when it is.
    if (this.#tree && !this.#end.signal.aborted) this.#lull.hear();
  }

  async #tell(): Promise<void> {
    this.onChange();
    if (!this.#tree?.isStale()) return;
    try {
      await this.#reopen(this.#tree);
    } catch (error) {
      await this.#fail(error as Error);
    }
  }

  /** Watches the folder anew, once it is there; what happened meanwhile was not heard. */
  async #reopen(stale: Tree): Promise<void> {
    this.#tree = null;
    await stale.close();
    while (!this.#tree) {
      while (!this.#isThere()) await setTimeout(RETURN, null, { signal: this.#end.signal });
      await this.#openTree().catch(unlessGone);
    }
    this.#hear();
  }

  async #fail(error: NodeJS.ErrnoException): Promise<void> {
    if (this.#end.signal.aborted) return;
    await this.close();
    this.onError(refusal(this.folder, error));
  }
}

/** The folder may go again while it is opened. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const off = (folder: string, why: string): UsageError =>
  new UsageError(`Changes in ${folder} are not watched: ${why}`);

function refusal(folder: string, { code, message }: NodeJS.ErrnoException): UsageError {
  if (code === 'ENOSPC') {
    return off(
      folder,
      'the system allows no more watches, and one is needed for each file and folder. Raise fs.inotify.max_user_watches (`sudo sysctl fs.inotify.max_user_watches=524288`), or end other programs that watch files.',
    );
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return off(
      folder,
      'the system allows no more watchers or open files. Raise `ulimit -n` or fs.inotify.max_user_instances, or end other programs that watch files.',
    );
  }
  return off(folder, `${message}.`);
}
