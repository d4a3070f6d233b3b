import { gzipSync } from 'node:zlib';
import type { Grid } from '../core/grid.ts';
import type { ManifestRow } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { formatNumber } from '../util/text.ts';
import type { Host } from './host.ts';
import { QUANTITIES, type Quantity, quantities } from './limits.ts';

/** The options that leave out listings, with a pattern of the paths of these listings. */
const REDUCTIONS = {
  '--orderings none': /(?:^|\/)o-[^/.]/,
  '--formats none': /^f-[^/]/,
  '--filters none': /^w\//,
};

/** Adds one to a count, and returns it. */
function increment<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** The size of a site, in quantities that hosts limit. */
export class SiteSize {
  files = 0;
  folderFiles = 0;
  siteBytes = 0;
  fileBytes = 0;
  /** The numbers of files that each option leaves out. */
  readonly reductions = new Map<string, number>();
  /** The numbers of pages by page size. */
  readonly pagesOf = new Map<number, number>();
  readonly #filesIn = new Map<string, number>();

  add({ path, bytes }: Pick<ManifestRow, 'path' | 'bytes'>): void {
    const folderFiles = increment(this.#filesIn, path.slice(0, path.lastIndexOf('/') + 1));
    this.files++;
    const [, listing = ''] = path.split('/list/');
    for (const [option, pattern] of Object.entries(REDUCTIONS)) {
      if (pattern.test(listing)) increment(this.reductions, option);
    }
    const [, limit] = /\/l-(\d+)\//.exec(listing) ?? [];
    if (limit) increment(this.pagesOf, Number(limit));
    this.siteBytes += bytes;
    this.fileBytes = Math.max(this.fileBytes, bytes);
    this.folderFiles = Math.max(this.folderFiles, folderFiles);
  }
}

/** Why a site has many files, and the options that leave files out, with how many. */
export function reductionText({ collections }: Grid, { reductions, pagesOf }: SiteSize): string {
  const defaults = new Set(collections.flatMap(({ pagination }) => pagination?.default ?? []));
  const others = Array.from(pagesOf, ([limit, pages]) => (defaults.has(limit) ? 0 : pages));
  const otherPages = others.reduce((sum, pages) => sum + pages, 0);
  const options = [...reductions, [`--limits ${[...defaults].join()}`, otherPages] as const]
    .filter(([, files]) => files > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([option, files]) => `${option} (${formatNumber(files)} fewer)`);
  if (options.length === 0) return 'Most files are single records; no option leaves them out.';
  return `Each ordering, page size, format and filter adds pages. For fewer files: ${options.join(', ')}`;
}

/**
 * The limits of a host that a site exceeds, in a phrase each, such as
 * `21,000 files; the limit is 20,000 files`; none where the site fits.
 */
export function exceededLimits(host: Host, grid: Grid, size: SiteSize): string[] {
  const { codeBytes, lineBytes, wordBytes } = host.limits;
  // To make a host's files only to measure them takes long.
  const fileSize = (codeBytes ?? lineBytes ?? wordBytes) ? hostFileSize(host, grid) : {};
  const amounts: Partial<Record<Quantity, number>> = { ...size, ...fileSize };
  return quantities.flatMap((quantity) => {
    const { [quantity]: amount = 0 } = amounts;
    const { [quantity]: limit = Number.POSITIVE_INFINITY } = host.limits;
    const format = QUANTITIES[quantity];
    return amount > limit ? [`${format(amount)}; the limit is ${format(limit)}`] : [];
  });
}

/**
 * Checks that a site is within the limits of a host.
 * @throws UsageError with every limit that it exceeds
 */
export function requireWithinLimits(host: Host, grid: Grid, size: SiteSize): void {
  const exceeded = exceededLimits(host, grid, size);
  if (exceeded.length === 0) return;
  const lines = exceeded.map((line) => `  ${line}\n`).join('');
  throw new UsageError(
    `The site is too large for ${host.title}. Nothing was changed.\n${lines}${reductionText(grid, size)}\nSee ${host.limits.sources.join(' ')}`,
  );
}

/** The size of a host's own files: of its code, and of its configuration's lines and words. */
function hostFileSize(host: Host, grid: Grid): Partial<Record<Quantity, number>> {
  const files = Object.entries(host.files(grid));
  const scripts = files.filter(([name]) => name.endsWith('.js'));
  const lines = files.flatMap(([, text]) => text.split('\n'));
  const longest = (texts: readonly string[]) =>
    texts.reduce((length, text) => Math.max(length, Buffer.byteLength(text)), 0);
  return {
    codeBytes: scripts.reduce((sum, [, text]) => sum + gzipSync(text).length, 0),
    lineBytes: longest(lines),
    // Rules contain no spaces inside a word.
    wordBytes: longest(lines.flatMap((line) => line.split(/\s/))),
  };
}
