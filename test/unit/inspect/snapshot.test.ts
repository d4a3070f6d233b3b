import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { build } from '../../../src/build/build.ts';
import { UsageError, z } from '../../../src/index.ts';
import { type SnapshotOptions, snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { verifyArchive } from '../../../src/inspect/snapshot/verify.ts';
import { CliProcess, MAIN, run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { servedSite } from '../../support/served.ts';
import { shippedJson, shippedManifest, shippedSite } from '../../support/shipped-site.ts';
import { sha256 } from '../../support/site-files.ts';
import { oddNames, oddRows, oddSite, oddThings } from './odd-things.ts';
import { itWith, output, pythonRows, sqliteRows } from './tools.ts';

let odd: Awaited<ReturnType<typeof oddSite>>;
beforeAll(async () => {
  odd = await oddSite();
});
afterAll(() => odd.remove());

/** Packs a site into a folder of its own. */
async function packed(site: string, options: Partial<SnapshotOptions> = {}) {
  const folder = temporaryFolder();
  const report = await snapshot({ site, out: folder, withSite: false, ...options });
  return { folder, ...report, name: path.basename(report.file, '.tar.gz') };
}

/** Packs a site and has GNU tar unpack it. */
async function unpacked(site: string, options: Partial<SnapshotOptions> = {}) {
  const { folder, file, name, ...report } = await packed(site, options);
  output('tar', ['-xzf', file], folder);
  return { ...report, file, name, place: path.join(folder, name) };
}

const textIn = (...names: readonly string[]) => readFileSync(path.join(...names), 'utf8');

describe('a snapshot of the shipped site', () => {
  const counts = shippedManifest().grid.collections.map(
    ({ name, count }) => [name, count] as const,
  );

  itWith('tar')('is listed by tar: one folder, plain files, SHA256SUMS first', async () => {
    const { folder, file, name } = await packed(shippedSite());
    const lines = output('tar', ['-tvzf', file], folder).trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/ +\d+ 1980-02-01.*? (?=\S+$)/, ' '))).toEqual(
      ['SHA256SUMS', 'README.md', ...dataset(counts.map(([one]) => one))].map(
        (one) => `-rw-r--r-- 0/0 ${name}/${one}`,
      ),
    );
    expect(name).toMatch(/^bicycle-network-analysis-[0-9a-f]{8}$/);
  });

  itWith('sha256sum')('is checked by sha256sum, and by its own name', async () => {
    const { place, name } = await unpacked(shippedSite());
    const lines = output('sha256sum', ['-c', 'SHA256SUMS'], place).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.every((line) => line.endsWith(': OK'))).toBe(true);
    expect(name).toMatch(
      new RegExp(`-${sha256(readFileSync(`${place}/SHA256SUMS`)).slice(0, 8)}$`),
    );
  });

  itWith('jq')('holds the records of the site, as jq reads them', async () => {
    const { place } = await unpacked(shippedSite());
    for (const [name, count] of counts) {
      expect(output('jq', ['length', `dataset/${name}.json`], place)).toBe(`${count}\n`);
      expect(output('jq', ['-s', 'length', `dataset/${name}.ndjson`], place)).toBe(`${count}\n`);
    }
    const records = JSON.parse(output('jq', ['.', 'dataset/neighborhoods.json'], place));
    expect(records).toEqual(shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json').results);
    const lines = output('jq', ['-s', '.', 'dataset/countries.ndjson'], place);
    expect(JSON.parse(lines)).toEqual(shippedJson('data/countries/list/o-.json'));
  });

  itWith('python3')('holds the records of the site, as Python’s csv reads them', async () => {
    const { place } = await unpacked(shippedSite());
    for (const [name, count] of counts) {
      expect(pythonRows(`dataset/${name}.csv`, place)).toHaveLength(count);
    }
    const rows = pythonRows('dataset/neighborhoods.csv', place);
    expect(rows).toEqual(
      shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json').results.map(
        ({ country, ...record }: { country: { code: string; name: string } }) => ({
          ...Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value ?? ''])),
          'country.code': country.code,
          'country.name': country.name,
        }),
      ),
    );
    const canada = pythonRows('dataset/countries.csv', place).find((one) => one.alpha_2 === 'CA');
    expect(JSON.parse(canada?.subdivisions ?? '')).toEqual(
      shippedJson('data/countries/item/CA.json').subdivisions,
    );
  });

  itWith('sqlite3')('holds the records of the site, as SQLite imports them', async () => {
    const { place } = await unpacked(shippedSite());
    for (const [name, count] of counts) {
      expect(sqliteRows(`dataset/${name}.csv`, place)).toHaveLength(count);
    }
    expect(sqliteRows('dataset/neighborhoods.csv', place)).toEqual(
      pythonRows('dataset/neighborhoods.csv', place),
    );
  });

  itWith('tar')(
    'has a README that names every field, with its meaning, and the sources',
    async () => {
      const { place } = await unpacked(shippedSite());
      const readme = textIn(place, 'README.md');
      for (const { schema, published = schema } of bnaApi().collections) {
        for (const [name, { description = '' }] of Object.entries(published.shape)) {
          const row = new RegExp(`^\\| \`${name}\` \\| .*${description.slice(0, 20)}`, 'm');
          // An object has no column of its own, but one for each of its fields.
          if (name !== 'country') expect(readme).toMatch(row);
        }
      }
      expect(readme.match(/^\| `[a-zA-Z0-9_.]+` \|[^|]*\|\s*\|/gm), 'without a meaning').toBeNull();
      for (const { name } of bnaApi().sources ?? []) expect(readme).toContain(name);
      expect(readme).toContain('| neighborhoods | 2,620 |');
    },
  );

  itWith('sqlite3')('has a README whose commands work', async () => {
    const { place } = await unpacked(shippedSite());
    const [, commands = ''] = /```sh\n(jq[^`]*)```/.exec(textIn(place, 'README.md')) ?? [];
    const printed = execFileSync('sh', ['-ec', commands], { cwd: place, encoding: 'utf8' });
    expect(printed).toMatch(/^2620\n\{\n[^}]+\}[^}]+\}\n2620\n$/);
  });

  it('is a few MB at most', async () => {
    expect((await packed(shippedSite())).bytes).toBeLessThan(2e6);
  });

  itWith('tar')(
    'has all of the site if asked to, and the preview walks it',
    async () => {
      const { place, file } = await unpacked(shippedSite(), { withSite: true });
      const site = path.join(place, 'site');
      const { files, grid } = shippedManifest();
      expect(filesBelow(site)).toEqual([...files.map((one) => one.path), 'manifest.json'].sort());
      expect((await verifyArchive(file)).faults).toEqual([]);
      const { ask, port } = await servedSite(site);
      const origin = `http://127.0.0.1:${port}`;
      let [href, seen]: [string | null, number] = [`${origin}/api/neighborhoods/?limit=100`, 0];
      while (href) {
        expect(href.startsWith(origin)).toBe(true);
        const { status, body } = await ask(href.slice(origin.length));
        expect(status).toBe(200);
        const page = JSON.parse(body.toString());
        seen += page.results.length;
        href = page.next;
      }
      expect(seen).toBe(grid.collections.find(({ name }) => name === 'neighborhoods')?.count);
    },
    120_000,
  );
});

const dataset = (names: readonly string[]) =>
  [...names]
    .sort()
    .flatMap((name) => ['csv', 'json', 'ndjson'].map((one) => `dataset/${name}.${one}`));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .sort();

describe('values that are hard on a table', () => {
  itWith('python3')('come out of Python’s csv as they went in', async () => {
    const { place } = await unpacked(odd.site);
    expect(pythonRows('dataset/things.csv', place)).toEqual(oddRows);
  });

  itWith('sqlite3')('come out of SQLite as they went in', async () => {
    const { place } = await unpacked(odd.site);
    expect(sqliteRows('dataset/things.csv', place)).toEqual(oddRows);
  });

  itWith('jq')('come out of jq as they went in', async () => {
    const { place } = await unpacked(odd.site);
    expect(JSON.parse(output('jq', ['.', 'dataset/things.json'], place))).toEqual(oddThings);
    expect(JSON.parse(output('jq', ['-s', '.', 'dataset/things.ndjson'], place))).toEqual(
      oddThings,
    );
  });

  itWith('tar')('are written as people expect, and null differs from an empty text', async () => {
    const { place, name } = await unpacked(odd.site);
    expect(name).toMatch(/^odd-things-more-[0-9a-f]{8}$/);
    expect(textIn(place, 'dataset/things.csv')).toBe(
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
    expect(textIn(place, 'dataset/names.csv')).toBe(`${['name', ...oddNames].join('\n')}\n`);
    expect(textIn(place, 'dataset/nothing.csv')).toBe('');
    expect(textIn(place, 'dataset/nothing.json')).toBe('[\n\n]\n');
    expect(textIn(place, 'dataset/nothing.ndjson')).toBe('');
  });

  itWith('tar')('and files with long names are unpacked by tar', async () => {
    const { place } = await unpacked(odd.site, { withSite: true });
    expect(filesBelow(path.join(place, 'site'))).toEqual(filesBelow(odd.site));
    expect(filesBelow(odd.site)).toContain(`data/names/item/${oddNames.at(-1)}.json`);
  });

  itWith('tar')('are described in the README', async () => {
    const { place } = await unpacked(odd.site);
    const lines = textIn(place, 'README.md').split('\n');
    expect(lines.filter((line) => line.startsWith('| `'))).toEqual([
      '| `id` | number | Its number. | `1` |',
      '| `text` | text |  | `a,b` |',
      '| `note` | text or null |  | `say "hi"` |',
      '| `place.code` | text | Where \\| it is. | `X` |',
      '| `place.spot.lat` | number; not in every record |  | `1.5` |',
      '| `place.spot.lon` | number; not in every record |  | `-2e-7` |',
      '| `tags` | list; not in every record |  | `["a","b\\"c"]` |',
      '| `open` | true or false; not in every record |  | `true` |',
      '| `name` | text |  | `b` |',
    ]);
    expect(lines).toContain('There are no records.');
    expect(lines).toContain('- A dream <https://example.org/>: it \\| all; licence: CC0-1.0.');
  });
});

describe('the same content', () => {
  const example = path.resolve('examples/eight-thousanders');
  const api = ['--api', path.join(example, 'api.mjs'), '--content', path.join(example, 'content')];

  /** Builds and packs in a process of its own. */
  function made(environment: Readonly<Record<string, string>>, umask: string, ...args: string[]) {
    const cwd = temporaryFolder();
    const staticrest = (...more: readonly string[]) =>
      execFileSync(
        'sh',
        ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, MAIN, ...more],
        { cwd, env: { PATH: process.env.PATH, ...environment } },
      );
    staticrest('build', ...api, '--out', 'dist', '--base-url', 'https://example.org');
    staticrest('snapshot', 'dist', ...args);
    const [file = ''] = readdirSync(cwd).filter((name) => name.endsWith('.tar.gz'));
    return { file, body: readFileSync(path.join(cwd, file)) };
  }

  it.each([
    ['the dataset', []],
    ['the dataset and the site', ['--site']],
  ])('%s: same archive, whoever packs it when and where', (_, args) => {
    const one = made({ TZ: 'Pacific/Kiritimati', LC_ALL: 'C' }, '077', ...args);
    const other = made({ TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8' }, '002', ...args);
    expect(other.file).toBe(one.file);
    expect(other.body.equals(one.body)).toBe(true);
    expect(one.file).toMatch(/^eight-thousanders-[0-9a-f]{8}\.tar\.gz$/);
  });

  it('the command says what it packed, and verify that it is whole', async () => {
    const cwd = temporaryFolder();
    const packing = await run(['snapshot', odd.site, '--out', 'odd.tar.gz'], { cwd });
    expect(packing).toMatchObject({ code: 0, stderr: '' });
    expect(packing.stdout).toMatch(
      /^9 records → odd.tar.gz: 11 files, \d KB, in .*\n {2}things {2}6\n/,
    );
    expect(packing.stdout).toContain('To check it: staticrest verify odd.tar.gz');
    const whole = await run(['verify', 'odd.tar.gz'], { cwd });
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toMatch(/^odd\.tar\.gz is whole: odd-things-more-[0-9a-f]{8}, 11 files/);
    writeFileSync(path.join(cwd, 'cut.tar.gz'), readFileSync(`${cwd}/odd.tar.gz`).subarray(0, 999));
    const cut = await run(['verify', 'cut.tar.gz'], { cwd });
    expect(cut).toMatchObject({ code: 1, stderr: '' });
    expect(cut.stdout).toContain('cut.tar.gz: is truncated (unreadable)');
  });

  it.each([
    ['plain', 'odd-1.tar.gz', 'odd-1.tar.gz'],
    ['with a space', 'my odd.tar.gz', "'my odd.tar.gz'"],
    ['with a quote', "it's.tar.gz", "'it'\\''s.tar.gz'"],
    ['with a shell variable', '$HOME.tar.gz', "'$HOME.tar.gz'"],
    ['like an option', '-odd.tar.gz', './-odd.tar.gz'],
  ])('the check it advises works for a name %s', async (_, file, quoted) => {
    const cwd = temporaryFolder();
    const { stdout } = await run(['snapshot', odd.site, `--out=${file}`], { cwd });
    expect(stdout).toContain(`To check it: staticrest verify ${quoted}\n`);
    const advised = `staticrest() { '${process.execPath}' '${MAIN}' "$@"; }; ${/staticrest verify .*/.exec(stdout)}`;
    expect(execFileSync('sh', ['-c', advised], { cwd, encoding: 'utf8' })).toContain(' is whole');
  });

  it('other content, other name', async () => {
    const elsewhere = await oddSite('https://example.org');
    const names = [await packed(odd.site), await packed(elsewhere.site)].map(({ name }) => name);
    const full = await packed(odd.site, { withSite: true });
    elsewhere.remove();
    expect(new Set([...names, full.name]).size).toBe(3);
  });
});

describe('where a snapshot goes', () => {
  it.each([
    ['an existing folder', (folder: string) => folder, '{name}.tar.gz'],
    ['a folder with a slash', (folder: string) => `${folder}/`, '{name}.tar.gz'],
    ['a file', (folder: string) => `${folder}/mine.tgz`, 'mine.tgz'],
    ['a file in capitals', (folder: string) => `${folder}/MINE.TAR.GZ`, 'MINE.TAR.GZ'],
  ])('%s', async (_, out, expected) => {
    const folder = temporaryFolder();
    const { file } = await snapshot({ site: odd.site, out: out(folder), withSite: false });
    const name = /^[^/]+/.exec(output('tar', ['-tzf', file], folder))?.[0] ?? '';
    expect(readdirSync(folder)).toEqual([expected.replace('{name}', name)]);
    expect(path.dirname(file)).toBe(folder);
  });

  it('a snapshot is replaced, by itself or another', async () => {
    const { file } = await packed(shippedSite());
    await snapshot({ site: odd.site, out: file, withSite: false });
    const { bytes } = await snapshot({ site: odd.site, out: file, withSite: false });
    expect(readFileSync(file)).toHaveLength(bytes);
    expect(readdirSync(path.dirname(file))).toHaveLength(1);
  });

  it.each([
    ['a text', (file: string) => writeFileSync(file, 'precious'), /is not a snapshot/],
    ['an empty file', (file: string) => writeFileSync(file, ''), /is not a snapshot/],
    [
      'another archive',
      (file: string) => writeFileSync(file, gzipSync('x'.repeat(2000))),
      /is not a sn/,
    ],
    ['a link', (file: string) => symlinkSync('nowhere', file), /is not a snapshot/],
  ])('%s is left alone', async (_, put, message) => {
    const file = path.join(temporaryFolder(), 'x.tar.gz');
    put(file);
    const before = readdirSync(path.dirname(file));
    const refused = snapshot({ site: odd.site, out: file, withSite: false });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    expect(readdirSync(path.dirname(file))).toEqual(before);
  });

  const ENDS =
    /^The name of a snapshot must end in \.tar\.gz or \.tgz; .*\/(x\.zip|snapshots|x\.tar) does not\. Choose another name, or an existing folder\.$/;

  it.each([
    ['into the site', () => path.join(odd.site, 'x.tar.gz'), /can’t be written into the site/],
    [
      'into a folder of the site',
      () => path.join(odd.site, 'data'),
      /can’t be written into the site/,
    ],
    ['into the site itself', () => odd.site, /can’t be written into the site/],
    ['under a name of another kind', () => path.join(odd.folder, 'x.zip'), ENDS],
    ['under a name of no kind', () => path.join(odd.folder, 'snapshots'), ENDS],
    ['under a name that ends in a tar', () => path.join(odd.folder, 'x.tar'), ENDS],
    ['into no folder', () => path.join(odd.folder, 'no/x.tar.gz'), /There is no folder/],
    ['below a file', () => path.join(odd.site, 'manifest.json/x'), /There is no folder/],
  ])('%s is refused', async (_, out, message) => {
    const before = filesBelow(odd.folder);
    const refused = snapshot({ site: odd.site, out: out(), withSite: false });
    await expect(refused).rejects.toThrow(message);
    expect(filesBelow(odd.folder)).toEqual(before);
  });

  it('a run that is killed leaves no archive, only an incomplete file of another name', async () => {
    const folder = temporaryFolder();
    const killed = new CliProcess(['snapshot', shippedSite(), '--site'], { cwd: folder });
    while (readdirSync(folder).length === 0) await setTimeout(5);
    killed.kill();
    await killed.ended;
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^staticrest-snapshot-.*\.part$/)]);
  });

  it('a run that is interrupted leaves nothing', async () => {
    const folder = temporaryFolder();
    const running = new CliProcess(['snapshot', shippedSite(), '--site'], { cwd: folder });
    while (readdirSync(folder).length === 0) await setTimeout(5);
    await running.interrupt();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('two runs at once do not disturb each other', async () => {
    const folder = temporaryFolder();
    const both = [true, false].map((withSite) =>
      snapshot({ site: odd.site, out: folder, withSite }),
    );
    for (const { file } of await Promise.all(both)) {
      expect((await verifyArchive(file)).faults).toEqual([]);
    }
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('an aborted run leaves nothing', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      onProgress: (step: string) => step === 'Packed' && controller.abort(),
    };
    const ended = snapshot({ site: shippedSite(), out: folder, withSite: true, ...options });
    await expect(ended).rejects.toThrow(/abort/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('records without columns of their own', () => {
  const nothingOf = (publish: (record: { id: number; a?: number }) => object) =>
    defineApi({
      name: 'Little',
      description: 'D',
      collections: [
        defineCollection({
          name: 'things',
          title: 'T',
          description: 'D',
          schema: z.object({ id: z.int(), a: z.int().optional() }),
          key: 'id',
          published: z.looseObject({}),
          publish: (record) => ({ ...publish(record as never) }),
        }),
      ],
    });

  async function siteOf(api: ReturnType<typeof nothingOf>): Promise<string> {
    const folder = temporaryFolder();
    const [content, out] = [path.join(folder, 'content'), path.join(folder, 'dist')];
    mkdirSync(path.join(content, 'things'), { recursive: true });
    writeFileSync(path.join(content, 'things/all.json'), '[{"id":1},{"id":2,"a":3}]');
    await build({ api, content, out, base: 'https://example.org' });
    return out;
  }

  it('are refused if all of them are empty', async () => {
    const site = await siteOf(nothingOf(() => ({})));
    const out = temporaryFolder();
    const refused = snapshot({ site, out, withSite: false });
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(
      /^The records of things have no published fields, so they can’t be written as CSV/,
    );
    expect(readdirSync(out)).toEqual([]);
  });

  it('are refused if two fields have the same column name', async () => {
    const site = await siteOf(
      nothingOf(({ a }) => ({ o: a === undefined ? { b: { c: 1 } } : { 'b.c': a } })),
    );
    const out = temporaryFolder();
    const refused = snapshot({ site, out, withSite: false });
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(
      /^Two fields of things have the same column name in the CSV, o\.b\.c, because .*\. Rename that field in `publish` of things\.$/,
    );
    expect(readdirSync(out)).toEqual([]);
  });

  it('have an empty row if others have fields', async () => {
    const site = await siteOf(nothingOf(({ a }) => (a === undefined ? {} : { a })));
    const { place, file } = await unpacked(site);
    expect(textIn(place, 'dataset/things.csv')).toBe('a\n""\n3\n');
    expect((await verifyArchive(file)).faults).toEqual([]);
  });
});

describe('a site that is not as it was built', () => {
  /** A copy of the odd site with a change. */
  function changed(change: (site: string) => void): string {
    const site = path.join(temporaryFolder(), 'dist');
    cpSync(odd.site, site, { recursive: true });
    change(site);
    return site;
  }
  const listing = 'data/things/list/f-/o-/l-all/0.json';
  const altered = (file: string) => (site: string) =>
    writeFileSync(path.join(site, file), textIn(site, file).replace('zażółć', 'zazolc'));
  const removed = (file: string) => (site: string) => rmSync(path.join(site, file));
  const NO_SITE = /^There is no built site at .*; `staticrest build` makes one\.$/;

  it.each<[string, (site: string) => void, boolean, RegExp, string?]>([
    [
      'a listing was changed',
      altered(listing),
      false,
      /l-all\/0.json is missing or was changed after the build/,
    ],
    [
      'an item was changed',
      altered('data/things/item/5.json'),
      true,
      /5.json is missing or was changed after/,
    ],
    ['a listing was removed', removed(listing), false, /0.json is missing or was changed after/],
    [
      'an item was removed',
      removed('data/things/item/5.json'),
      true,
      /5.json is missing or was changed after/,
    ],
    ['there is no site', () => {}, false, NO_SITE, 'data'],
    ['it is a file', () => {}, false, NO_SITE, 'manifest.json'],
    ['it is not there', () => {}, false, NO_SITE, 'no/such'],
  ])('%s: it is refused', async (_, change, withSite, message, place = '') => {
    const site = path.join(changed(change), place);
    const out = temporaryFolder();
    const refused = snapshot({ site, out, withSite });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    expect(readdirSync(out)).toEqual([]);
  });

  it('files that no build wrote are not packed', async () => {
    const site = changed((folder) => writeFileSync(path.join(folder, 'secret.txt'), 'secret'));
    const { place } = await unpacked(site, { withSite: true });
    expect(existsSync(path.join(place, 'site/manifest.json'))).toBe(true);
    expect(existsSync(path.join(place, 'site/secret.txt'))).toBe(false);
  });
});

describe('the sources of the shipped content', () => {
  it.each(bnaApi().sources ?? [])('$name: its README has them too', ({ url, licence }) => {
    const readme = textIn('content/README.md');
    if (url) expect(readme).toContain(`](${url})`);
    if (licence && url) expect(readme).toContain(licence);
  });
});

describe('the words of a definition', () => {
  const thing = {
    name: 'things',
    title: 'T',
    description: 'D',
    schema: z.object({ id: z.int() }),
    key: 'id' as const,
  };

  it.each([
    ['a source gives nothing', { sources: [{ name: 'x' }] }, 'sources.0.gives'],
    ['sources are no list', { sources: { name: 'x', gives: 'y' } }, 'sources'],
    ['licence is misspelt', { sources: [{ name: 'x', gives: 'y', license: 'z' }] }, 'license'],
  ])('%s: the definition is refused', (_, change, named) => {
    const api = { name: 'N', description: 'D', collections: [thing], ...change };
    expect(() => defineApi(api as never)).toThrow(named);
  });
});
