import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/host.ts';
import { unknownPaths } from '../publish/target.ts';
import { type ManifestRow, readManifest, sha256, withUnreplacedSite } from '../site/manifest.ts';
import { pauseWith, type TaskOptions } from '../util/progress.ts';
import { isAbsent, readRegularFile } from '../util/system-error.ts';

/** What is wrong with a file of a site. */
interface Fault {
  /** How the file is not that of the manifest. The codes are stable: scripts may match them. */
  readonly code: 'missing' | 'extra' | 'unreadable' | 'size' | 'hash';
  /** The file, relative to the folder that is verified. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/**
 * Verifies the site in a folder: its files are those of its manifest, but those for hosts, which are not published,
 * may be missing.
 * @returns the faults; how many files the manifest lists, and their size, the manifest included
 * @throws UsageError if there is no site, its manifest is broken or of another version, or the site is
 * replaced during the work; the signal's reason
 */
export async function verifySite(folder: string, options: TaskOptions = {}) {
  const manifest = readManifest(folder);
  const { rows, own } = manifest;
  const faults: Fault[] = [];
  const pause = pauseWith(options);
  await withUnreplacedSite(folder, async () => {
    for (const [index, row] of rows.entries()) {
      await pause('Verified', index, rows.length);
      const fault = faultOf(folder, row);
      if (fault) faults.push({ code: fault[0], path: row.path, message: fault[1] });
    }
    for (const unknown of unknownPaths(folder, manifest))
      faults.push({ code: 'extra', path: unknown, message: 'is not in the manifest' });
  });
  const bytes = rows.reduce((sum, row) => sum + row.bytes, own.bytes);
  return { faults, files: 1 + rows.length, bytes };
}

/** Compares a file with its row in the manifest. */
function faultOf(folder: string, row: ManifestRow): [Fault['code'], string] | undefined {
  try {
    const body = readRegularFile(path.join(folder, row.path));
    const { length } = body;
    if (length !== row.bytes) return ['size', `has ${length} bytes instead of ${row.bytes}`];
    return sha256(body) === row.sha256 ? undefined : ['hash', 'was changed after the build'];
  } catch (error) {
    if (isAbsent(error))
      return row.path.startsWith(`${HOSTS_FOLDER}/`) ? undefined : ['missing', 'is missing'];
    return ['unreadable', `can’t be read: ${(error as Error).message}`];
  }
}
