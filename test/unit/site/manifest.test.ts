import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import {
  assertVersion,
  findManifest,
  findRow,
  headOf,
  type ManifestRow,
  parseManifest,
  readHead,
  readManifest,
} from '../../../src/site/manifest.ts';
import { VERSION } from '../../../src/util/version.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { manifestText } from '../../support/publishing.ts';

const grid: Grid = {
  base: 'https://example.org',
  formats: ['json'],
  collections: [{ name: 'things', count: 2, key: '\\d+', orderings: ['size', '-size'] }],
};
const about = {
  name: 'Things',
  version: '1.0.0',
  description: 'Things and their sizes.',
  collections: [],
};
const head = headOf(grid, about);
const row = (file: string): ManifestRow => ({ path: file, bytes: 1, sha256: 'ab'.repeat(32) });
const textOf = (rows: readonly ManifestRow[]): string => manifestText(head, rows);

const ROWS = ['_redirects', 'a/c.json', 'b.json'].map(row);
const TEXT = textOf(ROWS);

describe('parseManifest', () => {
  it('reads what a build writes: JSON with one file per line', () => {
    const [first, second, third] = ROWS.map((one) => JSON.stringify(one));
    expect(TEXT).toBe(`{"generator":"staticrest ${VERSION}",
"grid":${JSON.stringify(grid)},
"about":${JSON.stringify(about)},
"files":[
${first},
${second},
${third}
]}
`);
    expect(parseManifest(TEXT, 'm')).toEqual({ ...head, rows: ROWS });
    expect(parseManifest(textOf([]), 'm').rows).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['of another program', '{"name":"an app"}'],
    ['of a program whose name begins alike', TEXT.replace('"staticrest ', '"staticrestful ')],
    ['cut off', TEXT.slice(0, TEXT.indexOf('\n{"path":"b') + 1)],
    ['no object', 'null'],
    ['no list of files', JSON.stringify({ ...head, files: {} })],
  ])('rejects %s', (_, text = '') => {
    expect(() => parseManifest(text, 'dist/manifest.json')).toThrow(
      /^dist\/manifest\.json is not a complete manifest .*. Build the site again\.$/,
    );
  });
});

it.each([
  ['of this version', {}, null],
  [
    'of another version',
    { generator: 'staticrest 0.0.1' },
    /^The site of m was built by staticrest 0/,
  ],
])('assertVersion: a manifest %s', (_, change, reason) => {
  const manifest = parseManifest(JSON.stringify({ ...head, files: ROWS, ...change }), 'm');
  expect(manifest.rows).toEqual(ROWS);
  const check = expect(() => assertVersion(manifest, 'm'));
  if (reason) check.toThrow(reason);
  else check.not.toThrow();
});

it('findManifest: in a folder that is no site -> null, not a regular file -> throws; readManifest: throws', () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'site/manifest.json': TEXT,
    'broken/manifest.json': '',
    'folder/manifest.json/file': '',
    'empty/file': '',
  });
  const site = path.join(folder, 'site');
  for (const name of ['link', 'pipe']) mkdirSync(path.join(folder, name));
  symlinkSync('../site/manifest.json', path.join(folder, 'link/manifest.json'));
  makePipe(path.join(folder, 'pipe/manifest.json'));
  expect(readManifest(site)).toEqual({ ...head, rows: ROWS });
  expect(findManifest(site)).toEqual({ ...head, rows: ROWS });
  for (const name of ['folder', 'link', 'pipe']) {
    const notRegular = /manifest\.json is not a regular file/;
    expect(() => readManifest(path.join(folder, name)), name).toThrow(notRegular);
    expect(() => findManifest(path.join(folder, name)), name).toThrow(notRegular);
  }
  for (const name of ['broken', 'empty', 'absent']) {
    expect(() => readManifest(path.join(folder, name)), name).toThrow(/complete|ENOENT/);
    expect(findManifest(path.join(folder, name)), name).toBeNull();
  }
});

describe('readHead and findRow: what readManifest reads', () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(`data/${1000 + 2 * index}/é.json`));

  it.each([
    ['no rows', [], textOf([])],
    ['one row', rows.slice(0, 1), textOf(rows.slice(0, 1))],
    ['many rows', rows, textOf(rows)],
  ])('%s', (_, expected, text) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'manifest.json': text });
    const { head: read, lines } = readHead(folder);
    expect(read).toEqual(head);
    const paths = Array.from({ length: 602 }, (_, index) => `data/${999 + index}/é.json`);
    expect(paths.flatMap((file) => findRow(lines, file) ?? [])).toEqual(expected);
  });

  it.each([
    ['cut off', TEXT.slice(0, -2)],
    ['all in one line', JSON.stringify({ ...head, files: ROWS })],
    ['of another program', TEXT.replace('staticrest ', 'other ')],
  ])('%s -> throws', (_, text) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'manifest.json': text });
    expect(() => readHead(folder)).toThrow(/not a complete manifest/);
  });
});
