import { isLocal } from '../api/base.ts';
import { snapshot } from '../inspect/snapshot.ts';
import { formatBytes, formatCount, formatNumber } from '../util/text.ts';
import { colored, runTask, withAddresses } from './terminal.ts';

interface SnapshotArguments {
  readonly dist: string;
  readonly out?: string | undefined;
  /** Whether the whole site is packed too. */
  readonly site: boolean;
}

/** `staticrest snapshot` */
export async function snapshotCommand({ dist, out, site }: SnapshotArguments): Promise<void> {
  const { result, time } = await runTask((task) =>
    snapshot({ site: dist, out, withSite: site, ...task }),
  );
  const { file, bytes, files, grid } = result;
  const { base, collections } = grid;
  const records = collections.reduce((sum, { count }) => sum + count, 0);
  const size = `${formatCount(files, 'file')}, ${formatBytes(bytes)}, in ${time}`;
  const summary = `${formatCount(records, 'record')} → ${file}: ${size}`;
  console.log(colored('green', summary, process.stdout));
  for (const { name, count } of collections) console.log(`  ${name}  ${formatNumber(count)}`);
  const check = site ? 'npx staticrest verify .' : 'sha256sum -c SHA256SUMS';
  console.log(`\nTo check it, unpack it and run this in its folder: ${check}`);
  if (!isLocal(base)) return;
  console.log(withAddresses(`Its links point to ${base} (works only on this machine).`));
  console.log('Before you share it, build the site with --base-url and its public address.');
}
