import { formatCount, formatNumber } from '../util/text.ts';

/** What a host takes at the most; absent: it sets no limit. */
export interface Limits extends Readonly<Partial<Record<Measure, number>>> {
  /** What else may be too much there, a sentence each. */
  readonly notes?: readonly string[];
  /** Where the host says so. */
  readonly sources: readonly string[];
}

/** What hosts limit, and an amount of it in words. */
export const MEASURES = {
  files: (count) => formatCount(count, 'file'),
  folderFiles: (count) => `${formatCount(count, 'file')} in one folder`,
  fileBytes: (bytes) => `${sized(bytes)} in one file`,
  siteBytes: (bytes) => `${sized(bytes)} in all`,
  /** Of a configuration: its longest line, and its longest word. */
  lineBytes: (bytes) => `${sized(bytes)} in one line of its configuration`,
  wordBytes: (bytes) => `${sized(bytes)} in one word of its configuration`,
  /** Compressed by gzip. */
  codeBytes: (bytes) => `${sized(bytes)} of compressed code`,
  /** How many files may be read for one answer: what is composed keeps to it. */
  reads: (count) => `${formatCount(count, 'file')} read for one answer`,
} satisfies Record<string, (amount: number) => string>;
export type Measure = keyof typeof MEASURES;
export const measures = Object.keys(MEASURES) as Measure[];

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;

/** A size: exact where it is a whole number of units or small, so that limits stand as hosts tell them. */
function sized(bytes: number): string {
  const exact = UNITS.find(([, size]) => bytes % size === 0 && bytes > 0);
  if (exact) return `${formatNumber(bytes / exact[1])} ${exact[0]}`;
  if (bytes < 1e5) return formatCount(bytes, 'byte');
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A host's limits as a list in Markdown, with where it says so. */
export function limitsText({ notes = [], sources, ...amounts }: Limits): string {
  const limits = measures.flatMap((measure) => {
    const amount = amounts[measure];
    return amount === undefined ? [] : [`- at the most ${MEASURES[measure](amount)}`];
  });
  const lines = [...limits, ...notes.map((note) => `- ${note}`)];
  if (lines.length === 0) return 'None that a site could meet is documented.';
  return [...lines, '', `Source: ${sources.join(', ')}`].join('\n');
}
