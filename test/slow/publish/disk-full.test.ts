import { readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type End, runBuilds, runKilled } from '../../support/faulty-build.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { mayNotMount, mountMemory, remount } from '../../support/mount.ts';
import { buildOf, LANDING } from '../../support/publication.ts';
import { leftoversOf, useWords } from '../../support/words.ts';

const words = useWords({ old: 2, new: 90 });
/** A new site of many files. */
const many = useWords({ old: 2, new: 1300 });

/** Enough for both sites. */
const ROOM = 'size=16m,nr_inodes=4k';

const cannotMount = mayNotMount();

/** A limit of a file system: the option that sets it, what it counts, and how much of that is used. */
const LIMITS = {
  'no space': {
    option: (pages: number) => `size=${pages * 4}k`,
    used: (disk: string) => statfsSync(disk).blocks - statfsSync(disk).bfree,
  },
  'no more files': {
    option: (files: number) => `nr_inodes=${files}`,
    used: (disk: string) => statfsSync(disk).files - statfsSync(disk).ffree,
  },
} as const;
type Limit = keyof typeof LIMITS;

interface Disk {
  readonly folder: string;
  readonly target: string;
}

/** File systems with the old site. */
async function disks(count: number, of = words): Promise<Disk[]> {
  const place = temporaryFolder();
  const made = Array.from({ length: count }, (_, at) => {
    const folder = path.join(place, `disk-${at}`);
    mountMemory(folder, ROOM);
    return { folder, target: path.join(folder, 'dist') };
  });
  await runBuilds({ prepare: made.map(({ target }) => buildOf(of.content('old'), target)) });
  return made;
}

/** How much of a limit the old site takes, and both sites just before the new one replaces it. */
async function needOf(limit: Limit, of = words): Promise<{ own: number; most: number }> {
  const [disk] = await disks(1, of);
  if (!disk) throw new Error('No disk.');
  const { used } = LIMITS[limit];
  const own = used(disk.folder);
  const landing = { step: LANDING, turn: 1, mode: 'kill' } as const;
  await runKilled(buildOf(of.content('new'), disk.target, landing));
  return { own, most: used(disk.folder) };
}

/** What a build wrote to, as its steps are logged: by their names. */
const writtenIn = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => /"(?:open|writeFile|mkdir) (?:[^"]*\/)?([^"/]*)"/.exec(line)?.[1] ?? []);

/** What is wrong after a build that had too little. */
function wrongWith({ error, exitCode, text = '' }: End, { target }: Disk, of = words): string[] {
  const isClear = /^The disk is full: ENOSPC: [^\n]*; nothing was written\.$/.test(text);
  return [
    ...(error?.code === 'ENOSPC' && exitCode === 1 && isClear ? [] : [`tells ${text}`]),
    ...(of.stateOf(target) === 'old' ? [] : [`leaves ${of.stateOf(target)}`]),
    ...(leftoversOf(target).length === 0 ? [] : [`leaves ${leftoversOf(target)} beside`]),
  ];
}

/** Of what a build needs, so much is missing: a little, and parts of all. */
const missing = (room: number): number[] => [
  ...[1, 2, 3, 5, 8],
  ...[0.2, 0.4, 0.6, 0.8, 0.95].map((part) => Math.floor(room * part)),
];

describe.skipIf(cannotMount)('a disk that becomes full', () => {
  it.each(Object.keys(LIMITS) as Limit[])(
    '%s: the old site stays, and the next build lands when there is room',
    async (limit) => {
      const { option } = LIMITS[limit];
      const { own, most } = await needOf(limit);
      const wants = missing(most - own);
      const made = await disks(wants.length);
      const logs = temporaryFolder();
      const run = made.map(({ folder, target }, at) => {
        remount(folder, option(most - (wants[at] ?? 0)));
        return buildOf(words.content('new'), target, { log: path.join(logs, `${at}`) });
      });
      const ends = await runBuilds({ run });
      expect(made.flatMap((disk, at) => wrongWith(ends[at] ?? { error: null }, disk))).toEqual([]);
      if (limit === 'no space') {
        const written = made.map((_, at) => writtenIn(path.join(logs, `${at}`)));
        expect(written[0]?.at(-1)).toBe('manifest.json');
        // Each comes as far as its disk lets it.
        expect(new Set(written.map(String)).size).toBeGreaterThan(5);
      }
      for (const { folder } of made) remount(folder, ROOM);
      await runBuilds({ prepare: made.map(({ target }) => buildOf(words.content('new'), target)) });
      const left = made.flatMap(({ target }) => [words.stateOf(target), ...leftoversOf(target)]);
      expect(left).toEqual(made.map(() => 'new'));
    },
    60_000,
  );

  it('no space, with many files: the old site stays', async () => {
    const { own, most } = await needOf('no space', many);
    const made = await disks(3, many);
    const run = made.map(({ folder, target }, at) => {
      remount(folder, LIMITS['no space'].option(most - Math.floor(((most - own) * (at + 1)) / 20)));
      return buildOf(many.content('new'), target);
    });
    const ends = await runBuilds({ run });
    const wrong = made.flatMap((disk, at) => wrongWith(ends[at] ?? { error: null }, disk, many));
    expect(wrong).toEqual([]);
  });
});
