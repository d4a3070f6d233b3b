import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/util/problem.ts';
import { temporaryFolder } from '../../support/folder.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  checked,
  contentFolder,
  edited,
  listed,
  problemLines,
  problemLinesIn,
  problemLinesOf,
  problemsOf,
} from './valid-content.ts';

const PUEBLO = CANON_CITY.replaceAll('1111-', '3333-').replace('Cañon City', 'Pueblo');
const EMPTY =
  '1:1 empty [] This file is empty. → Write a record into it, or delete it; a list without records is `[]`.';
const NOT_UTF8 = 'This file is not UTF-8 from here on. → Save it as UTF-8.';
const ELSEWHERE =
  'Content is in files that end with .yaml, .yml, .json, in the folders countries/, score_metadata/, neighborhoods/. → Rename or move this file, or put it outside the content folder.';

describe('what a file holds', () => {
  const cases: [name: string, file: string, text: string | Uint8Array, expected: string[]][] = [
    ['nothing', 'countries/x.yaml', '', [EMPTY]],
    ['nothing, as JSON', 'countries/x.json', '', [EMPTY]],
    ['white space', 'countries/x.json', ' \n\t\n', [EMPTY]],
    ['a byte order mark', 'countries/x.yaml', '\u{feff}', [EMPTY]],
    ['a comment', 'countries/x.yaml', '# later\n', [EMPTY]],
    ['the start of a document', 'countries/x.yaml', '---\n', [EMPTY]],
    ['null', 'countries/x.json', 'null', [EMPTY]],
    [
      'Latin-1: the first byte that is wrong',
      CANON_CITY_FILE,
      Buffer.from(CANON_CITY, 'latin1'),
      [`2:10 encoding [\u{fffd}] ${NOT_UTF8}`],
    ],
    [
      'UTF-16',
      CANON_CITY_FILE,
      Buffer.from(`\u{feff}${CANON_CITY}`, 'utf16le'),
      [`1:1 encoding [\u{fffd}] ${NOT_UTF8}`],
    ],
  ];
  it.each(cases)('%s', async (_, file, text, expected) => {
    expect(await problemLinesIn(file, text)).toEqual(expected);
  });
});

describe('a file’s name', () => {
  it.each([
    'README.md',
    'neighborhoods/US/NOTES.md',
    `${CANON_CITY_FILE}~`,
    `${CANON_CITY_FILE}.bak`,
    `${CANON_CITY_FILE}.orig`,
    `${CANON_CITY_FILE}.swp`,
    'neighborhoods/US/CO/.#canon-city.yaml',
    'neighborhoods/US/CO/#canon-city.yaml#',
    'neighborhoods/US/CO/.canon-city.yaml.swp',
    'neighborhoods/.DS_Store',
    '.git/config.yaml',
    'LICENSE',
  ])('%s is passed over', async (file) => {
    expect(await problemLines(changed({ [file]: 'not: [a record' }))).toEqual([]);
  });

  it.each([
    'more.yaml',
    'more.yml',
    'more.YAML',
    'more.Yml',
    'a [1] (b) {c} *.yaml',
    'größer 東京.yaml',
  ])('%s is read', async (name) => {
    const content = contentFolder(changed({ [`neighborhoods/${name}`]: listed(PUEBLO) }));
    expect((await checked(content)).count).toBe(7);
  });

  it('a folder’s name may end like a file’s', async () => {
    const files = changed({
      'countries/old.yaml/andorra.yaml': 'alpha_2: AD\nalpha_3: AND\nname: A\n',
    });
    expect((await checked(contentFolder(files))).count).toBe(7);
  });

  it.each([
    ['misspelt extension', 'neighborhoods/US/CO/pueblo.ymal'],
    ['no extension', 'countries/andorra'],
    ['misspelt folder', 'neighbourhoods/pueblo.yaml'],
    ['folder of no collection', 'drafts/pueblo.yaml'],
    ['in no folder', 'pueblo.json'],
  ])('%s', async (_, file) => {
    expect(await problemLinesIn(file, PUEBLO)).toEqual([`1:1 unknown-file [] ${ELSEWHERE}`]);
  });
});

describe('a link', () => {
  const BAD_LINK =
    'This link does not lead to a file in the content folder. → Put a copy of the file itself here.';
  it.each([
    ['outside', '../../outside.yaml'],
    ['outside, into a folder whose name begins alike', '../../content-2/more.yaml'],
    ['to a folder outside', '../../content-2'],
    ['to a folder inside', 'US'],
    ['to nothing', 'gone.yaml'],
    ['to itself', 'link.yaml'],
  ])('%s', async (_, target) => {
    const content = contentFolder(changed());
    const folder = path.dirname(content);
    mkdirSync(path.join(folder, 'content-2'));
    for (const file of ['outside.yaml', 'content-2/more.yaml']) {
      writeFileSync(path.join(folder, file), listed(PUEBLO));
    }
    symlinkSync(target, path.join(content, 'neighborhoods/link.yaml'));
    expect(await problemLinesOf(content)).toEqual([
      `neighborhoods/link.yaml:1:1 link [] ${BAD_LINK}`,
    ]);
  });

  it('to a folder outside in place of a collection’s folder: nothing in it is read', async () => {
    const content = contentFolder(changed({ 'score_metadata/people.yaml': null }));
    const elsewhere = temporaryFolder();
    writeFileSync(path.join(elsewhere, 'bad.yaml'), 'bad');
    symlinkSync(elsewhere, path.join(content, 'score_metadata'));
    expect(await problemLinesOf(content)).toEqual([`score_metadata:1:1 link [] ${BAD_LINK}`]);
  });

  it('inside works: the file is read under its own name', async () => {
    const content = contentFolder(changed({ 'neighborhoods/..more/list.txt~': listed(PUEBLO) }));
    symlinkSync('..more/list.txt~', path.join(content, 'neighborhoods/list.yaml'));
    expect((await checked(content)).count).toBe(7);
  });

  it('to the content folder itself works', async () => {
    const link = path.join(temporaryFolder(), 'content-link');
    symlinkSync(contentFolder(changed()), link);
    expect((await checked(link)).count).toBe(6);
  });

  it('of an editor’s lock is passed over', async () => {
    const content = contentFolder(changed());
    symlinkSync('somebody@host.1234', path.join(content, 'countries/.#countries.yaml'));
    expect(await problemLinesOf(content)).toEqual([]);
  });
});

describe('a file that can’t be read', () => {
  it.skipIf(process.getuid?.() === 0)('without permission (root needs none)', async () => {
    const content = contentFolder(changed());
    chmodSync(path.join(content, CANON_CITY_FILE), 0);
    const [only, ...others] = await problemLinesOf(content);
    expect(only).toMatch(
      /^\S+:1:1 unreadable \[\] This file can’t be read: EACCES.* → Check its permissions\.$/,
    );
    expect(others).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'pipe (Windows has none): no waiting for it',
    async () => {
      const content = contentFolder(changed());
      execFileSync('sh', ['-c', 'mkfifo "$0"', path.join(content, 'countries/pipe.yaml')]);
      expect(await problemLinesOf(content)).toEqual([
        'countries/pipe.yaml:1:1 unreadable [] This file can’t be read: it is a pipe, a socket or a device. → Remove it.',
      ]);
    },
  );
});

describe('the content folder', () => {
  it.each([
    'with spaces',
    '[brackets]',
    '(parentheses) {braces}',
    '*star? !not',
    'größe 東京 🚲',
    "quote's",
    '#hash%20',
    '@(a|b)+',
  ])('works in a folder called %s', async (name) => {
    const folder = path.join(temporaryFolder(), name);
    expect((await checked(contentFolder(changed(), folder))).count).toBe(6);
    const wrong = changed({ [CANON_CITY_FILE]: edited(CANON_CITY, 'country: US', 'country: us') });
    const content = contentFolder(wrong, folder);
    const files = (await problemsOf(content)).map(({ location: place }) => place.file);
    expect(files).toEqual([path.join(content, CANON_CITY_FILE)]);
  });

  it.each(['gone', 'a-file'])('%s: a clear error', async (name) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a-file'), '');
    const content = path.join(folder, name);
    await expect(checked(content)).rejects.toThrow(
      new UsageError(`There is no content folder at ${content}.`),
    );
  });
});
