import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../src/content/read.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { valuesOf } from '../../support/table.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  checked,
  contentFolder,
  edited,
  itReports,
  listed,
  PUEBLO,
  problemLinesIn,
  problemLinesOf,
  things,
} from './valid-content.ts';

const EMPTY =
  "1:1 empty [] This file is empty. → Add a record, write '[]' for an empty list, or delete the file.";

describe('what a file holds', () => {
  it.each([
    ['nothing', 'x.yaml', ''],
    ['nothing, as JSON', 'x.json', ''],
    ['white space', 'x.json', ' \n\t\n'],
    ['a byte order mark', 'x.yaml', '\u{feff}'],
    ['a comment', 'x.yaml', '# later\n'],
    ['null', 'x.json', 'null'],
  ])('%s: it is empty', async (_, file, text) => {
    expect(await problemLinesIn(`countries/${file}`, text)).toEqual([EMPTY]);
  });

  const utf16 = (text: string) => Buffer.from(text, 'utf16le');

  it.each([
    ['Latin-1: the first wrong byte', Buffer.from(CANON_CITY, 'latin1'), '2:10'],
    ['UTF-16LE: the first zero', utf16(CANON_CITY), '1:2'],
    ['UTF-16BE with a byte order mark', utf16(`\u{feff}${CANON_CITY}`).swap16(), '1:1'],
  ])('%s', async (_, text, position) => {
    const [line, ...others] = await problemLinesIn(CANON_CITY_FILE, text);
    expect(line?.replace(/\[.\]/, '')).toBe(
      `${position} encoding  This is not UTF-8 text. → Save the file as UTF-8.`,
    );
    expect(others).toEqual([]);
  });

  it('U+FFFD in UTF-8: no problem', async () => {
    expect(await problemLinesIn(CANON_CITY_FILE, `${CANON_CITY}# \u{fffd}\n`)).toEqual([]);
  });
});

describe('a file’s name', () => {
  const filesRead = async (files: readonly string[]) => {
    const folder = temporaryFolder();
    writeFiles(folder, Object.fromEntries(files.map((file) => [file, '{}'])));
    const { entries, problems } = await readContent(folder, [things()]);
    expect(problems).toEqual([]);
    return entries.map(({ file }) => file);
  };

  it('notes, hidden files and the temporary files of editors: ignored', async () => {
    const backups = ['~', '.bak', '.orig', '.rej', '.swp', '.tmp'].map((end) => `a.yaml${end}`);
    const hidden = ['.#a.yaml', '#a.yaml#', '.a.yaml.swp', '.DS_Store', '.git/config.yaml'];
    const others = ['Thumbs.db', 'desktop.ini', '~$a.xlsx', '4913'];
    const names = ['README.md', 'sub/ReadMe.MD', ...backups, ...hidden, ...others];
    const files = [...names.map((name) => `things/${name}`), 'README.md', '.git/a.yaml'];
    expect(await filesRead(files)).toEqual([]);
  });

  it('known extensions in any case, special characters, folders like files: read', async () => {
    const names = valuesOf(`
      a [1] (b) {c} *.yaml | b.YAML | c.Yml | d.yml | e.yaml/f.json | ß 東.yaml`);
    const files = names.map((name) => `things/${name}`);
    expect(await filesRead(files)).toEqual(files);
  });

  itReports(
    `
unknown extension | countries/andorra.ymal
  1:1 unknown-file [] This is not a content file. Content files end with .yaml, .yml, .json, .jsonl, .ndjson, .csv, .tsv, .md and are in countries/, score_metadata/, neighborhoods/, results/. → Rename the file, or move it to one of these folders or out of the content folder.
no extension, not in a collection's folder | LICENSE
unknown extension, not in a collection's folder | andorra.xlsx
  1:1 unknown-file
no extension | countries/andorra
  1:1 unknown-file
folder of no collection | drafts/pueblo.yaml
  1:1 unknown-file [] No collection has a folder 'drafts'. Collections with folders: countries, score_metadata, neighborhoods, results. → Rename the folder, or add the collection to 'collections' of 'defineApi'.
no folder | pueblo.json
  1:1 unknown-file
`,
    (file) => problemLinesIn(file, CANON_CITY),
  );
});

describe('a link', () => {
  const BAD_LINK =
    'link [] This link does not point to a file in the content folder. → Replace the link by a copy of the file.';

  it.each([
    ['a file outside', '../../outside.yaml'],
    ['a file in a folder whose name starts alike', '../../content-2/a.yaml'],
    ['a folder outside', '../../content-2'],
    ['a folder inside', 'US'],
    ['nothing', 'gone.yaml'],
    ['itself', 'link.yaml'],
  ])('to %s: a problem', async (_, target) => {
    const content = contentFolder(changed());
    writeFiles(path.dirname(content), { 'outside.yaml': '', 'content-2/a.yaml': '' });
    symlinkSync(target, path.join(content, 'neighborhoods/link.yaml'));
    expect(await problemLinesOf(content)).toEqual([`neighborhoods/link.yaml:1:1 ${BAD_LINK}`]);
  });

  it('to a folder outside, in place of a collection’s folder: nothing in it is read', async () => {
    const content = contentFolder(changed({ 'score_metadata/people.yaml': null }));
    const outside = temporaryFolder();
    writeFileSync(path.join(outside, 'bad.yaml'), 'bad');
    symlinkSync(outside, path.join(content, 'score_metadata'));
    expect(await problemLinesOf(content)).toEqual([`score_metadata:1:1 ${BAD_LINK}`]);
  });

  it('to a file inside is read, also where the content folder is a link, but an editor’s lock is not', async () => {
    const content = contentFolder(changed({ 'neighborhoods/..more/list.txt~': listed(PUEBLO) }));
    symlinkSync('..more/list.txt~', path.join(content, 'neighborhoods/list.yaml'));
    symlinkSync('somebody@host.1234', path.join(content, 'countries/.#countries.yaml'));
    const link = path.join(temporaryFolder(), 'content-link');
    symlinkSync(content, link);
    expect((await checked(link)).count).toBe(7);
  });
});

it.skipIf(process.platform === 'win32')('a pipe (Windows has none): it is not opened', async () => {
  const content = contentFolder(changed());
  makePipe(path.join(content, 'countries/pipe.yaml'));
  expect(await problemLinesOf(content)).toEqual([
    'countries/pipe.yaml:1:1 unreadable [] This file can’t be read: it is a pipe, a socket or a device. → Remove it.',
  ]);
});

describe('the content folder', () => {
  it('none for a collection: a problem, beside those of records', async () => {
    const unreadable = { [CANON_CITY_FILE]: edited(CANON_CITY, 'US', 'us') };
    const content = contentFolder(changed({ 'results/.gitkeep': null, ...unreadable }));
    expect(await problemLinesOf(content)).toEqual([
      expect.stringContaining(`${CANON_CITY_FILE}:3:`),
      'results:1:1 unreadable [] The definition has a collection of this name, but there is no folder. → Create it, if only with a file .gitkeep, or correct or remove the collection in the definition.',
    ]);
  });

  it.each(['gone', 'a-file'])('%s: a UsageError', async (name) => {
    const content = path.join(temporaryFolder(), name);
    if (name === 'a-file') writeFileSync(content, '');
    await expect(checked(content)).rejects.toThrow(
      `There is no content folder ${content}. Create it with a folder for each collection, such as ${content}/`,
    );
  });
});
