import type { Host, Limits } from './host.ts';

/*
 * What people read of a host, in Markdown: in the README that stands beside its files, and in ours.
 */

const number = new Intl.NumberFormat('en');
const counted = (noun: string) => (count: number) => `${number.format(count)} ${noun}`;

/** A size as hosts tell theirs. */
function sized(bytes: number): string {
  const units = [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const;
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${number.format(Math.round((bytes / size) * 10) / 10)} ${unit}`;
}

/** How much of each thing there is, in words. */
export const AMOUNTS = {
  files: counted('files'),
  folderFiles: counted('files in one folder'),
  fileBytes: (bytes) => `${sized(bytes)} in one file`,
  siteBytes: (bytes) => `${sized(bytes)} in all`,
  rules: counted('rules'),
  ruleBytes: (bytes) => `${sized(bytes)} in one rule`,
  codeBytes: (bytes) => `${sized(bytes)} of compressed code`,
  reads: counted('files read for one answer'),
} satisfies Record<keyof Omit<Limits, 'sources'>, (amount: number) => string>;
export type Measure = keyof typeof AMOUNTS;

/** A host's limits as a list, with where it says so. */
export function limitsText({ limits: { sources, ...limits } }: Host): string {
  const lines = (Object.keys(AMOUNTS) as Measure[]).flatMap((measure) => {
    const amount = limits[measure];
    return amount === undefined ? [] : [`- ${AMOUNTS[measure](amount)}`];
  });
  if (lines.length === 0) return 'It sets none that a site could meet.';
  return ['At the most:', '', ...lines, '', `Source: ${sources.join(', ')}`].join('\n');
}

/** Where a host answers otherwise than the contract says, as a table. */
export function deviationsText({ deviations }: Host): string {
  if (deviations.length === 0) return 'Nothing: every request gets what the contract says.';
  const rows = deviations.map(({ given, gets, why }) => `| ${given} | ${gets} | ${why} |`);
  return ['| a request with | gets | why |', '|---|---|---|', ...rows].join('\n');
}
