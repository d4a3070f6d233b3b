import type { Dirent } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';
import { MANIFEST, type Manifest, type ManifestRow, sha256 } from '../site/manifest.ts';
import { readRegularFile } from '../util/regular-file.ts';
import { entriesIn } from '../util/system-error.ts';

/** Files that file managers create in each folder that they open. */
export const FILE_MANAGER_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** The folder that `wrangler` creates when it deploys. */
const WRANGLER_FOLDER = '.wrangler';

/**
 * Everything in the folder of a site that its manifest does not name, at any depth; of an unknown folder,
 * only the folder itself. Left out are the files of file managers, the folder of `wrangler`, and unchanged
 * copies of a host's files at the top.
 * @param manifest null: the folder is no site
 * @returns paths relative to the folder, sorted
 * @throws a system error such as EACCES if a folder can't be read
 */
export function unknownPaths(site: string, manifest: Manifest | null): string[] {
  const { rows } = manifest ?? { rows: [] };
  const files = new Set(manifest && [MANIFEST, ...rows.map((row) => row.path)]);
  const folders = foldersOf(files);
  const isKnown = (file: string, entry: Dirent) =>
    entry.isDirectory()
      ? file === WRANGLER_FOLDER
      : files.has(file) || (entry.isFile() && isIgnored(site, file, rows));
  const unknown: string[] = [];
  const visit = (parent: string) => {
    for (const entry of entriesIn(`${site}/${parent}`)) {
      const file = parent + entry.name;
      if (entry.isDirectory() && folders.has(file)) visit(`${file}/`);
      else if (!isKnown(file, entry)) unknown.push(file);
    }
  };
  visit('');
  return unknown.sort();
}

/** The folders that files are in, directly or not, and `.`. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    let folder = path.dirname(file);
    for (; !folders.has(folder); folder = path.dirname(folder)) folders.add(folder);
  }
  return folders;
}

/** True for a file of a file manager, and for a copy of a host's file that was put at the top to deploy it. */
const isIgnored = (site: string, file: string, rows: readonly ManifestRow[]): boolean =>
  FILE_MANAGER_FILES.includes(path.basename(file)) ||
  rows.some(({ path: original, sha256: hash }) => {
    const [folder, , ...names] = original.split('/');
    const isOfHost = folder === HOSTS_FOLDER && names.join('/') === file;
    return isOfHost && sha256(readRegularFile(path.join(site, file))) === hash;
  });
