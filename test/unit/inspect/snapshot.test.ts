import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { list } from 'tar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bnaApi } from '../../../src/bna/bna.ts';
import { snapshotCommand } from '../../../src/cli/snapshot.ts';
import { verifyCommand } from '../../../src/cli/verify.ts';
import { UsageError } from '../../../src/index.ts';
import { type SnapshotOptions, snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';
import { difficultSite, NAMES } from './difficult-site.ts';
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
  const body = readFileSync(report.file);
  return {
    ...report,
    body,
    name: path.basename(report.file, '.tar.gz'),
    contents: contentsOf(body),
  };
}

const DATASET = ['names', 'nothing', 'things'].flatMap((name) =>
  ['csv', 'json', 'ndjson'].map((format) => `dataset/${name}.${format}`),
);

describe('the archive', () => {
  it('plain files in one folder, SHA256SUMS first; its hash is in the name', async () => {
    const { file, bytes, body, files, name, contents } = await packed();
    const entries: unknown[] = [];
    list({
      file,
      sync: true,
      onReadEntry: ({ path: entry, type, mode, uid, mtime }) =>
        entries.push([entry, type, mode, uid, mtime?.toISOString()]),
    });
    expect(entries).toEqual(
      ['SHA256SUMS', 'README.md', ...DATASET].map((one) => [
        `${name}/${one}`,
        'File',
        0o644,
        undefined,
        '1980-02-01T00:00:00.000Z',
      ]),
    );
    expect({ bytes, files }).toEqual({ bytes: body.length, files: entries.length });
    const [checksums = '', ...others] = contents.values();
    const paths = [...contents.keys()].slice(1);
    expect(`${checksums}`).toBe(
      others.map((one, index) => `${sha256(one)}  ${paths[index]}\n`).join(''),
    );
    expect(name).toBe(`odd-things-more-${sha256(Buffer.from(checksums)).slice(0, 8)}`);
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
      const body = readFileSync(path.join(difficult.site, file));
      expect(contents.get(`site/${file}`)?.equals(body), file).toBe(true);
    }
    expect(files).toContain(`data/names/item/${NAMES.at(-1)}.json`);
  });

  it('packed with another time zone and umask -> the same bytes', async () => {
    const options = { withSite: true };
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    const umask = process.umask(0o077);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      process.umask(umask);
    });
    const one = await packed(options);
    vi.stubEnv('TZ', 'America/New_York');
    process.umask(0o002);
    const other = await packed(options);
    expect(other.name).toBe(one.name);
    expect(other.body.equals(one.body)).toBe(true);
  });

  it('other content -> another name', async () => {
    const elsewhere = await difficultSite('https://example.org');
    onTestFinished(elsewhere.remove);
    const all = [
      await packed(),
      await packed({ site: elsewhere.site }),
      await packed({ withSite: true }),
    ];
    expect(new Set(all.map(({ name }) => name)).size).toBe(3);
  });
});

describe('the files of a dataset', () => {
  it('CSV: values are quoted where needed, and null differs from an empty text', async () => {
    const { contents } = await packed();
    const [names, , , ...nothing] = DATASET.map((file) => `${contents.get(file)}`);
    expect(`${contents.get('dataset/things.csv')}`).toBe(
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
    expect(names).toBe(`${['name', ...NAMES].join('\n')}\n`);
    expect(nothing.slice(0, 3)).toEqual(['', '[\n\n]\n', '']);
  });

  it('JSON: the records as the API has them', async () => {
    const { contents } = await packed();
    const listing = readFileSync(`${difficult.site}/data/things/list/f-/o-/l-all/0.json`, 'utf8');
    const lines = listing.split('\n').slice(1, -2);
    expect(`${contents.get('dataset/things.json')}`).toBe(`[\n${lines.join('\n')}\n]\n`);
    const records = lines.map((line) => `${line.replace(/,$/, '')}\n`).join('');
    expect(`${contents.get('dataset/things.ndjson')}`).toBe(records);
  });

  it('README: the files, the fields and the sources', async () => {
    const { contents } = await packed();
    const readme = `${contents.get('README.md')}`;
    const lines = readme.split('\n');
    expect(lines.filter((line) => line.startsWith('| ') || line.startsWith('- A '))).toEqual([
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
      '| `name` | text |  | `b` |',
      '- A dream <https://example.org/>: it \\| all; licence: CC0-1.0.',
    ]);
    expect(lines).toContain('There are no records.');
    expect(lines).toContain('jq length dataset/things.json');
    expect(readme).not.toContain('staticrest preview');
    const { contents: withSite } = await packed({ withSite: true });
    expect(`${withSite.get('README.md')}`).toContain('staticrest preview site');
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
    expect(one.body.length).toBeLessThan(bytes);
    expect(readFileSync(out).equals(other.body)).toBe(true);
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
    const onProgress = (step: string, done?: number) => {
      if (step === 'Packed' && done) controller.abort();
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
      the manifest is missing | manifest.json | There is no built site at
    `,
      '|',
    ),
  )('%s -> refused', async (name, file = '', message = '') => {
    const site = path.join(temporaryFolder(), 'dist');
    cpSync(difficult.site, site, { recursive: true });
    const at = path.join(site, file);
    if (name?.endsWith('missing')) rmSync(at);
    else writeFileSync(at, readFileSync(at, 'utf8').replace('zażółć', 'zazolc'));
    const out = temporaryFolder();
    const refused = packed({ site, out, withSite: file.includes('item') });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(UsageError);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('staticrest snapshot', () => {
  it('says what it packed, and how to check it', async () => {
    const folder = temporaryFolder();
    const out = path.join(folder, 'odd.tar.gz');
    const packing = await printedBy(() => snapshotCommand(difficult.site, { out, site: false }));
    const [first, ...more] = packing.text.split('\n');
    expect(first?.replace(folder, '')).toMatch(
      /^9 records → \/odd.tar.gz: 11 files, \d KB, in .* s$/,
    );
    expect(more).toEqual([
      '  things  6',
      '  names  3',
      '  nothing  0',
      '',
      `To check it: staticrest verify ${out}`,
      '',
    ]);
    const whole = await printedBy(() => verifyCommand(out));
    expect(whole.code).toBe(0);
    expect(whole.text.replace(folder, '')).toMatch(
      /^\/odd\.tar\.gz is whole: odd-things-more-[0-9a-f]{8}, 11 files, \d KB; 9 records of 3 collections, in/,
    );
    truncateSync(out, 999);
    const cut = await printedBy(() => verifyCommand(out));
    expect(cut).toEqual({
      code: 1,
      text: `${out}: is truncated (unreadable)\n1 fault in ${out}.\n`,
    });
  });

  it('a site with a local address -> a hint', async () => {
    const local = await difficultSite('http://localhost:8080');
    onTestFinished(local.remove);
    const options = { out: temporaryFolder(), site: false };
    const { text } = await printedBy(() => snapshotCommand(local.site, options));
    expect(text).toContain(
      'http://localhost:8080 as its address, which works on this machine only',
    );
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
    const { text } = await printedBy(() => snapshotCommand(difficult.site, { out, site: false }));
    expect(text).toContain(`To check it: staticrest verify ${quoted}\n`);
  });
});

it.each(bnaApi().sources ?? [])('the README of the content has $name', ({ url, licence }) => {
  const readme = readFileSync('content/README.md', 'utf8');
  if (url) expect(readme).toContain(`](${url})`);
  if (licence && url) expect(readme).toContain(licence);
});
