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

/** What is to be said of a folder or a file. */
interface Told {
  /** What is wrong, a line each. */
  readonly lines: readonly string[];
  /** How many faults there are. */
  readonly count: number;
  /** What was looked at. */
  readonly whole: string;
}

/** `staticrest verify` */
export async function verifyCommand(place: string): Promise<void> {
  const start = performance.now();
  const progress = progressLine();
  const { signal, ...interruption } = interruptible();
  try {
    const { lines, count, whole } = await verify(place, { onProgress: progress.update, signal });
    progress.clear();
    // Before it is told: who reads it may have seen enough in the midst of it.
    if (count > 0) process.exitCode = 1;
    for (const line of lines) console.log(printable(line));
    const time = formatSeconds(performance.now() - start);
    const outcome = `${place} is whole: ${whole}, in ${time}`;
    console.log(count === 0 ? outcome : `${formatCount(count, 'fault')} in ${place}.`);
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** Verifies the folder of a site, or the file of a snapshot. */
async function verify(place: string, attendance: TaskOptions): Promise<Told> {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats ? stats.isFile() : place.endsWith(ENDING)) {
    const { verifyArchive } = await import('../inspect/snapshot/verify.ts');
    return ofArchive(await verifyArchive(place, attendance));
  }
  return ofSite(await verifySite(place, attendance));
}

/** @param within what stands before the path of every file */
const ofSite = (verification: Verification, within = ''): Told => ({
  lines: [...faultLines(verification.faults, within), ...unwalkedLines(verification)],
  count: verification.faults.count,
  whole: `${sizeOf(verification)}; ${walksOf(verification)}`,
});

function ofArchive(verification: ArchiveVerification): Told {
  const { name, faults, records, site } = verification;
  const count = [...records.values()].reduce((sum, one) => sum + one, 0);
  const packed = `${formatCount(count, 'record')} of ${formatCount(records.size, 'collection')}`;
  const told = site && ofSite(site, `${SITE_FOLDER}/`);
  return {
    lines: [...faultLines(faults), ...(told?.lines ?? [])],
    count: faults.count + (told?.count ?? 0),
    whole: `${name}, ${sizeOf(verification)}; ${packed}${site ? `; ${walksOf(site)}` : ''}`,
  };
}

const sizeOf = ({ files, bytes }: { readonly files: number; readonly bytes: number }): string =>
  `${formatCount(files, 'file')}, ${formatBytes(bytes)}`;

const walksOf = ({ listings }: Verification): string =>
  `${formatCount(listings, 'listing')} walked, every record once in each`;

/** A line for each fault, those of a kind together. */
function* faultLines({ kinds }: Faults, within = ''): Generator<string> {
  for (const { code, first, more } of kinds) {
    for (const { path, message } of first) yield `${within}${path}: ${message} (${code})`;
    if (more > 0) yield `… and ${formatNumber(more)} more (${code})`;
  }
}

const unwalkedLines = ({ unwalked }: Verification): string[] =>
  unwalked.map(
    (name) => `The listings of ${name} were not walked, because some of their files are damaged.`,
  );
