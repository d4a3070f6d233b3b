import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FOLDER } from '../hosts/names.ts';
import { MANIFEST, type Manifest, sha256 } from '../site/manifest.ts';
import { readRegularFile } from '../util/regular-file.ts';

/** Files that file managers create in each folder that they open. */
export const FILE_MANAGER_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** What `wrangler` creates when it deploys. */
const WRANGLER_FILES = '.wrangler/';

/**
 * Everything in the folder of a site that its manifest does not name, at any depth. Left out are empty folders,
 * the files of file managers and of `wrangler`, and unchanged copies of a host's files at the top.
 * @param manifest null: the folder is no site, and only what is at its top is listed
 * @returns paths relative to the folder, sorted
 * @throws a system error such as EACCES if a folder can't be read
 */
export function unknownPaths(site: string, manifest: Manifest | null): string[] {
  const { rows } = manifest ?? { rows: [] };
  const files = new Set(manifest && [MANIFEST, ...rows.map((row) => row.path)]);
  const ofHosts = rows.filter((row) => row.path.startsWith(`${HOSTS_FOLDER}/`));
  const isCopy = (file: string) =>
    ofHosts
      .filter((row) => row.path.split('/').slice(2).join('/') === file)
      .some((row) => sha256(readRegularFile(path.join(site, file))) === row.sha256);
  const isUnknown = (file: string, entry: Dirent): boolean => {
    if (files.has(file) || file.startsWith(WRANGLER_FILES)) return false;
    if (entry.isDirectory()) return manifest === null;
    if (!entry.isFile()) return true;
    return !FILE_MANAGER_FILES.includes(entry.name) && !isCopy(file);
  };
  return Array.from(entriesBelow(site, manifest !== null))
    .flatMap(([file, entry]) => (isUnknown(file, entry) ? file : []))
    .sort();
}

/** What is in a folder, by its path there. Not by `recursive` of Node, which follows links since version 24. */
function* entriesBelow(root: string, isDeep: boolean, folder = ''): Generator<[string, Dirent]> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    yield [file, entry];
    if (isDeep && entry.isDirectory()) yield* entriesBelow(root, isDeep, file);
  }
}
