import { statSync } from 'node:fs';
import path from 'node:path';
import { ENDING } from '../inspect/snapshot/layout.ts';
import type { ArchiveVerification } from '../inspect/snapshot/verify.ts';
import type { Fault } from '../inspect/verify/inspection.ts';
import { type Verification, verifySite } from '../inspect/verify/verify.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { annotate } from './annotation.ts';
import { type OutputOptions, printResult } from './report.ts';
import { formatBytes, runTask } from './terminal.ts';

type VerifyArguments = OutputOptions & { readonly dist: string };

/** `staticrest verify` */
export async function verifyCommand(options: VerifyArguments): Promise<void> {
  const { dist: target } = options;
  const { result, seconds, time } = await runTask((task) => verify(target, task));
  const { faults, unwalked } = result;
  const isArchive = 'records' in result;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (faults.length > 0) process.exitCode = 1;
  const ok = faults.length === 0;
  const success = `${target} is intact: ${scopeOf(result)}, in ${time}`;
  const records = isArchive && { records: Object.fromEntries(result.records) };
  const lines = [
    ...faultLines(faults, ({ path: file }) => (isArchive ? target : path.join(target, file))),
    ...unwalked.map((name) => `The listings of ${name} were not checked, ${UNWALKED_REASON}.`),
    ok ? success : `${formatCount(faults.length, 'fault')} in ${target}.`,
  ];
  printResult(lines, { ok, target, ...result, ...records, seconds }, options, lines.at(-1));
}

const UNWALKED_REASON = 'because some of their files are damaged';

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
  const walked = `; ${formatCount(listings, 'listing')} checked`;
  if (!('records' in verification)) return size + walked;
  const { name, records } = verification;
  const count = [...records.values()].reduce((sum, one) => sum + one, 0);
  const packed = `${formatCount(count, 'record')} of ${formatCount(records.size, 'collection')}`;
  return `${name}, ${size}; ${packed}${listings > 0 ? walked : ''}`;
}

/** How many faults of each kind are printed. */
const MAX_PRINTED = 20;

/** A line for each fault, those of a kind together; annotates them too. */
function faultLines(faults: readonly Fault[], fileOf: (fault: Fault) => string): string[] {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const found = faults.filter((fault) => fault.code === code);
    const rest = found.length - MAX_PRINTED;
    const shown = found.slice(0, MAX_PRINTED);
    for (const fault of shown) {
      annotate({ file: fileOf(fault), title: code, message: `${fault.path} ${fault.message}` });
    }
    return [
      ...shown.map((fault) => `${fault.path} ${fault.message} (${code})`),
      ...(rest > 0 ? [`… and ${formatNumber(rest)} more (${code})`] : []),
    ];
  });
}
