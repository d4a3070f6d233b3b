import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FolderWatcher } from '../../../src/server/watch.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** The age of a file before it is edited, in seconds. */
const OLD = 1e9;

const WAIT = { timeout: 25_000, interval: 5 };

/** Longer than calls of `onChange` are put off. A slow machine can only hide a defect. */
const noCallFollows = () => sleep(120);

/** A content folder that is watched until the test has finished. */
async function watchedFolder() {
  const folder = path.join(temporaryFolder(), 'content');
  const at = (file: string) => path.join(folder, file);
  const write = (...files: string[]) =>
    writeFiles(folder, Object.fromEntries(files.map((file) => [file, `${performance.now()}`])));
  const rename = (from: string, to: string) => fs.renameSync(at(from), at(to));
  const remove = (file: string) => fs.rmSync(at(file), { recursive: true });
  /** Replaces a folder by a copy of it, with the same names in it. */
  const swap = (name: string) => {
    fs.cpSync(at(name), at(`${name}/../new`), { recursive: true });
    rename(name, `${name}/../old`);
    rename(`${name}/../new`, name);
  };
  write('things/a.yaml', 'things/b.yaml');
  fs.utimesSync(at('things/a.yaml'), OLD, OLD);
  const [onChange, onError] = [vi.fn(), vi.fn()];
  const watcher = new FolderWatcher(folder, onChange, onError);
  await watcher.open();
  onTestFinished(() => watcher.close());
  /** Changes the folder, and waits for the call of `onChange`. */
  const change = async (act: () => void) => {
    onChange.mockClear();
    act();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), WAIT);
  };
  /** Edits a file until `onChange` is called: at first a new folder may still be opened. */
  const seesEdits = () => {
    onChange.mockClear();
    const editAndCheck = () => {
      if (onChange.mock.calls.length === 0) write('things/a.yaml');
      expect(onChange).toHaveBeenCalled();
    };
    return vi.waitFor(editAndCheck, { timeout: 25_000, interval: 75 });
  };
  return { at, write, rename, remove, swap, watcher, onChange, onError, change, seesEdits };
}

type Watched = Awaited<ReturnType<typeof watchedFolder>>;

describe('FolderWatcher', () => {
  it.each<[string, (folder: Watched) => void]>([
    ['an added file', ({ write }) => write('things/c.yaml')],
    ['a removed file', ({ remove }) => remove('things/b.yaml')],
    [
      'a file of the same age that is renamed over another',
      ({ at, write, rename }) => {
        write('../other.yaml');
        fs.utimesSync(at('../other.yaml'), OLD + 1, OLD);
        rename('../other.yaml', 'things/a.yaml');
      },
    ],
    ['a new collection', ({ write }) => write('more/c.yaml')],
    ['a removed folder', ({ remove }) => remove('things')],
    ['a link', ({ at }) => fs.symlinkSync('a.yaml', at('things/link.yaml'))],
    ['a folder named like a backup copy', ({ write }) => write('a.bak/c.yaml')],
    ['another folder in the place of the content', ({ swap }) => swap('.')],
    ['another folder in the place of a collection', ({ swap }) => swap('things')],
    [
      'a folder that is removed and made again',
      ({ remove, write }) => {
        remove('things');
        write('things/a.yaml');
      },
    ],
  ])('%s -> onChange, and later edits are seen too', async (_, act) => {
    const watched = await watchedFolder();
    await watched.change(() => act(watched));
    await watched.seesEdits();
    // The first call may come from opening a folder again, and not from an edit.
    await noCallFollows();
    await watched.seesEdits();
    expect(watched.onError).not.toHaveBeenCalled();
  });

  it('300 files at once -> few calls, and every new folder is watched', async () => {
    const { write, onChange, change } = await watchedFolder();
    const files = Array.from({ length: 300 }, (_, n) => `things/${n % 10}/${n}.yaml`);
    await change(() => write(...files));
    await noCallFollows();
    expect(onChange.mock.calls.length).toBeLessThanOrEqual(5);
    await change(() => write('things/9/299.yaml'));
  });

  it('hidden files, backup copies and notes -> no call', async () => {
    const { write, remove, onChange, seesEdits } = await watchedFolder();
    const ignored = ['things/.c.yaml', '.git/index.yaml', 'things/README.md'];
    ignored.push('things/a.yaml~', 'things/a.yaml.swp');
    write(...ignored);
    await noCallFollows();
    ignored.forEach(remove);
    await noCallFollows();
    expect(onChange).not.toHaveBeenCalled();
    await seesEdits();
  });

  it('the content folder is removed -> one call of onError', async () => {
    const { onError, remove } = await watchedFolder();
    remove('.');
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), WAIT);
    await noCallFollows();
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining('changes: ENOENT: ') })],
    ]);
  });

  /** Lets the system allow that many more watches, until the test has finished. */
  function allowWatches(allowed: number, code: string): void {
    const original = fs.watch;
    let left = allowed;
    const replace = (watch: typeof fs.watch) => {
      fs.watch = watch;
      // Updates the named export of node:fs, which chokidar imports.
      syncBuiltinESMExports();
    };
    const limited = (...args: Parameters<typeof fs.watch>) => {
      if (left-- > 0) return original(...args);
      throw Object.assign(new Error(`${code}: refused, watch`), { code });
    };
    replace(limited as typeof fs.watch);
    onTestFinished(() => replace(original));
  }

  const TOO_FEW = / for changes: ENOSPC: refused, watch\. Increase fs\.inotify\.max_user_watches /;

  it.each<[string, RegExp]>([
    ['ENOSPC', TOO_FEW],
    ['EMFILE', / for changes: EMFILE: refused, watch\.$/],
  ])('the system refuses a watch with %s -> an error', async (code, message) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a/1.yaml': '', 'b/2.yaml': '', 'c/3.yaml': '' });
    allowWatches(2, code);
    const opening = new FolderWatcher(folder, vi.fn(), vi.fn()).open();
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(message);
  });

  it('a folder that does not exist, a file -> an error', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { file: '' });
    for (const name of ['missing', 'file']) {
      const opening = new FolderWatcher(path.join(folder, name), vi.fn(), vi.fn()).open();
      await expect(opening).rejects.toThrow(/ for changes: (?:ENOENT|ENOTDIR): /);
    }
  });

  it('the system refuses to watch a new folder -> one call of onError', async () => {
    const { onError, write } = await watchedFolder();
    allowWatches(0, 'ENOSPC');
    write('new/1.yaml', 'more/2.yaml');
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), WAIT);
    write('things/a.yaml');
    await noCallFollows();
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringMatching(TOO_FEW) })],
    ]);
  });
});
