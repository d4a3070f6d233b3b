import type { Grid } from '../../src/core/grid.ts';
import type { Host } from '../../src/hosts/host.ts';

/** A grid with both kinds of collections, for texts that are short enough to be read. */
export const tinyGrid: Grid = {
  base: 'https://me.github.io/tiny',
  formats: ['json'],
  collections: [
    { name: 'countries', count: 2, key: '[A-Z]{2}', orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 5,
      key: '[a-z]+',
      orderings: [],
      pagination: { limits: [2], default: 2 },
    },
  ],
};

/** A grid with more orderings of every collection. */
export const withOrderings = (grid: Grid, ...names: readonly string[]): Grid => ({
  ...grid,
  collections: grid.collections.map((one) => ({ ...one, orderings: [...one.orderings, ...names] })),
});

/** The text of one of a host's files; empty where it has none of that name. */
export const hostText = (host: Host, grid: Grid, file: string): string =>
  host.files(grid)[file] ?? '';
