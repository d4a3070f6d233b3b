import { readFileSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { IGNORED_NAMES, isOfHost } from '../../build/target.ts';
import { MANIFEST, type ManifestRow, sha256 } from '../../site/manifest.ts';
import type { FaultCode, Inspection } from './inspection.ts';

/**
 * Compares the files in a folder with the rows of its manifest: each row has a plain file of that size
 * and hash, and there is no other file.
 * @returns the paths of the rows whose files are missing or not as they were built
 */
export async function compareFiles(
  folder: string,
  rows: readonly ManifestRow[],
  { report, pause }: Pick<Inspection, 'report' | 'pause'>,
): Promise<Set<string>> {
  const found = filesIn(folder);
  const damaged = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const fault = faultOf(folder, row, found.get(row.path));
    found.delete(row.path);
    if (fault) {
      report(fault[0], row.path, fault[1]);
      damaged.add(row.path);
    }
    await pause('Hashing', index + 1);
  }
  for (const file of [...found.keys()].sort()) {
    // People copy a host's files to the top of the site to deploy it there.
    const isAllowed = file === MANIFEST || (!file.includes('/') && isOfHost(folder, file));
    if (!isAllowed) report('extra', file, 'is not in the manifest');
  }
  return damaged;
}

/**
 * Everything in a folder that is not a folder itself, by its path with `/`. Links are not followed. The files
 * of file managers and deployment tools are skipped.
 */
function filesIn(folder: string): Map<string, glob.Entry['dirent']> {
  const found = new Map<string, glob.Entry['dirent']>();
  const entries = glob.sync('**', {
    cwd: folder,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
  });
  for (const { path: file, dirent } of entries) {
    const isIgnored = file.split('/').some((name) => IGNORED_NAMES.includes(name));
    if (!dirent.isDirectory() && !isIgnored) found.set(file, dirent);
  }
  return found;
}

/** What is wrong with the file of a row: the code and the message of a fault, or null. */
function faultOf(
  folder: string,
  row: ManifestRow,
  entry: glob.Entry['dirent'] | undefined,
): [FaultCode, string] | null {
  if (!entry) return ['missing', 'is missing'];
  // A link could lead out of the site, and reading a pipe could block forever.
  if (!entry.isFile()) return ['kind', 'is a link or a special file instead of a plain file'];
  try {
    const body = readFileSync(path.join(folder, row.path));
    if (body.length !== row.bytes) {
      return ['size', `has ${body.length} bytes instead of ${row.bytes}`];
    }
    return sha256(body) === row.sha256 ? null : ['hash', 'has changed since it was built'];
  } catch (error) {
    return ['unreadable', `can’t be read: ${(error as Error).message}`];
  }
}
