import { gzipSync } from 'node:zlib';
import type { Grid } from '../core/grid.ts';
import type { ManifestRow } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import type { Host } from './host.ts';

/** The most that a host accepts of each quantity; absent: it sets no limit. */
export interface Limits extends Readonly<Partial<Record<Quantity, number>>> {
  /** Other limits, in a sentence each. */
  readonly notes?: readonly string[];
  /** Pages of the host's documentation. */
  readonly sources: readonly string[];
}

/** The quantities that hosts limit, each with a function that puts an amount into words. */
const QUANTITIES = {
  files: (count) => formatCount(count, 'file'),
  folderFiles: (count) => `${formatCount(count, 'file')} in one folder`,
  fileBytes: (bytes) => `${formatSize(bytes)} in one file`,
  siteBytes: (bytes) => `${formatSize(bytes)} in total`,
  lineBytes: (bytes) => `${formatSize(bytes)} in one line of its configuration`,
  wordBytes: (bytes) => `${formatSize(bytes)} in one word of its configuration`,
  /** After compression with gzip. */
  codeBytes: (bytes) => `${formatSize(bytes)} of compressed code`,
  /** The files read to compose one answer; composition plans for it. */
  reads: (count) => `${formatCount(count, 'file')} read for one answer`,
} satisfies Record<string, (amount: number) => string>;
type Quantity = keyof typeof QUANTITIES;
const quantities = Object.keys(QUANTITIES) as Quantity[];

const UNITS = { MiB: 2 ** 20, GB: 1e9, MB: 1e6 };

/** A size in a unit of which it is a whole number, as hosts state limits; else rounded. */
function formatSize(bytes: number): string {
  const exact = Object.entries(UNITS).find(([, size]) => bytes % size === 0 && bytes > 0);
  if (exact) return `${formatNumber(bytes / exact[1])} ${exact[0]}`;
  if (bytes < 1e5) return formatCount(bytes, 'byte');
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The size of a site, in the quantities that hosts limit. */
export type SiteSize = Readonly<
  Record<'files' | 'folderFiles' | 'siteBytes' | 'fileBytes', number>
>;

/** Adds up the size of a site's files. */
export function siteSizeOf(files: Iterable<Pick<ManifestRow, 'path' | 'bytes'>>): SiteSize {
  const folders = new Map<string, number>();
  const size = { files: 0, folderFiles: 0, siteBytes: 0, fileBytes: 0 };
  for (const { path, bytes } of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const folderFiles = (folders.get(folder) ?? 0) + 1;
    folders.set(folder, folderFiles);
    size.files++;
    size.siteBytes += bytes;
    size.fileBytes = Math.max(size.fileBytes, bytes);
    size.folderFiles = Math.max(size.folderFiles, folderFiles);
  }
  return size;
}

/** What to do about a site that exceeds a limit. */
export const REDUCE_SITE =
  'To publish less, choose what is pre-rendered with --limits, --orderings and --formats.';

/**
 * The limits of a host that a site exceeds, in a phrase each, such as
 * `21,000 files; the limit is 20,000 files`; none where the site fits.
 */
export function exceededLimits(host: Host, grid: Grid, size: SiteSize): string[] {
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
 * @throws UsageError with every limit that it exceeds
 */
export function requireWithinLimits(host: Host, grid: Grid, size: SiteSize): void {
  const exceeded = exceededLimits(host, grid, size);
  if (exceeded.length === 0) return;
  const lines = exceeded.map((line) => `  ${line}\n`).join('');
  throw new UsageError(
    `The site is too large for ${host.title}; nothing was changed:\n${lines}${REDUCE_SITE}\nSee ${host.limits.sources.join(', ')}`,
  );
}

/** The size of a host's own files: of its code, or of its configuration's lines and words. */
function hostFileSize(host: Host, grid: Grid): Partial<Record<Quantity, number>> {
  const files = Object.entries(host.files(grid));
  if (host.kind === 'code') {
    const scripts = files.filter(([name]) => name.endsWith('.js'));
    return { codeBytes: scripts.reduce((sum, [, text]) => sum + gzipSync(text).length, 0) };
  }
  const lines = files.flatMap(([, text]) => text.split('\n'));
  const longest = (texts: readonly string[]) =>
    texts.reduce((length, text) => Math.max(length, Buffer.byteLength(text)), 0);
  return {
    lineBytes: longest(lines),
    // Rules contain no spaces inside a word.
    wordBytes: longest(lines.flatMap((line) => line.split(/\s/))),
  };
}

/** A host's limits as a list in Markdown, with their sources. */
export function limitsText({ notes = [], sources, ...amounts }: Limits): string {
  const limits = quantities.flatMap((quantity) => {
    const amount = amounts[quantity];
    return amount === undefined ? [] : [`- at most ${QUANTITIES[quantity](amount)}`];
  });
  const lines = [...limits, ...notes.map((note) => `- ${note}`)];
  if (lines.length === 0) return 'No limit that a site could reach is documented.';
  return [...lines, '', `Source: ${sources.join(', ')}`].join('\n');
}
