import { statSync } from 'node:fs';
import { ENDING, SITE_FOLDER } from '../inspect/snapshot/layout.ts';
import type { ArchiveVerification } from '../inspect/snapshot/verify.ts';
import type { Faults } from '../inspect/verify/fault.ts';
import { type Verification, verifySite } from '../inspect/verify/verify.ts';
import { printable } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { interruptible } from './interrupt.ts';
import { formatBytes, formatSeconds, progressLine } from './terminal.ts';

/** What is printed about a site or an archive. */
interface Summary {
  /** What is wrong, one line each. */
  readonly lines: readonly string[];
  /** How many faults there are. */
  readonly count: number;
  /** What was verified. */
  readonly scope: string;
}

/** `staticrest verify` */
export async function verifyCommand(target: string): Promise<void> {
  const start = performance.now();
  const progress = progressLine();
  const { signal, ...interruption } = interruptible();
  try {
    const { lines, count, scope } = await verify(target, { onProgress: progress.update, signal });
    progress.clear();
    // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
    if (count > 0) process.exitCode = 1;
    for (const line of lines) console.log(printable(line));
    const time = formatSeconds(performance.now() - start);
    const success = `${target} is whole: ${scope}, in ${time}`;
    console.log(count === 0 ? success : `${formatCount(count, 'fault')} in ${target}.`);
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** Verifies the folder of a site, or the file of a snapshot. */
async function verify(target: string, options: TaskOptions): Promise<Summary> {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats ? stats.isFile() : target.endsWith(ENDING)) {
    const { verifyArchive } = await import('../inspect/snapshot/verify.ts');
    return archiveSummary(await verifyArchive(target, options));
  }
  return siteSummary(await verifySite(target, options));
}

/** @param folder what to print before the path of every file */
const siteSummary = (verification: Verification, folder = ''): Summary => ({
  lines: [...faultLines(verification.faults, folder), ...unwalkedLines(verification)],
  count: verification.faults.count,
  scope: `${sizeOf(verification)}; ${listingsOf(verification)}`,
});

function archiveSummary(verification: ArchiveVerification): Summary {
  const { name, faults, records, site } = verification;
  const count = [...records.values()].reduce((sum, one) => sum + one, 0);
  const packed = `${formatCount(count, 'record')} of ${formatCount(records.size, 'collection')}`;
  const summary = site && siteSummary(site, `${SITE_FOLDER}/`);
  return {
    lines: [...faultLines(faults), ...(summary?.lines ?? [])],
    count: faults.count + (summary?.count ?? 0),
    scope: `${name}, ${sizeOf(verification)}; ${packed}${site ? `; ${listingsOf(site)}` : ''}`,
  };
}

const sizeOf = ({ files, bytes }: { readonly files: number; readonly bytes: number }): string =>
  `${formatCount(files, 'file')}, ${formatBytes(bytes)}`;

const listingsOf = ({ listings }: Verification): string =>
  `${formatCount(listings, 'listing')} walked, every record once in each`;

/** A line for each fault that was kept, those of a kind together. */
function* faultLines({ kinds }: Faults, folder = ''): Generator<string> {
  for (const { code, first, more } of kinds) {
    for (const { path, message } of first) yield `${folder}${path}: ${message} (${code})`;
    if (more > 0) yield `… and ${formatNumber(more)} more (${code})`;
  }
}

const unwalkedLines = ({ unwalked }: Verification): string[] =>
  unwalked.map(
    (name) => `The listings of ${name} were not walked, because some of their files are damaged.`,
  );
