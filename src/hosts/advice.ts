import { type CollectionGrid, type Grid, windows } from '../grid.ts';

/** Something to leave out of a site, as an option of a build. */
interface Omission {
  readonly option: string;
  apply(grid: Grid): Grid;
}

/**
 * What to leave out of a site that has too many files: of the options that are enough, those that
 * lose the least.
 * @param files how many the site has
 * @param limit how many it may have
 * @returns the options with the number of files that they leave; undefined where none are enough
 */
export function adviceFor(
  grid: Grid,
  files: number,
  limit: number,
): { readonly options: string; readonly files: number } | undefined {
  const others = files - listingFiles(grid);
  for (const set of combinations(omissionsOf(grid))) {
    const smaller = set.reduce((one, { apply }) => apply(one), grid);
    const left = others + listingFiles(smaller);
    if (left <= limit) return { options: set.map(({ option }) => option).join(' '), files: left };
  }
  return undefined;
}

function omissionsOf({ collections }: Grid): Omission[] {
  const sizes = [...new Set(collections.flatMap(({ pagination }) => pagination?.default ?? []))];
  const cut = ({ pagination, ...one }: CollectionGrid): CollectionGrid => ({
    ...one,
    ...(pagination && { pagination: { ...pagination, limits: sizes } }),
  });
  return [
    { option: '--formats none', apply: (one) => ({ ...one, formats: [] }) },
    {
      option: `--limits ${sizes.join(',')}`,
      apply: (one) => ({ ...one, collections: one.collections.map(cut) }),
    },
    {
      option: '--orderings none',
      apply: (one) => ({
        ...one,
        collections: one.collections.map((each) => ({ ...each, orderings: [] })),
      }),
    },
  ];
}

/** One of three alone, then two of them, then all. */
const combinations = <T>(all: readonly T[]): T[][] =>
  [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((set) =>
    set.flatMap((index) => all[index] ?? []),
  );

/** How many files the listings of a grid have. */
function listingFiles({ formats, collections }: Grid): number {
  const files = collections.map(({ pagination, count, orderings }) => {
    if (!pagination) return 1 + orderings.length;
    const sized = [...windows(pagination, count)].filter(({ limit }) => limit !== 'all').length;
    return (1 + orderings.length) * (sized * (1 + formats.length) + 1);
  });
  return files.reduce((sum, one) => sum + one, 0);
}
