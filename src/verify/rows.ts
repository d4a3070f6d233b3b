import type { Grid } from '../grid.ts';
import { HOSTS, HOSTS_FOLDER, type HostName, hostDocuments, isPlaced } from '../hosts/hosts.ts';
import { HOST_NAMES } from '../hosts/names.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { expectation } from './expected.ts';
import type { Finding } from './fault.ts';

/** What the rows of a manifest are, taken together. */
export interface Inventory {
  readonly files: number;
  readonly bytes: number;
  /** The names of each collection's items, which are their keys. */
  readonly items: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compares the rows of a manifest with its grid: none that the grid doesn't ask for, and the files of
 * the hosts. Which of the data are not there shows when the listings are walked.
 * @throws UsageError where the manifest breaks off
 */
export function* rowFindings({ grid, rows }: Manifest): Generator<Finding, Inventory> {
  const addressOf = expectation(grid);
  const items = new Map<string, string[]>(grid.collections.map(({ name }) => [name, []]));
  const others: string[] = [];
  let [files, size] = [0, 0];
  for (const { path, bytes } of rows) {
    files++;
    size += bytes;
    const address = addressOf(path);
    if (address?.kind === 'item') items.get(address.collection)?.push(address.key);
    if (!path.startsWith(DATA)) others.push(path);
    yield address || !path.startsWith(DATA) ? null : extra(path);
  }
  yield* hostFindings(grid, others);
  return { files, bytes: size, items };
}

const DATA = 'data/';

const extra = (path: string): Finding => ({
  code: 'extra',
  path,
  message: 'is no file that this API has',
});

/** Compares the files that are no data with those that the hosts have. */
function* hostFindings(grid: Grid, paths: readonly string[]): Generator<Finding> {
  const there = new Set(paths);
  const expected = nearestTo(there, choicesOf(grid));
  for (const path of there) if (!expected.has(path)) yield extra(path);
  for (const path of expected) if (!there.has(path)) yield lacking(path);
}

const lacking = (path: string): Finding => ({
  code: 'missing',
  path,
  message: 'is not there, and belongs to the files of a host',
});

/** The files that a site has for its hosts, for each host that may have been chosen. */
function choicesOf(grid: Grid): Set<string>[] {
  const paths = [...hostDocuments(grid, HOST_NAMES[0])].map(({ path }) => path);
  const below = (folder: string) => paths.filter((path) => path.startsWith(folder));
  const all = below(`${HOSTS_FOLDER}/`);
  const placed = (name: HostName) => {
    const folder = `${HOSTS_FOLDER}/${name}/`;
    const files = below(folder).map((path) => path.slice(folder.length));
    return isPlaced(HOSTS[name], grid) ? files.filter((file) => file !== 'README.md') : [];
  };
  return HOST_NAMES.map((name) => new Set([...all, ...placed(name)]));
}

/** The one of several sets that a set differs least from. */
function nearestTo(there: Set<string>, choices: readonly Set<string>[]): Set<string> {
  const distance = (choice: Set<string>) =>
    [...choice].filter((path) => !there.has(path)).length +
    [...there].filter((path) => !choice.has(path)).length;
  return choices.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}
