import { snapshot } from '../inspect/snapshot.ts';
import { verifySite } from '../inspect/verify.ts';
import { formatBytes, formatCount, formatNumber } from '../util/text.ts';
import type { Arguments } from './options.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** `staticrest verify` */
export async function verifyCommand(options: Pick<Arguments, 'dist' | 'json'>): Promise<void> {
  const { dist: target } = options;
  const { result, seconds, time } = await runTask((task) => verifySite(target, task));
  const { faults, files, bytes } = result;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (faults.length > 0) process.exitCode = 1;
  const ok = faults.length === 0;
  const success = `${target} is intact: ${formatCount(files, 'file')}, ${formatBytes(bytes)}, in ${time}`;
  const summary = ok ? success : `${formatCount(faults.length, 'fault')} in ${target}.`;
  const lines = faults.map((one) => `${one.path} ${one.message}`);
  printResult([...lines, summary], { ok, target, ...result, seconds }, options);
}

const CHECK_DOWNLOADS = 'cd FOLDER && sha256sum -c SHA256SUMS';

/** `--out` is absent, unless it is given. */
type SnapshotArguments = Pick<Arguments, 'dist' | 'site'> & Partial<Pick<Arguments, 'out'>>;

/** `staticrest snapshot` */
export async function snapshotCommand({ dist, out, site }: SnapshotArguments): Promise<void> {
  const { result, time } = await runTask((task) =>
    snapshot({ site: dist, out, withSite: site, ...task }),
  );
  const { file, bytes, files } = result;
  const { collections } = result.grid;
  const records = collections.reduce((sum, { count }) => sum + count, 0);
  const size = `${formatCount(files, 'file')}, ${formatBytes(bytes)}, in ${time}`;
  console.log(`${formatCount(records, 'record')} → ${file}: ${size}`);
  for (const { name, count } of collections) console.log(`  ${name}  ${formatNumber(count)}`);
  const check = site ? 'npx staticrest verify FOLDER' : CHECK_DOWNLOADS;
  console.log(`\nTo check it, unpack it and run this for its FOLDER: ${check}`);
}
