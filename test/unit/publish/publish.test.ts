import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryPath } from '../../../src/publish/lock.ts';
import type { Changes } from '../../../src/publish/new-site.ts';
import { findManifest } from '../../../src/site/manifest.ts';
import type { SiteFile } from '../../../src/site/site-file.ts';
import { writeFiles } from '../../support/folder.ts';
import { interceptWrites } from '../../support/intercept-writes.mjs';
import {
  fileOf,
  HEAD,
  NEW,
  namesNextTo,
  OLD,
  publish,
  publishMade,
  siteFilesOf,
  type Texts,
  targetWith,
  textsOf,
  writeSite,
} from '../../support/publishing.ts';
import { fingerprint } from '../../support/site-files.ts';

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
    expect(findManifest(target)?.rows).toEqual(files);
    const { length } = readFileSync(path.join(target, 'manifest.json'));
    expect(size).toMatchObject({ files: 3, siteBytes: 5 + length });
  });

  it.each<[string, Texts, Omit<Changes, 'uploadBytes'>, bytes: number]>([
    ['nothing', { a: '1', b: '22' }, { added: 0, changed: 0, removed: 0, unchanged: 3 }, 0],
    ['one text', { a: '1', b: '333' }, { added: 0, changed: 2, removed: 0, unchanged: 1 }, 3],
    ['one removed', { a: '1' }, { added: 0, changed: 1, removed: 1, unchanged: 1 }, 0],
    [
      'others',
      { A: '', b: '22', c: '4444' },
      { added: 2, changed: 1, removed: 1, unchanged: 1 },
      4,
    ],
  ])('counts what changed: %s', async (_, texts, expected, bytes) => {
    const target = targetWith(null);
    const first = await publish(target, { a: '1', b: '22' });
    expect(first.changes).toMatchObject({ added: 3, changed: 0, removed: 0, unchanged: 0 });
    const { changes } = await publish(target, texts);
    expect(textsOf(target)).toEqual(texts);
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
  const twice = [...siteFilesOf(NEW), ...siteFilesOf(NEW)];

  it.each<
    [string, Iterable<SiteFile>, RegExp, task?: { signal?: AbortSignal; check?: () => void }]
  >([
    ['rendering fails after some files', filesThen(70, fail), /no more/],
    ['two files have one path', twice, /EEXIST/],
    ['the site is refused', siteFilesOf(NEW), /no more/, { check: fail }],
    ['aborted before', siteFilesOf(NEW), /aborted/, { signal: AbortSignal.abort() }],
  ])('%s -> the old site stays', async (_, files, reason, { check = () => {}, signal } = {}) => {
    const target = targetWith();
    const before = fingerprint(target);
    const makeSite = async () => ({ head: HEAD, files: () => files });
    const publishing = publishMade(target, makeSite, { signal }, check);
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

describe('temporary files', () => {
  it.each([
    ['aborted -> removed', 'Writing 3', 0],
    [
      'aborted while they are removed -> they are left',
      'Removing; Ctrl-C leaves the rest to the next command: 0',
      1,
    ],
  ])('%s', async (_, abortedAt, left) => {
    const target = targetWith();
    const abort = new AbortController();
    const onProgress = (...step: unknown[]) => step.join(' ') === abortedAt && abort.abort();
    const files = { ...NEW, a: '' };
    await publish(target, files, { onProgress, signal: abort.signal }).catch(() => {});
    expect(textsOf(target)).toEqual(abortedAt === 'Writing 3' ? OLD : files);
    expect(namesNextTo(target)).toHaveLength(left);
    await publish(target, NEW);
    expect(namesNextTo(target)).toEqual([]);
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

  it('a file with the name of a staging folder -> stays', async () => {
    const target = targetWith(OLD);
    writeFileSync(path.join(path.dirname(target), staging), 'mine');
    await publish(target, siteFilesOf(NEW));
    expect(namesNextTo(target)).toEqual([staging]);
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
    const onNotice = vi.fn();
    const publishing = publish(target, NEW, { onNotice });
    await setTimeout(250);
    expect(textsOf(target)).toEqual(OLD);
    expect(textsOf(staging)).toEqual({ 'data/other.json': 'other' });
    expect(namesNextTo(target)).toEqual([path.basename(staging)]);
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(
      `Waiting for another command that works on ${target} to end. If it was killed, this takes up to 30 seconds.`,
    );
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
    const onNotice = vi.fn(() => void vi.setSystemTime(Date.now() + 5_000));
    await publish(target, NEW, { onNotice });
    expect(onNotice).toHaveBeenCalledTimes(expected);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('aborted while it waits -> the lock stays', async () => {
    const { target, staging } = lockedTarget(0);
    const abort = new AbortController();
    const task = { signal: abort.signal, onNotice: () => abort.abort() };
    await expect(publish(target, NEW, task)).rejects.toThrow(/abort/i);
    expect(textsOf(target)).toEqual(OLD);
    expect(namesNextTo(target)).toEqual([path.basename(staging)]);
  });

  it('taken by two builds at the same time -> this one gives way', async () => {
    const target = targetWith();
    const other = temporaryPath(target, 'staging');
    let isTaken = false;
    const end = interceptWrites(path.dirname(target), (step) => {
      if (isTaken || !step.startsWith('mkdir .dist.staticrest-staging-')) return;
      isTaken = true;
      mkdirSync(other);
    });
    onTestFinished(end);
    const onNotice = vi.fn(() => {
      expect(namesNextTo(target)).toEqual([path.basename(other)]);
      utimesSync(other, 1, 1);
    });
    await publish(target, NEW, { onNotice });
    expect(onNotice).toHaveBeenCalledTimes(1);
    expect(textsOf(target)).toEqual(NEW);
  });

  it('is renewed while the site is made', async () => {
    const target = targetWith();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const makeSite = async () => {
      const staging = stagingOf(target);
      utimesSync(staging, 1, 1);
      vi.advanceTimersByTime(5_000);
      await vi.waitFor(() => expect(statSync(staging).mtimeMs).toBeGreaterThan(1_000));
      return { head: HEAD, files: () => siteFilesOf(NEW) };
    };
    await publishMade(target, makeSite);
    expect(textsOf(target)).toEqual(NEW);
  });

  it('lost to another build -> the site of the other build stays', async () => {
    const target = targetWith();
    const makeSite = async () => {
      utimesSync(stagingOf(target), 1, 1);
      await publish(target, NEW);
      return { head: HEAD, files: () => siteFilesOf(OLD) };
    };
    await expect(publishMade(target, makeSite)).rejects.toThrow(/ENOENT/);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesNextTo(target)).toEqual([]);
  });

  it('somebody adds a file to the old site meanwhile -> the file stays', async () => {
    const target = targetWith();
    const check = () => writeFiles(target, { 'notes.txt': 'mine' });
    const makeSite = async () => ({ head: HEAD, files: () => siteFilesOf(NEW) });
    const publishing = publishMade(target, makeSite, {}, check);
    await expect(publishing).rejects.toThrow(/contains notes\.txt/);
    expect(textsOf(target)).toEqual({ ...OLD, 'notes.txt': 'mine' });
  });
});

it('a file of the previous site was edited, with the same size and time -> written, and counted as unchanged', async () => {
  const target = targetWith(null);
  await publish(target, NEW);
  const file = path.join(target, 'data/new.json');
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'NEW');
  utimesSync(file, atime, mtime);
  const { changes } = await publish(target, NEW);
  expect(changes).toMatchObject({ changed: 0, unchanged: 3 });
  expect(textsOf(target)).toEqual(NEW);
});
