import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { list } from 'tar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bnaApi } from '../../../src/bna/bna.ts';
import { snapshotCommand } from '../../../src/cli/snapshot.ts';
import { verifyCommand } from '../../../src/cli/verify.ts';
import { UsageError } from '../../../src/index.ts';
import { type SnapshotOptions, snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { makePipe, temporaryFolder } from '../../support/folder.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';
import { difficultSite, NAMES, THINGS } from './difficult-site.ts';
import { printedBy } from './printed.ts';
import { contentsOf } from './tarball.ts';

let difficult: Awaited<ReturnType<typeof difficultSite>>;
beforeAll(async () => {
  difficult = await difficultSite();
});
afterAll(() => difficult.remove());

/** Packs a site, and reads the archive. */
async function packed(options: Partial<SnapshotOptions> = {}) {
  const out = temporaryFolder();
  const report = await snapshot({ site: difficult.site, out, withSite: false, ...options });
  const name = path.basename(report.file, '.tar.gz');
  return { ...report, name, contents: contentsOf(readFileSync(report.file)) };
}

const DATASET = ['names', 'nothing', 'things'].flatMap((name) =>
  ['csv', 'json', 'ndjson'].map((format) => `dataset/${name}.${format}`),
);

describe('the archive', () => {
  it('plain files in one folder, SHA256SUMS first; its hash is in the name', async () => {
    const { file, bytes, files, name, contents } = await packed();
    const entries: string[] = [];
    list({
      file,
      sync: true,
      onReadEntry: ({ path: entry, type, mode, uid, mtime }) =>
        entries.push(`${entry} ${type} ${mode?.toString(8)} ${uid} ${mtime?.toJSON()}`),
    });
    expect(entries).toEqual(
      ['SHA256SUMS', 'README.md', ...DATASET].map(
        (one) => `${name}/${one} File 644 undefined 1980-02-01T00:00:00.000Z`,
      ),
    );
    expect({ bytes, files }).toEqual({ bytes: statSync(file).size, files: entries.length });
    const [[, checksums] = ['', ''], ...others] = contents;
    const hashOf = (text: string) => sha256(Buffer.from(text));
    expect(checksums).toBe(others.map(([one, text]) => `${hashOf(text)}  ${one}\n`).join(''));
    expect(name).toBe(`odd-things-more-${hashOf(checksums).slice(0, 8)}`);
  });

  it('with the site -> every file of the build, but no other', async () => {
    const site = path.join(temporaryFolder(), 'dist');
    cpSync(difficult.site, site, { recursive: true });
    writeFileSync(path.join(site, 'secret.txt'), 'secret');
    const { contents } = await packed({ site, withSite: true });
    const files = filesOf(difficult.site);
    expect([...contents.keys()].slice(2 + DATASET.length)).toEqual(
      files.map((file) => `site/${file}`),
    );
    for (const file of files) {
      const body = readFileSync(path.join(difficult.site, file), 'utf8');
      expect(contents.get(`site/${file}`), file).toBe(body);
    }
    expect(files).toContain(`data/names/item/${NAMES[0]}.json`);
  });
});

describe('the files of a dataset', () => {
  it('a table of difficult values, a table of one column, and no records', async () => {
    const { contents } = await packed();
    const files = DATASET.map((file) => contents.get(file));
    expect(contents.get('dataset/things.csv')).toBe(
      `${[
        'id,text,note,place.code,place.spot.lat,place.spot.lon,tags,open',
        '1,"a,b","say ""hi""",X,1.5,-2e-7,,',
        '2,"two\nlines","","",,,[],',
        '3,"cr\rhere",,null,,,"[""a"",""b\\""c""]",',
        '4,"", ,0123,0,1e+21,,true',
        "5,zażółć 東京 🚲 e\u0301,O'Neil \\ `x` | y,=1+1,,,,",
        '6,\ttab,\ufeffbom,NA,,,,false',
      ].join('\n')}\n`,
    );
    const lines = THINGS.map((thing) => JSON.stringify(thing));
    expect(contents.get('dataset/things.json')).toBe(`[\n${lines.join(',\n')}\n]\n`);
    expect(contents.get('dataset/things.ndjson')).toBe(`${lines.join('\n')}\n`);
    expect(files[0]).toBe(`${['name', ...NAMES].join('\n')}\n`);
    expect(files.slice(3, 6)).toEqual(['', '[\n\n]\n', '']);
  });

  it('README: the files, the fields and the sources', async () => {
    const { contents } = await packed();
    const readme = contents.get('README.md') ?? '';
    const lines = readme.split('\n');
    expect(lines.filter((line) => line.startsWith('| ') || line.startsWith('- ['))).toEqual([
      '| collection | records | files |',
      '| --- | --- | --- |',
      '| things | 6 | `dataset/things.csv`, `dataset/things.json`, `dataset/things.ndjson` |',
      '| names | 3 | `dataset/names.csv`, `dataset/names.json`, `dataset/names.ndjson` |',
      '| nothing | 0 | `dataset/nothing.csv`, `dataset/nothing.json`, `dataset/nothing.ndjson` |',
      '| field | type | meaning | example |',
      '| --- | --- | --- | --- |',
      '| `id` | number | Its number. | `1` |',
      '| `text` | text |  | `a,b` |',
      '| `note` | text or null |  | `say "hi"` |',
      '| `place.code` | text | Where \\| it is. | `X` |',
      '| `place.spot.lat` | number; not in every record |  | `1.5` |',
      '| `place.spot.lon` | number; not in every record |  | `-2e-7` |',
      '| `tags` | list; not in every record |  | `["a","b\\"c"]` |',
      '| `open` | true or false; not in every record |  | `true` |',
      '| field | type | meaning | example |',
      '| --- | --- | --- | --- |',
      `| \`name\` | text |  | \`${'n'.repeat(59)}…\` |`,
      '- [A dream](https://example.org/): it | all (CC0-1.0)',
    ]);
    expect(lines).toContain('There are no records.');
    expect(lines).toContain('jq length dataset/things.json');
    expect(readme).not.toContain('staticrest preview');
    const { contents: withSite } = await packed({ withSite: true });
    expect(withSite.get('README.md')).toContain('staticrest preview site');
  });
});

describe('where a snapshot is written', () => {
  it.each([
    ['an existing folder', '', '{name}.tar.gz'],
    ['a folder with a slash', '/', '{name}.tar.gz'],
    ['a file', '/mine.tgz', 'mine.tgz'],
    ['a file in capitals', '/MINE.TAR.GZ', 'MINE.TAR.GZ'],
  ])('%s', async (_, out, expected) => {
    const folder = temporaryFolder();
    const { name } = await packed();
    const { file } = await packed({ out: folder + out });
    expect(readdirSync(folder)).toEqual([expected.replace('{name}', name)]);
    expect(path.dirname(file)).toBe(folder);
  });

  it('a snapshot is there -> it is replaced, even by two at once', async () => {
    const { file: out, bytes } = await packed({ withSite: true });
    const [one, other] = await Promise.all([packed({ out }), packed({ out })]);
    expect(one.bytes).toBeLessThan(bytes);
    expect(contentsOf(readFileSync(out))).toEqual(other.contents);
    expect(readdirSync(path.dirname(out))).toEqual([path.basename(out)]);
  });

  it.each<[string, (file: string) => void]>([
    ['a text', (file) => writeFileSync(file, 'precious')],
    ['an empty file', (file) => writeFileSync(file, '')],
    ['another archive', (file) => writeFileSync(file, gzipSync('x'.repeat(2000)))],
    ['a link', (file) => symlinkSync('nowhere', file)],
  ])('%s is there -> refused, and not changed', async (_, create) => {
    const folder = temporaryFolder();
    const out = path.join(folder, 'x.tar.gz');
    create(out);
    const refused = snapshot({ site: difficult.site, out, withSite: false });
    await expect(refused).rejects.toThrow(/is not a snapshot/);
    await expect(refused).rejects.toThrow(UsageError);
    expect(readdirSync(folder)).toEqual(['x.tar.gz']);
  });

  it.each(
    rowsOf(`
      dist/x.tar.gz        -> can’t be written into the site
      dist/data            -> can’t be written into the site
      dist                 -> can’t be written into the site
      x.zip                -> must end in .tar.gz or .tgz
      snapshots            -> must end in .tar.gz or .tgz
      x.tar                -> must end in .tar.gz or .tgz
      no/x.tar.gz          -> There is no folder
      dist/manifest.json/x -> There is no folder
    `),
  )('%s: refused, %s', async (out = '', message = '') => {
    const before = filesOf(difficult.folder);
    const refused = packed({ out: path.join(difficult.folder, out) });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(UsageError);
    expect(filesOf(difficult.folder)).toEqual(before);
  });

  it('aborted while it packs -> nothing is left', async () => {
    const out = temporaryFolder();
    const controller = new AbortController();
    const onProgress = (step: string) => {
      if (step === 'Packed') controller.abort();
    };
    const { signal } = controller;
    await expect(packed({ out, withSite: true, onProgress, signal })).rejects.toThrow(/abort/);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('a site that is not as it was built', () => {
  it.each(
    rowsOf(
      `
      a listing is changed  | data/things/list/f-/o-/l-all/0.json | 0.json is missing or was changed
      an item is changed    | data/things/item/5.json | 5.json is missing or was changed
      a listing is missing  | data/things/list/f-/o-/l-all/0.json | 0.json is missing or was changed
      an item is missing    | data/things/item/5.json | 5.json is missing or was changed
      an item is a pipe     | data/things/item/5.json | 5.json is missing or was changed
      the manifest is missing | manifest.json | There is no built site in
    `,
      '|',
    ),
  )('%s -> refused', async (name, file = '', message = '') => {
    const site = path.join(temporaryFolder(), 'dist');
    cpSync(difficult.site, site, { recursive: true });
    const at = path.join(site, file);
    if (!name?.endsWith('changed')) rmSync(at);
    if (name?.endsWith('pipe')) makePipe(at);
    if (name?.endsWith('changed'))
      writeFileSync(at, readFileSync(at, 'utf8').replace('zażółć', 'zazolc'));
    const out = temporaryFolder();
    const refused = packed({ site, out, withSite: file.includes('item') });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(UsageError);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('staticrest snapshot', () => {
  it('says what it packed, how to check it, and that a local address is not for others', async () => {
    const local = await difficultSite('http://localhost:8080');
    onTestFinished(local.remove);
    const out = path.join(local.folder, 'odd.tar.gz');
    const packing = await printedBy(() => snapshotCommand({ dist: local.site, out, site: false }));
    const [first, ...more] = packing.text.split('\n');
    expect(first).toMatch(/^9 records → .*odd.tar.gz: 11 files, \d KB, in .* s$/);
    expect(more.slice(0, 6)).toEqual([
      '  things  6',
      '  names  3',
      '  nothing  0',
      '',
      `To check it: npx staticrest verify ${out}`,
      'Its links point to http://localhost:8080 (works only on this machine).',
    ]);
    const whole = await printedBy(() => verifyCommand({ dist: out }));
    expect(whole.code).toBe(0);
    expect(whole.text).toMatch(
      /odd\.tar\.gz is intact: odd-things-more-[0-9a-f]{8}, 11 files, \d KB; 9 records of 3 collections, in/,
    );
    truncateSync(out, 999);
    const { code, text } = await printedBy(() => verifyCommand({ dist: out }));
    expect(text).toContain(`${out} is damaged, or is not a .tar.gz archive (zlib: unexpected end`);
    expect(text).toContain(`(unreadable)\n1 fault in ${out}.\n`);
    expect(code).toBe(1);
  });

  it.each(
    rowsOf(`
      odd-1.tar.gz  -> odd-1.tar.gz
      my odd.tar.gz -> 'my odd.tar.gz'
      it's.tar.gz   -> 'it'\\''s.tar.gz'
      $HOME.tar.gz  -> '$HOME.tar.gz'
      -odd.tar.gz   -> ./-odd.tar.gz
    `),
  )('the name %s is quoted for the shell: %s', async (out, quoted) => {
    const cwd = process.cwd();
    onTestFinished(() => process.chdir(cwd));
    process.chdir(temporaryFolder());
    const { text } = await printedBy(() =>
      snapshotCommand({ dist: difficult.site, out, site: false }),
    );
    expect(text.endsWith(`To check it: npx staticrest verify ${quoted}\n`)).toBe(true);
  });
});

it.each(bnaApi().sources ?? [])('the README of the content has $name', ({ url, licence }) => {
  const readme = readFileSync('content/README.md', 'utf8');
  if (url) expect(readme).toContain(`](${url})`);
  if (licence && url) expect(readme).toContain(licence);
});
