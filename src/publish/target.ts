import { closeSync, lstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
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
  // Without a slash at its end, with which a link would pass for the folder that it leads to.
  const folder = path.resolve(target);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isSymbolicLink()) {
    throw new UsageError(
      `${target} is a link; name the folder itself, since it is replaced whole.`,
    );
  }
  if (!stats.isDirectory()) throw new UsageError(`${target} is not a folder.`);
  if (readdirSync(folder).length === 0 || isManifest(headOf(path.join(folder, MANIFEST)))) return;
  throw new UsageError(
    `${target} holds files that are not a site built here, and is left alone; name another folder.`,
  );
}

function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(realPath(outer), realPath(inner));
  // A name may begin with dots too.
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** A path without links; what is not there yet is taken as it stands. */
function realPath(file: string): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch {
    const { dir, base } = path.parse(absolute);
    return base === '' ? absolute : path.join(realPath(dir), base);
  }
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
