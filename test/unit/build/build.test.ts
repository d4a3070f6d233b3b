import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../../src/build/build.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** Options of a build of three things in a folder. */
function optionsIn(folder: string, content = 'content', out = 'dist') {
  writeFiles(path.join(folder, content), { 'things/all.json': JSON.stringify(things(3)) });
  const base = 'https://example.org';
  return { api: thingsApi, content: path.join(folder, content), out: path.join(folder, out), base };
}

it.each([
  ['that start with a dot', '.things', '.site'],
  ['that look like options', '-things', '--site'],
  ['with letters of globs and regular expressions', '(th*ngs) [1]{a,b}!$', '^s|t?e\\d+(x).'],
  ['with letters that are encoded or quoted elsewhere', `'th"ngs Dönge`, '$site%20 サイト 🚲'],
])('folder names %s -> the same site', async (_, from, to) => {
  const folder = temporaryFolder();
  const options = optionsIn(folder, from, to);
  const plain = path.join(folder, 'plain');
  await build({ ...options, out: plain });
  // The second build recognizes the site of the first, and what is next to it.
  for (let time = 0; time < 2; time++) await build(options);
  expect(fingerprint(options.out)).toEqual(fingerprint(plain));
  expect(readdirSync(folder).sort()).toEqual([from, to, 'plain'].sort());
});

it('out folder `dist/../dist/` -> dist', async () => {
  const folder = temporaryFolder();
  const options = { ...optionsIn(folder), out: `${folder}/dist/../dist/` };
  for (let time = 0; time < 2; time++) await build(options);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
});

it('reports the records and the size of the site; wrong content -> the old site stays', async () => {
  const folder = temporaryFolder();
  const options = optionsIn(folder);
  const { records, size } = await build(options);
  const bytes = filesOf(options.out).map((file) => statSync(path.join(options.out, file)).size);
  expect(records).toBe(3);
  expect(size).toMatchObject({
    files: bytes.length,
    siteBytes: bytes.reduce((sum, one) => sum + one),
    fileBytes: Math.max(...bytes),
  });
  const before = fingerprint(options.out);
  writeFiles(options.content, { 'things/more.json': '{"id": "not a number"}' });
  await expect(build(options)).rejects.toThrow(ContentError);
  expect(fingerprint(options.out)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
});

it('most records are gone -> the old site stays; allowed -> the new site', async () => {
  const options = optionsIn(temporaryFolder());
  await build(options);
  const before = fingerprint(options.out);
  writeFiles(options.content, { 'things/all.json': '[]' });
  await expect(build(options)).rejects.toThrow('remove many records from the site: 3 of 3 things.');
  expect(fingerprint(options.out)).toEqual(before);
  expect((await build({ ...options, allowRemoval: true })).records).toBe(0);
});
