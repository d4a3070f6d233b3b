import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/grid.ts';
import { excessesOf, excessLine, requireFit, sizeOf } from '../src/hosts/fit.ts';
import type { Host, Limits } from '../src/hosts/host.ts';
import { HOST_NAMES, HOSTS } from '../src/hosts/hosts.ts';
import { shippedManifest } from './support/shipped-site.ts';

const { grid, files } = shippedManifest();
const size = sizeOf(files);

/** A host that takes only so much. */
const taking = (limits: Omit<Limits, 'sources'>): Host => ({
  title: 'Tiny',
  kind: 'rules',
  place: 'root',
  files: () => [
    { path: 'rules', body: [Buffer.from('# no rule\n\na rule\nanother rule\n')] },
    { path: 'code.js', body: [Buffer.alloc(1000, 'x')] },
  ],
  guide: () => '',
  deviations: [],
  limits: { ...limits, sources: ['https://example.org/limits'] },
});
const excesses = (limits: Omit<Limits, 'sources'>, of: Grid = grid) =>
  excessesOf(taking(limits), of, size).map(excessLine);

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
      [/^15,\d{3} files, and it takes 12,000 files; --formats none leaves/],
    ],
    ['files, whatever is left out', { files: 100 }, [/^15,\d{3} files, and it takes 100 files$/]],
    [
      'files in a folder',
      { folderFiles: 2000 },
      [/^2,620 files in one folder, and it takes 2,000 files in one folder/],
    ],
    ['bytes of a file', { fileBytes: 1024 ** 2 }, [/^1\.\d MiB in one file, and it takes 1 MiB/]],
    ['bytes', { siteBytes: 1024 ** 2 }, [/^\d+\.\d MiB in all, and it takes 1 MiB in all/]],
    ['rules', { rules: 1 }, [/^3 rules, and it takes 1 rules$/]],
    ['bytes of a rule', { ruleBytes: 10 }, [/^1,000 bytes in one rule, and it takes 10 bytes/]],
    ['code', { codeBytes: 10 }, [/ of compressed code, and it takes 10 bytes/]],
    ['two', { rules: 1, folderFiles: 1 }, [/files in one folder/, /rules/]],
  ])('%s', (_, limits, expected) => {
    const found = excesses(limits);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  it('is refused with every excess and where the host says so', () => {
    expect(() => requireFit(taking({ rules: 1, siteBytes: 1 }), grid, size)).toThrow(
      /too large for Tiny: .* in all.* And 3 rules.*Nothing was changed.*https:\/\/example\.org\/limits/,
    );
    expect(() => requireFit(taking({}), grid, size)).not.toThrow();
  });
});
