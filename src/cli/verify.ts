import path from 'node:path';
import { type Fault, type Verification, verifySite } from '../inspect/verify.ts';
import { formatBytes, formatCount, formatNumber } from '../util/text.ts';
import { annotate, type OutputOptions, printResult } from './report.ts';
import { runTask } from './terminal.ts';

type VerifyArguments = OutputOptions & { readonly dist: string };

/** `staticrest verify` */
export async function verifyCommand(options: VerifyArguments): Promise<void> {
  const { dist: target } = options;
  const { result, seconds, time } = await runTask((task) => verifySite(target, task));
  const { faults, listingsNotChecked } = result;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (faults.length > 0) process.exitCode = 1;
  const ok = faults.length === 0;
  const success = `${target} is intact: ${formatScope(result)}, in ${time}`;
  const lines = [
    ...faultLines(faults, target),
    ...listingsNotChecked.map(
      (name) => `Some listings of ${name} were not checked, because ${DAMAGED}.`,
    ),
    ok ? success : `${formatCount(faults.length, 'fault')} in ${target}.`,
  ];
  printResult(lines, { ok, target, ...result, seconds }, options, lines.at(-1));
}

const DAMAGED = 'some of their files are damaged';

/** How much was verified. */
const formatScope = ({ files, bytes, listings }: Verification): string =>
  `${formatCount(files, 'file')}, ${formatBytes(bytes)}; ${formatCount(listings, 'listing')} checked`;

/** How many faults of each kind are printed. */
const MAX_PRINTED = 20;

/** A line for each fault, those of a kind together; annotates them too. */
function faultLines(faults: readonly Fault[], site: string): string[] {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const found = faults.filter((fault) => fault.code === code);
    const rest = found.length - MAX_PRINTED;
    const shown = found.slice(0, MAX_PRINTED);
    for (const { path: name, message } of shown) {
      annotate({ file: path.join(site, name), title: code, message: `${name} ${message}` });
    }
    return [
      ...shown.map((fault) => `${fault.path} ${fault.message} (${code})`),
      ...(rest > 0 ? [`… and ${formatNumber(rest)} more (${code})`] : []),
    ];
  });
}
