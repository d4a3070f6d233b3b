import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { leadsToFile, UNUSABLE_NAME } from '../content/list.ts';
import { DOWNLOADS } from '../core/address.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { DESCRIBED_FILES } from '../describe/files.ts';
import { HOSTS_FOLDER } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { findManifest, isSitePath, MANIFEST } from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { unlessAbsent } from '../util/system-error.ts';
import { shortened } from '../util/text.ts';
import { filesBelow, isWithin } from './target.ts';

type Prefixed = Pick<Grid, 'prefix'>;

/**
 * The files of `public/` to copy, in the order of their paths; each is read when it is used. A folder that is a site
 * itself was made by `--out public`, and has none.
 * @param notes gets a sentence that names the files that are left out
 * @throws UsageError that names a file that can't be published
 */
export function publicFiles(folder: string, grid: Prefixed, notes: string[] = []): SiteFile[] {
  const root = unlessAbsent(() => realpathSync(folder));
  if (root === null || !statSync(root).isDirectory() || findManifest(root)) return [];
  const own = ownPaths(grid);
  const reasonAgainst = (file: string): string | undefined => {
    if (!isWithin(root, path.dirname(folder))) return OUTSIDE;
    if (UNUSABLE_NAME.test(file) || !isSitePath(file)) return BAD_NAME;
    if (!leadsToFile(root, file)) return NOT_A_FILE;
    const same = own.find((one) => overlap(one, file));
    return (
      same && `the site has ${same}. Rename it, or put it into a folder: public/app/ is at /app/.`
    );
  };
  const all = [...filesBelow(root)].sort();
  const leftOut = all.filter((file) => HIDDEN.test(file));
  if (leftOut.length > 0)
    notes.push(`Left out: hidden files of public/: ${shortened(leftOut.join(', '), 500)}.`);
  const files = all.filter((file) => !HIDDEN.test(file));
  return files.map((file) => {
    const reason = reasonAgainst(file);
    const name = printable(path.join(folder, file));
    if (reason) throw new UsageError(`${name} can’t be part of the site: ${reason}`);
    return {
      path: file,
      get body() {
        return [readFileSync(path.join(root, file))];
      },
    };
  });
}

const OUTSIDE = 'its folder is a link to a place outside of the project. Replace it by a copy.';

/** Only `.well-known/` is meant for the public. Cloudflare Pages would run the code in `_worker.js`. */
const HIDDEN = /(?:^(?!\.well-known[/\\])|[/\\])\.|^_worker\.js(?:[/\\]|$)/i;

/** The paths of a site's own files, and of its folders, which end with a slash. */
function ownPaths({ prefix }: Prefixed): string[] {
  const site = { hostKind: 'rules', base: 'https://example.org', formats: [] } as const;
  const grid = { ...site, prefix, collections: [] };
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

const BAD_NAME =
  'its name is not UTF-8, has a line break or a backslash, or begins with a drive letter. Rename it.';

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
  if (root === null || !isWithin(root, path.dirname(folder))) return false;
  return !HIDDEN.test(file) && leadsToFile(root, file);
}
