import { indexDocuments } from '../document/description.ts';
import type { Document } from '../document/document.ts';
import { errorDocuments } from '../document/error.ts';
import type { Grid } from '../grid.ts';
import { HOSTS, HOSTS_FOLDER, hostDocuments, isPlaced } from '../hosts/hosts.ts';
import { HOST_NAMES, type HostName } from '../hosts/names.ts';
import type { ManifestHead } from '../manifest/manifest.ts';
import { sha256 } from '../manifest/row.ts';
import type { Finding } from './fault.ts';

/** The hashes of files, by their paths. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * Compares what a site has once with what this version makes of its manifest's head: the index, what
 * endpoints say of themselves and of requests, and the files of the hosts. Of these all is compared,
 * code too: it is what runs in the browsers of those who ask.
 * @param hashes of every file that is neither an item nor a part of a listing, by the manifest
 */
export function* singleFindings({ grid, about }: ManifestHead, hashes: Hashes): Generator<Finding> {
  const data = hashed([...indexDocuments(about, grid), ...errorDocuments(grid)]);
  const expected = new Map([...data, ...hostHashes(grid, hashes)]);
  for (const path of hashes.keys()) {
    if (!expected.has(path)) yield { code: 'extra', path, message: 'is no file that this API has' };
  }
  for (const [path, sha256] of expected) {
    const found = hashes.get(path);
    if (found === undefined) {
      yield { code: 'missing', path, message: 'is not there, and belongs to every site like this' };
    } else if (found !== sha256) {
      yield { code: 'body', path, message: 'has other bytes than a build gives it' };
    }
  }
}

/** The files for the hosts, of which one has its own in place: the one that most of the files fit. */
function hostHashes(grid: Grid, hashes: Hashes): Hashes {
  const files = [...hashed(hostDocuments(grid, HOST_NAMES[0]))];
  const below = (folder: string) => files.filter(([path]) => path.startsWith(folder));
  const placed = (name: HostName) => {
    const folder = `${HOSTS_FOLDER}/${name}/`;
    if (!isPlaced(HOSTS[name], grid)) return [];
    return below(folder)
      .map(([path, sha256]) => [path.slice(folder.length), sha256] as const)
      .filter(([path]) => path !== 'README.md');
  };
  const matches = (choice: ReturnType<typeof placed>) =>
    choice.reduce((sum, [path]) => sum + (hashes.has(path) ? 1 : -1), 0);
  const chosen = HOST_NAMES.map(placed).reduce((a, b) => (matches(b) > matches(a) ? b : a));
  return new Map([...below(`${HOSTS_FOLDER}/`), ...chosen]);
}

const hashed = (documents: Iterable<Document>): Map<string, string> =>
  new Map([...documents].map(({ path, body }) => [path, sha256(...body)]));
