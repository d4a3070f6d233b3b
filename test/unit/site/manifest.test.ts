import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LAYOUT_VERSION } from '../../../src/core/store.ts';
import { UsageError } from '../../../src/index.ts';
import { findManifest, manifestText, readManifest, rowOf } from '../../../src/site/manifest.ts';
import { VERSION } from '../../../src/util/package.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { HEAD } from '../../support/publishing.ts';
import { valuesOf } from '../../support/table.ts';
import { tinyGrid } from '../../support/tiny-grid.ts';

const head = { ...HEAD, grid: tinyGrid };
const ROWS = ['_redirects', 'a/c.json', 'b.json'].map((file) => rowOf(file, Buffer.from('a')));
const TEXT = manifestText(head, ROWS);

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'manifest.json': text });
  return folder;
}

it('reads what a build writes: JSON with one file per line', () => {
  const [first, second, third] = ROWS.map((one) => JSON.stringify(one));
  expect(TEXT).toBe(`{"generator":"staticrest ${VERSION}, layout ${LAYOUT_VERSION}",
"grid":${JSON.stringify(tinyGrid)},
"about":${JSON.stringify(head.about)},
"files":[
${first},
${second},
${third}
]}
`);
  const own = rowOf('manifest.json', Buffer.from(TEXT));
  expect(readManifest(folderWith(TEXT))).toEqual({ ...head, rows: ROWS, own });
  expect(findManifest(folderWith(manifestText(head, [])))?.rows).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['of another program', '{"name":"an app"}'],
  ['of a program whose name begins alike', TEXT.replace('"staticrest ', '"staticrestful ')],
  ['cut off', TEXT.slice(0, TEXT.indexOf('\n{"path":"b') + 1)],
  ['no object', 'null'],
])('%s -> no manifest', (_, text) => {
  const folder = folderWith(text);
  expect(() => readManifest(folder)).toThrow(UsageError);
  expect(() => readManifest(folder)).toThrow(`There is no complete site in ${folder}. Create one`);
  expect(findManifest(folder)).toBeNull();
});

const outside = valuesOf(
  '../secret | data/../../secret | /etc/passwd | a//b | ./a | a\\b | C:/a | a\0',
);

it.each([...outside, ''])('a path %j leads out of the site -> refused', (name) => {
  const collections = [{ name, count: 0, orderings: [] }];
  for (const text of [
    manifestText(head, [...ROWS, rowOf(name, Buffer.from('a'))]),
    manifestText({ ...head, publicFiles: [name] }, ROWS),
    manifestText({ ...head, grid: { ...tinyGrid, prefix: name } }, ROWS),
    manifestText({ ...head, grid: { ...tinyGrid, collections } }, ROWS),
  ])
    expect(() => readManifest(folderWith(text))).toThrow(/json is broken: ".*" is no path in the/);
});

it('another version -> refused, but found', () => {
  const folder = folderWith(TEXT.replace(/staticrest [^"]*/, 'staticrest 0.0.9'));
  expect(() => readManifest(folder)).toThrow('was built by staticrest 0.0.9, but this is static');
  expect(findManifest(folder)?.rows).toEqual(ROWS);
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
