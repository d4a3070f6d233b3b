import { isLocal } from '../api/base.ts';
import { type SnapshotReport, snapshot } from '../inspect/snapshot/snapshot.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { interruptible } from './interrupt.ts';
import { formatBytes, formatSeconds, progressLine } from './terminal.ts';

export interface SnapshotArguments {
  readonly out?: string | undefined;
  /** Is the whole site to be packed too? */
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

/** What was packed, where it is, and how others can check it. */
function* reportLines(
  { file, bytes, files, grid }: SnapshotReport,
  milliseconds: number,
): Generator<string> {
  const { base, collections } = grid;
  const records = collections.reduce((sum, { count }) => sum + count, 0);
  const made = `${formatCount(files, 'file')}, ${formatBytes(bytes)}, in ${formatSeconds(milliseconds)}`;
  yield `${formatCount(records, 'record')} → ${file}: ${made}`;
  for (const { name, count } of collections) yield `  ${name}  ${formatNumber(count)}`;
  yield `\nTo check it: staticrest verify ${quoted(file)}`;
  if (!isLocal(base)) return;
  yield `It names ${base} as its address, which only this machine can follow.`;
  yield 'Before you give it away, build with --base-url and the address where the site is.';
}

/** A file's name as a shell takes it for one word, and a command for no option. */
function quoted(file: string): string {
  const name = file.startsWith('-') ? `./${file}` : file;
  if (/^[\w./:@%+=,-]+$/.test(name)) return name;
  // Windows takes single quotes for a part of the name, which can have no double ones there.
  return process.platform === 'win32' ? `"${name}"` : `'${name.replaceAll("'", "'\\''")}'`;
}
