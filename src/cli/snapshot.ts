import { isLocal } from '../api/base.ts';
import { type SnapshotReport, snapshot } from '../inspect/snapshot/snapshot.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { interruptible } from './interrupt.ts';
import { formatBytes, formatSeconds, progressLine } from './terminal.ts';

export interface SnapshotArguments {
  readonly out?: string | undefined;
  /** Whether the whole site is packed too. */
  readonly site: boolean;
}

/** `staticrest snapshot` */
export async function snapshotCommand(
  dist: string,
  { out, site: withSite }: SnapshotArguments,
): Promise<void> {
  const start = performance.now();
  const progress = progressLine();
  const { signal, ...interruption } = interruptible();
  try {
    const { update: onProgress } = progress;
    const report = await snapshot({ site: dist, out, withSite, onProgress, signal });
    progress.clear();
    for (const line of reportLines(report, performance.now() - start)) console.log(line);
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** What was packed, where it is, and how to check it. */
function* reportLines(
  { file, bytes, files, grid }: SnapshotReport,
  milliseconds: number,
): Generator<string> {
  const { base, collections } = grid;
  const records = collections.reduce((sum, { count }) => sum + count, 0);
  const size = `${formatCount(files, 'file')}, ${formatBytes(bytes)}, in ${formatSeconds(milliseconds)}`;
  yield `${formatCount(records, 'record')} → ${file}: ${size}`;
  for (const { name, count } of collections) yield `  ${name}  ${formatNumber(count)}`;
  yield `\nTo check it: staticrest verify ${shellQuoted(file)}`;
  if (!isLocal(base)) return;
  yield `The snapshot names ${base} as its address, which works on this machine only.`;
  yield 'Before you share it, build the site with --base-url and its public address.';
}

/** A file name as one word of a shell, which the command does not take for an option. */
function shellQuoted(file: string): string {
  const name = file.startsWith('-') ? `./${file}` : file;
  if (/^[\w./:@%+=,-]+$/.test(name)) return name;
  // On Windows, single quotes would be a part of the name, and a name can't contain double quotes.
  return process.platform === 'win32' ? `"${name}"` : `'${name.replaceAll("'", "'\\''")}'`;
}
