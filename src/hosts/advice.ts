import { type CollectionGrid, type Grid, windows } from '../core/grid.ts';

/** A part of a site's pre-rendered pages, as options of a build. */
interface Choice {
  readonly options: string;
  readonly grid: Grid;
}

/**
 * What to leave out of a site that has too many files, so that as many as may be are left.
 * @param files how many the site has
 * @param limit how many it may have
 * @returns options of a build, with the number of files that they leave; undefined where none are enough
 */
export function adviceFor(
  grid: Grid,
  files: number,
  limit: number,
): { readonly options: string; readonly files: number } | undefined {
  const others = files - listingFiles(grid);
  return choicesOf(grid)
    .map((choice) => ({ options: choice.options, files: others + listingFiles(choice.grid) }))
    .filter((choice) => choice.files <= limit)
    .sort((a, b) => b.files - a.files)[0];
}

/** Every combination of fewer limits, no orderings and no formats. */
function choicesOf(grid: Grid): Choice[] {
  const steps = [fewerLimits, withoutOrderings, withoutFormats];
  const all = { options: '', grid };
  return steps.reduce<Choice[]>(
    (choices, step) =>
      choices.flatMap(({ options, grid: one }) => [
        { options, grid: one },
        ...step(one).map((next) => ({ ...next, options: `${options} ${next.options}`.trim() })),
      ]),
    [all],
  );
}

const withCollections = (
  grid: Grid,
  change: (collection: CollectionGrid) => CollectionGrid,
): Grid => ({ ...grid, collections: grid.collections.map(change) });

/** The page sizes without the smallest, the two smallest and so on: small pages are the most files. */
function fewerLimits(grid: Grid): Choice[] {
  const paginations = grid.collections.flatMap(({ pagination }) => pagination ?? []);
  const needed = new Set(paginations.map((pagination) => pagination.default));
  const sizes = [...new Set(paginations.flatMap(({ limits }) => limits))].sort((a, b) => a - b);
  const optional = sizes.filter((size) => !needed.has(size));
  return optional.map((_, count) => {
    const gone = optional.slice(0, count + 1);
    const limits = sizes.filter((size) => !gone.includes(size));
    const cut = ({ pagination, ...one }: CollectionGrid): CollectionGrid => ({
      ...one,
      ...(pagination && { pagination: { ...pagination, limits } }),
    });
    return { options: `--limits ${limits.join(',')}`, grid: withCollections(grid, cut) };
  });
}

const withoutOrderings = (grid: Grid): Choice[] => [
  {
    options: '--orderings none',
    grid: withCollections(grid, (one) => ({ ...one, orderings: [] })),
  },
];

const withoutFormats = (grid: Grid): Choice[] => [
  { options: '--formats none', grid: { ...grid, formats: [] } },
];

/** How many files the listings of a grid have. */
function listingFiles({ formats, collections }: Grid): number {
  const files = collections.map(({ pagination, count, orderings }) => {
    if (!pagination) return 1 + orderings.length;
    const sized = [...windows(pagination, count)].filter(({ limit }) => limit !== 'all').length;
    return (1 + orderings.length) * (sized * (1 + formats.length) + 1);
  });
  return files.reduce((sum, one) => sum + one, 0);
}
