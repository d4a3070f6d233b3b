import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import {
  findManifest,
  headOf,
  type ManifestRow,
  manifestText,
  parseManifest,
  readManifest,
  requireVersion,
} from '../../../src/site/manifest.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { VERSION } from '../../../src/util/version.ts';
import { temporaryFolder } from '../../support/folder.ts';

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
const textOf = (rows: readonly ManifestRow[]): string => [...manifestText(head, rows)].join('');

const ROWS = ['_redirects', 'a/c.json', 'b.json'].map(row);
const TEXT = textOf(ROWS);

describe('a manifest', () => {
  it('is written with one file per line', () => {
    const [first, second, third] = ROWS.map((one) => JSON.stringify(one));
    expect(TEXT.split('\n')).toEqual([
      `{"generator":"staticrest ${VERSION}",`,
      `"grid":${JSON.stringify(grid)},`,
      `"about":${JSON.stringify(about)},`,
      '"files":[',
      `${first},`,
      `${second},`,
      third,
      ']}',
      '',
    ]);
  });

  it('is JSON', () => expect(JSON.parse(TEXT)).toEqual({ ...head, files: ROWS }));

  it('is read back as it was written', () => {
    expect(parseManifest(TEXT, 'm')).toEqual({ ...head, rows: ROWS });
    expect(parseManifest(textOf([]), 'm').rows).toEqual([]);
  });

  it('of another version is read, and refused where its grid matters', () => {
    const other = parseManifest(TEXT.replace(`staticrest ${VERSION}`, 'staticrest 0.0.1'), 'm');
    expect(other.rows).toEqual(ROWS);
    expect(() => requireVersion(other, 'm')).toThrow(/^m is of a site built by staticrest 0\.0\.1/);
    expect(() => requireVersion(parseManifest(TEXT, 'm'), 'm')).not.toThrow();
  });

  it.each([
    ['nothing', ''],
    ['another program’s', '{"name":"an app"}'],
    ['a program’s whose name begins alike', TEXT.replace('"staticrest ', '"staticrestful ')],
    ['cut off in its head', TEXT.slice(0, 60)],
    ['cut off in a row', TEXT.slice(0, -80)],
    ['cut off between rows', TEXT.slice(0, TEXT.indexOf(',\n{"path":"b'))],
    ['cut off before its end', TEXT.slice(0, -3)],
    ['something behind its end', `${TEXT}x`],
    ['JSON that is no object', 'null'],
    ['without a list of files', JSON.stringify({ ...head, files: {} })],
    ['a row that is no object', JSON.stringify({ ...head, files: [null] })],
    ['rows in another order', textOf([...ROWS].reverse())],
    ['a row twice', textOf([row('a'), row('a')])],
    ['a path above the site', textOf([row('../a')])],
    ['a path above the site, in its midst', textOf([row('a/../../b')])],
    ['an absolute path', textOf([row('/etc/passwd')])],
    ['an absolute path of Windows', textOf([row('C:/x')])],
    ['a path with backslashes', textOf([row('a\\b')])],
    ['a path with a line end', textOf([row('a\nb')])],
    ['an empty path', textOf([row('')])],
    ['an empty name', textOf([row('a//b')])],
    ['a negative size', textOf([{ ...row('a'), bytes: -1 }])],
    ['a size with a fraction', textOf([{ ...row('a'), bytes: 1.5 }])],
    ['a hash of another kind', textOf([{ ...row('a'), sha256: 'abc' }])],
  ])('%s is none', (_, text) => {
    expect(() => parseManifest(text, 'dist/manifest.json')).toThrow(UsageError);
    expect(() => parseManifest(text, 'dist/manifest.json')).toThrow(/^dist\/manifest\.json is not/);
  });
});

describe('the manifest in a folder', () => {
  /** A folder with a manifest of this text. */
  function siteWith(text: string): string {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'manifest.json'), text);
    return folder;
  }

  it('is read whole', () => {
    const site = siteWith(TEXT);
    expect(readManifest(site)).toEqual({ ...head, rows: ROWS });
    expect(findManifest(site)).toEqual({ ...head, rows: ROWS });
  });

  it.each([
    ['cut off', TEXT.slice(0, -30)],
    ['cut off at a line’s end', TEXT.slice(0, TEXT.indexOf('\n{"path":"b') + 1)],
    ['empty', ''],
  ])('%s: one clear error, and the folder is no site', (_, text) => {
    const site = siteWith(text);
    expect(() => readManifest(site)).toThrow(
      /is not a complete manifest .*; build the site again\.$/,
    );
    expect(findManifest(site)).toBeNull();
  });

  it.each([
    ['absent', (folder: string) => folder],
    ['in a folder that is absent', (folder: string) => path.join(folder, 'absent')],
    [
      'a folder',
      (folder: string) => {
        mkdirSync(path.join(folder, 'manifest.json'));
        return folder;
      },
    ],
  ])('%s: the system’s error, and the folder is no site', (_, prepare) => {
    const folder = prepare(temporaryFolder());
    expect(() => readManifest(folder)).toThrow(/ENOENT|EISDIR/);
    expect(findManifest(folder)).toBeNull();
  });
});
