import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.ts';
import { HOST_NAMES, HOSTS } from '../../../src/hosts/hosts.ts';
import type { Limits } from '../../../src/hosts/limits.ts';
import {
  exceededLimits,
  reductionText,
  requireWithinLimits,
  SiteSize,
} from '../../../src/hosts/site-size.ts';
import { build } from '../../../src/publish/build.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedManifest } from '../../support/shipped-site.ts';
import { fingerprint } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const { grid, files } = shippedManifest();
const size = new SiteSize();
for (const file of files) size.add(file);

/** A host with certain limits. */
const hostWith = (limits: Omit<Limits, 'sources'>, other: Partial<Host> = {}): Host => ({
  title: 'Tiny',
  kind: 'rules',
  destination: 'root',
  files: () => ({ rules: '# no rule\n\na rule\nanother rule\n' }),
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
    ['files', { files: 12_000 }, /^17,\d{3} files; the limit is 12,000 files$/],
    ['files in a folder', { folderFiles: 2000 }, /^2,620 files in one .* is 2,000 files in one/],
    ['bytes of a file', { fileBytes: 1024 ** 2 }, /^1\.\d MB in one file; the limit is 1 MiB/],
    ['bytes', { siteBytes: 1024 ** 2 }, /^[\d.,]+ [KM]B in total; the limit is 1 MiB in total$/],
    ['bytes of a line', { lineBytes: 11 }, /^12 bytes in one line .*; the limit is 11 bytes in/],
    ['bytes of a word', { wordBytes: 6 }, /^7 bytes in one word .*; the limit is 6 bytes in/],
    ['two limits', { lineBytes: 1, folderFiles: 1 }, /^.* files in one folder;.*\n.* line.*$/],
  ])('%s', (_, limits, expected) => {
    expect(exceededLimits(hostWith(limits), grid, size).join('\n')).toMatch(expected);
  });

  it('no limit of its own files -> they are not made', () => {
    const files = () => {
      throw new Error('They were made.');
    };
    expect(exceededLimits(hostWith({ files: 20_000 }, { files }), grid, size)).toEqual([]);
  });

  it('code -> measured compressed, and only scripts', () => {
    const texts = () => ({ 'code.js': 'x'.repeat(1000), 'notes.txt': 'a note' });
    const exceeded = (codeBytes: number) =>
      exceededLimits(hostWith({ codeBytes }, { kind: 'code', files: texts }), grid, size);
    expect(exceeded(10)[0]).toMatch(/^2\d bytes of compressed code; the limit is 10 bytes/);
    expect(exceeded(30)).toEqual([]);
  });
});

it('reductionText: the options that leave files out, those that leave out most first', () => {
  // The numbers are those of builds with each option.
  expect(reductionText(grid, size)).toMatch(
    / --orderings none \(12,107 fewer\), --limits 20 \(9,560 fewer\), --formats none \(8,514 fewer\), --filters none \(1,478 fewer\)$/,
  );
  const none = 'Most files are single records; no option leaves them out.';
  expect(reductionText({ ...grid, collections: [] }, new SiteSize())).toBe(none);
});

it('requireWithinLimits: throws every exceeded limit, what to do and the sources', () => {
  expect(() => requireWithinLimits(hostWith({ lineBytes: 1, siteBytes: 1 }), grid, size)).toThrow(
    /too large for Tiny\. Nothing was changed\.\n .* in total.*\n .* in one line.*\nEach ordering, .* For fewer files: --orderings none .*\nSee https:\/\/example\.org\/limits$/,
  );
  expect(() => requireWithinLimits(hostWith({}), grid, size)).not.toThrow();
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
  await expect(build({ ...large, host: 'apache' })).rejects.toThrow(
    /^The site is too large for Apache\. Nothing was changed\.\n {2}[\d,]+ bytes in one line .*; the limit is 8,191 bytes in one line/,
  );
  expect(fingerprint(out)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
});
