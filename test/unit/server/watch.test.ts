import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BuildQueue } from '../../../src/server/build-queue.ts';
import { FolderWatcher } from '../../../src/server/watch.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** The age of a file before it is edited, in seconds. */
const OLD = 1e9;

/** A content folder that is watched until the test has finished. */
async function watchedFolder() {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, { 'things/a.yaml': 'a: 1\n', 'things/b.yaml': 'b: 1\n' });
  fs.utimesSync(`${folder}/things/a.yaml`, OLD, OLD);
  const onChange = vi.fn();
  const onError = vi.fn();
  const watcher = new FolderWatcher(folder, onChange, onError);
  await watcher.open();
  onTestFinished(() => watcher.close());
  /** Changes the folder, and waits for the call of `onChange`. */
  const change = async (act: () => void) => {
    const { length } = onChange.mock.calls;
    act();
    await vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThan(length), WAIT);
  };
  let edits = 0;
  const edit = () => writeFiles(folder, { 'things/a.yaml': `edit: ${edits++}\n` });
  /** Edits a file until the watcher sees it: at first it may still be opening a new folder. */
  const seesEdits = () => {
    onChange.mockClear();
    const editAndCheck = () => {
      if (onChange.mock.calls.length === 0) edit();
      expect(onChange).toHaveBeenCalled();
    };
    return vi.waitFor(editAndCheck, { timeout: 5000, interval: 75 });
  };
  return { folder, onChange, onError, watcher, change, edit, seesEdits };
}

const WAIT = { timeout: 5000, interval: 5 };

/** Longer than any call of `onChange` is put off. A slow machine can only hide a defect. */
const noCallFollows = () => sleep(150);

/** Replaces a folder by a copy of it, with the same names in it. */
function swap(folder: string): void {
  fs.cpSync(folder, `${folder}.new`, { recursive: true });
  fs.renameSync(folder, `${folder}.old`);
  fs.renameSync(`${folder}.new`, folder);
}

describe('FolderWatcher', () => {
  it.each<[string, (folder: string) => void]>([
    ['an added file', (folder) => writeFiles(folder, { 'things/c.yaml': 'c: 1\n' })],
    ['a removed file', (folder) => fs.rmSync(`${folder}/things/b.yaml`)],
    ['a renamed file', (folder) => fs.renameSync(`${folder}/things/b.yaml`, `${folder}/things/z`)],
    [
      'a temporary file that is renamed over another',
      (folder) => {
        writeFiles(folder, { 'things/.a.yaml.swp': 'a: 2\n' });
        fs.renameSync(`${folder}/things/.a.yaml.swp`, `${folder}/things/a.yaml`);
      },
    ],
    [
      'a file of the same age that is renamed over another',
      (folder) => {
        const other = `${folder}/../other.yaml`;
        fs.writeFileSync(other, 'a: 2\n');
        fs.utimesSync(other, OLD + 1, OLD);
        fs.renameSync(other, `${folder}/things/a.yaml`);
      },
    ],
    ['a new collection', (folder) => writeFiles(folder, { 'more/c.yaml': 'c: 1\n' })],
    ['a removed folder', (folder) => fs.rmSync(`${folder}/things`, { recursive: true })],
    ['a renamed folder', (folder) => fs.renameSync(`${folder}/things`, `${folder}/thinks`)],
    ['a link', (folder) => fs.symlinkSync('a.yaml', `${folder}/things/link.yaml`)],
    ['a folder named like a backup copy', (folder) => writeFiles(folder, { 'a.bak/c.yaml': '' })],
  ])('%s -> onChange, and later edits are seen too', async (_, act) => {
    const { folder, onError, change, seesEdits } = await watchedFolder();
    await change(() => act(folder));
    await seesEdits();
    expect(onError).not.toHaveBeenCalled();
  });

  it.each<[string, (folder: string) => void]>([
    ['another folder in the place of the content', swap],
    ['another folder in the place of a collection', (folder) => swap(`${folder}/things`)],
    [
      'a folder that is removed and made again',
      (folder) => {
        fs.rmSync(`${folder}/things`, { recursive: true });
        writeFiles(folder, { 'things/a.yaml': 'a: 2\n' });
      },
    ],
    ['the removed content folder', (folder) => fs.rmSync(folder, { recursive: true })],
    [
      'the content folder, removed when it was empty',
      (folder) => {
        fs.rmSync(`${folder}/things`, { recursive: true });
        fs.rmdirSync(folder);
      },
    ],
  ])('%s -> onChange, and what takes its place is watched', async (_, act) => {
    const { folder, onError, change, seesEdits } = await watchedFolder();
    await change(() => act(folder));
    await seesEdits();
    // The first call may come from opening the folder again, and not from an edit.
    await noCallFollows();
    await seesEdits();
    expect(onError).not.toHaveBeenCalled();
  });

  it('300 files at once -> few calls, and every new folder is watched', async () => {
    const { folder, onChange, change } = await watchedFolder();
    const names = Array.from({ length: 300 }, (_, n) => `things/${n % 10}/${n}.yaml`);
    await change(() => writeFiles(folder, Object.fromEntries(names.map((name) => [name, '1']))));
    await noCallFollows();
    expect(onChange.mock.calls.length).toBeLessThanOrEqual(5);
    await change(() => writeFiles(folder, { 'things/9/299.yaml': '2' }));
  });

  it('writing that never pauses -> onChange all the same', async () => {
    const { change, edit } = await watchedFolder();
    let writing: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(writing));
    await change(() => {
      writing = setInterval(edit, 5);
    });
  });

  it('hidden files, backup copies and notes -> no call', async () => {
    const { folder, onChange, seesEdits } = await watchedFolder();
    const ignored = ['things/.c.yaml', '.git/index.yaml', 'things/README.md']
      .concat('things/a.yaml~', 'things/a.yaml.swp')
      .map((file) => [file, '1'] as const);
    writeFiles(folder, Object.fromEntries(ignored));
    await noCallFollows();
    for (const [file] of ignored) fs.rmSync(path.join(folder, file));
    await noCallFollows();
    expect(onChange).not.toHaveBeenCalled();
    await seesEdits();
  });

  it('close before onChange is called -> no call', async () => {
    const { onChange, watcher, edit } = await watchedFolder();
    edit();
    await watcher.close();
    edit();
    await noCallFollows();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('close while the removed folder is awaited -> no call when it is back', async () => {
    const { folder, onChange, watcher, change, edit } = await watchedFolder();
    await change(() => fs.rmSync(folder, { recursive: true }));
    await watcher.close();
    onChange.mockClear();
    edit();
    await noCallFollows();
    await noCallFollows();
    expect(onChange).not.toHaveBeenCalled();
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

  const TOO_FEW = /not watched: ENOSPC: refused, watch\. Raise fs\.inotify\.max_user_watches /;

  it.each<[string, RegExp]>([
    ['ENOSPC', TOO_FEW],
    ['EMFILE', /not watched: EMFILE: refused, watch\.$/],
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
      await expect(opening).rejects.toThrow(/not watched: there is no such folder/);
    }
  });

  it('the system refuses to watch a new folder -> one call of onError', async () => {
    const { folder, onError, edit } = await watchedFolder();
    allowWatches(0, 'ENOSPC');
    writeFiles(folder, { 'new/1.yaml': '', 'more/2.yaml': '' });
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), WAIT);
    edit();
    await noCallFollows();
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringMatching(TOO_FEW) })],
    ]);
  });
});

/** A build queue whose builds end when the test says so; it numbers all events in their order. */
class ControlledQueue {
  #events = 0;
  readonly starts: number[] = [];
  readonly requests: { readonly at: number; readonly outcome: Promise<unknown> }[] = [];
  #end: ((fails: boolean) => void) | null = null;
  closedAt = Number.POSITIVE_INFINITY;

  readonly queue = new BuildQueue(() => {
    expect(this.#end, 'a build that is still running').toBeNull();
    const build = this.starts.push(this.#events++) - 1;
    return new Promise((resolve, reject) => {
      this.#end = (fails) => (fails ? reject({ build }) : resolve(build));
    });
  });

  /** Requests a build; the outcome is its number, even if it failed, or the name of an error. */
  request(): void {
    const at = this.#events++;
    const outcome = this.queue.request().catch((error) => error.build ?? error.name);
    this.requests.push({ at, outcome });
  }

  close(): void {
    this.closedAt = Math.min(this.closedAt, this.#events++);
    this.queue.close();
  }

  end(fails = false): boolean {
    const end = this.#end;
    this.#end = null;
    end?.(fails);
    return end !== null;
  }

  /** The first build that starts after a request. */
  expected({ at }: { readonly at: number }): number | string {
    const build = this.starts.findIndex((start) => start > at);
    return build === -1 ? 'AbortError' : build;
  }
}

/** Waits until all promises and callbacks that are due have run. */
const eventLoop = () => new Promise((done) => setImmediate(done));

const STEPS = {
  request: (controlled: ControlledQueue) => controlled.request(),
  end: (controlled: ControlledQueue) => void controlled.end(),
  fail: (controlled: ControlledQueue) => void controlled.end(true),
  close: (controlled: ControlledQueue) => controlled.close(),
  promises: () => Promise.resolve(),
  eventLoop,
};
type Step = keyof typeof STEPS;

describe('BuildQueue', () => {
  const step = fc.constantFrom<Step[]>(
    'request',
    'request',
    'end',
    'fail',
    'promises',
    'eventLoop',
  );
  const steps = fc.array(step, { maxLength: 30 });

  it.each<[string, fc.Arbitrary<Step[]>]>([
    ['each request gets the first build that starts after it', steps],
    [
      'once closed, no build starts',
      fc.tuple(steps, steps).map(([before, after]) => [...before, 'close', ...after, 'request']),
    ],
  ])('%s, one build at a time', (_, played) =>
    fc.assert(
      fc.asyncProperty(played, async (names) => {
        const controlled = new ControlledQueue();
        for (const name of names) {
          const done = STEPS[name](controlled);
          // The other steps follow in the same turn of the event loop.
          if (done) await done;
        }
        const idle = controlled.queue.idle();
        do await eventLoop();
        while (controlled.end());
        await idle;
        const { requests, starts, closedAt } = controlled;
        const outcomes = await Promise.all(requests.map(({ outcome }) => outcome));
        expect(outcomes).toEqual(requests.map((request) => controlled.expected(request)));
        expect(outcomes.includes('AbortError')).toBe(names.includes('close'));
        expect(starts.every((start) => start < closedAt)).toBe(true);
        expect(starts.length).toBeLessThanOrEqual(requests.length);
      }),
    ),
  );

  it('close -> the signal of the current build is aborted', async () => {
    const queue = new BuildQueue(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const outcome = queue.request().catch((error) => error.name);
    await eventLoop();
    queue.close();
    expect(await outcome).toBe('AbortError');
    await queue.idle();
  });

  it('a build that throws before it returns a promise -> rejected, and the next one runs', async () => {
    const queue = new BuildQueue(() => {
      throw new Error('thrown at once');
    });
    await expect(queue.request()).rejects.toThrow('thrown at once');
    await expect(queue.request()).rejects.toThrow('thrown at once');
    await queue.idle();
  });
});
