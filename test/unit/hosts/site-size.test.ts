import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CollectionGrid } from '../../../src/core/grid.ts';
import {
  HOST_NAMES,
  type Host,
  type Limits,
  QUANTITIES,
  type Quantity,
} from '../../../src/hosts/host.ts';
import { HOSTS } from '../../../src/hosts/hosts.ts';
import {
  assertWithinLimits,
  exceededLimits,
  plannedSize,
  sizeOf,
} from '../../../src/hosts/site-size.ts';
import { build } from '../../../src/publish/build.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedManifest } from '../../support/shipped-site.ts';
import { fingerprint } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { tinyGrid } from '../../support/tiny-grid.ts';

const { grid, files } = shippedManifest();
const size = sizeOf(files);

/** A host with certain limits. */
const hostWith = (limits: Omit<Limits, 'sources'>, other: Partial<Host> = {}): Host => ({
  title: 'Tiny',
  kind: 'rules',
  destination: 'root',
  files: () => ({ _redirects: '# no rule\n\n/a rule\nanother rule\n/b\n' }),
  guide: () => '',
  deviations: {},
  limits: { ...limits, sources: ['https://example.org/limits'] },
  ...other,
});

describe('exceededLimits', () => {
  it('the shipped site -> no limit of any host', () => {
    const exceeded = HOST_NAMES.flatMap((name) => exceededLimits(HOSTS[name], grid, size));
    expect(exceeded).toEqual([]);
  });

  it.each<[string, Omit<Limits, 'sources'>, RegExp]>([
    ['no limit', {}, /^$/],
    ['exactly as many files', { files: size.files }, /^$/],
    ['files', { files: 12_000 }, /^14,\d{3} files; the limit is 12,000 files$/],
    ['files in a folder', { folderFiles: 2000 }, /^2,620 files in one .* is 2,000 files in one/],
    ['bytes of a file', { fileBytes: 1024 ** 2 }, /^2\.\d MB in one file; the limit is 1 MiB/],
    ['bytes', { siteBytes: 1024 ** 2 }, /^[\d.,]+ [KM]B in total; the limit is 1 MiB in total$/],
    ['bytes of a line', { lineBytes: 11 }, /^12 bytes in one line .*; the limit is 11 bytes in/],
    ['rules', { rules: 1 }, /^2 rules; the limit is 1 rule$/],
    ['bytes of a word', { wordBytes: 6 }, /^7 bytes in one word .*; the limit is 6 bytes in/],
    ['two limits', { lineBytes: 1, folderFiles: 1 }, /^.* files in one folder;.*\n.* line.*$/],
  ])('%s', (_, limits, expected) => {
    expect(exceededLimits(hostWith(limits), grid, size).join('\n')).toMatch(expected);
  });
});

const counts = Object.fromEntries(Array.from({ length: 120_000 }, (_, index) => [index, 1]));
it.each<[string, Partial<CollectionGrid>]>([
  ['120,001 files; `items` of `cities` adds 120,000', { count: 120_000 }],
  [
    '120,003 files; `orderings` of `cities` adds 80,002',
    {
      count: 40_000,
      items: false,
      orderings: ['name', '-name'],
      pagination: { limits: [1], default: 1 },
    },
  ],
  [
    '120,010 files; `prerender.filters` of `cities` adds 120,000',
    { partitions: { filters: ['state'], orderings: [], limits: [], counts } },
  ],
])('plannedSize: %s', (expected, changes) => {
  const onNotice = vi.fn();
  const cities = { name: 'cities', count: 9, orderings: [], ...changes };
  plannedSize({ ...tinyGrid, collections: [cities] }, { onNotice });
  expect(onNotice).toHaveBeenCalledExactlyOnceWith(`The site will have about ${expected} of them.`);
});

it('plannedSize: the shipped site -> nearly as many files, and no notice', () => {
  const { files } = plannedSize(grid, { onNotice: expect.unreachable });
  expect(Math.round((10 * files) / size.files)).toBe(10);
});

it.each(
  rowsOf(`
    fileBytes -> 26214400 -> 25 MiB in one file
    fileBytes -> 26214401 -> 26.2 MB in one file
    siteBytes -> 1000000000 -> 1 GB in total
    lineBytes -> 99999 -> 99,999 bytes in one line of its configuration
    wordBytes -> 100000 -> 0.1 MB in one word of its configuration
    fileBytes -> 0 -> 0 bytes in one file
    reads -> 1 -> 1 file read for one answer`),
)('%s of %s -> %s', (quantity, amount, text) => {
  expect(QUANTITIES[quantity as Quantity](Number(amount))).toBe(text);
});

it.each([
  [10, /^none$/],
  [
    400,
    /^Netlify tries 2,690 rules \([\d.]+ [KM]B\) for each request\. .* `prerender\.combine: false`\.$/,
  ],
])('Netlify: %i keys with an encoded name -> a warning: %s', (count, expected) => {
  const entries = Array.from({ length: count }, (_, index) => [`é${index}`, `--e${index}`]);
  const keyFileNames = Object.fromEntries(entries);
  const collections = tinyGrid.collections.map((one) => ({ ...one, keyFileNames }));
  const [text = 'none'] = HOSTS.netlify.warnings?.({ ...tinyGrid, collections }) ?? [];
  expect(text).toMatch(expected);
});

it('assertWithinLimits: throws every exceeded limit, what to do and the sources', () => {
  const host = hostWith({ lineBytes: 1, siteBytes: 1 });
  expect(() => assertWithinLimits(host, grid, size)).toThrow(
    /too large for Tiny\. Nothing was changed\.\n .* in total.*\n .* in one line.*\n.* `prerender\.filters` in the definition, or set `prerender\.combine: false`\.\nSee https:\/\/example\.org\/limits$/,
  );
  expect(() => assertWithinLimits(hostWith({}), grid, size)).not.toThrow();
});

it('files above the limit -> their paths', () => {
  const own = sizeOf([
    { path: 'video.mp4', bytes: 3e7, sha256: '' },
    { path: 'small.json', bytes: 2e7, sha256: '' },
  ]);
  expect(() => assertWithinLimits(HOSTS.cloudflare, { ...grid, hostKind: 'code' }, own)).toThrow(
    /\n {2}30 MB in one file; the limit is 25 MiB in one file\n {2}video\.mp4\nSee /,
  );
});

it('build: too large for its host -> rejected, and the previous site stays', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'content/things/all.json': JSON.stringify(things(3)) });
  const [content, out] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  const options = { api: thingsApi, content, out, base: 'http://x' };
  await build(options);
  const before = fingerprint(out);
  const names = Array.from({ length: 70 }, (_, index) => `${'long_'.repeat(12)}${index}`);
  const sort = { field: 'label', kind: 'code' } as const;
  const orderings = Object.fromEntries(names.map((name) => [name, sort]));
  const collections = thingsApi.collections.map((one) => ({ ...one, orderings }));
  const large = { ...options, api: { ...thingsApi, collections } };
  // Rejected before a file is written.
  const onProgress = (step: string) => expect(step).not.toBe('Writing');
  await expect(build({ ...large, host: 'apache', onProgress })).rejects.toThrow(
    /^The site is too large for Apache\. Nothing was changed\.\n {2}[\d,]+ bytes in one line .*; the limit is 8,191 bytes in one line/,
  );
  expect(fingerprint(out)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
});
