import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isSite, openManifest } from '../site/file.ts';
import { MANIFEST } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { IGNORED_NAMES, isOfHost } from './guests.ts';
import { restoreSite } from './recover.ts';
import { isWithin } from './within.ts';

/**
 * Makes sure that a folder may be replaced by a site of this content: as `requireReplaceable`; neither
 * of the folders lies in the other, and we are not in it. A site that a build which was killed had set
 * aside is put back before.
 * @throws UsageError for anything else
 */
export function requireTarget(target: string, content: string): void {
  restoreSite(target);
  requireApart(target, content);
  requireReplaceable(target);
}

/**
 * Makes sure that neither a site nor its content lies in the other, and that we are not in the site.
 * @throws UsageError where one does, or we are
 */
export function requireApart(target: string, content: string): void {
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
 * Makes sure that a folder may be replaced by a site: it is not there, empty, or a site already, and
 * it can be renamed.
 * @throws UsageError for anything else
 */
export function requireReplaceable(target: string): void {
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
  if (stats.dev !== statSync(path.dirname(folder)).dev) throw fixed(target);
  const stranger = strangerIn(folder);
  if (stranger === undefined) return;
  throw new UsageError(
    `${target} holds ${stranger}, which no build put there, and is left alone; name another folder.`,
  );
}

/** What is said of a folder that the system can't rename. */
export const fixed = (target: string): UsageError =>
  new UsageError(
    `${target} can’t be replaced whole: it is a mount point, or part of a container’s image; name another folder, such as one inside of it.`,
  );

/** The first name in a folder that is not of a site of ours, if there is any. */
function strangerIn(folder: string): string | undefined {
  const own = ownNames(folder);
  const known = [...own, ...IGNORED_NAMES];
  const isCopied = (name: string) => own.length > 0 && isOfHost(folder, name);
  return readdirSync(folder).find((name) => !known.includes(name) && !isCopied(name));
}

/**
 * The names at the top of a site, as its manifest has them; none where there is no whole manifest.
 * @throws whatever keeps it from being read
 */
function ownNames(folder: string): string[] {
  if (!isSite(folder)) return [];
  const names = new Set([MANIFEST]);
  try {
    for (const { path: file } of openManifest(folder).rows) names.add(file.replace(/\/.*/s, ''));
    return [...names];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
