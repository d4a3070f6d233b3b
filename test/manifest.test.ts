import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/grid.ts';
import { isManifest, readManifest, writeManifest } from '../src/manifest.ts';
import { UsageError } from '../src/problem.ts';
import { VERSION } from '../src/version.ts';

const grid: Grid = {
  base: 'https://example.org',
  formats: ['json'],
  collections: [{ name: 'things', count: 2, key: '\\d+', orderings: ['size', '-size'] }],
};
const row = (path: string) => ({ path, bytes: 1, sha256: 'ab'.repeat(32) });
const text = writeManifest(grid, [row('b.json'), row('_redirects'), row('a/c.json')]);

describe('a manifest', () => {
  it('is written with a file a row, in the order of their paths', () => {
    const rows = ['_redirects', 'a/c.json', 'b.json'].map((path) => JSON.stringify(row(path)));
    expect(text.split('\n')).toEqual([
      `{"generator":"staticrest ${VERSION}",`,
      `"grid":${JSON.stringify(grid)},`,
      '"files":[',
      `${rows[0]},`,
      `${rows[1]},`,
      rows[2],
      ']}',
      '',
    ]);
  });

  it('is read back as it was written', () => {
    const files = ['_redirects', 'a/c.json', 'b.json'].map(row);
    expect(readManifest(text, 'm')).toEqual({ generator: `staticrest ${VERSION}`, grid, files });
    expect(readManifest(writeManifest(grid, []), 'm').files).toEqual([]);
  });

  it('of another version is refused, since its grid may be another', () => {
    const other = text.replace(`staticrest ${VERSION}`, 'staticrest 0.0.1');
    expect(() => readManifest(other, 'm')).toThrow(/^m is of a site built by staticrest 0\.0\.1/);
  });

  it('is known by its first bytes', () => expect(isManifest(text.slice(0, 64))).toBe(true));

  it.each([
    ['nothing', ''],
    ['another program’s', '{"name":"an app"}'],
    ['a program’s whose name begins alike', '{"generator":"staticrestful 1"}'],
    ['cut off in a row', text.slice(0, -80)],
    ['cut off before its end', text.slice(0, -3)],
  ])('%s is none', (_, given) => {
    expect(() => readManifest(given, 'dist/manifest.json')).toThrow(UsageError);
    expect(() => readManifest(given, 'dist/manifest.json')).toThrow(/^dist\/manifest\.json is not/);
  });
});
