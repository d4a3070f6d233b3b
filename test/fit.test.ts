import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/grid.ts';
import { excessesOf, requireFit, sizeOf } from '../src/hosts/fit.ts';
import type { Host } from '../src/hosts/host.ts';
import { HOST_NAMES, HOSTS } from '../src/hosts/hosts.ts';
import type { Limits } from '../src/hosts/limits.ts';
import { shippedManifest } from './support/shipped-site.ts';

const { grid, files } = shippedManifest();
const size = sizeOf(files);

/** A host that takes only so much. */
const taking = (limits: Omit<Limits, 'sources'>): Host => ({
  title: 'Tiny',
  kind: 'rules',
  place: 'root',
  files: () => [{ path: 'rules', body: [Buffer.from('# no rule\n\na rule\nanother rule\n')] }],
  guide: () => '',
  deviations: [],
  limits: { ...limits, sources: ['https://example.org/limits'] },
});
const excesses = (limits: Omit<Limits, 'sources'>, of: Grid = grid) =>
  excessesOf(taking(limits), of, size);

describe('a site and the limits of a host', () => {
  it('the shipped site fits every host', () => {
    for (const name of HOST_NAMES) expect(excessesOf(HOSTS[name], grid, size), name).toEqual([]);
  });

  it.each<[string, Omit<Limits, 'sources'>, RegExp[]]>([
    ['no limit', {}, []],
    ['exactly as many files', { files: size.files }, []],
    [
      'files',
      { files: 12_000 },
      [/^15,\d{3} files; the limit is 12,000 files\. --limits 20,50,100 would leave [\d,]+ files$/],
    ],
    ['files, whatever is left out', { files: 100 }, [/^15,\d{3} files; the limit is 100 files$/]],
    [
      'files in a folder',
      { folderFiles: 2000 },
      [/^2,620 files in one folder; the limit is 2,000 files in one folder/],
    ],
    ['bytes of a file', { fileBytes: 1024 ** 2 }, [/^1\.\d MB in one file; the limit is 1 MiB/]],
    ['bytes', { siteBytes: 1024 ** 2 }, [/^\d+\.\d MB in all; the limit is 1 MiB in all/]],
    ['bytes of a line', { lineBytes: 11 }, [/^12 bytes in one line .*; the limit is 11 bytes in/]],
    ['bytes of a word', { wordBytes: 6 }, [/^7 bytes in one word .*; the limit is 6 bytes in/]],
    ['two', { lineBytes: 1, folderFiles: 1 }, [/files in one folder/, /line/]],
  ])('%s', (_, limits, expected) => {
    const found = excesses(limits);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  it('code is measured compressed', () => {
    const host: Host = {
      ...taking({ codeBytes: 10 }),
      kind: 'code',
      files: () => [{ path: 'code.js', body: [Buffer.alloc(1000, 'x')] }],
    };
    const [excess] = excessesOf(host, grid, size);
    expect(excess).toMatch(/^\d\d bytes of compressed code; the limit is 10 bytes/);
  });

  it('is refused with every excess and where the host says so', () => {
    expect(() => requireFit(taking({ lineBytes: 1, siteBytes: 1 }), grid, size)).toThrow(
      /too large for Tiny; nothing was changed:\n .* in all.*\n .* in one line.*\nSee https:\/\/example\.org\/limits$/,
    );
    expect(() => requireFit(taking({}), grid, size)).not.toThrow();
  });
});
