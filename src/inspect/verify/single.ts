import type { Grid } from '../../core/grid.ts';
import { DESCRIBED_FILES } from '../../describe/files.ts';
import type { Host } from '../../hosts/host.ts';
import { HOSTS, hostDocuments, isPlaced } from '../../hosts/hosts.ts';
import { HOST_NAMES, type HostName } from '../../hosts/names.ts';
import { indexDocuments } from '../../site/description.ts';
import { errorDocuments } from '../../site/error.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { sha256 } from '../../site/manifest.ts';
import type { SiteFile } from '../../site/site-file.ts';
import type { Finding } from './fault.ts';

/** The hashes of files, by their paths. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * Compares what a site has once with what this version makes of its manifest's head: the index, what
 * endpoints say of themselves and of requests, what describes the API, and the files of the hosts. Of
 * these all is compared, code too: it is what runs in the browsers of those who ask.
 * @param hashes of every file that is neither an item nor a part of a listing, by the manifest
 * @param host the one whose files are in place
 * @param description what describes the API; null: it can't be told, for its examples are damaged
 */
export function* singleFindings(
  { grid, about }: ManifestHead,
  hashes: Hashes,
  host: HostName,
  description: readonly SiteFile[] | null,
): Generator<Finding> {
  const expected = new Map<string, string | null>([
    ...hashed([...indexDocuments(about, grid), ...errorDocuments(grid)]),
    ...(description ? hashed(description) : [...DESCRIBED_FILES.keys()].map(unknown)),
    ...hashed(hostDocuments(grid, host)),
  ]);
  for (const path of hashes.keys()) {
    if (!expected.has(path)) yield { code: 'extra', path, message: 'is no file that this API has' };
  }
  for (const [path, sha256] of expected) {
    const found = hashes.get(path);
    if (found === undefined) {
      yield { code: 'missing', path, message: 'is not there, and belongs to every site like this' };
    } else if (sha256 !== null && found !== sha256) {
      yield { code: 'body', path, message: 'has other bytes than a build gives it' };
    }
  }
}

const unknown = (path: string): [string, null] => [path, null];

/** The host whose files are in place: the one that most of the files fit. */
export function placedHost(grid: Grid, hashes: Hashes): HostName {
  const matches = (name: HostName) => {
    const host: Host = HOSTS[name];
    const files = isPlaced(host, grid) ? host.files(grid) : [];
    return files.reduce((sum, { path }) => sum + (hashes.has(path) ? 1 : -1), 0);
  };
  return HOST_NAMES.reduce((a, b) => (matches(b) > matches(a) ? b : a));
}

const hashed = (documents: Iterable<SiteFile>): Map<string, string> =>
  new Map([...documents].map(({ path, body }) => [path, sha256(...body)]));
