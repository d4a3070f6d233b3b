import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type End, runBuilds } from '../../support/faulty-build.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { mayNotMount, mountMemory, remount } from '../../support/mount.ts';
import { buildOf } from '../../support/publication.ts';
import { leftoversOf, useWords } from '../../support/words.ts';

const words = useWords({ old: 2, new: 3 });

/** Root may do all, so that the builds run as nobody then. */
const isRoot = process.getuid?.() === 0;
const USER = isRoot ? 65534 : undefined;

/** Gives a folder with all that is in it to somebody. */
function give(folder: string, user: number): void {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['', ...all]) chownSync(path.join(folder, name), user, user);
}

/** Changes modes, and back when the test has finished so that all can be removed. */
function restrict(mode: number, ...files: string[]): void {
  for (const file of files) chmodSync(file, mode);
  onTestFinished(() => {
    for (const file of files) if (existsSync(file)) chmodSync(file, 0o755);
  });
}

/** A target with the old site, which belongs to the user who builds. */
async function ownTarget(): Promise<string> {
  chmodSync(words.folder, 0o755);
  const [target = ''] = await words.targets(1, 'old');
  if (USER) give(path.dirname(target), USER);
  return target;
}

async function buildAsUser(target: string): Promise<End> {
  const [end] = await runBuilds({ run: [buildOf(words.content('new'), target)], user: USER });
  return end ?? { error: null };
}

/** Is it one sentence in our words, for a person? */
const isClear = (text: string | undefined): boolean =>
  /^\S[^\n]+\.$/.test(text ?? '') && !/Unexpected error|\.js:|undefined/.test(text ?? '');

/** What is withheld from the user who builds: a name, how, and the reason that the message gives. */
type Case = [name: string, withhold: (target: string) => void, reason: RegExp];

const inside =
  (...names: string[]) =>
  (target: string) =>
    names.map((name) => path.join(target, name));
const manifestOf = inside('manifest.json');

const REFUSED: Case[] = [
  [
    'a parent folder that can’t be written',
    (target) => restrict(0o555, path.dirname(target)),
    /Permission denied: EACCES/,
  ],
  [
    'an old site that can’t be looked into',
    (target) => restrict(0o000, target),
    /Permission denied: EACCES/,
  ],
  [
    'an old site that can’t be listed',
    (target) => restrict(0o311, target),
    /Permission denied: EACCES/,
  ],
  [
    'an old site whose manifest can’t be read',
    (target) => restrict(0o000, ...manifestOf(target)),
    /EACCES/,
  ],
];

const REFUSED_TO_OTHERS: Case[] = [
  [
    'somebody else’s site in a folder where each may rename only his own',
    (target) => {
      give(path.dirname(target), 0);
      restrict(0o1777, path.dirname(target));
    },
    /Permission denied: EPERM/,
  ],
  [
    'somebody else’s folder',
    (target) => give(path.dirname(target), 0),
    /Permission denied: EACCES/,
  ],
];

/** What stands in the way of reading or removing an old site, but not of renaming it. */
const LANDS: [name: string, withhold: (target: string) => void, isRemovable: boolean][] = [
  [
    'a file that can’t be written',
    (target) => restrict(0o444, ...inside('404.html')(target)),
    true,
  ],
  ['a file that can’t be read', (target) => restrict(0o000, ...inside('404.html')(target)), true],
  ['a folder that can’t be listed', (target) => restrict(0o311, ...inside('data')(target)), false],
  ['a folder that can’t be written', (target) => restrict(0o555, ...inside('data')(target)), false],
];

const LANDS_WITH_OTHERS: typeof LANDS = [
  ['a folder of somebody else’s', (target) => give(path.join(target, 'data'), 0), false],
];

describe(`permissions${isRoot ? ' of another user' : ''}`, () => {
  it.each([...REFUSED, ...(isRoot ? REFUSED_TO_OTHERS : [])])(
    '%s: one sentence, and nothing is changed',
    async (_, withhold, reason) => {
      const target = await ownTarget();
      withhold(target);
      const { text, exitCode } = await buildAsUser(target);
      expect(text).toMatch(reason);
      expect(text).toSatisfy(isClear);
      expect([1, 2]).toContain(exitCode);
      expect(leftoversOf(target)).toEqual([]);
      // To look at it, where even that was withheld and this is not root.
      for (const file of [target, ...manifestOf(target)]) chmodSync(file, 0o755);
      expect(words.stateOf(target)).toBe('old');
    },
  );

  it.each([...LANDS, ...(isRoot ? LANDS_WITH_OTHERS : [])])(
    'an old site with %s: the new one lands, and nothing piles up',
    async (_, withhold, isRemovable) => {
      const target = await ownTarget();
      withhold(target);
      for (let time = 0; time < 3; time++) {
        expect(await buildAsUser(target)).toEqual({ error: null });
        expect(words.stateOf(target)).toBe('new');
        expect(leftoversOf(target).length).toBeLessThanOrEqual(isRemovable ? 0 : 1);
      }
    },
  );

  it.skipIf(mayNotMount())('a file system that can only be read: one sentence', async () => {
    const disk = temporaryFolder();
    mountMemory(disk, 'size=4m');
    const target = path.join(disk, 'dist');
    await runBuilds({ prepare: [buildOf(words.content('old'), target)] });
    remount(disk, 'ro');
    const { text, exitCode } = await buildAsUser(target);
    expect(text).toMatch(/^The file system is read-only: EROFS.*; nothing was written\.$/);
    expect(exitCode).toBe(1);
    expect(words.stateOf(target)).toBe('old');
    expect(leftoversOf(target)).toEqual([]);
  });
});
