import { fileOf, type ListingAddress } from './address.ts';
import { cover } from './cover.ts';
import { type CollectionGrid, sortOf, type Window } from './grid.ts';
import type { Sort } from './ordering.ts';
import { collectionOf } from './resolve.ts';
import type { DataSite } from './site.ts';

/** Records to take from a file of the site, counted from its first. */
export interface Piece {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What a listing that is no file is composed of: pieces of files that have its order, one after the
 * other; or some records of one file, once they are sorted.
 */
export type Plan =
  | { readonly pieces: readonly Piece[] }
  | { readonly sorted: Piece; readonly sort: Sort; readonly key: string };

/** All records. */
export const WHOLE: Window = { limit: 'all', offset: 0 };

/**
 * Plans how to compose a listing: it reads no more than the collection.
 * @throws where the listing is none that can be composed
 */
export function planOf(
  { grid, reads }: Pick<DataSite, 'grid' | 'reads'>,
  address: ListingAddress,
): Plan {
  const collection = collectionOf(grid, address);
  const { count, orderings, pagination, sorts } = collection;
  const window: Window = address.kind === 'page' ? address : WHOLE;
  if (window.offset >= count) return { pieces: [] };
  if (pagination && ['', ...orderings].includes(address.ordering)) {
    const cuts = cover(pagination, count, window, reads);
    const pieces = cuts.map(({ window: page, from, to }) => ({
      file: listingFile(collection, address.ordering, page),
      from,
      to,
    }));
    return { pieces };
  }
  const sort = sortOf(collection, address.ordering);
  if (!sort || !sorts) throw new Error(`${collection.name} can’t be composed by that ordering.`);
  const to = window.limit === 'all' ? count : Math.min(count, window.offset + window.limit);
  return {
    sorted: { file: listingFile(collection, '', WHOLE), from: window.offset, to },
    sort,
    key: sorts.key,
  };
}

/** The file of a window, or of the one list of a collection that has no pages. */
export function listingFile(
  { name, pagination }: CollectionGrid,
  ordering: string,
  window: Window,
): string {
  return pagination
    ? fileOf({ kind: 'page', collection: name, format: '', ordering, ...window })
    : fileOf({ kind: 'list', collection: name, ordering });
}
