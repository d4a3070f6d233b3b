import type { Grid } from '../../src/core/grid.ts';
import type { Host } from '../../src/hosts/host.ts';

/** A grid of one collection with pages, for texts that are short enough to be read. */
export const citiesGrid: Grid = {
  base: 'https://me.github.io/tiny',
  formats: ['json'],
  collections: [
    {
      name: 'cities',
      count: 5,
      key: '[a-z]+',
      orderings: [],
      pagination: { limits: [2], default: 2 },
    },
  ],
};

/** The same with an ordered list, at the root of its host. */
export const tinyGrid: Grid = {
  ...citiesGrid,
  base: 'https://example.org',
  collections: [
    { name: 'countries', count: 2, key: '[A-Z]{2}', orderings: ['name', '-name'] },
    ...citiesGrid.collections,
  ],
};

/** The text of one of a host's files; empty where it has none of that name. */
export const textOf = (host: Host, grid: Grid, file: string): string =>
  host.files(grid)[file] ?? '';
