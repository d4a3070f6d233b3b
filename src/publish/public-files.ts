import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { leadsToFile, NAME_REASON, UNUSABLE_NAME } from '../content/list.ts';
import { DOWNLOADS } from '../core/address.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { DESCRIBED_FILES, REPLACEABLE_FILES } from '../describe/files.ts';
import { HOSTS_FOLDER } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { findManifest, MANIFEST } from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { unlessAbsent } from '../util/system-error.ts';
import { filesBelow } from './target.ts';

/**
 * The files of `public/` to copy, in the order of their paths; each is read when it is used. A folder that is a site
 * itself was made by `--out public`, and has none.
 * @throws UsageError that names a file that can't be published
 */
export function publicFiles(folder: string, grid: Pick<Grid, 'prefix'>): SiteFile[] {
  const root = unlessAbsent(() => realpathSync(folder));
  if (root === null || !statSync(root).isDirectory() || findManifest(root)) return [];
  const own = ownPaths(grid);
  const reasonAgainst = (file: string): string | undefined => {
    if (UNUSABLE_NAME.test(file)) return `${NAME_REASON}. Rename it.`;
    if (!leadsToFile(root, file)) return NOT_A_FILE;
    const same = REPLACEABLE_FILES.has(file) ? undefined : own.find((one) => overlap(one, file));
    return same && `the site has ${same}. Rename the file.`;
  };
  return [...filesBelow(root)].sort().map((file) => {
    const reason = reasonAgainst(file);
    const source = path.join(root, file);
    if (reason) {
      throw new UsageError(
        `${printable(path.join(folder, file))} can’t be part of the site: ${reason}`,
      );
    }
    return {
      path: file,
      get body() {
        return [readFileSync(source)];
      },
    };
  });
}

/** The paths of a site's own files, and of its folders, which end with a slash. */
function ownPaths({ prefix }: Pick<Grid, 'prefix'>): string[] {
  const grid = {
    base: 'https://example.org',
    formats: [],
    collections: [],
    ...(prefix && { prefix }),
  };
  const placed = Object.values(HOSTS).flatMap((host) =>
    host.destination === 'configuration' ? [] : Object.keys(host.files(grid)),
  );
  return [
    ...[MANIFEST, 'README.md', ...DESCRIBED_FILES, ...placed],
    ...['data/', DOWNLOADS, `${HOSTS_FOLDER}/`, apiFolder(grid)],
    // The internal locations of nginx.
    apiFolder(grid).replace(/\/$/, '-answer/'),
  ];
}

const NOT_A_FILE =
  'it is a pipe, a socket or a device, or a link that leads to no file in the folder. Replace it by a file.';

/** True if two paths are the same where case is ignored, or one of them is in the other. */
function overlap(...paths: readonly [string, string]): boolean {
  const folded = paths.map((file) => file.normalize('NFC').toLowerCase().replace(/\/?$/, '/'));
  const [short = '', long = ''] = folded.sort((a, b) => a.length - b.length);
  return long.startsWith(short);
}

/** True if a path leads to a file of the folder as it is now. */
export function isPublicFile(folder: string, file: string): boolean {
  const root = unlessAbsent(() => realpathSync(folder));
  return root !== null && leadsToFile(root, file);
}
