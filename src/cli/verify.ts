import { statSync } from 'node:fs';
import { ENDING } from '../inspect/snapshot/layout.ts';
import type { ArchiveVerification } from '../inspect/snapshot/verify.ts';
import type { Fault } from '../inspect/verify/inspection.ts';
import { type Verification, verifySite } from '../inspect/verify/verify.ts';
import { printable } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { formatBytes, runTask } from './terminal.ts';

/** `staticrest verify` */
export async function verifyCommand({ dist: target }: { readonly dist: string }): Promise<void> {
  const { result, time } = await runTask((options) => verify(target, options));
  const { faults, unwalked } = result;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (faults.length > 0) process.exitCode = 1;
  for (const line of faultLines(faults)) console.log(printable(line));
  for (const name of unwalked) {
    const reason = 'because some of their files are damaged';
    console.log(`The listings of ${name} were not walked, ${reason}.`);
  }
  const success = `${target} is whole: ${scopeOf(result)}, in ${time}`;
  console.log(
    faults.length === 0 ? success : `${formatCount(faults.length, 'fault')} in ${target}.`,
  );
}

/** Verifies the folder of a site, or the file of a snapshot. */
async function verify(
  target: string,
  options: TaskOptions,
): Promise<Verification | ArchiveVerification> {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats ? stats.isDirectory() : !target.endsWith(ENDING)) return verifySite(target, options);
  const { verifyArchive } = await import('../inspect/snapshot/verify.ts');
  return verifyArchive(target, options);
}

/** What was verified. */
function scopeOf(verification: Verification | ArchiveVerification): string {
  const { files, bytes, listings } = verification;
  const size = `${formatCount(files, 'file')}, ${formatBytes(bytes)}`;
  const walked = `; ${formatCount(listings, 'listing')} walked, every record once in each`;
  if (!('records' in verification)) return size + walked;
  const { name, records } = verification;
  const count = [...records.values()].reduce((sum, one) => sum + one, 0);
  const packed = `${formatCount(count, 'record')} of ${formatCount(records.size, 'collection')}`;
  return `${name}, ${size}; ${packed}${listings > 0 ? walked : ''}`;
}

/** How many faults of each kind are printed. */
const MAX_PRINTED = 20;

/** A line for each fault, those of a kind together. */
function faultLines(faults: readonly Fault[]): string[] {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const found = faults.filter((fault) => fault.code === code);
    const rest = found.length - MAX_PRINTED;
    return [
      ...found.slice(0, MAX_PRINTED).map(({ path, message }) => `${path}: ${message} (${code})`),
      ...(rest > 0 ? [`… and ${formatNumber(rest)} more (${code})`] : []),
    ];
  });
}
