import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UNUSABLE_NAME } from '../content/list.ts';
import { findManifest, MANIFEST, type Manifest } from '../site/manifest.ts';
import { printable, UsageError } from '../util/problem.ts';

/** The folder beside the content folder whose files are copied into the site as they are. */
export const publicFolder = (content: string): string =>
  path.join(path.dirname(path.resolve(content)), 'public');

/**
 * Makes sure that a folder may be replaced by a site of this content: as `assertReplaceable`, it does not contain
 * the current folder, and it neither contains the content or `public/` nor is in them. It may be `public/` itself.
 * @throws UsageError for anything else
 */
export function assertTarget(target: string, content: string): void {
  if (isWithin(process.cwd(), target))
    throw new UsageError(
      `${target} is or contains the current folder, so it can’t be replaced. Change to another folder, or choose another with --out.`,
    );
  const copied = publicFolder(content);
  for (const source of path.resolve(target) === copied ? [content] : [content, copied]) {
    if (!isWithin(target, source) && !isWithin(source, target)) continue;
    throw new UsageError(
      `The folder of the site (${target}) must not be in ${source}, or contain it.`,
    );
  }
  assertReplaceable(target);
}

/**
 * Makes sure that a folder may be replaced by a site: it is absent, empty, or a site already without files
 * that no build wrote.
 * @throws UsageError for anything else
 */
export function assertReplaceable(target: string): void {
  // Without a slash at its end, which would have `lstat` follow a link.
  const folder = path.resolve(target);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory())
    throw new UsageError(
      `${target} is a ${stats.isSymbolicLink() ? 'link' : 'file'}, but a build replaces a whole folder. Use the path of a folder.`,
    );
  const [unknown] = unknownPaths(folder, findManifest(folder));
  if (unknown === undefined) return;
  throw new UsageError(
    `${target} contains ${printable(unknown)}, which is not in the ${MANIFEST} of a build. Nothing was changed. Move it elsewhere, or choose another folder.`,
  );
}

/**
 * The files and links in the folder of a site that its manifest does not name, at any depth.
 * @param manifest null: every file is unknown
 * @throws a system error such as EACCES if a folder can't be read
 */
export function* unknownPaths(site: string, manifest: Manifest | null): Generator<string> {
  const files = new Set(manifest?.rows.map((row) => row.path));
  const isOwn = (file: string) => file === MANIFEST || file.startsWith(WRANGLER_FOLDER);
  for (const file of filesBelow(site))
    if (!files.has(file) && !(manifest && isOwn(file))) yield file;
}

/** What file managers create in each folder that they open. */
const IGNORED_NAMES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** What `wrangler` creates in a site when it deploys. */
const WRANGLER_FOLDER = '.wrangler/';

/**
 * The paths of all files and links below a folder. Not by `recursive` of Node, which follows links since
 * version 24. A folder whose name can't be used is listed as a file.
 */
export function* filesBelow(root: string, folder = ''): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = folder + entry.name;
    if (IGNORED_NAMES.includes(entry.name)) continue;
    const isEntered = entry.isDirectory() && !UNUSABLE_NAME.test(entry.name);
    if (isEntered) yield* filesBelow(root, `${file}/`);
    else yield file;
  }
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
