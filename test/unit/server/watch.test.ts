import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FolderWatcher } from '../../../src/server/watch.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { InProcessCli } from '../../support/cli.ts';
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

const CHANGES: Record<string, (folder: Awaited<ReturnType<typeof watchedFolder>>) => void> = {
  'an added file': ({ write }) => write('things/c.yaml'),
  'a removed file': ({ remove }) => remove('things/b.yaml'),
  'a file of the same age that is renamed over another': ({ at, write, rename }) => {
    write('../other.yaml');
    fs.utimesSync(at('../other.yaml'), OLD + 1, OLD);
    rename('../other.yaml', 'things/a.yaml');
  },
  'a new collection': ({ write }) => write('more/c.yaml'),
  'a removed folder': ({ remove }) => remove('things'),
  'a link': ({ at }) => fs.symlinkSync('a.yaml', at('things/link.yaml')),
  'a folder named like a backup copy': ({ write }) => write('a.bak/c.yaml'),
  'another folder in the place of the content': ({ swap }) => swap('.'),
  'another folder in the place of a collection': ({ swap }) => swap('things'),
  'the content folder, which is made again later': ({ remove }) => remove('.'),
  'a folder that is removed and made again': ({ remove, write }) => {
    remove('things');
    write('things/a.yaml');
  },
};

it('every kind of change -> onChange, and later edits are seen too', async () => {
  const checkChange = async (act: (typeof CHANGES)[string]) => {
    const watched = await watchedFolder();
    await watched.change(() => act(watched));
    await watched.seesEdits();
    // The first call may come from opening a folder again, and not from an edit.
    await noCallFollows();
    await watched.seesEdits();
    expect(watched.onError).not.toHaveBeenCalled();
  };
  // At the same time, since each one mostly waits.
  const checks = Object.entries(CHANGES).map(([name, act]) =>
    checkChange(act).catch((cause) => {
      throw new Error(name, { cause });
    }),
  );
  await Promise.all(checks);
});

it('200 files at once -> few calls, and every new folder is watched, until it is closed', async () => {
  const { write, onChange, change, watcher } = await watchedFolder();
  const files = Array.from({ length: 200 }, (_, n) => `things/${n % 10}/${n}.yaml`);
  await change(() => write(...files));
  await noCallFollows();
  expect(onChange.mock.calls.length).toBeLessThanOrEqual(5);
  await change(() => write('things/9/199.yaml'));
  onChange.mockClear();
  write('things/9/199.yaml');
  await sleep(20);
  await watcher.close();
  await noCallFollows();
  expect(onChange).not.toHaveBeenCalled();
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

/** Lets the system allow that many more watches, until the test has finished. */
function allowWatches(allowed: number): void {
  const original = fs.watch;
  let left = allowed;
  const replace = (watch: typeof fs.watch) => {
    fs.watch = watch;
    // Updates the named export of node:fs, which chokidar imports.
    syncBuiltinESMExports();
  };
  const limited = (...args: Parameters<typeof fs.watch>) => {
    if (left-- > 0) return original(...args);
    throw Object.assign(new Error('ENOSPC: refused, watch'), { code: 'ENOSPC' });
  };
  replace(limited as typeof fs.watch);
  onTestFinished(() => replace(original));
}

const TOO_FEW = / for changes: ENOSPC: refused, watch\.$/m;

/** Watches a folder that can't be watched, and returns the error. */
async function errorAt(folder: string): Promise<unknown> {
  const onError = vi.fn();
  await new FolderWatcher(folder, vi.fn(), onError).open();
  expect(onError).toHaveBeenCalledOnce();
  return onError.mock.calls[0]?.[0];
}

it('the system refuses a watch -> an error', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'a/1.yaml': '', 'b/2.yaml': '', 'c/3.yaml': '' });
  allowWatches(2);
  const error = await errorAt(folder);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toMatch(TOO_FEW);
});

it('a file in place of the folder -> an error', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { file: '' });
  expect(String(await errorAt(path.join(folder, 'file')))).toContain(' changes: ENOTDIR: ');
});

it('no folder yet -> it is watched when it exists', async () => {
  const folder = path.join(temporaryFolder(), 'content');
  const onChange = vi.fn();
  const watcher = new FolderWatcher(folder, onChange, vi.fn());
  onTestFinished(() => watcher.close());
  await watcher.open();
  await noCallFollows();
  writeFiles(folder, { a: '' });
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), WAIT);
});

it('no events of the system, and the folder is made again -> later edits are seen', async () => {
  vi.stubEnv('CHOKIDAR_USEPOLLING', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const polled = await watchedFolder();
  await polled.change(() => polled.remove('.'));
  await polled.seesEdits();
  await noCallFollows();
  await polled.seesEdits();
});

it('`dev`, and the system refuses to watch -> no promise to serve every change', async () => {
  allowWatches(0);
  const cli = new InProcessCli(['dev', '--port', '0'], { cwd: 'examples/eight-thousanders' });
  await cli.waitFor('Press Ctrl-C');
  expect(cli.stderr).toMatch(TOO_FEW);
  expect(cli.stdout).toContain('Watching only api.mjs. Start dev again after you change content.');
  expect(cli.stdout).not.toContain('immediately');
});

it('a new folder is refused -> one call of onError', async () => {
  const refused = await watchedFolder();
  allowWatches(0);
  refused.write('new/1.yaml', 'more/2.yaml');
  await vi.waitFor(() => expect(refused.onError).toHaveBeenCalled(), WAIT);
  refused.write('things/a.yaml');
  await noCallFollows();
  expect(refused.onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringMatching(TOO_FEW) }),
  );
});
