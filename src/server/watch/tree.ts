import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar';
import { IGNORED_FILES } from '../../content/list.ts';

/** A folder with all that is below it, watched where it stands now. */
export interface Tree {
  /**
   * Has a folder gone and another come under its name? What is watched is still the old one, so
   * that nothing would be heard of the new; the tree must be opened again.
   */
  isStale(): boolean;
  close(): Promise<void>;
}

/** Who is told what happens in a tree. */
export interface Ear {
  /** Something was added, changed, removed or renamed. */
  hear(): void;
  /** Watching failed, maybe only of a part; called once or often, after `openTree` only. */
  fail(error: Error): void;
}

/**
 * Watches a folder; resolves when all of it is watched.
 * @throws an error of the system, such as ENOENT, or ENOSPC where it refuses more watches
 */
export async function openTree(folder: string, ear: Ear): Promise<Tree> {
  // Of a link chokidar would watch the link alone.
  const root = realpathSync(folder);
  const moved = new Set<string>();
  const watcher = watch(root, optionsFor(root));
  watcher.on('all', () => ear.hear());
  // Unlike `all`, `raw` has neither limits to its pace nor a comparison of times, by which `all`
  // misses a file that was replaced by another of the same age.
  watcher.on('raw', (event, name: string | null, details) => {
    const { watchedPath } = details as { readonly watchedPath?: string };
    if (isOfItself(event, name, watchedPath)) moved.add(watchedPath);
    if (name === null || !isIgnoredName(name)) ear.hear();
  });
  await readied(watcher);
  watcher.on('error', (error) => ear.fail(error as Error));
  return {
    isStale: () => !isFolder(root) || [...moved].some((one) => one === root || isFolder(one)),
    close: () => closed(watcher),
  };
}

const optionsFor = (root: string): ChokidarOptions => ({
  ignoreInitial: true,
  followSymlinks: false,
  // It would hold back each removal for 100 ms, in case the file comes back.
  atomic: false,
  // What can't be read is told by the reader of content.
  ignorePermissionErrors: true,
  ignored: (file, stats) =>
    isHidden(path.relative(root, file)) ||
    (stats !== undefined && !stats.isDirectory() && IGNORED_FILES.test(file)),
});

/** Is it, or is it below, what begins with a dot? The reader of content passes over that. */
const isHidden = (file: string): boolean => /(?:^|[/\\])\./.test(file);

const isIgnoredName = (name: string): boolean =>
  isHidden(path.basename(name)) || IGNORED_FILES.test(name);

/** Does an event tell that what is watched was itself removed or renamed? */
const isOfItself = (
  event: string,
  name: string | null,
  watched: string | undefined,
): watched is string =>
  event === 'rename' && watched !== undefined && path.basename(watched) === name;

const isFolder = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function readied(watcher: FSWatcher): Promise<void> {
  try {
    await new Promise<void>((done, fail) => {
      watcher.once('ready', done).on('error', fail);
    });
  } catch (error) {
    await closed(watcher);
    throw error;
  }
}

function closed(watcher: FSWatcher): Promise<void> {
  const done = watcher.close();
  // It has dropped its listeners, and without one an error that comes late would end the process.
  watcher.on('error', () => {});
  return done;
}
