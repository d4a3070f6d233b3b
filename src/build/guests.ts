import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';

/*
 * What may stand in a site's folder though no build put it there.
 */

/** What file managers leave in every folder that somebody looks at, and `wrangler` where it deploys. */
export const IGNORED_NAMES = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.wrangler'];

/**
 * Is a file at the top of a site one that was copied there from a host's folder, and left as it is?
 * The hosts may be those of another version. What can't be read is no such file.
 */
export function isOfHost(folder: string, name: string): boolean {
  const [hosts, file] = [path.join(folder, HOSTS_FOLDER), path.join(folder, name)];
  const isCopyOf = (host: string) => isSame(file, path.join(hosts, host, name));
  return readable(() => readdirSync(hosts), []).some((host) =>
    readable(() => isCopyOf(host), false),
  );
}

/** Are these two plain files with the same bytes? They are read only where they have the same size. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [lstatSync(one), lstatSync(other)];
  if (!a.isFile() || !b.isFile() || a.size !== b.size) return false;
  return readFileSync(one).equals(readFileSync(other));
}

/** What is read, or something else where that can't be. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
