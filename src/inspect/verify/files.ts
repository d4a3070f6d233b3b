import path from 'node:path';
import { unknownPaths } from '../../publish/unknown-paths.ts';
import { type Manifest, type ManifestRow, sha256 } from '../../site/manifest.ts';
import { isNotRegular, readRegularFile } from '../../util/regular-file.ts';
import { isAbsent } from '../../util/system-error.ts';
import type { Inspection } from './inspection.ts';

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
    compareFile(folder, row, report);
    await pause('Hashing', index + 1);
  }
  for (const file of unknownPaths(folder, manifest)) {
    report('extra', file, 'is not in the manifest');
  }
}

/** Reports the fault of a file in the manifest, if it has one. */
function compareFile(folder: string, row: ManifestRow, report: Inspection['report']): void {
  const { path: file, bytes } = row;
  try {
    const body = readRegularFile(path.join(folder, file));
    if (body.length !== bytes) report('size', file, `has ${body.length} bytes instead of ${bytes}`);
    else if (sha256(body) !== row.sha256) report('hash', file, 'was changed after the build');
  } catch (error) {
    if (isAbsent(error)) report('missing', file, 'is missing');
    else if (isNotRegular(error)) report('kind', file, 'is a folder, a link or a special file');
    else report('unreadable', file, `can’t be read: ${(error as Error).message}`);
  }
}
