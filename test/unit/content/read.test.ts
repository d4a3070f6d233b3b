import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReadOptions, readContent, UNREAD } from '../../../src/content/read.ts';
import type { Problem } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { asOtherUser, give, isRoot, NOBODY, restrict } from '../../support/other-user.ts';
import { rowsOf } from '../../support/table.ts';
import { things } from './valid-content.ts';

/** A content folder with this many files of one record. */
function contentFolder(count = 3): string {
  const folder = path.join(temporaryFolder(), 'content');
  const files = Array.from({ length: count }, (_, at) => [`things/${at}.yaml`, `id: ${at}\n`]);
  writeFiles(folder, { 'things/.keep': '', ...Object.fromEntries(files) });
  return folder;
}

const read = (folder: string, options?: ReadOptions) => readContent(folder, [things()], options);

describe('reading', () => {
  it('reports its progress', async () => {
    const steps: unknown[] = [];
    const onProgress = (...step: unknown[]) => void steps.push(step);
    await read(contentFolder(40), { onProgress });
    expect(steps).toEqual([
      ['Reading', 0, 40],
      ['Reading', 32, 40],
    ]);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('Enough.');
    const abort = new AbortController();
    const onProgress = (_: string, done = 0) => void (done > 0 && abort.abort(reason));
    const options = { onProgress, signal: abort.signal };
    await expect(read(contentFolder(70), options)).rejects.toBe(reason);
  });
});

it('reads a list of more records than a call takes arguments', async () => {
  const folder = contentFolder(0);
  writeFiles(folder, { 'things/list.json': JSON.stringify(Array(200_000).fill(0)) });
  expect((await read(folder)).entries).toHaveLength(200_000);
});

it.each<[string, (folder: string) => void]>([
  ['the content folder is removed', (folder) => rmSync(folder, { recursive: true })],
  [
    'a file is renamed',
    (folder) => renameSync(`${folder}/things/9.yaml`, `${folder}/things/0a.yaml`),
  ],
  ['a folder is renamed', (folder) => renameSync(`${folder}/things/sub`, `${folder}/things/00`)],
])('%s meanwhile: a problem, not a site without its records', async (_, change) => {
  const folder = contentFolder(70);
  writeFiles(folder, { 'things/sub/a.yaml': 'id: 100\n' });
  const onProgress = (_: string, done = 0) => void (done === 32 && change(folder));
  const { problems } = await read(folder, { onProgress });
  expect(problems[0]).toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('ENOENT'),
  });
});

it.skipIf(process.platform === 'win32')('the path of the folder contains a backslash', async () => {
  const folder = path.join(contentFolder(0), 'a\\b');
  writeFiles(folder, { 'things/a\\b.yaml': 'id: 4\n' });
  const { entries } = await read(folder);
  expect(entries.map(({ file }) => file)).toEqual(['things/a\\b.yaml']);
});

/** The problems of a reading in one line each, with paths below the content folder. */
const problemLines = (folder: string, problems: readonly Problem[]) =>
  problems.map(({ location, message, help }) =>
    `${path.relative(folder, location.file)}: ${message} ${help}`.replaceAll(folder, ''),
  );

describe('what can’t be read is a problem, and the rest is read', () => {
  const withFolder = () => {
    const folder = contentFolder();
    writeFiles(folder, { 'things/sub/a.yaml': 'id: 4\n', 'things/sub/b.yaml': 'id: 5\n' });
    return folder;
  };

  it.skipIf(process.platform === 'win32').each(
    rowsOf(`
      things/sub, neither to list nor to search -> 000 -> folder, scandir '/things/sub' -> 3
      things/sub, to list -> 311 -> folder, scandir '/things/sub' -> 3
      things/sub, to search -> 644 -> file, stat '/things/sub/a.yaml'; file, stat '/things/sub/b.yaml' -> 3
      things, to search -> 644 -> folder, scandir '/things/sub'; file, stat '/things/0.yaml'; file, stat '/things/1.yaml'; file, stat '/things/2.yaml' -> 0
      things/sub/a.yaml, to read -> 000 -> file, open '/things/sub/a.yaml' -> 4
      ., to list -> 000 -> folder, scandir '' -> 0
      ., to search -> 644 -> folder, scandir '/things' -> 0`),
  )('without permission: %s (%s)', async (what = '', mode = '', expected = '', count = '') => {
    const folder = withFolder();
    if (isRoot) give(path.dirname(folder), NOBODY);
    restrict(Number.parseInt(mode, 8), path.join(folder, what.replace(/,.*/, '')));
    const { entries, problems } = await asOtherUser(() => read(folder));
    const messages = problemLines(folder, problems).map((line) => line.replace(/.*?: /, ''));
    expect(messages.sort()).toEqual(
      expected
        .split('; ')
        .map((one) => one.split(', '))
        .map(
          ([kind, call]) =>
            `This ${kind} can’t be read: EACCES: permission denied, ${call}. Check the name and the permissions.`,
        )
        .sort(),
    );
    expect(entries.filter(({ value }) => value !== UNREAD)).toHaveLength(Number(count));
    expect(entries.filter(({ value }) => value === UNREAD)).toHaveLength(problems.length);
  });

  type Change = (at: (name: string) => Buffer) => void;
  const renamed =
    (from: string, to: string): Change =>
    (at) =>
      renameSync(at(from), at(to));
  const ignored: Change = (at) => {
    for (const name of ['\xff.bak', '.\xff.yaml']) writeFileSync(at(name), '');
  };

  // Other systems refuse such names.
  it.skipIf(process.platform !== 'linux').each<[string, Change, string[]]>([
    ['a file', renamed('sub/a.yaml', 'sub/\xff.yaml'), ['file things/sub/\u{fffd}.yaml']],
    ['a folder', renamed('sub', 'sub\xff'), ['folder things/sub\u{fffd}']],
    ['a collection', renamed('', '../thing\xff'), ['folder thing\u{fffd}']],
    ['a link', (at) => symlinkSync('0.yaml', at('\xff.yaml')), ['file things/\u{fffd}.yaml']],
    ['a line break', renamed('sub/a.yaml', 'sub/\n.yaml'), ['file things/sub/\n.yaml']],
    ['a line break of a folder', renamed('sub', 'sub\n'), ['folder things/sub\n']],
    ['U+2028', renamed('sub/a.yaml', 'sub/\xe2\x80\xa8.yaml'), ['file things/sub/\u{2028}.yaml']],
    ['a backup copy and a hidden file: ignored', ignored, []],
  ])('with a name that cannot be used: %s', async (_, change, expected) => {
    const folder = withFolder();
    change((name) => Buffer.from(path.join(folder, 'things', name), 'latin1'));
    const { entries, problems } = await read(folder);
    expect(entries.filter(({ value }) => value === UNREAD)).toHaveLength(problems.length);
    expect(problemLines(folder, problems)).toEqual(
      expected.map((one) => {
        const [kind, ...file] = one.split(' ');
        return `${file}: This ${kind} can’t be read: its name is not UTF-8, or contains U+FFFD or a line break. Rename it.`;
      }),
    );
  });
});

it.each([
  ['JSON', 'a.json', 100],
  ['YAML', 'a.yaml', 50],
  ['CSV', 'a.csv', 100],
])('a %s file that is too large: a problem, without reading it', async (_, file, limit) => {
  const folder = contentFolder(1);
  const large = path.join(folder, 'things', file);
  writeFileSync(large, '');
  truncateSync(large, limit * 1e6 + 1);
  const { entries, problems } = await read(folder);
  expect(problems).toMatchObject([
    {
      code: 'too-large',
      location: { file: large, text: '' },
      message: `This file is too large: ${limit + 1} MB.`,
      help: 'Split it into several files. A YAML or Markdown file can have 50 MB, any other 100 MB.',
    },
  ]);
  expect(entries).toHaveLength(2);
});
