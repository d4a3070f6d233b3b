import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';

/*
 * Files that may be in a site's folder though no build put them there.
 */

/** What file managers leave in every folder that is opened with them, and `wrangler` where it deploys. */
export const IGNORED_NAMES = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.wrangler'];

/**
 * Is a file at the top of a site an unchanged copy of a file in a host's folder? The hosts may be those of
 * another version. A file that can't be read is no copy.
 */
export function isOfHost(folder: string, name: string): boolean {
  const hosts = path.join(folder, HOSTS_FOLDER);
  const file = path.join(folder, name);
  try {
    return readdirSync(hosts).some((host) => isCopy(file, path.join(hosts, host, name)));
  } catch {
    return false;
  }
}

/** Are these two regular files with the same bytes? They are read only if their sizes are equal. */
function isCopy(file: string, original: string): boolean {
  const [stats, other] = [file, original].map((one) => lstatSync(one, { throwIfNoEntry: false }));
  if (!stats?.isFile() || !other?.isFile() || stats.size !== other.size) return false;
  return readFileSync(file).equals(readFileSync(original));
}
