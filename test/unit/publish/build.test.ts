import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Collection, defineApi } from '../../../src/api/definition.ts';
import { type BuildOptions, build } from '../../../src/publish/build.ts';
import { temporaryPath } from '../../../src/publish/lock.ts';
import { keysIn } from '../../../src/publish/record-loss.ts';
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
  ['a dot, and letters of globs and regular expressions', '.(th*ngs) [1]{a,b}!$', '.^s|t?e\\d+(x)'],
  ['a hyphen, and letters that are encoded or quoted', `-'th"ngs Dönge`, '--$site%20 サイト 🚲'],
])('folder names that start with %s -> the same site', async (_, from, to) => {
  const folder = temporaryFolder();
  const options = optionsIn(folder, from, to);
  await build({ ...options, out: path.join(folder, 'plain') });
  // The second build recognizes the site of the first, and what is next to it.
  for (let time = 0; time < 2; time++) await build(options);
  expect(fingerprint(options.out)).toEqual(fingerprint(path.join(folder, 'plain')));
  expect(readdirSync(folder).sort()).toEqual([from, to, 'plain'].sort());
});

it('reports the records and the size; wrong content, or most records are gone -> the old site stays', async () => {
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
  writeFiles(options.content, { 'things/all.json': '{"id": "not a number"}' });
  await expect(build(options)).rejects.toThrow(ContentError);
  writeFiles(options.content, { 'things/all.json': '[]' });
  await expect(build(options)).rejects.toThrow('remove many records: 3 of 3 things.');
  expect(fingerprint(options.out)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
  expect((await build({ ...options, allowRemoval: true })).records).toBe(0);
});

it('too few records, or all others -> stops, unless the definition allows it', async () => {
  const options = optionsIn(temporaryFolder());
  const buildWith = (properties: Partial<Collection>) => {
    const collections = thingsApi.collections.map((one) => ({ ...one, ...properties }));
    return build({ ...options, api: defineApi({ ...thingsApi, collections }) });
  };
  await expect(buildWith({ atLeast: 4 })).rejects.toThrow('things has 3 published records, but');
  await buildWith({ atLeast: 3 });
  writeFiles(options.content, { 'things/all.json': JSON.stringify(things(6).slice(3)) });
  await expect(buildWith({})).rejects.toThrow('remove many records: 3 of 3 things.');
  expect((await buildWith({ rolling: true })).records).toBe(3);
});

it('content and a definition that change while a build waits for another -> the new ones', async () => {
  const options = optionsIn(temporaryFolder());
  const other = temporaryPath(options.out, 'staging');
  mkdirSync(other);
  let name = 'Old';
  const onNotice = () => {
    writeFiles(options.content, { 'things/all.json': JSON.stringify(things(4)) });
    name = 'New';
    rmdirSync(other);
  };
  await build({ ...options, api: async () => ({ ...thingsApi, name }), onNotice });
  expect(keysIn(options.out).get('things')).toHaveLength(4);
  const openApi = readFileSync(path.join(options.out, 'openapi.json'), 'utf8');
  expect(openApi).toContain('"title":"New"');
});

describe('a build that fails before it writes', () => {
  const fail = async () => {
    throw new Error('no definition');
  };
  const stop = new AbortController();
  it.each<[string, Partial<BuildOptions>, RegExp]>([
    ['no content folder', { content: 'absent' }, /There is no content folder absent/],
    ['a wrong base address', { base: 'x' }, /The base address/],
    ['a definition that fails', { api: fail }, /no definition/],
    [
      'aborted while the definition is loaded',
      {
        signal: stop.signal,
        api: () => {
          setImmediate(() => stop.abort());
          return new Promise(() => {});
        },
      },
      /aborted/,
    ],
    [
      'aborted while it reads',
      { signal: AbortSignal.abort(), onProgress: (step) => expect(step).toBe('Reading') },
      /aborted/,
    ],
  ])('%s -> no folder is left', async (_, changes, reason) => {
    const folder = temporaryFolder();
    const options = { ...optionsIn(folder), out: path.join(folder, 'dist'), ...changes };
    await expect(build(options)).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual(['content']);
  });
});
