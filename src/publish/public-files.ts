import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { leadsToFile, NAME_REASON, UNUSABLE_NAME } from '../content/list.ts';
import { DOWNLOADS } from '../core/address.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { DESCRIBED_FILES, REPLACEABLE_FILES } from '../describe/files.ts';
import { HOSTS_FOLDER } from '../hosts/names.ts';
import { findManifest, MANIFEST } from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { entriesIn, unlessAbsent } from '../util/system-error.ts';
import { FILE_MANAGER_FILES } from './unknown-paths.ts';

/** The folder beside the content folder whose files are copied into the site as they are. */
export const publicFolder = (content: string): string =>
  path.join(path.dirname(path.resolve(content)), 'public');

/** The files of hosts that are put, or copied by their guides, into the folder of a site. */
export const PLACED_FILES = [
  ...['_headers', '_redirects', '404.html', 'worker.js', 'wrangler.jsonc', '.assetsignore'],
  ...['.nojekyll', '.htaccess', 'README.md'],
];

/** The paths of a site's own files, and of its folders, which end with a slash. */
const ownPaths = (grid: Pick<Grid, 'prefix'>): string[] => [
  ...[MANIFEST, ...DESCRIBED_FILES, ...PLACED_FILES],
  ...['data/', DOWNLOADS, `${HOSTS_FOLDER}/`, apiFolder(grid)],
  // The internal locations of nginx.
  apiFolder(grid).replace(/\/$/, '-answer/'),
];

/**
 * The files to copy, in the order of their paths; each is read when it is used. A folder that is a site itself was
 * made by `--out public`, and has none.
 * @throws UsageError that names every file that can't be published
 */
export function publicFiles(folder: string, grid: Pick<Grid, 'prefix'>): SiteFile[] {
  const root = unlessAbsent(() => realpathSync(folder));
  if (root === null || !statSync(root).isDirectory() || findManifest(root)) return [];
  const own = ownPaths(grid);
  const problems: string[] = [];
  const files = filesBelow('').sort((a, b) => (a.path < b.path ? -1 : 1));
  if (problems.length === 0) return files;
  throw new UsageError(`Files that can’t be part of the site:\n${problems.join('\n')}`);

  function filesBelow(parent: string): SiteFile[] {
    return entriesIn(path.join(String(root), parent)).flatMap((entry) => {
      if (FILE_MANAGER_FILES.includes(entry.name)) return [];
      const file = parent + entry.name;
      const isNamed = !UNUSABLE_NAME.test(entry.name);
      if (isNamed && entry.isDirectory()) return filesBelow(`${file}/`);
      const problem = isNamed ? problemOf(file) : `${NAME_REASON}. Rename it.`;
      if (problem) problems.push(`  ${printable(path.join(folder, file))}: ${problem}`);
      const source = path.join(String(root), file);
      return [
        {
          path: file,
          get body() {
            return [readFileSync(source)];
          },
        },
      ];
    });
  }

  function problemOf(file: string): string | undefined {
    if (!leadsToFile(String(root), file)) return NOT_A_FILE;
    const same = REPLACEABLE_FILES.has(file) ? undefined : own.find((one) => overlap(one, file));
    return same && `the site has ${same}. Rename the file.`;
  }
}

const NOT_A_FILE =
  'it is a pipe, a socket or a device, or a link that leads to no file in the folder. Replace it by a file.';

const foldCase = (file: string): string => file.normalize('NFC').toLowerCase();

/** True if two paths are the same where case is ignored, or one of them is in the other. */
function overlap(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((file) => foldCase(file).replace(/\/?$/, '/'));
  return a.startsWith(b) || b.startsWith(a);
}

/** True if a path leads to a file of the folder as it is now. */
export function isPublicFile(folder: string, file: string): boolean {
  const root = unlessAbsent(() => realpathSync(folder));
  return root !== null && leadsToFile(root, file);
}
