import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { isManifest, MANIFEST } from '../manifest.ts';
import { UsageError } from '../problem.ts';

/**
 * Makes sure that a folder may be replaced by a site: it is not there, empty, or a site already.
 * @throws UsageError for anything else, and where one of the folders lies in the other
 */
export function requireTarget(target: string, content: string): void {
  if (isWithin(target, content) || isWithin(content, target)) {
    throw new UsageError(
      `The site (${target}) and the content (${content}) can’t hold each other.`,
    );
  }
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isSymbolicLink()) {
    throw new UsageError(
      `${target} is a link; name the folder itself, since it is replaced whole.`,
    );
  }
  if (!stats.isDirectory()) throw new UsageError(`${target} is not a folder.`);
  if (readdirSync(target).length === 0 || isManifest(headOf(path.join(target, MANIFEST)))) return;
  throw new UsageError(
    `${target} holds files that are not a site built here, and is left alone; name another folder.`,
  );
}

function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(path.resolve(outer), path.resolve(inner));
  return way === '' || !(way.startsWith('..') || path.isAbsolute(way));
}

/** The first bytes of a file, which are enough to know a manifest by. */
function headOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    const head = Buffer.alloc(64);
    const length = readSync(descriptor, head);
    closeSync(descriptor);
    return head.toString('utf8', 0, length);
  } catch {
    return '';
  }
}
