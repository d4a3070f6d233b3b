import { addressOf, fileOf, isListing, type ListingAddress } from '../../core/address.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import { isRendered } from '../../core/resolve.ts';
import type { Manifest } from '../../site/manifest.ts';
import type { Finding } from './fault.ts';
import type { Hashes } from './single.ts';

/** What the rows of a manifest are, taken together. */
export interface Inventory {
  readonly files: number;
  readonly bytes: number;
  /** The names of each collection's items, which are their keys. */
  readonly items: ReadonlyMap<string, readonly string[]>;
  /** The files that are neither items nor what the grid asks for as a part of a listing. */
  readonly others: Hashes;
  /** Are there all the files of listings that the grid asks for? */
  readonly isCounted: boolean;
}

/**
 * Sorts the rows of a manifest, and counts them: a grid that asks for more listings than there are may
 * ask for any number.
 * @throws UsageError where the manifest breaks off
 */
export function* rowFindings({ grid, rows }: Manifest): Generator<Finding, Inventory> {
  const collections = new Map(grid.collections.map((one) => [one.name, new Counted(grid, one)]));
  const others = new Map<string, string>();
  let [files, size] = [0, 0];
  for (const { path, bytes, sha256 } of rows) {
    files++;
    size += bytes;
    if (!collections.get(collectionOf(path))?.take(path)) others.set(path, sha256);
    yield null;
  }
  const faults = [...collections.values()].flatMap((one) => one.fault ?? []);
  yield* faults;
  const items = new Map([...collections].map(([name, one]) => [name, one.items]));
  return { files, bytes: size, items, others, isCounted: faults.length === 0 };
}

/** The collection that a file may be of, by the folder that it is in; else empty. */
export const collectionOf = (path: string): string => /^data\/([^/]+)\//.exec(path)?.[1] ?? '';

/** What there is of one collection. */
class Counted {
  readonly items: string[] = [];
  #listings = 0;
  #hasFeatures = false;

  constructor(
    private readonly grid: Grid,
    private readonly collection: CollectionGrid,
  ) {}

  /** Takes a file; false: it is none of this collection's. */
  take(path: string): boolean {
    const address = addressOf(path);
    if (address?.kind === 'item') this.items.push(address.key);
    else if (address?.kind === 'features' && this.#isMapped) this.#hasFeatures = true;
    else if (address && isListing(address) && this.#has(address)) this.#listings++;
    else return false;
    return true;
  }

  #has(address: ListingAddress): boolean {
    const { pagination } = this.collection;
    if (address.kind === 'list') return !pagination && isRendered(this.grid, address);
    // The page of all records is one file for all formats.
    return isRendered(this.grid, address) && (address.limit !== 'all' || address.format === '');
  }

  get #isMapped(): boolean {
    return this.collection.features !== undefined;
  }

  get fault(): Finding {
    const { name: collection } = this.collection;
    if (this.#isMapped && !this.#hasFeatures) {
      const path = fileOf({ kind: 'features', collection });
      return { code: 'missing', path, message: 'is not there, and the grid has features' };
    }
    const expected = listingFiles(this.grid, this.collection);
    if (this.#listings === expected) return null;
    const message = `has ${this.#listings} files, and by its grid ${expected}; no listing was walked`;
    return { code: 'count', path: `data/${collection}/list`, message };
  }
}

/** How many files the listings of a collection are, told without walking them. */
function listingFiles({ formats }: Grid, { count, orderings, pagination }: CollectionGrid): number {
  const orders = 1 + orderings.length;
  if (!pagination) return orders;
  const pages = pagination.limits.map((limit) => Math.max(1, Math.ceil(count / limit)));
  const cut = pages.reduce((sum, number) => sum + number, 0);
  return orders * ((1 + formats.length) * cut + 1);
}
