import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';
import { isSite, openManifest } from '../manifest/file.ts';
import { MANIFEST } from '../manifest/manifest.ts';
import { UsageError } from '../problem.ts';
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
  if (isWithin(process.cwd(), target)) {
    throw new UsageError(`${target} is the folder you are in; it can’t be replaced from inside.`);
  }
  if (isWithin(target, content) || isWithin(content, target)) {
    throw new UsageError(
      `The site (${target}) and the content (${content}) can’t hold each other.`,
    );
  }
  requireReplaceable(target);
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
  if (stats.dev !== statSync(path.dirname(folder)).dev) throw mounted(target);
  const stranger = strangerIn(folder);
  if (stranger === undefined) return;
  throw new UsageError(
    `${target} holds ${stranger}, which no build put there, and is left alone; name another folder.`,
  );
}

/** What a folder that a file system is mounted on can't be, for it can't be renamed. */
export const mounted = (target: string): UsageError =>
  new UsageError(
    `${target} is a mount point, which can’t be replaced whole; name a folder inside of it.`,
  );

/** What file managers leave in every folder that somebody looks at, and `wrangler` where it deploys. */
export const NOBODYS = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.wrangler'];

/** The first name in a folder that is not of a site of ours, if there is any. */
function strangerIn(folder: string): string | undefined {
  const own = ownNames(folder);
  const known = [...own, ...NOBODYS];
  const isCopied = (name: string) => own.length > 0 && isOfHost(folder, name);
  return readdirSync(folder).find((name) => !known.includes(name) && !isCopied(name));
}

/** Is a file at the top of a site one that was copied there from a host's folder, and left as it is? */
export function isOfHost(folder: string, name: string): boolean {
  const hosts = path.join(folder, HOSTS_FOLDER);
  const body = fileAt(path.join(folder, name));
  return (
    body !== null &&
    existsSync(hosts) &&
    readdirSync(hosts).some((host) => fileAt(path.join(hosts, host, name))?.equals(body))
  );
}

/** The bytes of a plain file, or null. */
function fileAt(file: string): Buffer | null {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
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
