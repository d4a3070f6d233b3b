import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/core/grid.ts';
import {
  headOf,
  headText,
  type ManifestRow,
  parseManifest,
  readHead,
  readManifest,
  requireVersion,
  rowText,
  TAIL_TEXT,
} from '../src/site/manifest.ts';
import { UsageError } from '../src/util/problem.ts';
import { VERSION } from '../src/util/version.ts';
import { temporaryFolder } from './support/folder.ts';

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
const textOf = (rows: readonly ManifestRow[]): string =>
  headText(head) + rows.map((one, index) => rowText(one, index === 0)).join('') + TAIL_TEXT;

const ROWS = ['_redirects', 'a/c.json', 'b.json'].map(row);
const TEXT = textOf(ROWS);
const read = (text: string, file = 'm') => parseManifest(text.split('\n'), file);
const readAll = (text: string, file?: string) => [...read(text, file).rows];

describe('a manifest', () => {
  it('is written with a file a row', () => {
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
    expect(read(TEXT)).toMatchObject(head);
    expect(readAll(TEXT)).toEqual(ROWS);
    expect(readAll(textOf([]))).toEqual([]);
  });

  it('of another version is read, and refused where its grid matters', () => {
    const other = read(TEXT.replace(`staticrest ${VERSION}`, 'staticrest 0.0.1'));
    expect([...other.rows]).toEqual(ROWS);
    expect(() => requireVersion(other, 'm')).toThrow(/^m is of a site built by staticrest 0\.0\.1/);
    expect(() => requireVersion(read(TEXT), 'm')).not.toThrow();
  });

  it.each([
    ['nothing', ''],
    ['another program’s', '{"name":"an app"}'],
    ['a program’s whose name begins alike', TEXT.replace('"staticrest ', '"staticrestful ')],
    ['cut off in its head', TEXT.slice(0, 60)],
    ['cut off in a row', TEXT.slice(0, -80)],
    ['cut off between rows', TEXT.slice(0, TEXT.indexOf(',\n{"path":"b'))],
    ['cut off before its end', TEXT.slice(0, -3)],
    ['cut off in its last line', TEXT.slice(0, -1)],
    ['something behind its end', `${TEXT}x`],
    ['lines behind its end', `${TEXT}\n`],
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
    expect(() => readAll(text, 'dist/manifest.json')).toThrow(UsageError);
    expect(() => readAll(text, 'dist/manifest.json')).toThrow(/^dist\/manifest\.json is not/);
  });
});

describe('a manifest’s file', () => {
  /** A folder with a manifest of this text. */
  function siteWith(text: string): string {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'manifest.json'), text);
    return folder;
  }

  it('is read in pieces: characters may stand across two', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => row(`é日🚲/${10000 + at}.json`));
    const site = siteWith(textOf(rows));
    expect(readFileSync(path.join(site, 'manifest.json')).length).toBeGreaterThan(300_000);
    expect([...readManifest(site).rows]).toEqual(rows);
  });

  it('has its head read alone', () => expect(readHead(siteWith(TEXT))).toEqual(head));

  it.each([
    ['cut off', TEXT.slice(0, -30)],
    ['cut off at a line’s end', TEXT.slice(0, TEXT.indexOf('\n{"path":"b') + 1)],
    ['empty', ''],
    ['shorter than its end', ']'],
  ])('%s: its head is not read', (_, text) => {
    expect(() => readHead(siteWith(text))).toThrow(/is not a whole manifest/);
  });

  it('that is not there is told by the system', () => {
    expect(() => readHead(temporaryFolder())).toThrow(/ENOENT/);
    expect(() => readManifest(temporaryFolder())).toThrow(/ENOENT/);
  });
});
