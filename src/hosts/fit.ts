import { gzipSync } from 'node:zlib';
import { type Grid, windows } from '../grid.ts';
import { UsageError } from '../problem.ts';
import type { Host } from './host.ts';
import { AMOUNTS, type Measure } from './words.ts';

/** What hosts may limit in a site. */
export interface SiteSize {
  readonly files: number;
  /** The most files that are in one folder. */
  readonly folderFiles: number;
  /** The size of all files, in bytes. */
  readonly siteBytes: number;
  /** The size of the largest file, in bytes. */
  readonly fileBytes: number;
}

/** The size of a site of these files. */
export function sizeOf(files: readonly { path: string; bytes: number }[]): SiteSize {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = (counts: Iterable<number>) => [...counts].reduce((a, b) => Math.max(a, b), 0);
  return {
    files: files.length,
    folderFiles: most(folders.values()),
    siteBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    fileBytes: most(files.map(({ bytes }) => bytes)),
  };
}

/** A limit of a host that a site is beyond. */
export interface Excess {
  /** What there is too much of, such as `21,000 files`. */
  readonly found: string;
  /** The most that the host takes, such as `20,000 files`. */
  readonly limit: string;
  /** What to leave out, as options of a build; absent where no options would do. */
  readonly advice?: string;
}

/** Every limit of a host that a site is beyond; none where it fits. */
export function excessesOf(host: Host, grid: Grid, size: SiteSize): Excess[] {
  const found: Partial<Record<Measure, number>> = { ...size, ...ownSizeOf(host, grid) };
  return (Object.keys(AMOUNTS) as Measure[]).flatMap((measure) => {
    const [amount = 0, limit = Number.POSITIVE_INFINITY] = [found[measure], host.limits[measure]];
    if (amount <= limit) return [];
    const [words, most] = [amount, limit].map(AMOUNTS[measure]);
    const advice = measure === 'files' ? adviceFor(grid, size, limit) : undefined;
    return { found: words ?? '', limit: most ?? '', ...(advice && { advice }) };
  });
}

/** An excess in a line: `21,000 files, and it takes 20,000 files; --formats none leaves 8,100 files`. */
export const excessLine = ({ found, limit, advice }: Excess): string =>
  `${found}, and it takes ${limit}${advice ? `; ${advice}` : ''}`;

/**
 * Checks that a site is within the limits of a host.
 * @throws UsageError with each limit that it is beyond
 */
export function requireFit(host: Host, grid: Grid, size: SiteSize): void {
  const excesses = excessesOf(host, grid, size).map(excessLine);
  if (excesses.length === 0) return;
  const sources = host.limits.sources.join(' ');
  throw new UsageError(
    `The site is too large for ${host.title}: ${excesses.join('. And ')}. Nothing was changed. ${sources}`,
  );
}

/** The size of a host's own files: its rules, one a line, and its code. */
function ownSizeOf(host: Host, grid: Grid) {
  const bodies = host.files(grid).map(({ path, body }) => ({ path, body: Buffer.concat(body) }));
  const lines = bodies
    .filter(() => host.kind === 'rules')
    .flatMap(({ body }) => body.toString().split('\n'))
    .filter((line) => /^\s*[^\s#]/.test(line));
  const code = bodies.filter(({ path }) => path.endsWith('.js'));
  return {
    rules: lines.length,
    ruleBytes: lines.reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0),
    codeBytes: code.reduce((sum, { body }) => sum + gzipSync(body).length, 0),
  };
}

/** What to leave out of a site with too many files: the first that is enough, the least first. */
function adviceFor(grid: Grid, size: SiteSize, limit: number): string | undefined {
  const rest = size.files - pagesOf(grid);
  const sizes = grid.collections.flatMap(({ pagination }) => pagination?.default ?? []);
  const limits = [...new Set(sizes)];
  const changes = [
    { option: '--formats none', change: (one: Grid): Grid => ({ ...one, formats: [] }) },
    {
      option: `--limits ${limits.join(',')}`,
      change: (one: Grid) =>
        withCollections(one, ({ pagination, ...collection }) => ({
          ...collection,
          ...(pagination && { pagination: { ...pagination, limits } }),
        })),
    },
    {
      option: '--orderings none',
      change: (one: Grid) =>
        withCollections(one, (collection) => ({ ...collection, orderings: [] })),
    },
  ];
  const sets = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((set) =>
    set.flatMap((index) => changes[index] ?? []),
  );
  for (const set of sets) {
    const smaller = set.reduce((one, { change }) => change(one), grid);
    const files = rest + pagesOf(smaller);
    const options = set.map(({ option }) => option).join(' ');
    if (files <= limit) return `${options} leaves ${AMOUNTS.files(files)}`;
  }
  return undefined;
}

const withCollections = (
  grid: Grid,
  change: (collection: Grid['collections'][number]) => Grid['collections'][number],
): Grid => ({ ...grid, collections: grid.collections.map(change) });

/** How many files the listings of a grid have. */
function pagesOf({ formats, collections }: Grid): number {
  const pages = collections.map(({ pagination, count, orderings }) => {
    if (!pagination) return 1 + orderings.length;
    const all = [...windows(pagination, count)];
    const sized = all.filter(({ limit }) => limit !== 'all').length;
    return (1 + orderings.length) * (sized * (1 + formats.length) + 1);
  });
  return pages.reduce((sum, one) => sum + one, 0);
}
