import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type BuildOptions, build } from '../../../src/publish/build.ts';
import { keysIn } from '../../../src/publish/record-loss.ts';
import { temporaryPath } from '../../../src/publish/staging.ts';
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
  await expect(build(options)).rejects.toThrow('remove many records: 3 of 3 things.');
  expect(fingerprint(options.out)).toEqual(before);
  expect((await build({ ...options, allowRemoval: true })).records).toBe(0);
});

describe('content that changes while builds of one site wait for each other', () => {
  /** Options of a build, and functions that write the content and read the site: how many things there are. */
  function changingSite() {
    const options = optionsIn(temporaryFolder());
    const write = (count: number) =>
      writeFiles(options.content, { 'things/all.json': JSON.stringify(things(count)) });
    const published = () => keysIn(options.out).get('things')?.length;
    return { options, write, published };
  }

  it('while a build waits -> it publishes the content and the definition after the change', async () => {
    const { options, write, published } = changingSite();
    const other = temporaryPath(options.out, 'staging');
    mkdirSync(other);
    let name = 'Old';
    const onWait = () => {
      write(4);
      name = 'New';
      rmdirSync(other);
    };
    await build({ ...options, api: async () => ({ ...thingsApi, name }), onWait });
    expect(published()).toBe(4);
    expect(readFileSync(path.join(options.out, 'openapi.json'), 'utf8')).toContain(
      '"title": "New"',
    );
  });

  it('while a build works -> another build that starts then waits, and publishes after it', async () => {
    const { options, write, published } = changingSite();
    const onWait = vi.fn();
    let other: Promise<unknown> | undefined;
    const onProgress = () => {
      if (other) return;
      other = build({ ...options, onWait });
      write(4);
    };
    await build({ ...options, onProgress });
    await other;
    expect(onWait).toHaveBeenCalledTimes(1);
    expect(published()).toBe(4);
  });
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
