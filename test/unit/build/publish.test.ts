import fs, {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
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
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { build } from '../../../src/build/build.ts';
import type { Changes } from '../../../src/build/previous-site.ts';
import { publishSite, type Site } from '../../../src/build/publish.ts';
import { restoreSite, temporaryPath } from '../../../src/build/staging.ts';
import { requireTarget } from '../../../src/build/target.ts';
import { headOf, manifestText, readManifest } from '../../../src/site/manifest.ts';
import type { SiteFile } from '../../../src/site/site-file.ts';
import { ContentError, UsageError } from '../../../src/util/problem.ts';
import type { TaskOptions } from '../../../src/util/progress.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const BASE = 'https://example.org';
const ABOUT = { name: 'Texts', version: '1.0.0', description: 'Texts.', collections: [] };
const HEAD = headOf({ base: BASE, formats: [], collections: [] }, ABOUT);

/** What a site of these texts looks like to the writer of sites. */
const siteOf = (texts: Readonly<Record<string, string>>): Site => ({
  head: HEAD,
  files: Object.entries(texts)
    .map(([file, text]): SiteFile => ({ path: file, body: [Buffer.from(text)] }))
    .sort((a, b) => (a.path < b.path ? -1 : 1)),
});

/** A manifest of an earlier version, by which a folder is known to be a site. */
const manifestOf = (texts: Readonly<Record<string, string>>): string => {
  const row = (file: string) => ({ path: file, bytes: 1, sha256: 'ab'.repeat(32) });
  return [
    ...manifestText({ ...HEAD, generator: 'staticrest 0.0.0' }, Object.keys(texts).sort().map(row)),
  ].join('');
};

const noCheck = () => {};

/** Publishes a site, and returns the sizes of its files and what became of those before it. */
async function publish(folder: string, site: Site, options: TaskOptions = {}) {
  let sizes: Record<string, number> = {};
  const check: Parameters<typeof publishSite>[2] = (rows) => {
    sizes = Object.fromEntries(rows.map(({ path: file, bytes }) => [file, bytes]));
  };
  const { changes } = await publishSite(folder, site, check, options);
  return { sizes, changes };
}

const OLD = { 'data/old.json': 'old', 'data/both.json': 'old', _redirects: 'old' };
const NEW = { 'data/new.json': 'new', 'data/both.json': 'new' };

/** A folder's files and their texts, the manifest left out. */
const textsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesOf(folder)
      .filter((file) => file !== 'manifest.json')
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );

/** The target of a test, in a folder with nothing else; with the old site unless told otherwise. */
function targetWith(site: Readonly<Record<string, string>> | null = OLD, name = 'dist'): string {
  const target = path.join(temporaryFolder(), name);
  if (site) writeSite(target, site);
  return target;
}

/** Writes a site of an earlier version. */
const writeSite = (folder: string, site: Readonly<Record<string, string>>): void =>
  writeFiles(folder, { ...site, 'manifest.json': manifestOf(site) });

/** The names in the parent folder of a target, but its own. */
const namesBeside = (target: string): string[] =>
  readdirSync(path.dirname(target)).filter((name) => name !== path.basename(target));

describe('publishSite', () => {
  it.each<[string, (target: string) => void]>([
    ['absent', () => {}],
    ['in a folder that is absent', (target) => rmSync(path.dirname(target), { recursive: true })],
    ['empty', (target) => mkdirSync(target)],
    ['an old site -> nothing of it stays', (target) => writeSite(target, OLD)],
    ['a site already of the same files', (target) => writeSite(target, NEW)],
  ])('target %s', async (_, prepare) => {
    const target = targetWith(null);
    prepare(target);
    await publish(target, siteOf(NEW));
    expect(textsOf(target)).toEqual(NEW);
    expect(namesBeside(target)).toEqual([]);
  });

  it('gives the manifest a row for each file: path, size, hash', async () => {
    const target = targetWith();
    const { sizes } = await publish(target, siteOf({ 'a.json': 'é', 'b/c.json': '' }));
    const text = readFileSync(path.join(target, 'manifest.json'), 'utf8');
    expect(sizes).toEqual({ 'a.json': 2, 'b/c.json': 0, 'manifest.json': text.length });
    expect(readManifest(target).rows).toEqual([
      {
        path: 'a.json',
        bytes: 2,
        sha256: '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
      },
      {
        path: 'b/c.json',
        bytes: 0,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    ]);
  });

  it('joins a body’s pieces', async () => {
    const target = targetWith();
    const body = ['[', '', '1', ']'].map((text) => Buffer.from(text));
    const { sizes } = await publish(target, {
      head: HEAD,
      files: [{ path: 'list.json', body }],
    });
    expect(textsOf(target)).toEqual({ 'list.json': '[1]' });
    expect(sizes['list.json']).toBe(3);
  });

  it.each<[string, Readonly<Record<string, string>>, Partial<Changes>]>([
    ['the same', { a: '1', b: '22' }, { unchanged: 3 }],
    ['one changed', { a: '1', b: '333' }, { unchanged: 1, changed: 2 }],
    [
      'one added before, between and after',
      { A: '', a: '1', a1: '4444', b: '22', c: '' },
      { unchanged: 2, added: 3, changed: 1 },
    ],
    ['one removed', { b: '22' }, { unchanged: 1, removed: 1, changed: 1 }],
    ['all others', { c: '4444' }, { added: 1, removed: 2, changed: 1 }],
    ['nothing left', {}, { removed: 2, changed: 1 }],
  ])('tells what became of the files: %s', async (_, texts, expected) => {
    const target = targetWith(null);
    const first = await publish(target, siteOf({ a: '1', b: '22' }));
    expect(first.changes).toMatchObject({ added: 3, changed: 0, removed: 0, unchanged: 0 });
    const { changes, sizes } = await publish(target, siteOf(texts));
    const none = { added: 0, changed: 0, removed: 0, unchanged: 0 };
    const own = expected.changed ? sizes['manifest.json'] : 0;
    const news = Object.entries(texts).filter(
      ([file, text]) => ({ a: '1', b: '22' })[file] !== text,
    );
    const uploadBytes = news.reduce((sum, [, text]) => sum + text.length, own ?? 0);
    expect(changes).toEqual({ ...none, ...expected, uploadBytes });
  });

  it('another grid with the same files: the manifest has changed', async () => {
    const target = targetWith(null);
    await publish(target, siteOf(NEW));
    const head = headOf({ base: 'https://example.com', formats: [], collections: [] }, ABOUT);
    const { changes } = await publish(target, { ...siteOf(NEW), head });
    expect(changes).toMatchObject({ unchanged: 2, changed: 1 });
  });

  it('files in any order give the same manifest', async () => {
    const [target, other] = [targetWith(), targetWith()];
    await publish(target, siteOf(NEW));
    await publish(other, { head: HEAD, files: [...siteOf(NEW).files].reverse() });
    expect(readManifest(other)).toEqual(readManifest(target));
  });
});

/** More files than are written before others get a turn, then something else. */
function* interrupted(end: () => unknown, count: number): Generator<SiteFile> {
  for (let index = 0; index < count; index++) {
    yield { path: `data/${1000 + index}.json`, body: [Buffer.from('new')] };
  }
  end();
  yield { path: 'data/last.json', body: [Buffer.from('new')] };
}

const fail = () => {
  throw new Error('no more');
};

describe('a site that is not finished', () => {
  /** Publishes over the old site, which must stay as it is, with nothing beside it. */
  async function expectUnchanged(
    files: Iterable<SiteFile>,
    reason: RegExp,
    { signal, end = noCheck }: { signal?: AbortSignal; end?: () => void } = {},
  ): Promise<void> {
    const target = targetWith();
    const before = fingerprint(target);
    const publishing = publishSite(target, { head: HEAD, files }, end, { signal });
    await expect(publishing).rejects.toThrow(reason);
    expect(fingerprint(target)).toEqual(before);
    expect(namesBeside(target)).toEqual([]);
  }

  /** Many files, and in the midst of them some that no file system takes. */
  function* deep(): Generator<SiteFile> {
    yield* interrupted(() => {}, 2000);
    for (let index = 0; index < 300; index++) {
      yield { path: `data/many/${1000 + index}${'x'.repeat(300)}`, body: [] };
    }
  }

  const twice = [...siteOf(NEW).files, ...siteOf(NEW).files];
  const inFile = siteOf({ data: 'a file', 'data/x.json': 'new' }).files;

  it.each<[string, Iterable<SiteFile>, RegExp]>([
    ['files fail at once', interrupted(fail, 0), /no more/],
    ['files fail after a few files', interrupted(fail, 3), /no more/],
    ['files fail after many files', interrupted(fail, 600), /no more/],
    ['files fail after thousands of files', interrupted(fail, 3000), /no more/],
    ['two files have one path', twice, /EEXIST/],
    ['a file’s folder is another’s file', inFile, /EEXIST|ENOTDIR/],
    ['a file whose name is too long', deep(), /ENAMETOOLONG/],
  ])('%s: the old one stays as it was', (_, files, reason) => expectUnchanged(files, reason));

  it('it is refused when it is written: the old one stays as it was', () =>
    expectUnchanged(siteOf(NEW).files, /no more/, { end: fail }));

  const now = (stop: AbortController) => stop.abort();
  /** As Ctrl-C does it: heard when the event loop has its next turn. */
  const soon = (stop: AbortController) => setImmediate(() => stop.abort());

  it.each([
    ['after a few files', 3, now],
    ['after many files', 600, now],
    ['after thousands of files', 3000, now],
    ['during the last files', 3, soon],
  ])('aborted %s: the old one stays as it was', async (_, count, abort) => {
    const stop = new AbortController();
    const files = interrupted(() => abort(stop), count);
    await expectUnchanged(files, /aborted/, { signal: stop.signal });
  });

  it('aborted before it began: the old one stays as it was', () =>
    expectUnchanged(siteOf(NEW).files, /aborted/, { signal: AbortSignal.abort() }));

  it('leaves no target where there was none', async () => {
    const target = targetWith(null);
    const site = { head: HEAD, files: interrupted(fail, 3) };
    await expect(publish(target, site)).rejects.toThrow('no more');
    expect(readdirSync(path.dirname(target))).toEqual([]);
  });
});

describe('what a killed build left', () => {
  const TOKENS = ['0123456789abcdef', 'fedcba9876543210'] as const;
  const LEFT = { 'data/left.json': 'left' };
  /** Names of folders that builds leave, for a target called `dist`. */
  const left = (purpose: string, token: string = TOKENS[0]) =>
    `.dist.staticrest-${purpose}-${token}`;

  /** What the next build makes of leftovers: the target's texts before it is written, and what stays. */
  async function nextBuild(
    site: Readonly<Record<string, string>> | null,
    names: readonly string[],
    files: Readonly<Record<string, string>> = { ...LEFT, 'manifest.json': manifestOf(LEFT) },
  ) {
    const target = targetWith(site);
    for (const name of names) {
      const folder = path.join(path.dirname(target), name);
      mkdirSync(folder);
      writeFiles(folder, files);
      utimesSync(folder, 1, 1);
    }
    // Files are asked for when recovering is done and nothing is written yet.
    let found: Record<string, string> | null = null;
    const observed = function* (): Generator<SiteFile> {
      if (existsSync(target)) found = textsOf(target);
      yield* siteOf(NEW).files;
    };
    await publish(target, { head: HEAD, files: observed() });
    expect(textsOf(target)).toEqual(NEW);
    return { found, stays: namesBeside(target) };
  }

  const FOREIGN = [
    '.dist.other-0123456789abcdef',
    '.dist.staticrest-staging-x',
    '.dist.staticrest-staging-0123456789abcdef0',
    '.dist.staticrest-other-0123456789abcdef',
    '.dist2.staticrest-staging-0123456789abcdef',
    'dist.staticrest-staging-0123456789abcdef',
  ];
  const both = [left('previous'), left('staging', TOKENS[1])];

  it.each<[string, Readonly<Record<string, string>> | null, string[], object | null, string[]]>([
    ['an incomplete site -> removed', OLD, [left('staging')], OLD, []],
    ['an incomplete site, and no other -> removed', null, [left('staging')], null, []],
    ['a previous site, and its successor -> removed', OLD, [left('previous')], OLD, []],
    ['a previous site, and no other -> put back', null, [left('previous')], LEFT, []],
    ['a previous and an incomplete site -> put back, removed', null, both, LEFT, []],
    [
      'what could not be removed -> removed',
      OLD,
      TOKENS.map((one) => left('discarded', one)),
      OLD,
      [],
    ],
    ['names that are not quite ours -> left alone', OLD, FOREIGN, OLD, FOREIGN],
  ])('%s', async (_, site, names, found, stays) => {
    const result = await nextBuild(site, names);
    expect(result.found).toEqual(found);
    expect(result.stays.sort()).toEqual([...stays].sort());
  });

  it('an empty folder that was set aside -> put back', async () => {
    const { found, stays } = await nextBuild(null, [left('previous')], {});
    expect(found).toEqual({});
    expect(stays).toEqual([]);
  });

  it.each(['staging', 'previous', 'discarded'])(
    'a link named as a %s folder -> left alone, and so is what it leads to',
    async (purpose) => {
      const target = targetWith();
      const folder = path.dirname(target);
      writeFiles(path.join(folder, 'mine'), { ...NEW, 'manifest.json': manifestOf(NEW) });
      const before = fingerprint(path.join(folder, 'mine'));
      symlinkSync('mine', path.join(folder, left(purpose)));
      await publish(target, siteOf(NEW));
      rmSync(target, { recursive: true });
      await publish(target, siteOf(NEW));
      expect(fingerprint(path.join(folder, 'mine'))).toEqual(before);
      expect(namesBeside(target)).toHaveLength(2);
    },
  );
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

  it('is waited for, and told once', async () => {
    const { target, staging } = lockedTarget(0);
    const before = fingerprint(staging);
    const waits: string[] = [];
    const publishing = publish(target, siteOf(NEW), { onWait: (why) => void waits.push(why) });
    await setTimeout(300);
    expect(textsOf(target)).toEqual(OLD);
    expect(fingerprint(staging)).toEqual(before);
    expect(namesBeside(target)).toEqual([path.basename(staging)]);
    expect(waits).toEqual([
      `Another build of ${target} is under way; this one waits for it, or 30 seconds if it was killed.`,
    ]);
    rmSync(staging, { recursive: true });
    await publishing;
    expect(textsOf(target)).toEqual(NEW);
  });

  it('is taken over when it has not been renewed for 30 seconds', async () => {
    const { target } = lockedTarget(29_500);
    const start = performance.now();
    await publish(target, siteOf(NEW));
    expect(performance.now() - start).toBeGreaterThan(400);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesBeside(target)).toEqual([]);
  });

  it.each([
    ['older than that', 31_000],
    ['of a clock that was set back since', -60_000],
  ])('is taken over at once: %s', async (_, age) => {
    const { target } = lockedTarget(age);
    await publish(target, siteOf(NEW), { onWait: () => expect.unreachable() });
    expect(textsOf(target)).toEqual(NEW);
    expect(namesBeside(target)).toEqual([]);
  });

  it('is left alone by an aborted build', async () => {
    const { target, staging } = lockedTarget(0);
    const publishing = publish(target, siteOf(NEW), { signal: AbortSignal.timeout(100) });
    await expect(publishing).rejects.toThrow(/abort/i);
    expect(textsOf(target)).toEqual(OLD);
    expect(namesBeside(target)).toEqual([path.basename(staging)]);
  });

  /** Where the only build of a target writes. */
  const stagingOf = (target: string): string =>
    path.join(path.dirname(target), namesBeside(target)[0] ?? '');

  /** Files as long as a condition holds, and one more. What happens `between` comes after the first. */
  function* filesWhile(isNeeded: () => boolean, between: () => void): Generator<SiteFile> {
    const file = (index: number) => ({ path: `data/${1e6 + index}.json`, body: [] });
    yield file(0);
    between();
    let index = 1;
    for (; index < 1e5 && isNeeded(); index++) yield file(index);
    yield file(index);
  }

  it('is renewed while its holder writes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const target = targetWith();
    const modified = () => statSync(stagingOf(target)).mtimeMs;
    let renewed = 0;
    const isOld = () => {
      renewed = modified();
      return renewed < 1e6;
    };
    const files = filesWhile(isOld, () => {
      utimesSync(stagingOf(target), 1, 1);
      vi.advanceTimersByTime(5_000);
    });
    await publish(target, { head: HEAD, files });
    expect(renewed).toBeGreaterThan(Date.now() - 30_000);
  });

  it('once lost to another build -> the holder fails, and the other build succeeds', async () => {
    const target = targetWith();
    let staging = '';
    const files = filesWhile(
      () => existsSync(staging),
      () => {
        staging = stagingOf(target);
        utimesSync(staging, 1, 1);
      },
    );
    const suspended = publish(target, { head: HEAD, files });
    const other = publish(target, siteOf(NEW));
    await expect(suspended).rejects.toThrow(`Another process removed ${staging}`);
    await other;
    expect(textsOf(target)).toEqual(NEW);
    expect(namesBeside(target)).toEqual([]);
  });

  it('lost to another build before the swap -> the target is the other build’s', async () => {
    const target = targetWith();
    const check = () => {
      renameSync(stagingOf(target), `${target}-removed`);
      rmSync(target, { recursive: true });
      writeSite(target, NEW);
    };
    await expect(publishSite(target, siteOf(OLD), check)).rejects.toThrow(
      /Another process removed/,
    );
    expect(textsOf(target)).toEqual(NEW);
  });

  it('another command puts the old site back between the two renames -> the swap is repeated', async () => {
    const target = targetWith();
    const { renameSync: rename } = fs;
    const restored: boolean[] = [];
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (!String(to).includes('-previous-') || restored.length > 1) return;
      restored.push(true);
      restoreSite(target);
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.renameSync = rename;
      syncBuiltinESMExports();
    });
    await publish(target, siteOf(NEW));
    expect(restored).toEqual([true, true]);
    expect(textsOf(target)).toEqual(NEW);
    expect(namesBeside(target)).toEqual([]);
  });
});

describe('what a site shares with the one before it', () => {
  /** Publishes to an empty folder: what any site of these texts must be equal to. */
  async function fresh(texts: Readonly<Record<string, string>>): Promise<string[]> {
    const folder = targetWith(null);
    await publish(folder, siteOf(texts));
    return below(folder);
  }

  /** All that is in a folder, by its paths in there. */
  const below = (folder: string): string[] =>
    shapeOf(folder).map((line) => line.slice(folder.length + 1));

  /** Is the same for two links to one file; an inode's number alone may be another's later. */
  function identity(file: string): string {
    const { ino, mtimeNs } = statSync(file, { bigint: true });
    return `${ino} ${mtimeNs}`;
  }

  const TEXTS = { 'data/a/1.json': 'one', 'data/a/2.json': 'two', 'data/b.json': 'b', _top: 'top' };

  it('is linked, in every generation, and what changed is written', async () => {
    const target = targetWith(null);
    await publish(target, siteOf(TEXTS));
    const identities = () => Object.keys(TEXTS).map((file) => identity(path.join(target, file)));
    const first = identities();
    for (const text of ['2', '3', '4']) {
      await publish(target, siteOf({ ...TEXTS, 'data/a/2.json': text }));
      const isShared = identities().map((own, index) => own === first[index]);
      expect(isShared).toEqual([true, false, true, true]);
    }
  });

  it('is linked once and no more when the old site is gone', async () => {
    const target = targetWith(null);
    for (let time = 0; time < 2; time++) await publish(target, siteOf(TEXTS));
    const links = Object.keys(TEXTS).map((file) => statSync(path.join(target, file)).nlink);
    expect(links).toEqual([1, 1, 1, 1]);
    expect(namesBeside(target)).toEqual([]);
  });

  it.each<[string, (one: string, target: string, likeness: string) => unknown]>([
    ['a file edited, of the same size', (one) => writeFileSync(one, 'ONE')],
    ['a file edited, of another size', (one) => appendFileSync(one, '!')],
    [
      'a file edited by way of a link to it',
      (one, target) => {
        linkSync(one, `${target}-link`);
        writeFileSync(`${target}-link`, 'ONE');
      },
    ],
    [
      'a file edited, of another size and as old as before',
      (one) => {
        const { atimeMs, mtimeMs } = statSync(one);
        writeFileSync(one, '');
        utimesSync(one, atimeMs / 1000, mtimeMs / 1000);
      },
    ],
    ['a file deleted', (one) => unlinkSync(one)],
    [
      'a file replaced by a link to another',
      (one) => {
        unlinkSync(one);
        symlinkSync('2.json', one);
      },
    ],
    [
      'a file replaced by a folder',
      (one) => {
        unlinkSync(one);
        mkdirSync(one);
      },
    ],
    ['a file added', (one) => writeFileSync(`${one}~`, 'three')],
    ['a folder deleted', (_, target) => rmSync(path.join(target, 'data'), { recursive: true })],
    [
      'a folder replaced by a link to an older one',
      (_, target, likeness) => {
        rmSync(path.join(target, 'data'), { recursive: true });
        symlinkSync(likeness, path.join(target, 'data'));
      },
    ],
    [
      'a file edited, all of it a copy with its times',
      (one, target) => {
        writeFileSync(one, 'ONE');
        cpSync(target, `${target}-copy`, { recursive: true, preserveTimestamps: true });
        rmSync(target, { recursive: true });
        renameSync(`${target}-copy`, target);
      },
    ],
    ['another mode', (one) => chmodSync(one, 0o600)],
    ['all of it gone', (_, target) => rmSync(target, { recursive: true })],
  ])('%s: none of that is in the next site', async (_, meddle) => {
    const target = targetWith(null);
    const likeness = path.join(path.dirname(target), 'likeness');
    // As old as the site's own files, and of the same sizes.
    writeFiles(likeness, { 'a/1.json': '!!!', 'a/2.json': '!!!', 'b.json': '!' });
    for (let time = 0; time < 2; time++) await publish(target, siteOf(TEXTS));
    const one = path.join(target, 'data/a/1.json');
    // Longer than a tick of a file system's clock.
    await setTimeout(20);
    await meddle(one, target, likeness);
    await publish(target, siteOf(TEXTS));
    expect(below(target)).toEqual(await fresh(TEXTS));
    expect(statSync(one).mode).toBe(statSync(path.join(target, '_top')).mode);
  });

  it('an old site that vanishes meanwhile: the rest is written', async () => {
    const target = targetWith(null);
    await publish(target, siteOf(TEXTS));
    const vanishing = function* (): Generator<SiteFile> {
      for (const file of siteOf(TEXTS).files) {
        yield file;
        rmSync(target, { recursive: true, force: true });
      }
    };
    await publish(target, { head: HEAD, files: vanishing() });
    expect(below(target)).toEqual(await fresh(TEXTS));
  });

  it('a build that fails leaves the old site as it was, and its files as good as before', async () => {
    const target = targetWith(null);
    await publish(target, siteOf(TEXTS));
    const failing = function* (): Generator<SiteFile> {
      yield* siteOf(TEXTS).files;
      fail();
    };
    await expect(publish(target, { head: HEAD, files: failing() })).rejects.toThrow();
    expect(below(target)).toEqual(await fresh(TEXTS));
    await publish(target, siteOf(TEXTS));
    expect(below(target)).toEqual(await fresh(TEXTS));
  });

  it('whatever sites follow each other: each is as if it were the first', async () => {
    const file = fc.constantFrom('_top', 'a/1', 'a/2', 'a/b/3', 'c/4');
    const site = fc.dictionary(file, fc.constantFrom('', 'x', 'y', 'long'));
    const meddled = fc.option(file);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(site, meddled), { minLength: 2, maxLength: 4 }),
        async (sites) => {
          const target = targetWith(null);
          for (const [texts, other] of sites) {
            await publish(target, siteOf(texts));
            expect(below(target)).toEqual(await fresh(texts));
            await setTimeout(10);
            const file = path.join(target, other ?? '');
            if (other && other in texts)
              writeFileSync(file, readFileSync(file, 'utf8').replace(/./g, '!'));
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('two builds of one target at once', () => {
  it('in one process: the second waits for the first', async () => {
    const target = targetWith();
    const first = publish(target, siteOf(NEW));
    const second = publish(target, siteOf({ 'data/second.json': 'second' }));
    await first;
    expect(textsOf(target)).toEqual(NEW);
    await second;
    expect(textsOf(target)).toEqual({ 'data/second.json': 'second' });
    expect(namesBeside(target)).toEqual([]);
  });

  it('one after the other both land', async () => {
    const target = targetWith();
    await publish(target, siteOf(NEW));
    await publish(target, siteOf(OLD));
    expect(textsOf(target)).toEqual(OLD);
  });

  it('one that begins when the other is in its place, and tidies up, lands too', async () => {
    const target = targetWith();
    const first = publish(target, siteOf(NEW));
    while (!existsSync(path.join(target, 'data/new.json'))) await setTimeout(0);
    await Promise.all([first, publish(target, siteOf(OLD))]);
    expect(textsOf(target)).toEqual(OLD);
    expect(namesBeside(target)).toEqual([]);
  });

  it('of two targets both land', async () => {
    const targets = [targetWith(), targetWith()];
    await Promise.all(targets.map((target) => publish(target, siteOf(NEW))));
    expect(targets.map(textsOf)).toEqual([NEW, NEW]);
  });
});

/** All that is below a folder: files with their texts, links with where they lead. */
function shapeOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) return `${file} -> ${readlinkSync(file)}`;
      return entry.isFile() ? `${file}: ${readFileSync(file, 'utf8')}` : `${file}/`;
    })
    .sort();
}

describe('requireTarget', () => {
  /** A folder with content, an old site, a stranger's folder, and links. */
  function place(): string {
    const folder = path.join(temporaryFolder(), 'place');
    writeFiles(folder, {
      'content/things/all.json': '[]',
      'site/manifest.json': manifestOf({ 'data/old.json': 'old' }),
      'site/data/old.json': 'old',
      'site/.DS_Store': 'of a file manager',
      'earlier/manifest.json': manifestOf({ a: 'a' }).replace(/"about".*\n/, ''),
      'earlier/a': 'a',
      'visited/manifest.json': manifestOf({ 'data/old.json': 'old' }),
      'visited/data/old.json': 'old',
      'visited/CNAME': 'example.org',
      'deployed/manifest.json': manifestOf({ '_hosts/a/worker.js': 'code' }),
      'deployed/_hosts/a/worker.js': 'code',
      'deployed/worker.js': 'code',
      'deployed/.wrangler/state': 'what it keeps',
      'edited/manifest.json': manifestOf({ '_hosts/a/worker.js': 'code' }),
      'edited/_hosts/a/worker.js': 'code',
      'edited/worker.js': 'code, and somebody’s own',
      'cut/manifest.json': '{"generator":"staticrest 0.0.0",',
      'cut/data/old.json': 'old',
      'stranger/thesis.txt': 'years of work',
      'other-manifest/manifest.json': '{"name":"an app"}',
      'named-so/manifest.json/file': 'a folder of that name',
      file: 'a file',
    });
    mkdirSync(path.join(folder, 'empty'));
    symlinkSync('empty', path.join(folder, 'link'));
    symlinkSync('nowhere', path.join(folder, 'dangling'));
    symlinkSync('content', path.join(folder, 'content-link'));
    return folder;
  }

  it.each([
    ['absent', 'absent'],
    ['absent, in a folder that is absent', 'a/b/dist'],
    ['empty', 'empty'],
    ['a site', 'site'],
    ['a site, with a slash', 'site/'],
    ['a site whose manifest has another head, of an earlier version', 'earlier'],
    ['a site with a host’s files, copied into place', 'deployed'],
    ['a name that begins like the content’s', 'content-of-old'],
    ['a name of dots beside the content', '..dist'],
  ])('lets pass: %s', (_, target) => {
    const folder = place();
    expect(() => requireTarget(`${folder}/${target}`, path.join(folder, 'content'))).not.toThrow();
  });

  it.each([
    ['a stranger’s files', 'stranger', /which no build wrote/],
    ['another program’s manifest.json', 'other-manifest', /which no build wrote/],
    ['a site with a file of somebody’s', 'visited', /holds CNAME, which no build wrote/],
    ['a site with a host’s file that somebody edited', 'edited', /holds worker\.js, which no/],
    ['a site whose manifest is cut off', 'cut', /which no build wrote/],
    ['a folder called manifest.json', 'named-so', /which no build wrote/],
    ['a file', 'file', /is not a folder/],
    ['a link', 'link', /is a link/],
    ['a link, with a slash', 'link/', /is a link/],
    ['a link to nowhere', 'dangling', /is a link/],
    ['the content itself', 'content', /must not be inside one another/],
    ['the content by another spelling', 'site/../content/.', /must not be inside one another/],
    ['in the content', 'content/dist', /must not be inside one another/],
    ['in the content, a name of dots', 'content/..dist', /must not be inside one another/],
    ['in the content by way of a link', 'content-link/dist', /must not be inside one another/],
    ['around the content', '', /must not be inside one another/],
    ['around the content, from above', '..', /must not be inside one another/],
  ])('refuses, and touches nothing: %s', async (_, target, reason) => {
    const folder = place();
    const before = shapeOf(folder);
    const content = path.join(folder, 'content');
    const building = build({ api: thingsApi, content, out: `${folder}/${target}`, base: BASE });
    await expect(building).rejects.toThrow(UsageError);
    await expect(building).rejects.toThrow(reason);
    expect(shapeOf(folder)).toEqual(before);
  });

  it.each([
    ['the folder we are in', '.'],
    ['a folder around it', '..'],
  ])('refuses %s, which would be gone from under us', (_, target) => {
    const content = path.join(place(), 'content');
    expect(() => requireTarget(target, content)).toThrow(/is the folder you are in/);
  });

  it('refuses a site that holds the content by way of a link', () => {
    const folder = place();
    writeFiles(folder, { 'site/content/things/all.json': '[]' });
    symlinkSync('site/content', path.join(folder, 'shortcut'));
    const check = () => requireTarget(path.join(folder, 'site'), path.join(folder, 'shortcut'));
    expect(check).toThrow(/must not be inside one another/);
  });
});

describe('build', () => {
  /** Options of a build in a folder, with so many things in its content. */
  function optionsIn(folder: string, { from = 'content', to = 'dist', count = 3 } = {}) {
    const content = path.join(folder, from);
    writeFiles(content, { 'things/all.json': JSON.stringify(things(count)) });
    return { api: thingsApi, content, out: path.join(folder, to), base: BASE };
  }

  it.each([
    ['spaces', 'my things', 'my site'],
    ['brackets', 'things [1]', 'site [1]'],
    ['parentheses', '(things)', '+(site)'],
    ['wildcards and braces', 'th*ngs{a,b}', 's?te!(x)'],
    ['letters that are not ASCII', 'Dönge', 'サイト 🚲'],
    ['a hyphen first', '-things', '--site'],
    ['a dot first', '.things', '.site'],
    ['quotes, $ and %', `'th"ngs`, '$site%20'],
    ['letters that mean something in a regular expression', 'th.+ngs$', '^s|te\\d'],
  ])('folder names with %s', async (_, from, to) => {
    const folder = temporaryFolder();
    const options = optionsIn(folder, { from, to });
    const plain = path.join(folder, 'plain');
    await build({ ...options, out: plain });
    await build(options);
    writeFiles(options.out, { 'data/old.json': 'of the site before' });
    await build(options);
    expect(fingerprint(options.out)).toEqual(fingerprint(plain));
    expect(readdirSync(folder).sort()).toEqual([from, to, 'plain'].sort());
  });

  it('a smaller collection: no page of the larger one stays', async () => {
    const folder = temporaryFolder();
    await build(optionsIn(folder, { count: 21 }));
    const options = optionsIn(folder, { count: 1 });
    const fresh = path.join(folder, 'fresh');
    await build(options);
    await build({ ...options, out: fresh });
    expect(fingerprint(options.out)).toEqual(fingerprint(fresh));
  });

  it.each([
    ['with a slash at its end', 'dist/'],
    ['by way of a folder and back', 'dist/../dist'],
  ])('an out folder %s', async (_, name) => {
    const folder = temporaryFolder();
    const options = { ...optionsIn(folder), out: `${folder}/${name}` };
    for (let time = 0; time < 2; time++) await build(options);
    expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
    expect(filesOf(path.join(folder, 'dist'))).toContain('manifest.json');
  });

  it('wrong content: the old site stays as it was', async () => {
    const options = optionsIn(temporaryFolder());
    await build(options);
    const before = fingerprint(options.out);
    writeFiles(options.content, { 'things/more.json': '{"id": "not a number"}' });
    await expect(build(options)).rejects.toThrow(ContentError);
    expect(fingerprint(options.out)).toEqual(before);
    expect(namesBeside(options.out)).toEqual(['content']);
  });

  it('reports what it made, as it stands on the disk', async () => {
    const options = optionsIn(temporaryFolder());
    const report = await build(options);
    const files = filesOf(options.out);
    const sizes = files.map((file) => statSync(path.join(options.out, file)).size);
    const bytes = sizes.reduce((sum, size) => sum + size);
    expect(report.records).toBe(3);
    expect(report.size).toMatchObject({
      files: sizes.length,
      siteBytes: bytes,
      fileBytes: Math.max(...sizes),
    });
  });
});
