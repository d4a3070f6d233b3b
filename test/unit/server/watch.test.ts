import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BuildQueue } from '../../../src/server/build-queue.ts';
import { FolderWatcher } from '../../../src/server/watch.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** The age of a file that was not edited yet, in seconds. */
const OLD = 1e9;

/** A content folder that is watched, and what was heard of it. */
async function watched() {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, { 'things/a.yaml': 'a: 1\n', 'things/b.yaml': 'b: 1\n' });
  fs.utimesSync(`${folder}/things/a.yaml`, OLD, OLD);
  const told = new Told();
  const errors: UsageError[] = [];
  const watcher = new FolderWatcher(
    folder,
    () => told.tell(),
    (error) => {
      errors.push(error);
      told.tell();
    },
  );
  await watcher.open();
  onTestFinished(() => watcher.close());
  return { folder, told, errors, watcher };
}

/** Counts the times that something was told, and waits for the next. */
class Told {
  count = 0;
  #waiting: (() => void)[] = [];

  tell(): void {
    this.count++;
    for (const done of this.#waiting.splice(0)) done();
  }

  /** Resolves the next time, and fails where none comes. */
  next(): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error('Nothing was told for 5 s.')), 5000);
      this.#waiting.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  }
}

/** Does something in a folder and waits for the word of it. */
async function isTold(told: Told, act: () => void): Promise<void> {
  const next = told.next();
  act();
  await next;
}

/** Long enough for a word to come that must not come. */
const quiet = () => new Promise((done) => setTimeout(done, 250));

const edit = (folder: string, text = 'a: 2\n') => writeFiles(folder, { 'things/a.yaml': text });

/** Puts a copy of a folder in its place, with the same names in it. */
function swap(folder: string): void {
  fs.cpSync(folder, `${folder}.new`, { recursive: true });
  fs.renameSync(folder, `${folder}.old`);
  fs.renameSync(`${folder}.new`, folder);
}

describe('FolderWatcher tells of', () => {
  it.each<[string, (folder: string) => void]>([
    ['an edit', (folder) => edit(folder)],
    ['an added file', (folder) => writeFiles(folder, { 'things/c.yaml': 'c: 1\n' })],
    ['a removed file', (folder) => fs.rmSync(`${folder}/things/a.yaml`)],
    [
      'a renamed file',
      (folder) => fs.renameSync(`${folder}/things/a.yaml`, `${folder}/things/z.yaml`),
    ],
    [
      'a file that is written beside and renamed over',
      (folder) => {
        writeFiles(folder, { 'things/.a.yaml.swp': 'a: 2\n' });
        fs.renameSync(`${folder}/things/.a.yaml.swp`, `${folder}/things/a.yaml`);
      },
    ],
    [
      'a file that another of the same age is renamed over',
      (folder) => {
        const [file, other] = [`${folder}/things/a.yaml`, `${folder}/../other.yaml`];
        fs.writeFileSync(other, 'a: 2\n');
        fs.utimesSync(other, OLD + 1, OLD);
        fs.renameSync(other, file);
      },
    ],
    ['a new folder with files', (folder) => writeFiles(folder, { 'things/new/c.yaml': 'c: 1\n' })],
    ['a new collection', (folder) => writeFiles(folder, { 'more/c.yaml': 'c: 1\n' })],
    ['a removed folder', (folder) => fs.rmSync(`${folder}/things`, { recursive: true })],
    ['a renamed folder', (folder) => fs.renameSync(`${folder}/things`, `${folder}/thinks`)],
    ['a link', (folder) => fs.symlinkSync('a.yaml', `${folder}/things/link.yaml`)],
    ['a folder called like a leftover', (folder) => writeFiles(folder, { 'a.bak/c.yaml': '' })],
  ])('%s', async (_, act) => {
    const { folder, told, errors } = await watched();
    await isTold(told, () => act(folder));
    // What came may need to be watched too before more of it is heard.
    await quiet();
    await isTold(told, () => writeFiles(folder, { 'things/last.yaml': '' }));
    expect(errors).toEqual([]);
  });

  it.each<[string, (folder: string) => void]>([
    ['the folder itself', (folder) => swap(folder)],
    ['a folder in it', (folder) => swap(path.join(folder, 'things'))],
    [
      'a folder that is removed and made again at once',
      (folder) => {
        fs.rmSync(`${folder}/things`, { recursive: true });
        edit(folder);
      },
    ],
  ])('an edit after another took the place of %s', async (_, act) => {
    const { folder, told } = await watched();
    await isTold(told, () => act(folder));
    await quiet();
    await isTold(told, () => edit(folder, 'a: 3\n'));
  });

  it.each<[string, (folder: string) => void]>([
    ['with files', () => {}],
    ['without any', (folder) => fs.rmSync(`${folder}/things`, { recursive: true })],
  ])('the folder itself %s, removed, made again and edited', async (_, prepare) => {
    const { folder, told, errors } = await watched();
    prepare(folder);
    await quiet();
    await isTold(told, () => fs.rmSync(folder, { recursive: true }));
    await quiet();
    await isTold(told, () => edit(folder));
    await quiet();
    await isTold(told, () => edit(folder, 'a: 3\n'));
    expect(errors).toEqual([]);
  });

  it('a burst of 300 files in a few calls', async () => {
    const { folder, told } = await watched();
    const names = Array.from({ length: 300 }, (_, n) => `things/${n % 10}/${n}.yaml`);
    await isTold(told, () => {
      writeFiles(folder, Object.fromEntries(names.map((name) => [name, 'n: 1\n'])));
    });
    await quiet();
    expect(told.count).toBeLessThanOrEqual(5);
    await isTold(told, () => writeFiles(folder, { 'things/9/299.yaml': 'n: 2\n' }));
  });
});

describe('watchFolder, where writing never ends,', () => {
  it('tells of it all the same', async () => {
    const { folder, told } = await watched();
    let writing: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(writing));
    await isTold(told, () => {
      writing = setInterval(() => edit(folder, `a: ${performance.now()}\n`), 5);
    });
  });
});

describe('FolderWatcher passes over', () => {
  it.each<[string, string]>([
    ['a hidden file', 'things/.c.yaml'],
    ['a file in a hidden folder', '.git/index.yaml'],
    ['a backup copy', 'things/a.yaml~'],
    ['a swap file', 'things/a.yaml.swp'],
    ['notes', 'things/README.md'],
  ])('%s', async (_, file) => {
    const { folder, told } = await watched();
    writeFiles(folder, { [file]: '1' });
    await quiet();
    writeFiles(folder, { [file]: '2' });
    fs.rmSync(path.join(folder, file));
    await quiet();
    expect(told.count).toBe(0);
    await isTold(told, () => edit(folder));
  });

  it('the return of a folder that was removed before it was closed', async () => {
    const { folder, told, watcher } = await watched();
    await isTold(told, () => fs.rmSync(folder, { recursive: true }));
    await watcher.close();
    const { count } = told;
    edit(folder);
    await quiet();
    await quiet();
    expect(told.count).toBe(count);
  });

  it('all that happens once it is closed', async () => {
    const { folder, told, watcher } = await watched();
    edit(folder);
    await watcher.close();
    edit(folder, 'a: 3\n');
    await quiet();
    expect(told.count).toBe(0);
  });
});

/** Lets the system allow so many watches more, until the test has finished. */
function allowWatches(allowed: number, code: string): void {
  const original = fs.watch;
  let left = allowed;
  const limited = (...args: Parameters<typeof fs.watch>) => {
    if (left-- > 0) return original(...args);
    throw Object.assign(new Error(`${code}: refused, watch`), { code });
  };
  const put = (watch: typeof fs.watch) => {
    fs.watch = watch;
    // The named export of node:fs, which chokidar imports, follows.
    syncBuiltinESMExports();
  };
  put(limited as typeof fs.watch);
  onTestFinished(() => put(original));
}

describe('FolderWatcher refuses', () => {
  const ignore = () => {};

  it.each<[string, string, RegExp]>([
    [
      'a system that allows too few watches',
      'ENOSPC',
      /not watched: .* fs\.inotify\.max_user_watches /,
    ],
    ['a system that allows too few watchers', 'EMFILE', /not watched: EMFILE: refused, watch\./],
    ['another trouble in its own words', 'EIO', /not watched: EIO: refused, watch\./],
  ])('%s', async (_, code, message) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a/1.yaml': '', 'b/2.yaml': '', 'c/3.yaml': '' });
    allowWatches(2, code);
    const watching = new FolderWatcher(folder, ignore, ignore).open();
    await expect(watching).rejects.toThrow(UsageError);
    await expect(watching).rejects.toThrow(message);
  });

  it.each<[string, Record<string, string>]>([
    ['a folder that is not there', {}],
    ['a file', { content: '' }],
  ])('%s', async (_, files) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const watching = new FolderWatcher(path.join(folder, 'content'), ignore, ignore).open();
    await expect(watching).rejects.toThrow(/not watched: there is no such folder/);
  });

  it('to go on where the system allows no watch of what is new, and says so once', async () => {
    const { folder, told, errors } = await watched();
    allowWatches(0, 'ENOSPC');
    await isTold(told, () => writeFiles(folder, { 'new/1.yaml': '', 'new/2.yaml': '' }));
    edit(folder);
    await quiet();
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/not watched: .* fs\.inotify\.max_user_watches /),
    ]);
  });
});

/** A build queue whose runs a test ends, with a clock of what happened in which order. */
class Workshop {
  clock = 0;
  /** The runs that started, each with when. */
  readonly runs: { readonly start: number; end(fails: boolean): void }[] = [];
  readonly requests: { readonly at: number; readonly outcome: Promise<unknown> }[] = [];
  active = 0;
  most = 0;
  readonly queue = new BuildQueue(() => this.#run());

  /** Requests a build; its outcome is the number of the run, also where that one failed. */
  ask(): void {
    const at = this.clock++;
    const outcome = this.queue.request().catch((error) => error.run ?? error.name);
    this.requests.push({ at, outcome });
  }

  /** Ends the run in progress, if there is one. */
  end(fails: boolean): void {
    if (this.active) this.runs.at(-1)?.end(fails);
  }

  /** The run that an asker at a time is to hear of: the first that started later. */
  due = (at: number): number => this.runs.findIndex(({ start }) => start > at);

  #run(): Promise<number> {
    const run = this.runs.length;
    this.most = Math.max(this.most, ++this.active);
    return new Promise((done, fail) => {
      const end = (fails: boolean) => {
        this.active--;
        if (fails) fail(Object.assign(new Error('It failed.'), { run }));
        else done(run);
      };
      this.runs.push({ start: this.clock++, end });
    });
  }
}

/** Lets all that is due happen. */
const settled = () => new Promise((done) => setImmediate(done));

type Step = 'ask' | 'end' | 'fail' | 'close' | 'tick' | 'settle';

const STEPS: Record<Step, (shop: Workshop) => unknown> = {
  ask: (shop: Workshop) => shop.ask(),
  end: (shop: Workshop) => shop.end(false),
  fail: (shop: Workshop) => shop.end(true),
  close: (shop: Workshop) => shop.queue.close(),
  tick: () => Promise.resolve(),
  settle: () => settled(),
};

async function play(shop: Workshop, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const done = STEPS[step](shop);
    // Without a wait where there is nothing to wait for, two steps are taken at once.
    if (done instanceof Promise) await done;
  }
}

async function finish(shop: Workshop): Promise<void> {
  const idle = shop.queue.idle();
  for (await settled(); shop.active; await settled()) shop.end(false);
  await idle;
}

const step = fc.constantFrom<Step[]>('ask', 'ask', 'end', 'fail', 'tick', 'settle');

describe('BuildQueue', () => {
  it('answers each request with the first run that starts after it, one run at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const shop = new Workshop();
        await play(shop, steps);
        await finish(shop);
        const outcomes = await Promise.all(shop.requests.map(({ outcome }) => outcome));
        expect(outcomes).toEqual(shop.requests.map(({ at }) => shop.due(at)));
        expect(outcomes).not.toContain(-1);
        expect(shop.most).toBeLessThanOrEqual(1);
        expect(shop.runs.length).toBeLessThanOrEqual(shop.requests.length);
      }),
    );
  });

  it('starts no run once it is closed, and aborts every request that waits for one', async () => {
    const steps = fc.array(step, { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const shop = new Workshop();
        await play(shop, before);
        const { length } = shop.runs;
        await play(shop, ['close', ...after, 'ask']);
        await finish(shop);
        expect(shop.runs).toHaveLength(length);
        const outcomes = await Promise.all(shop.requests.map(({ outcome }) => outcome));
        const due = shop.requests.map(({ at }) => shop.due(at));
        expect(outcomes).toEqual(due.map((run) => (run === -1 ? 'AbortError' : run)));
      }),
    );
  });

  it.each<[string, Step[], unknown[]]>([
    ['two at once share a run', ['ask', 'ask'], [0, 0]],
    ['one during a run waits for the next', ['ask', 'settle', 'ask'], [0, 1]],
    ['many during a run share the next', ['ask', 'settle', 'ask', 'settle', 'ask'], [0, 1, 1]],
    ['one after a failure runs again', ['ask', 'settle', 'fail', 'settle', 'ask'], [0, 1]],
    ['one that waits when it is closed', ['ask', 'settle', 'ask', 'close'], [0, 'AbortError']],
  ])('%s', async (_, steps, expected) => {
    const shop = new Workshop();
    await play(shop, steps);
    await finish(shop);
    expect(await Promise.all(shop.requests.map(({ outcome }) => outcome))).toEqual(expected);
  });

  it('tells a run in progress that it is closed', async () => {
    const queue = new BuildQueue(
      (signal) =>
        new Promise((_, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason));
        }),
    );
    const outcome = queue.request().catch((error) => error.name);
    await settled();
    queue.close();
    expect(await outcome).toBe('AbortError');
    await queue.idle();
  });

  it('rejects and goes on where a build throws at once', async () => {
    const queue = new BuildQueue(() => {
      throw new Error('thrown at once');
    });
    await expect(queue.request()).rejects.toThrow('thrown at once');
    await expect(queue.request()).rejects.toThrow('thrown at once');
    await queue.idle();
  });
});
