import type { Grid } from './grid.ts';
import {
  OutdatedError,
  PartCache,
  parseRoot,
  ROOT,
  readStored,
  type Store,
  type StoreRoot,
} from './store.ts';

/** A finished site, wherever its files are. */
export interface DataSite {
  readonly grid: Grid;
  readonly store: Store;
  /** The maximum number of files read for one answer; absent: no limit. */
  readonly reads?: number;
  /** Reads a file by its path in the site's folder into memory of its own; null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
}

/**
 * Reads the root of a site's store.
 * @param read reads a file by its path in the site's folder into memory of its own; null if there is no
 * such file
 * @throws OutdatedError if there is no root of this version, and what `read` throws
 */
export async function readRoot(read: DataSite['read']): Promise<StoreRoot> {
  const body = await read(ROOT);
  const root = body && parseRoot(body);
  if (root) return root;
  throw new OutdatedError(`The site lacks ${ROOT}, or it is of another version.`);
}

/** Opens a site. The parameter and the errors are those of `readRoot`. */
export const openSite = async (read: DataSite['read']): Promise<DataSite> =>
  siteWith(await readRoot(read), read);

/**
 * A site whose root is known.
 * @param read as for `readRoot`
 * @param cache shared by all sites with the same files
 * @param checksHash as for `readStored`
 */
export const siteWith = (
  root: StoreRoot,
  read: DataSite['read'],
  cache = new PartCache(),
  checksHash = true,
): DataSite => ({
  grid: root.grid,
  store: { root, cache, read: (name) => readStored(read, name, checksHash) },
  read,
});

/**
 * Reads a file that every complete site has.
 * @throws OutdatedError if it is missing
 */
export async function readPublished(site: DataSite, file: string): Promise<Uint8Array> {
  const body = await site.read(file);
  if (body) return body;
  throw new OutdatedError(`The site lacks ${file}.`);
}
