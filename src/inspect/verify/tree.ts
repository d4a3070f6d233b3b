import { readdirSync } from 'node:fs';

/** What stands somewhere below a folder, other than a folder that holds something. */
export interface Leaf {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly kind: 'a file' | 'a link' | 'an empty folder' | 'a special file';
}

/**
 * All that is below a folder, in the order of the paths by UTF-16 code units, as a manifest has them. Of
 * each folder on the way only the names are held; links are not followed.
 * @param isIgnored what to pass over, by its path: that of a folder ends with a slash
 */
export function* leavesOf(
  folder: string,
  isIgnored: (path: string) => boolean,
  below = '',
): Generator<Leaf> {
  // With its slash, by which a folder stands among its neighbours as the paths in it do.
  const entries = readdirSync(`${folder}/${below}`, { withFileTypes: true })
    .map((entry) => ({ entry, path: `${below}${entry.name}${entry.isDirectory() ? '/' : ''}` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  if (entries.length === 0 && below !== '') yield { path: below, kind: 'an empty folder' };
  for (const { entry, path } of entries) {
    if (isIgnored(path)) continue;
    if (entry.isDirectory()) yield* leavesOf(folder, isIgnored, path);
    else if (entry.isFile()) yield { path, kind: 'a file' };
    else yield { path, kind: entry.isSymbolicLink() ? 'a link' : 'a special file' };
  }
}
