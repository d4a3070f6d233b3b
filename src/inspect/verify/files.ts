import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IGNORED_NAMES, isOfHost } from '../../build/target.ts';
import { MANIFEST, type ManifestRow, sha256 } from '../../site/manifest.ts';
import type { FaultCode } from './fault.ts';
import type { Inspection } from './inspection.ts';

/**
 * Compares the files in a folder with the rows of its manifest: each row has a plain file of that size
 * and hash, and there is no other file.
 * @returns the paths of the rows whose files are missing or not as they were built
 */
export async function compareFiles(
  folder: string,
  rows: readonly ManifestRow[],
  { report, pause }: Pick<Inspection, 'report' | 'pause'>,
): Promise<string[]> {
  const found = filesIn(folder);
  const damaged: string[] = [];
  for (const row of rows) {
    const fault = found.delete(row.path) ? compareFile(folder, row) : MISSING;
    if (fault) {
      report(fault[0], row.path, fault[1]);
      damaged.push(row.path);
    }
    await pause('Hashing');
  }
  for (const file of [...found].sort()) {
    // People copy a host's files to the top of the site to deploy it there.
    const isAllowed = file === MANIFEST || (!file.includes('/') && isOfHost(folder, file));
    if (!isAllowed) report('extra', file, 'is not in the manifest');
  }
  return damaged;
}

/**
 * The paths, with `/`, of everything below a folder that is not a folder itself. Links are not followed.
 * What file managers and deployment tools leave behind is skipped.
 */
function filesIn(folder: string): Set<string> {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    const names = file.split(path.sep);
    const isIgnored = names.some((name) => IGNORED_NAMES.includes(name));
    if (!entry.isDirectory() && !isIgnored) found.add(names.join('/'));
  }
  return found;
}

/** The code and the message of a fault. */
type FileFault = readonly [FaultCode, string];

const MISSING: FileFault = ['missing', 'is missing'];

/** What is wrong with the file of a row, or null. */
function compareFile(folder: string, row: ManifestRow): FileFault | null {
  const file = path.join(folder, row.path);
  try {
    const stats = lstatSync(file);
    if (!stats.isFile()) return ['kind', 'is a link or a special file instead of a plain file'];
    if (stats.size !== row.bytes)
      return ['size', `has ${stats.size} bytes instead of ${row.bytes}`];
    const isSame = sha256(readFileSync(file)) === row.sha256;
    return isSame ? null : ['hash', 'has changed since it was built'];
  } catch (error) {
    return ['unreadable', `can’t be read: ${(error as Error).message}`];
  }
}
