import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { list, Parser, type ReadEntry } from 'tar';
import { beforeAll, describe, expect, it } from 'vitest';
import { bnaApi } from '../../../src/bna/bna.ts';
import { licenceOf } from '../../../src/describe/licence.ts';
import { UsageError } from '../../../src/index.ts';
import { type SnapshotOptions, snapshot } from '../../../src/inspect/snapshot.ts';
import { verifySite } from '../../../src/inspect/verify.ts';
import { SiteFolder } from '../../../src/server/site-folder.ts';
import { runInProcess } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';
import { difficultSite, NAMES } from './difficult-site.ts';

let difficult: Awaited<ReturnType<typeof difficultSite>>;
beforeAll(async () => {
  difficult = await difficultSite();
});

/** Packs a site, and reads the archive. */
async function packed(options: Partial<SnapshotOptions> = {}) {
  const out = temporaryFolder();
  const report = await snapshot({ site: difficult.site, out, withSite: false, ...options });
  const name = path.basename(report.file, '.tar.gz');
  return { ...report, name, contents: contentsOf(readFileSync(report.file)) };
}

/** The texts of the files of a snapshot, by their paths in its folder. */
function contentsOf(archive: Buffer): Map<string, string> {
  const contents = new Map<string, string>();
  const parser = new Parser({ strict: true });
  parser.on('entry', (entry) => {
    const pieces: Buffer[] = [];
    entry.on('data', (piece: Buffer) => pieces.push(piece));
    entry.on('end', () => {
      contents.set(entry.path.replace(/^[^/]*\//, ''), Buffer.concat(pieces).toString('latin1'));
    });
  });
  parser.write(gunzipSync(archive));
  parser.end();
  return contents;
}

const FILES = [
  'SHA256SUMS',
  'README.md',
  'datapackage.json',
  ...['names.csv', 'names.jsonl', 'names.parquet', 'nothing.csv', 'nothing.jsonl'],
  ...['things.csv', 'things.jsonl', 'things.parquet'],
];

describe('the archive', () => {
  it('plain files in one folder, SHA256SUMS first; its hash is in the name', async () => {
    const { file, bytes, files, name, contents } = await packed();
    const entries: string[] = [];
    const onReadEntry = ({ path: entry, type, mode, uid }: ReadEntry) =>
      entries.push(`${entry} ${type} ${mode?.toString(8)} ${uid}`);
    list({ file, sync: true, onReadEntry });
    expect(entries).toEqual(FILES.map((one) => `${name}/${one} File 644 undefined`));
    expect({ bytes, files }).toEqual({ bytes: statSync(file).size, files: entries.length });
    const [[, checksums] = ['', ''], ...others] = contents;
    const hashOf = (text: string) => sha256(Buffer.from(text, 'latin1'));
    expect(checksums).toBe(others.map(([one, text]) => `${hashOf(text)}  ${one}\n`).join(''));
    expect(name).toBe(`odd-things-more-${hashOf(checksums).slice(0, 8)}`);
  });

  it('with the site -> every file of the build, its manifest first, but no other', async () => {
    const site = changedSite((at) => writeFileSync(at('secret.txt'), 'secret'));
    const { name, contents } = await packed({ site, withSite: true });
    const files = filesOf(difficult.site);
    const [first] = contents.keys();
    expect(first).toBe('manifest.json');
    expect([...contents.keys()].sort()).toEqual(files);
    for (const file of files) {
      const body = readFileSync(path.join(difficult.site, file), 'latin1');
      expect(contents.get(file), file).toBe(body);
    }
    expect(files).toContain(`api/names/${NAMES[0]}.json`);
    const hash = sha256(readFileSync(path.join(site, 'manifest.json')));
    expect(name).toBe(`odd-things-more-${hash.slice(0, 8)}`);
  });
});

/** The times of the files of a snapshot, by their paths in its folder. */
function timesOf(file: string): Map<string, string> {
  const times = new Map<string, string>();
  const onReadEntry = ({ path: entry, mtime }: ReadEntry) =>
    times.set(entry.replace(/^[^/]*\//, ''), `${mtime?.toJSON()}`);
  list({ file, sync: true, onReadEntry });
  return times;
}

it.each([false, true])(
  'the time of a file follows its content, and is not before 1980-02-01 (--site: %s)',
  async (withSite) => {
    const { site } = await difficultSite('https://example.net');
    const one = await packed({ withSite });
    const other = await packed({ site, withSite });
    const [times, otherTimes] = [timesOf(one.file), timesOf(other.file)];
    const paths = [...times.keys()];
    const changed = paths.filter((file) => one.contents.get(file) !== other.contents.get(file));
    expect(paths.filter((file) => times.get(file) !== otherTimes.get(file))).toEqual(changed);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(paths.length);
    const [earliest = '', ...later] = [...times.values()].sort();
    expect([earliest > '1980-02-01', `${later.pop()}` < '2014-02-11']).toEqual([true, true]);
  },
);

describe('where a snapshot is written', () => {
  it.each([
    ['an existing folder', '', '{name}.tar.gz'],
    ['a folder with a slash', '/', '{name}.tar.gz'],
    ['a file', '/mine.tgz', 'mine.tgz'],
    ['a file in a folder that does not exist', '/new/one/mine.tgz', 'mine.tgz'],
  ])('%s', async (_, out, expected) => {
    const parent = temporaryFolder();
    const folder = out.includes('new') ? path.join(parent, 'new/one') : parent;
    const { name } = await packed();
    const { file } = await packed({ out: parent + out });
    expect(readdirSync(folder)).toEqual([expected.replace('{name}', name)]);
    expect(path.dirname(file)).toBe(folder);
  });

  it('a snapshot is there -> it is replaced', async () => {
    const { file: out, bytes } = await packed({ withSite: true });
    expect((await packed({ out })).bytes).toBeLessThan(bytes);
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
      dist                 -> can’t be written into the site
      x.zip                -> must end in .tar.gz or .tgz
      snapshots            -> must end in .tar.gz or .tgz
    `),
  )('%s: refused, %s', async (out = '', message = '') => {
    const before = filesOf(difficult.folder);
    const refused = packed({ out: path.join(difficult.folder, out) });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(UsageError);
    expect(filesOf(difficult.folder)).toEqual(before);
  });

  it('what a killed snapshot left -> replaced', async () => {
    const out = path.join(temporaryFolder(), 'a.tar.gz');
    writeFileSync(`${out}.staticrest-part`, 'x'.repeat(1e6));
    await snapshot({ site: difficult.site, out, withSite: false });
    expect(readdirSync(path.dirname(out))).toEqual(['a.tar.gz']);
  });

  it('aborted while it packs, or refused by the disk -> the older one stays, and nothing else', async () => {
    const { file: out } = await packed();
    const before = readFileSync(out);
    const controller = new AbortController();
    const onProgress = (step: string) => {
      if (step === 'Packed') controller.abort();
    };
    const { signal } = controller;
    await expect(packed({ out, withSite: true, onProgress, signal })).rejects.toThrow(/abort/);
    mkdirSync(`${out}.staticrest-part`);
    await expect(packed({ out, withSite: true })).rejects.toThrow('EISDIR');
    expect(readdirSync(path.dirname(out))).toEqual([path.basename(out)]);
    expect(readFileSync(out).equals(before)).toBe(true);
  });
});

it('a record of the site is missing -> refused, and nothing is written', async () => {
  const site = changedSite((at) => rmSync(at('api/things/5.json')));
  const out = temporaryFolder();
  await expect(packed({ site, out, withSite: true })).rejects.toThrow('ENOENT');
  expect(readdirSync(out)).toEqual([]);
});

/** A copy of the site that a test changes, given the paths of files in it. */
function changedSite(change: (at: (name: string) => string) => void): string {
  const site = path.join(temporaryFolder(), 'dist');
  cpSync(difficult.site, site, { recursive: true });
  change((name) => path.join(site, name));
  return site;
}

it.each([
  ['a file', 'downloads/README.md'],
  ['a folder', 'downloads'],
])('a link out of the site in place of %s -> refused', async (_, name) => {
  const site = changedSite((at) => {
    rmSync(at(name), { recursive: true });
    symlinkSync(path.join(difficult.site, name), at(name));
  });
  const refused = packed({ site });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(`leads out of it, in the path ${name}`);
});

it.each([
  ['snapshot', (site: string) => packed({ site, withSite: true })],
  ['verify', (site: string) => verifySite(site)],
  ['preview', async (site: string) => new SiteFolder(site).grid],
])('%s of a site whose manifest names a file outside -> refused', async (_, read) => {
  const site = changedSite((at) => {
    const text = readFileSync(at('manifest.json'), 'utf8');
    writeFileSync(at('../secret.txt'), 'secret');
    writeFileSync(at('manifest.json'), text.replace('"client.js"', '"data/../../secret.txt"'));
  });
  await expect(read(site)).rejects.toThrow('"data/../../secret.txt" is no path in the site');
});

describe('staticrest snapshot', () => {
  it('says what it packed, and how to check it', async () => {
    const local = await difficultSite('http://localhost:8080');
    const args = ['snapshot', '--out', 'odd.tar.gz'];
    const { stdout } = await runInProcess(args, { cwd: local.folder });
    const [first, ...more] = stdout.split('\n');
    expect(first).toMatch(/^9 records → .*odd.tar.gz: 11 files, \d KB, in .* s$/);
    expect(more.slice(0, 5)).toEqual([
      '  things  6',
      '  names  3',
      '  nothing  0',
      '',
      'To check it, unpack it and run this for its FOLDER: cd FOLDER && sha256sum -c SHA256SUMS',
    ]);
  });
});

it.each(bnaApi.sources ?? [])('the README of the content has $name', (source) => {
  const readme = readFileSync('content/README.md', 'utf8');
  const licence = licenceOf(source);
  if (source.url) expect(readme).toContain(`](${source.url})`);
  if (licence && source.url) expect(readme).toContain(licence.name);
});
