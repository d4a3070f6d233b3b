import { formatCount, formatNumber } from '../util/text.ts';

/** The most that a host accepts of each quantity; absent: it sets no limit. */
export interface Limits extends Readonly<Partial<Record<Quantity, number>>> {
  /** Other limits, in a sentence each. */
  readonly notes?: readonly string[];
  /** Pages of the host's documentation. */
  readonly sources: readonly string[];
}

/** The quantities that hosts limit, each with a function that puts an amount into words. */
export const QUANTITIES = {
  files: (count) => formatCount(count, 'file'),
  folderFiles: (count) => `${formatCount(count, 'file')} in one folder`,
  fileBytes: (bytes) => `${formatSize(bytes)} in one file`,
  siteBytes: (bytes) => `${formatSize(bytes)} in total`,
  lineBytes: (bytes) => `${formatSize(bytes)} in one line of its configuration`,
  wordBytes: (bytes) => `${formatSize(bytes)} in one word of its configuration`,
  /** The files read to compose one answer. */
  reads: (count) => `${formatCount(count, 'file')} read for one answer`,
} satisfies Record<string, (amount: number) => string>;
export type Quantity = keyof typeof QUANTITIES;
export const quantities = Object.keys(QUANTITIES) as Quantity[];

const UNITS = { MiB: 2 ** 20, GB: 1e9, MB: 1e6 };

/** A size in a unit of which it is a whole number, as hosts state limits; else rounded. */
function formatSize(bytes: number): string {
  const exact = Object.entries(UNITS).find(([, size]) => bytes % size === 0 && bytes > 0);
  if (exact) return `${formatNumber(bytes / exact[1])} ${exact[0]}`;
  if (bytes < 1e5) return formatCount(bytes, 'byte');
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
