import path from 'node:path';
import { unknownPaths } from '../../build/unknown-paths.ts';
import { type Manifest, type ManifestRow, sha256 } from '../../site/manifest.ts';
import { isNotRegular, readRegularFile } from '../../util/regular-file.ts';
import { isAbsent } from '../../util/system-error.ts';
import type { FaultCode, Inspection } from './inspection.ts';

/**
 * Compares the files in a folder with its manifest: each row has a plain file of that size and hash, and
 * there is nothing else.
 */
export async function compareFiles(
  folder: string,
  manifest: Manifest,
  { report, pause }: Pick<Inspection, 'report' | 'pause'>,
): Promise<void> {
  for (const [index, row] of manifest.rows.entries()) {
    const fault = faultOf(folder, row);
    if (fault) report(fault[0], row.path, fault[1]);
    await pause('Hashing', index + 1);
  }
  for (const file of unknownPaths(folder, manifest)) {
    report('extra', file, 'is not in the manifest');
  }
}

/** What is wrong with the file of a row: the code and the message of a fault, or null. */
function faultOf(folder: string, row: ManifestRow): [FaultCode, string] | null {
  try {
    const body = readRegularFile(path.join(folder, row.path));
    if (body.length !== row.bytes) {
      return ['size', `has ${body.length} bytes instead of ${row.bytes}`];
    }
    return sha256(body) === row.sha256 ? null : ['hash', 'has changed since it was built'];
  } catch (error) {
    if (isAbsent(error)) return ['missing', 'is missing'];
    if (isNotRegular(error)) return ['kind', 'is a folder, a link or a special file'];
    return ['unreadable', `can’t be read: ${(error as Error).message}`];
  }
}
