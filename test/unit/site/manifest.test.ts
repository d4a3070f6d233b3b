import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { LAYOUT_VERSION } from '../../../src/core/store.ts';
import {
  findManifest,
  headOf,
  type ManifestRow,
  manifestText,
  readManifest,
} from '../../../src/site/manifest.ts';
import { VERSION } from '../../../src/util/version.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';

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
const ROWS = ['_redirects', 'a/c.json', 'b.json'].map(row);
const TEXT = manifestText(head, ROWS);

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'manifest.json': text });
  return folder;
}

it('reads what a build writes: JSON with one file per line', () => {
  const [first, second, third] = ROWS.map((one) => JSON.stringify(one));
  expect(TEXT).toBe(`{"generator":"staticrest ${VERSION}, layout ${LAYOUT_VERSION}",
"grid":${JSON.stringify(grid)},
"about":${JSON.stringify(about)},
"files":[
${first},
${second},
${third}
]}
`);
  expect(readManifest(folderWith(TEXT))).toEqual({ ...head, rows: ROWS });
  expect(findManifest(folderWith(manifestText(head, [])))?.rows).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['of another program', '{"name":"an app"}'],
  ['of a program whose name begins alike', TEXT.replace('"staticrest ', '"staticrestful ')],
  ['cut off', TEXT.slice(0, TEXT.indexOf('\n{"path":"b') + 1)],
  ['no object', 'null'],
  ['no list of files', JSON.stringify({ ...head, files: {} })],
])('%s -> no manifest', (_, text) => {
  const folder = folderWith(text);
  const reason = /manifest\.json is not a complete manifest .*. Build the site again\.$/;
  expect(() => readManifest(folder)).toThrow(reason);
  expect(findManifest(folder)).toBeNull();
});

it('no file -> no manifest; a folder, a link or a pipe -> an error', () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'folder/manifest.json/file': '' });
  for (const name of ['link', 'pipe']) mkdirSync(path.join(folder, name));
  symlinkSync('../folder/manifest.json/file', path.join(folder, 'link/manifest.json'));
  makePipe(path.join(folder, 'pipe/manifest.json'));
  for (const name of ['folder', 'link', 'pipe']) {
    const find = () => findManifest(path.join(folder, name));
    expect(find, name).toThrow(/manifest\.json is not a regular file/);
  }
  expect(findManifest(path.join(folder, 'absent'))).toBeNull();
});
