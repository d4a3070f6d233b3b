import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { findManifest, MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { IGNORED_NAMES, isOfHost } from './ignored-files.ts';
import { restoreSite } from './recover.ts';

/**
 * Makes sure that a folder may be replaced by a site of this content: as `requireReplaceable`, neither of
 * the folders is inside the other, and the current folder is not inside the site. A site that a killed
 * build had set aside is put back first.
 * @throws UsageError for anything else
 */
export function requireTarget(target: string, content: string): void {
  restoreSite(target);
  requireApart(target, content);
  requireReplaceable(target);
}

function requireApart(target: string, content: string): void {
  if (isWithin(process.cwd(), target)) {
    throw new UsageError(
      `${target} is the folder you are in, or holds it; it can’t be replaced from inside.`,
    );
  }
  if (isWithin(target, content) || isWithin(content, target)) {
    throw new UsageError(
      `The site (${target}) and the content (${content}) can’t hold each other.`,
    );
  }
}

/**
 * Makes sure that a folder may be replaced by a site: it is absent, empty, or a site already, and it can be
 * renamed.
 * @throws UsageError for anything else
 */
export function requireReplaceable(target: string): void {
  // Without a slash at its end, which would have `lstat` follow a link.
  const folder = path.resolve(target);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isSymbolicLink()) {
    throw new UsageError(
      `${target} is a link; name the folder itself, since it is replaced whole.`,
    );
  }
  if (!stats.isDirectory()) throw new UsageError(`${target} is not a folder.`);
  if (stats.dev !== statSync(path.dirname(folder)).dev) throw unreplaceable(target);
  const foreign = foreignName(folder);
  if (foreign === undefined) return;
  throw new UsageError(
    `${target} holds ${foreign}, which no build put there, and is left alone; name another folder.`,
  );
}

/** The error about a folder that the system can't rename. */
export const unreplaceable = (target: string): UsageError =>
  new UsageError(
    `${target} can’t be replaced whole: it is a mount point, or part of a container’s image; name another folder, such as one inside of it.`,
  );

/** The first name in a folder that does not belong to a site, if there is any. */
function foreignName(folder: string): string | undefined {
  const manifest = findManifest(folder);
  const topName = ({ path: file }: { path: string }) => file.replace(/\/.*/s, '');
  const own = new Set(manifest ? [MANIFEST, ...manifest.rows.map(topName)] : []);
  const isKnown = (name: string) => own.has(name) || IGNORED_NAMES.includes(name);
  return readdirSync(folder).find(
    (name) => !isKnown(name) && !(manifest && isOfHost(folder, name)),
  );
}

/** Is a file or a folder inside a folder, or that folder itself, with all links resolved? */
export function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(realPath(outer), realPath(inner));
  // A name may start with two dots too.
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** A path with its links resolved; what is not there yet is taken as it is. */
function realPath(file: string): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch {
    const { dir, base } = path.parse(absolute);
    return base === '' ? absolute : path.join(realPath(dir), base);
  }
}
