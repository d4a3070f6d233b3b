import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { IGNORED_NAMES, isOfHost } from '../../build/guests.ts';
import { MANIFEST, type ManifestRow } from '../../site/manifest.ts';
import { sha256 } from '../../site/row.ts';
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
  inspection: Pick<Inspection, 'report' | 'pause'>,
): Promise<string[]> {
  const found = filesIn(folder);
  const damaged: string[] = [];
  for (const row of rows) {
    if (!isIntact(folder, row, found.get(row.path), inspection)) damaged.push(row.path);
    found.delete(row.path);
    await inspection.pause('Hashing');
  }
  for (const file of [...found.keys()].sort()) {
    // People copy a host's files to the top of the site to deploy it there.
    const isAllowed = file === MANIFEST || (!file.includes('/') && isOfHost(folder, file));
    if (!isAllowed) inspection.report('extra', file, 'is not in the manifest');
  }
  return damaged;
}

/**
 * Everything below a folder that is not a folder itself: whether it is a plain file, by its path with `/`.
 * Links are not followed. What file managers and deployment tools leave behind is skipped.
 */
function filesIn(folder: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    const names = file.split(path.sep);
    const isIgnored = names.some((name) => IGNORED_NAMES.includes(name));
    if (!entry.isDirectory() && !isIgnored) found.set(names.join('/'), entry.isFile());
  }
  return found;
}

/** Is the file of a row as it was built? Reports what is wrong. */
function isIntact(
  folder: string,
  { path: file, bytes, sha256: hash }: ManifestRow,
  isPlain: boolean | undefined,
  { report }: Pick<Inspection, 'report'>,
): boolean {
  const fail = (code: FaultCode, message: string) => {
    report(code, file, message);
    return false;
  };
  if (isPlain === undefined) return fail('missing', 'is missing');
  if (!isPlain) return fail('kind', 'is a link or a special file instead of a plain file');
  try {
    const { size } = statSync(`${folder}/${file}`);
    if (size !== bytes) return fail('size', `has ${size} bytes instead of ${bytes}`);
    const isSame = sha256(readFileSync(`${folder}/${file}`)) === hash;
    return isSame || fail('hash', 'has changed since it was built');
  } catch (error) {
    return fail('unreadable', `can’t be read: ${(error as Error).message}`);
  }
}
