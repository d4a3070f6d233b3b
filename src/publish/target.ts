import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findManifest, MANIFEST, type Manifest } from '../site/manifest.ts';
import { printable, UsageError } from '../util/problem.ts';
import { exists } from '../util/system-error.ts';
import { publicFolder } from './public-files.ts';
import { restoreSite } from './staging.ts';
import { unknownPaths } from './unknown-paths.ts';

/**
 * Makes sure that a folder may be replaced by a site of this content: as `assertReplaceable`, neither of
 * the folders is inside the other, and the current folder is not inside the site. A site that a killed
 * build had set aside is put back first.
 * @throws UsageError for anything else
 */
export function assertTarget(target: string, content: string): void {
  restoreSite(target);
  if (isWithin(process.cwd(), target)) {
    throw new UsageError(
      `${target} is or contains the current folder, so it can’t be replaced. Change to another folder, or choose another with --out.`,
    );
  }
  const isPublic =
    path.resolve(target) !== publicFolder(content) && isWithin(target, publicFolder(content));
  if (isPublic) {
    throw new UsageError(
      `${target} is in ${publicFolder(content)}, whose files are copied into the site. Choose another folder with --out.`,
    );
  }
  if (isWithin(target, content) || isWithin(content, target)) {
    throw new UsageError(
      `The folder of the site (${target}) and the content folder (${content}) must not contain each other.`,
    );
  }
  assertReplaceable(target, findManifest(target));
}

/**
 * Makes sure that a folder may be replaced by a site: it is absent, empty, or a site already without files
 * that no build wrote.
 * @param manifest that of the folder, or null
 * @throws UsageError for anything else
 */
export function assertReplaceable(target: string, manifest: Manifest | null): void {
  // Without a slash at its end, which would have `lstat` follow a link.
  const folder = path.resolve(target);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isSymbolicLink()) {
    throw new UsageError(
      `${target} is a link, but a build replaces the whole folder. Use the path of the folder itself.`,
    );
  }
  if (!stats.isDirectory()) throw new UsageError(`${target} is not a folder.`);
  const [foreign] = unknownPaths(folder, manifest);
  if (foreign === undefined) return;
  const reason =
    !manifest && exists(path.join(folder, MANIFEST))
      ? `has no complete ${MANIFEST}, which lists the files of a build. Nothing was changed. Remove the folder`
      : `contains ${printable(foreign)}, which is not part of a build. Nothing was changed. Move it elsewhere`;
  throw new UsageError(`${target} ${reason}, or choose another folder.`);
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
