import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type End, runBuilds } from '../../support/faulty-build.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { mayNotMount, mountFolder, mountMemory } from '../../support/mount.ts';
import { buildOf } from '../../support/publication.ts';
import { useWords } from '../../support/words.ts';

const words = useWords({ old: 2, new: 3 });

async function build(out: string, content: 'old' | 'new' = 'new'): Promise<End> {
  const [end] = await runBuilds({ run: [buildOf(words.content(content), out)] });
  return end ?? { error: null };
}

/** A folder with the old site in `site`. */
async function place(): Promise<string> {
  const folder = temporaryFolder();
  expect(await build(path.join(folder, 'site'), 'old')).toEqual({ error: null });
  return folder;
}

/** All names below a folder, with what links lead to left out. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('a target that can’t be replaced whole', () => {
  const isMounted = [
    [
      'is a mount point',
      (folder: string) => mountMemory(path.join(folder, 'dist'), 'size=2m'),
      /^\S+dist can’t be replaced whole: it is a mount point, [^\n]*\.$/,
    ],
    [
      'is a mount point of a folder nearby',
      (folder: string) => {
        mkdirSync(path.join(folder, 'other'));
        mountFolder(path.join(folder, 'other'), path.join(folder, 'dist'));
      },
      /^\S+dist can’t be replaced whole: it is a mount point, [^\n]*\.$/,
    ],
    [
      'is a mount point with a site',
      (folder: string) => mountFolder(path.join(folder, 'site'), path.join(folder, 'dist')),
      /^\S+dist can’t be replaced whole: it is a mount point, [^\n]*\.$/,
    ],
  ] as const;
  const isOther = [
    [
      'is a link to a site',
      (folder: string) => symlinkSync('site', path.join(folder, 'dist')),
      /^\S+dist is a link; [^\n]*\.$/,
    ],
    [
      'is a link to nowhere',
      (folder: string) => symlinkSync('nowhere', path.join(folder, 'dist')),
      /^\S+dist is a link; [^\n]*\.$/,
    ],
    [
      'is a file',
      (folder: string) => writeFileSync(path.join(folder, 'dist'), ''),
      /^\S+dist is not a folder\.$/,
    ],
  ] as const;

  it.each([...isOther, ...(mayNotMount() ? [] : isMounted)])(
    '%s: one sentence, and nothing is changed',
    async (_, prepare, sentence) => {
      const folder = await place();
      prepare(folder);
      const before = namesIn(folder);
      const { text, exitCode } = await build(path.join(folder, 'dist'));
      expect(text).toMatch(sentence);
      expect(exitCode).toBe(2);
      expect(namesIn(folder)).toEqual(before);
      expect(words.stateOf(path.join(folder, 'site'))).toBe('old');
    },
  );

  it.each([
    ['in a folder that is a file', 'file/dist', /file/],
    ['in a folder that is a link to nowhere', 'link/dist', /link/],
    ['with a name that has no room for another one beside it', 'x'.repeat(250), /ENAMETOOLONG/],
  ])('%s: one sentence, and nothing is changed', async (_, out, reason) => {
    const folder = await place();
    writeFileSync(path.join(folder, 'file'), '');
    symlinkSync('nowhere', path.join(folder, 'link'));
    const before = namesIn(folder);
    const { text = '', exitCode } = await build(path.join(folder, out));
    expect(text).toMatch(reason);
    expect(text).toMatch(/^[^\n]+\.$/);
    expect([1, 2]).toContain(exitCode);
    expect(namesIn(folder)).toEqual(before);
  });
});

describe('a target in an unusual place', () => {
  it('below a link: the site is where the link leads, which stays', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'real'));
    symlinkSync('real', path.join(folder, 'link'));
    for (const content of ['old', 'new'] as const) {
      expect(await build(path.join(folder, 'link/dist'), content)).toEqual({ error: null });
      expect(words.stateOf(path.join(folder, 'real/dist'))).toBe(content);
      expect(readdirSync(path.join(folder, 'real'))).toEqual(['dist']);
    }
    expect(lstatSync(path.join(folder, 'link')).isSymbolicLink()).toBe(true);
  });

  it.skipIf(mayNotMount())('on another device than the content', async () => {
    const disk = temporaryFolder();
    mountMemory(disk, 'size=4m');
    for (const content of ['old', 'new'] as const) {
      expect(await build(path.join(disk, 'dist'), content)).toEqual({ error: null });
      expect(words.stateOf(path.join(disk, 'dist'))).toBe(content);
      expect(readdirSync(disk)).toEqual(['dist']);
    }
  });

  it.skipIf(mayNotMount())('whose folder is mounted from nearby', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'real'));
    mountFolder(path.join(folder, 'real'), path.join(folder, 'mounted'));
    for (const content of ['old', 'new'] as const) {
      expect(await build(path.join(folder, 'mounted/dist'), content)).toEqual({ error: null });
      expect(words.stateOf(path.join(folder, 'real/dist'))).toBe(content);
      expect(readdirSync(path.join(folder, 'real'))).toEqual(['dist']);
    }
  });

  it('beside folders whose names begin alike: they stay', async () => {
    const folder = await place();
    const others = [
      '.site.staticrest',
      '.site2.staticrest-staging-0123456789abcdef',
      'site.staticrest-staging-0123456789abcdef',
    ];
    for (const name of others) mkdirSync(path.join(folder, name));
    expect(await build(path.join(folder, 'site'))).toEqual({ error: null });
    expect(others.filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
  });
});
