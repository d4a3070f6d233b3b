import type { Grid } from './grid.ts';
import {
  OutdatedError,
  PartCache,
  ROOT,
  readStored,
  STORE_VERSION,
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
 * Opens a site.
 * @param read reads a file by its path in the site's folder into memory of its own; null if there is no
 * such file
 * @throws if it has no root of this version, and what `read` throws
 */
export async function openSite(read: DataSite['read']): Promise<DataSite> {
  const body = await read(ROOT);
  const root = body && parseRoot(body);
  if (root?.version !== STORE_VERSION) {
    throw new OutdatedError(`The site lacks ${ROOT}, or it is of another version.`);
  }
  return siteWith(root, read);
}

/** A root; null if the body is something else, such as a page of the host. */
function parseRoot(body: Uint8Array): StoreRoot | null {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

/**
 * A site whose root is known.
 * @param read as of `openSite`
 * @param cache shared by all sites with the same files
 * @param checksHash as of `readStored`
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
