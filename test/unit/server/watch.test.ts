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
    ['a renamed file', ({ rename }) => rename('things/b.yaml', 'things/z.yaml')],
    [
      'a temporary file that is renamed over another',
      ({ write, rename }) => {
        write('things/.a.yaml.swp');
        rename('things/.a.yaml.swp', 'things/a.yaml');
      },
    ],
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
    ['a renamed folder', ({ rename }) => rename('things', 'thinks')],
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
    ['the removed content folder', ({ remove }) => remove('.')],
    [
      'the content folder, removed when it was empty',
      ({ at, remove }) => {
        remove('things');
        fs.rmdirSync(at('.'));
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

  it('close before onChange is called -> no call', async () => {
    const { onChange, watcher, write } = await watchedFolder();
    write('things/a.yaml');
    await watcher.close();
    write('things/a.yaml');
    await noCallFollows();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('close while the removed folder is awaited -> no call when it is back', async () => {
    const { onChange, watcher, change, remove, write } = await watchedFolder();
    await change(() => remove('.'));
    await watcher.close();
    onChange.mockClear();
    write('things/a.yaml');
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
    void this.queue.close();
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
        do await eventLoop();
        while (controlled.end());
        const { queue, requests, starts, closedAt } = controlled;
        const isClosed = names.includes('close');
        const outcomes = await Promise.all(requests.map(({ outcome }) => outcome));
        expect(outcomes).toEqual(requests.map((request) => controlled.expected(request)));
        expect(outcomes.includes('AbortError')).toBe(isClosed);
        expect(queue.signal.aborted).toBe(isClosed);
        expect(starts.every((start) => start < closedAt)).toBe(true);
        expect(starts.length).toBeLessThanOrEqual(requests.length);
      }),
    ),
  );

  it('other work runs after the build before it, and the next build after the work', async () => {
    const events: string[] = [];
    const queue = new BuildQueue(async () => {
      await eventLoop();
      events.push('build');
    });
    const work = async () => {
      await eventLoop();
      events.push('work');
    };
    const all = [queue.request(), queue.run(work), queue.request()];
    await all[0];
    await Promise.all([...all, queue.request()]);
    expect(events).toEqual(['build', 'work', 'build']);
  });

  it('close resolves when what runs has ended', async () => {
    let hasEnded = false;
    const queue = new BuildQueue(async () => {
      await eventLoop();
      hasEnded = true;
    });
    const building = queue.request();
    await Promise.resolve();
    await queue.close();
    expect(hasEnded).toBe(true);
    await building;
  });
});
