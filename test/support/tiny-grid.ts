import type { Grid } from '../../src/core/grid.ts';
import type { Host } from '../../src/hosts/host.ts';

/**
 * A grid with all kinds of collections, two prerendered filters and one that is not, a key and a value that
 * are encoded in the names of files, for texts that are short enough to be read.
 */
export const tinyGrid: Grid = {
  hostKind: 'rules',
  base: 'https://me.github.io/tiny',
  formats: ['json'],
  collections: [
    { name: 'countries', count: 2, key: '[A-Z]{2}', orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 5,
      key: '[a-z ]+',
      keyFileNames: { 'new york': '--new.20york' },
      orderings: ['name', '-name'],
      prerenderedFormats: ['json'],
      filters: {
        country: { fields: ['country'], match: 'equals' },
        name: { fields: ['name'], match: 'contains' },
        state: { fields: ['state'], match: 'equals' },
      },
      partitions: {
        filters: ['country', 'state'],
        orderings: ['name'],
        limits: [2],
        counts: { 'NO/': 2, 'US/': 3, 'US/CO': 1, '/CO': 1, '/Süd': 1 },
        valueFileNames: { state: { Süd: '--S.c3.bcd' } },
      },
      pagination: { limits: [2], default: 2 },
    },
    {
      name: 'lakes',
      count: 3,
      orderings: [],
      items: false,
      features: 1,
      pagination: { style: 'page', limits: [2], default: 2 },
    },
  ],
};

/** A grid with more orderings of every collection. */
export const withOrderings = (grid: Grid, ...names: readonly string[]): Grid => ({
  ...grid,
  collections: grid.collections.map((one) => ({ ...one, orderings: [...one.orderings, ...names] })),
});

/** A grid with another filter of every collection, which is not prerendered. */
export const withFilter = (grid: Grid, name: string): Grid => ({
  ...grid,
  collections: grid.collections.map((one) => ({
    ...one,
    filters: { ...one.filters, [name]: { fields: ['name'], match: 'equals' } },
  })),
});

/** The text of one of a host's files; empty where it has none of that name. */
export const hostText = (host: Host, grid: Grid, file: string): string =>
  host.files(grid)[file] ?? '';
