import type { Grid } from '../core/grid.ts';
import { type Listing, listingsOf, pagesOf } from '../core/listing.ts';
import type { ManifestRow } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatNumber } from '../util/text.ts';
import { type Host, QUANTITIES, type Quantity, quantities } from './host.ts';

/** The size of a site, in quantities that hosts limit, and its files. */
export type SiteSize = ReturnType<typeof sizeOf>;

export function sizeOf(rows: readonly ManifestRow[]) {
  const filesIn = new Map<string, number>();
  let [folderFiles, siteBytes, fileBytes] = [0, 0, 0];
  for (const { path, bytes } of rows) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const count = 1 + (filesIn.get(folder) ?? 0);
    filesIn.set(folder, count);
    folderFiles = Math.max(folderFiles, count);
    siteBytes += bytes;
    fileBytes = Math.max(fileBytes, bytes);
  }
  return { files: rows.length, folderFiles, siteBytes, fileBytes, rows };
}

/** A site with more files takes long to write and to upload. */
const MANY_FILES = 100_000;

/**
 * Counts the files of records and pages before they are made, and gives notice if they are many.
 * @returns about how many files the site will have
 */
export function plannedSize(grid: Grid, { onNotice }: TaskOptions) {
  const counts = new Map<string, number>();
  let files = 0;
  const add = (property: string, count: number) => {
    counts.set(property, count + (counts.get(property) ?? 0));
    files += count;
  };
  for (const collection of grid.collections) {
    const { name, items, count } = collection;
    const hasItems = items !== false && grid.hostKind !== 'code';
    add(`\`items\` of \`${name}\``, hasItems ? count : 0);
    for (const listing of listingsOf(grid, collection))
      for (const pages of pagesOf(grid, collection, listing))
        add(`\`${propertyOf(listing)}\` of \`${name}\``, [...pages].length);
  }
  const [[most, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  const notice = `The site will have about ${formatNumber(files)} files; ${most} adds ${formatNumber(count)} of them.`;
  if (files > MANY_FILES) onNotice?.(notice);
  return { files };
}

/** The property of a definition without which a listing would not be prerendered. */
const propertyOf = ({ filters, ordering }: Listing): string =>
  filters ? 'prerender.filters' : ordering ? 'orderings' : 'pagination';

/** How a user makes a site smaller. */
export const FEWER_FILES =
  'Each page size, ordering, format and filter adds files. To have fewer, shorten `pagination.limits`, `orderings`, `formats` or `prerender.filters` in the definition, or set `prerender.combine: false`.';

/**
 * The limits of a host that a site exceeds, in a phrase each, such as
 * `21,000 files; the limit is 20,000 files`; none where the site fits.
 */
export function exceededLimits(host: Host, grid: Grid, size: Partial<SiteSize>): string[] {
  const amounts: Partial<Record<Quantity, number>> = { ...size, ...hostFileSize(host, grid) };
  return quantities.flatMap((quantity) => {
    const { [quantity]: amount = 0 } = amounts;
    const { [quantity]: limit = Number.POSITIVE_INFINITY } = host.limits;
    const format = QUANTITIES[quantity];
    return amount > limit ? [`${format(amount)}; the limit is ${format(limit)}`] : [];
  });
}

/**
 * Checks that a site is within the limits of a host.
 * @param size what is known of it
 * @throws UsageError with every limit that it exceeds
 */
export function assertWithinLimits(host: Host, grid: Grid, size: Partial<SiteSize>): void {
  const exceeded = exceededLimits(host, grid, size);
  if (exceeded.length === 0) return;
  const { fileBytes = Number.POSITIVE_INFINITY } = host.limits;
  const tooLarge = (size.rows ?? []).filter(({ bytes }) => bytes > fileBytes);
  const lines = [...exceeded, ...tooLarge.map(({ path }) => path)]
    .map((line) => `  ${line}\n`)
    .join('');
  const hint = grid.hostKind === 'code' ? '' : `${FEWER_FILES}\n`;
  const warnings = (host.warnings?.(grid) ?? []).map((line) => `${line}\n`).join('');
  throw new UsageError(
    `The site is too large for ${host.title}. Nothing was changed.\n${lines}${hint}${warnings}See ${host.limits.sources.join(' ')}`,
  );
}

/** The number of the rules in `_redirects`, whose other lines are comments. */
export const countRules = ({ _redirects = '' }: Readonly<Record<string, string>>): number =>
  _redirects.match(/^\//gm)?.length ?? 0;

/** The size of the lines and words of a host's configuration, and the number of its rules. */
function hostFileSize(host: Host, grid: Grid): Partial<Record<Quantity, number>> {
  const files = host.files(grid);
  const lines = Object.values(files).flatMap((text) => text.split('\n'));
  const longest = (texts: readonly string[]) =>
    texts.reduce((length, text) => Math.max(length, Buffer.byteLength(text)), 0);
  return {
    lineBytes: longest(lines),
    // Rules contain no spaces inside a word.
    wordBytes: longest(lines.flatMap((line) => line.split(/\s/))),
    rules: countRules(files),
  };
}
