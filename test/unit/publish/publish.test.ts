import fs, {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Changes } from '../../../src/publish/previous-site.ts';
import { publishSite } from '../../../src/publish/publish.ts';
import { restoreSite, temporaryPath } from '../../../src/publish/staging.ts';
import { readManifest } from '../../../src/site/manifest.ts';
import type { SiteFile } from '../../../src/site/site-file.ts';
import { writeFiles } from '../../support/folder.ts';
import {
  fileOf,
  HEAD,
  NEW,
  namesNextTo,
  OLD,
  publish,
  siteFilesOf,
  type Texts,
  targetWith,
  textsOf,
  writeSite,
} from '../../support/publishing.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';

/** Replaces a function of `node:fs` until the test has finished. */
function replaceFs<K extends 'mkdirSync' | 'readdirSync' | 'renameSync'>(
  name: K,
  replacement: (original: (typeof fs)[K]) => unknown,
): void {
  const { [name]: original } = fs;
  Object.assign(fs, { [name]: replacement(original) });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  });
}

describe('publishSite', () => {
  it('in an absent folder -> a row for each file, in the order of their paths: path, size, hash', async () => {
    const target = path.join(targetWith(null), 'dist');
    const pieces = ['é', '', '[1]'].map((text) => Buffer.from(text));
    const { size } = await publish(target, [{ path: 'b/c', body: pieces }, fileOf('a', '')]);
    expect(textsOf(target)).toEqual({ a: '', 'b/c': 'é[1]' });
    const files = [
      ['a', 0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['b/c', 5, '3bd83b92d652a5929b753218f4186cce94cf1cbcb29e9cc7da244a4c3b34197c'],
    ].map(([file, bytes, sha256]) => ({ path: file, bytes, sha256 }));
    expect(readManifest(target).rows).toEqual(files);
    const { length } = readFileSync(path.join(target, 'manifest.json'));
    expect(size).toMatchObject({ files: 3, siteBytes: 5 + length });
  });

  it('a file of more than a mebibyte -> its pieces in order', async () => {
    const target = targetWith(null);
    const texts = ['1', ' '.repeat(2 ** 20), '3'];
    await publish(target, [{ path: 'a', body: texts.map((text) => Buffer.from(text)) }]);
    // Not `toEqual`: on a failure it would compare the texts for minutes.
    expect(textsOf(target).a === texts.join('')).toBe(true);
  });

  it.each<[string, Texts, Omit<Changes, 'uploadBytes'>, bytes: number]>([
    ['nothing', { a: '1', b: '22' }, { added: 0, changed: 0, removed: 0, unchanged: 3 }, 0],
    ['one text', { a: '1', b: '333' }, { added: 0, changed: 2, removed: 0, unchanged: 1 }, 3],
    [
      'one removed, two added',
      { A: '', b: '22', c: '4444' },
      { added: 2, changed: 1, removed: 1, unchanged: 1 },
      4,
    ],
  ])('counts what changed: %s', async (_, texts, expected, bytes) => {
    const target = targetWith(null);
    const first = await publish(target, { a: '1', b: '22' });
    expect(first.changes).toMatchObject({ added: 3, changed: 0, removed: 0, unchanged: 0 });
    const { changes } = await publish(target, texts);
    const { size } = statSync(path.join(target, 'manifest.json'));
    const manifestBytes = expected.changed > 0 ? size : 0;
    expect(changes).toEqual({ ...expected, uploadBytes: bytes + manifestBytes });
  });
});

describe('a build that fails or is aborted', () => {
  /** Files, and a call between the last two. */
  function* filesThen(count: number, act: () => unknown): Generator<SiteFile> {
    for (let index = 0; index < count; index++) yield fileOf(`data/${1000 + index}.json`);
    act();
    yield fileOf('data/last.json');
  }
  const fail = () => {
    throw new Error('no more');
  };
  const stop = new AbortController();
  const abort = () => stop.abort();
  const twice = [...siteFilesOf(NEW), ...siteFilesOf(NEW)];
  const insideFile = siteFilesOf({ data: 'a file', 'data/x.json': 'new' });

  it.each<
    [string, Iterable<SiteFile>, RegExp, task?: { signal?: AbortSignal; check?: () => void }]
  >([
    ['rendering fails at once', filesThen(0, fail), /no more/],
    ['rendering fails after some files', filesThen(200, fail), /no more/],
    ['two files have one path', twice, /EEXIST/],
    ['the folder of a file is a file', insideFile, /EEXIST|ENOTDIR/],
    ['a name is too long', [...siteFilesOf(NEW), fileOf('x'.repeat(300))], /ENAMETOOLONG/],
    ['the site is refused', siteFilesOf(NEW), /no more/, { check: fail }],
    ['aborted before', siteFilesOf(NEW), /aborted/, { signal: AbortSignal.abort() }],
    // As Ctrl-C does it: on the next turn of the event loop, here that of the last files.
    [
      'aborted during the last files',
      filesThen(3, () => setImmediate(abort)),
      /aborted/,
      { signal: stop.signal },
    ],
  ])('%s -> the old site stays', async (_, files, reason, { check = () => {}, signal } = {}) => {
    const target = targetWith();
    const before = fingerprint(target);
    const makeSite = async () => ({ head: HEAD, files: () => files });
    const publishing = publishSite(target, makeSite, check, { signal });
    await expect(publishing).rejects.toThrow(reason);
    expect(fingerprint(target)).toEqual(before);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('aborted during many files -> no more of them are rendered', async () => {
    const many = new AbortController();
    let rendered = 0;
    const files = function* () {
      yield* filesThen(0, () => many.abort());
      for (; rendered < 1000; rendered++) yield fileOf(`${rendered}`);
    };
    const publishing = publish(targetWith(), files(), { signal: many.signal });
    await expect(publishing).rejects.toThrow(/aborted/);
    expect(rendered).toBeLessThan(100);
  });
});

describe('what a killed build left', () => {
  const LEFT = { 'data/left.json': 'left' };
  const leftover = (purpose: string, digit = '0'): string =>
    `.dist.staticrest-${purpose}-${digit.repeat(16)}`;
  const [staging, previous] = [leftover('staging'), leftover('previous')];
  const discarded = ['0', 'f'].map((digit) => leftover('discarded', digit));
  const FOREIGN = [
    '.dist.other-0123456789abcdef',
    '.dist.staticrest-other-0123456789abcdef',
    '.dist2.staticrest-staging-0123456789abcdef',
    'dist.staticrest-staging-0123456789abcdef',
  ];

  it.each<[string, Texts | null, string[], found: Texts | null, stays?: string[]]>([
    ['a staging folder next to a site -> removed', OLD, [staging], OLD],
    ['a staging folder and no site -> removed', null, [staging], null],
    ['a previous site next to its successor -> removed', OLD, [previous], OLD],
    ['a previous site and no other -> put back', null, [previous], LEFT],
    ['a previous site and a staging folder -> put back, removed', null, [previous, staging], LEFT],
    ['what could not be removed -> removed', OLD, discarded, OLD],
    ['names that no build gives -> stay', OLD, FOREIGN, OLD, FOREIGN],
  ])('%s', async (_, site, names, expected, stays = []) => {
    const target = targetWith(site);
    for (const name of names) {
      const folder = path.join(path.dirname(target), name);
      writeSite(folder, LEFT);
      utimesSync(folder, 1, 1);
    }
    // Rendering begins after the recovery and before the first file is written.
    let found: Texts | null = null;
    const files = function* () {
      if (existsSync(target)) found = textsOf(target);
      yield* siteFilesOf(NEW);
    };
    await publish(target, files());
    expect(found).toEqual(expected);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesNextTo(target).sort()).toEqual([...stays].sort());
  });

  it('a link with the name of a previous site -> the link and its target stay', async () => {
    const target = targetWith();
    const folder = path.dirname(target);
    writeSite(path.join(folder, 'mine'), NEW);
    symlinkSync('mine', path.join(folder, previous));
    await publish(target, NEW);
    rmSync(target, { recursive: true });
    await publish(target, NEW);
    expect(textsOf(path.join(folder, 'mine'))).toEqual(NEW);
    expect(namesNextTo(target)).toHaveLength(2);
  });
});

describe('the lock of another build', () => {
  /** A target with the old site, and the staging folder of another build, renewed so many ms ago. */
  function lockedTarget(age: number) {
    const target = targetWith();
    const staging = temporaryPath(target, 'staging');
    writeFiles(staging, { 'data/other.json': 'other' });
    const renewed = (Date.now() - age) / 1000;
    utimesSync(staging, renewed, renewed);
    return { target, staging };
  }

  /** Where the only build of a target writes. */
  const stagingOf = (target: string): string =>
    path.join(path.dirname(target), namesNextTo(target)[0] ?? '');

  it('renewed just now -> waits until it is gone, and reports that once', async () => {
    const { target, staging } = lockedTarget(0);
    let polls = 0;
    replaceFs('readdirSync', (readdir) => (...args: Parameters<typeof readdir>) => {
      polls++;
      return readdir(...args);
    });
    const waits: string[] = [];
    const publishing = publish(target, NEW, { onWait: (reason) => void waits.push(reason) });
    await vi.waitFor(() => expect(polls).toBeGreaterThan(5), { timeout: 10_000 });
    expect(textsOf(target)).toEqual(OLD);
    expect(textsOf(staging)).toEqual({ 'data/other.json': 'other' });
    expect(namesNextTo(target)).toEqual([path.basename(staging)]);
    expect(waits).toEqual([
      `Waiting for another build of ${target} to end. If it was killed, this takes up to 30 seconds.`,
    ]);
    rmSync(staging, { recursive: true });
    await publishing;
    expect(textsOf(target)).toEqual(NEW);
  });

  it.each([
    ['29 seconds old -> waits', 29_000, 1],
    ['31 seconds old -> takes over', 31_000, 0],
    ['from a clock that was set back -> takes over', -60_000, 0],
  ])('%s', async (_, age, expected) => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    const { target } = lockedTarget(age);
    const onWait = vi.fn(() => void vi.setSystemTime(Date.now() + 5_000));
    await publish(target, NEW, { onWait });
    expect(onWait).toHaveBeenCalledTimes(expected);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('aborted while it waits -> the lock stays', async () => {
    const { target, staging } = lockedTarget(0);
    const abort = new AbortController();
    const task = { signal: abort.signal, onWait: () => abort.abort() };
    await expect(publish(target, NEW, task)).rejects.toThrow(/abort/i);
    expect(textsOf(target)).toEqual(OLD);
    expect(namesNextTo(target)).toEqual([path.basename(staging)]);
  });

  it('taken by two builds at the same time -> this one gives way', async () => {
    const target = targetWith();
    const other = temporaryPath(target, 'staging');
    replaceFs('mkdirSync', (mkdir) => (...args: Parameters<typeof mkdir>) => {
      if (String(args[0]).includes('-staging-') && !existsSync(other)) mkdir(other);
      return mkdir(...args);
    });
    const onWait = vi.fn(() => {
      expect(namesNextTo(target)).toEqual([path.basename(other)]);
      utimesSync(other, 1, 1);
    });
    await publish(target, NEW, { onWait });
    expect(onWait).toHaveBeenCalledTimes(1);
    expect(textsOf(target)).toEqual(NEW);
  });

  /** Files as long as a condition holds, and one more; `act` is called after the first. */
  function* filesWhile(isNeeded: () => boolean, act: () => void): Generator<SiteFile> {
    // In a folder, since a file at the top would change the time of the staging folder.
    yield fileOf('data/0');
    act();
    let index = 1;
    for (; index < 1e5 && isNeeded(); index++) yield fileOf(`data/${1e6 + index}`);
    yield fileOf(`data/${1e6 + index}`);
  }

  it('is renewed while the site is made', async () => {
    const target = targetWith();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const makeSite = async () => {
      const staging = stagingOf(target);
      utimesSync(staging, 1, 1);
      vi.advanceTimersByTime(5_000);
      while (statSync(staging).mtimeMs === 1_000)
        await new Promise((resolve) => setImmediate(resolve));
      expect(statSync(staging).mtimeMs).toBeGreaterThan(Date.now() - 30_000);
      return { head: HEAD, files: () => siteFilesOf(NEW) };
    };
    await publishSite(target, makeSite, () => {});
    expect(textsOf(target)).toEqual(NEW);
  });

  it('lost to another build -> the holder fails, and the other build succeeds', async () => {
    const target = targetWith();
    let staging = '';
    const files = filesWhile(
      () => existsSync(staging),
      () => {
        staging = stagingOf(target);
        utimesSync(staging, 1, 1);
      },
    );
    const suspended = publish(target, files);
    const other = publish(target, NEW);
    await expect(suspended).rejects.toThrow(`Another process removed ${staging}`);
    await other;
    expect(textsOf(target)).toEqual(NEW);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('somebody adds a file to the old site meanwhile -> the file stays', async () => {
    const target = targetWith();
    const check = () => writeFiles(target, { 'notes.txt': 'mine' });
    const makeSite = async () => ({ head: HEAD, files: () => siteFilesOf(NEW) });
    const publishing = publishSite(target, makeSite, check);
    await expect(publishing).rejects.toThrow(/contains notes\.txt/);
    expect(textsOf(target)).toEqual({ ...OLD, 'notes.txt': 'mine' });
  });

  it('lost to another build before the swap -> the site of the other build stays', async () => {
    const target = targetWith();
    const check = () => {
      renameSync(stagingOf(target), `${target}-removed`);
      rmSync(target, { recursive: true });
      writeSite(target, NEW);
    };
    const makeSite = async () => ({ head: HEAD, files: () => siteFilesOf(OLD) });
    const publishing = publishSite(target, makeSite, check);
    await expect(publishing).rejects.toThrow(/Another process removed/);
    expect(textsOf(target)).toEqual(NEW);
  });

  it.each([
    ['twice -> the swap is repeated', 2, NEW],
    ['each time -> the build fails', 9, OLD],
  ])('the old site is put back between the two renames %s', async (_, times, expected) => {
    const target = targetWith();
    let restored = 0;
    replaceFs('renameSync', (rename) => (from: string, to: string) => {
      rename(from, to);
      if (!to.includes('-previous-') || restored === times) return;
      restored++;
      restoreSite(target);
    });
    const publishing = publish(target, NEW);
    if (expected === NEW) await publishing;
    else await expect(publishing).rejects.toThrow(/ENOTEMPTY|EEXIST/);
    expect(textsOf(target)).toEqual(expected);
    expect(namesNextTo(target)).toEqual([]);
  });
});

describe('files that a site shares with the previous one', () => {
  const TEXTS = { 'data/a/1.json': 'one', 'data/a/2.json': 'two', 'data/b.json': 'b', _top: 'top' };

  /** All that is in a folder: files with their texts, links with their targets. */
  const contentsOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => {
        const file = path.join(folder, name);
        const entry = fs.lstatSync(file);
        if (entry.isSymbolicLink()) return `${name} -> ${readlinkSync(file)}`;
        return entry.isFile() ? `${name}: ${readFileSync(file, 'utf8')}` : name;
      })
      .sort();

  /** What a folder has to contain in which these texts are published. */
  async function expectedOf(texts: Texts): Promise<string[]> {
    const target = targetWith(null);
    await publish(target, texts);
    return contentsOf(target);
  }

  /** Makes all files below a folder equally old, as if what follows came some time later. */
  function makeOld(folder: string): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(folder, name), 1e9, 1e9);
  }

  it('unchanged -> linked in every generation, and to no other file; changed -> written', async () => {
    const target = targetWith(null);
    await publish(target, TEXTS);
    makeOld(target);
    const stats = () => Object.keys(TEXTS).map((file) => statSync(path.join(target, file)));
    for (const text of ['2', '3', '4']) {
      await publish(target, { ...TEXTS, 'data/a/2.json': text });
      utimesSync(path.join(target, 'manifest.json'), 2e9, 2e9);
      expect(stats().map(({ mtimeMs }) => mtimeMs === 1e12)).toEqual([true, false, true, true]);
      expect(stats().map(({ nlink }) => nlink)).toEqual([1, 1, 1, 1]);
    }
  });

  it.each<[string, (file: string, similar: string) => unknown]>([
    ['a file edited, with the same size', (file) => writeFileSync(file, 'ONE')],
    ['a file edited, with another size', (file) => appendFileSync(file, '!')],
    [
      'a file edited, with another size and the same time',
      (file) => {
        writeFileSync(file, '');
        utimesSync(file, 1e9, 1e9);
      },
    ],
    [
      'a file replaced by a link',
      (file, similar) => {
        unlinkSync(file);
        symlinkSync(path.join(similar, 'a/1.json'), file);
      },
    ],
    ['another mode', (file) => chmodSync(file, 0o600)],
  ])('%s -> not in the next site', async (_, change) => {
    const target = targetWith(null);
    const similar = path.join(path.dirname(target), 'similar');
    writeFiles(similar, { 'a/1.json': '!!!', 'a/2.json': '!!!', 'b.json': '!' });
    await publish(target, TEXTS);
    for (const folder of [target, similar]) makeOld(folder);
    const file = path.join(target, 'data/a/1.json');
    change(file, similar);
    await publish(target, TEXTS);
    expect(contentsOf(target)).toEqual(await expectedOf(TEXTS));
    for (const name of filesOf(target)) {
      expect(statSync(path.join(target, name)).mode & 0o777, name).toBe(0o666 & ~process.umask());
    }
  });

  // Documented: such an edit is not noticed.
  it('a file edited, with the same size and the same time -> linked', async () => {
    const target = targetWith(null);
    await publish(target, TEXTS);
    makeOld(target);
    const file = path.join(target, 'data/a/1.json');
    writeFileSync(file, 'ONE');
    utimesSync(file, 1e9, 1e9);
    await publish(target, TEXTS);
    expect(readFileSync(file, 'utf8')).toBe('ONE');
  });

  it('nothing has changed -> the site is not touched', async () => {
    const target = targetWith(null);
    const first = await publish(target, TEXTS);
    const stats = () =>
      ['', ...filesOf(target)].map((file) => {
        const { ino, mtimeMs } = statSync(path.join(target, file));
        return [ino, mtimeMs];
      });
    const before = stats();
    expect((await publish(target, TEXTS)).size).toEqual(first.size);
    expect(stats()).toEqual(before);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('any sequence of sites and edits -> each site is as if it were the first', async () => {
    const file = fc.constantFrom('_top', 'a/1', 'a/2', 'a/b/3', 'c/4');
    const site = fc.dictionary(file, fc.constantFrom('', 'x', 'y', 'long'));
    const sequence = fc.array(fc.tuple(site, fc.option(file)), { minLength: 2, maxLength: 4 });
    const property = fc.asyncProperty(sequence, async (sites) => {
      const target = targetWith(null);
      for (const [texts, edited] of sites) {
        await publish(target, texts);
        expect(contentsOf(target)).toEqual(await expectedOf(texts));
        makeOld(target);
        if (edited === null || texts[edited] === undefined) continue;
        writeFileSync(path.join(target, edited), texts[edited].replace(/./g, '!'));
      }
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
