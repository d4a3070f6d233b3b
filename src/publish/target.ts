import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';
import { isManifest, MANIFEST, type Manifest } from '../manifest.ts';
import { UsageError } from '../problem.ts';

/**
 * Makes sure that a folder may be replaced by a site: it is not there, empty, or a site already.
 * @throws UsageError for anything else, and where one of the folders lies in the other
 */
export function requireTarget(target: string, content: string): void {
  if (isWithin(process.cwd(), target)) {
    throw new UsageError(`${target} is the folder you are in; it can’t be replaced from inside.`);
  }
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
  const stranger = strangerIn(folder);
  if (stranger === undefined) return;
  throw new UsageError(
    `${target} holds ${stranger}, which no build put there, and is left alone; name another folder.`,
  );
}

/** Is this folder a site that a build made? */
export const isSite = (folder: string): boolean => ownNames(folder).length > 0;

/** What file managers leave in every folder that somebody looks at, and `wrangler` where it deploys. */
const NOBODYS = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.wrangler'];

/** The first name in a folder that is not of a site of ours, if there is any. */
function strangerIn(folder: string): string | undefined {
  const own = ownNames(folder);
  const known = [...own, ...NOBODYS];
  const isCopied = (name: string) => own.length > 0 && isOfHost(folder, name);
  return readdirSync(folder).find((name) => !known.includes(name) && !isCopied(name));
}

/** Is a file at the top of a site one that was copied there from a host's folder, and left as it is? */
function isOfHost(folder: string, name: string): boolean {
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

/** The names at the top of a site, as its manifest has them; none where there is no whole manifest. */
function ownNames(folder: string): string[] {
  try {
    const text = readFileSync(path.join(folder, MANIFEST), 'utf8');
    if (!isManifest(text)) return [];
    const { files } = JSON.parse(text) as Manifest;
    return [...new Set([MANIFEST, ...files.map((file) => file.path.replace(/\/.*/s, ''))])];
  } catch {
    return [];
  }
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
