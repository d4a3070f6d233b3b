import { type Address, isListing, type ListingAddress } from '../core/address.ts';
import {
  FEATURES_HEAD,
  FEATURES_TAIL,
  joined,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  SEPARATOR,
} from '../core/envelope.ts';
import { type CollectionGrid, findCollection, type Grid } from '../core/grid.ts';
import { filtersKey, isRendered, type Listing, listingsOf, pagesOf } from '../core/listing.ts';
import { aliasOf, fileOf, isFirstPage, printedHref } from '../core/path.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes, type SiteFile } from './site-file.ts';

/** Makes the files of one collection: its features, items and listings. */
export class CollectionFiles {
  readonly #collection: CollectionGrid;
  readonly #indexOfKey: ReadonlyMap<string, number>;

  constructor(
    private readonly grid: Grid,
    private readonly serialized: SerializedCollection,
  ) {
    this.#collection = findCollection(grid, { collection: serialized.name });
    this.#indexOfKey = new Map(serialized.keys.map((key, index) => [key, index]));
  }

  /** Every file. A body is valid until the next file. */
  *files(): Generator<SiteFile> {
    const { name: collection, items } = this.#collection;
    const others: Address[] = [{ kind: 'features', collection }];
    const keys = items === false ? [] : this.serialized.keys;
    for (const key of keys) others.push({ kind: 'item', collection, key });
    for (const address of others) {
      const body = this.bodyOf(address);
      if (body) yield { path: fileOf(this.grid, address), body };
    }
    yield* this.listings();
  }

  /** Every page and list. */
  *listings(): Generator<SiteFile> {
    const all = new JoinedRecords(this.serialized.bodies);
    for (const listing of listingsOf(this.grid, this.#collection)) {
      all.join(this.#orderOf(listing));
      for (const pages of pagesOf(this.grid, this.#collection, listing)) {
        for (const address of pages) {
          const { head, from, to, tail } = this.#layoutOf(address, all.count);
          const body = [bytes(head), all.slice(from, to), bytes(tail)];
          const path = fileOf(this.grid, address);
          yield { path, body };
          if (!isFirstPage(this.grid, address)) continue;
          const alias = aliasOf(this.grid, address);
          // Without a size, the path of a page with a number is its alias.
          if (alias !== path) yield { path: alias, body };
        }
      }
    }
  }

  /** The body of an address, in pieces; null where the collection has no such file. */
  bodyOf(address: Address): readonly Uint8Array[] | null {
    const { bodies, features } = this.serialized;
    if (address.kind === 'features' && this.#collection.features !== undefined) {
      return [joined(FEATURES_HEAD, features, FEATURES_TAIL)];
    }
    if (!isRendered(this.grid, address)) return null;
    if (address.kind === 'item') {
      const index = this.#indexOfKey.get(address.key);
      return index === undefined ? null : [assertPresent(bodies[index]), NEWLINE];
    }
    if (!isListing(address)) return null;
    const order = this.#orderOf(address);
    const { head, from, to, tail } = this.#layoutOf(address, order.length);
    const records = Array.from(order.subarray(from, to), (index) => assertPresent(bodies[index]));
    return [joined(head, records, tail)];
  }

  /**
   * What is around the records of a listing or of a page of it, and which of the records it has.
   * @param count how many records the listing has
   */
  #layoutOf(address: ListingAddress, count: number) {
    if (address.kind === 'list') return { head: LIST_HEAD, from: 0, to: count, tail: LIST_TAIL };
    const { limit, offset } = address;
    const to = limit === 'all' ? count : Math.min(offset + limit, count);
    const head = pageHead(address, count, (page) => printedHref(this.grid, page));
    return { head, from: offset, to, tail: PAGE_TAIL };
  }

  /** The indices of the records of a listing, in its order. */
  #orderOf({ filters, ordering }: Listing): Uint32Array {
    const { orders, members } = this.serialized;
    const order = assertPresent(orders.get(ordering));
    if (!filters) return order;
    const key = filtersKey(this.#collection.partitions?.filters ?? [], filters);
    return inOrder(order, assertPresent(members.get(key)));
  }
}

/**
 * All records of a listing in one piece of memory, which is used again for the next listing. A record is
 * in dozens of pages, and copying a slice takes less time than copying its records.
 */
class JoinedRecords {
  count = 0;
  #joined = new Uint8Array();
  /** Where each record starts; one more than there are records. */
  readonly #starts: Uint32Array;

  constructor(private readonly bodies: readonly Uint8Array[]) {
    this.#starts = new Uint32Array(bodies.length + 1);
  }

  /** @param order the indices of the records */
  join(order: Uint32Array): void {
    if (this.#joined.length === 0) {
      const size = this.bodies.reduce((sum, { length }) => sum + length + COMMA.length, 0);
      this.#joined = Buffer.allocUnsafeSlow(size);
    }
    this.count = order.length;
    let end = 0;
    for (const [place, index] of order.entries()) {
      const body = assertPresent(this.bodies[index]);
      this.#joined.set(body, end);
      this.#joined.set(COMMA, end + body.length);
      end += body.length + COMMA.length;
      this.#starts[place + 1] = end;
    }
  }

  slice(from: number, to: number): Uint8Array {
    const [start, end] = [assertPresent(this.#starts[from]), assertPresent(this.#starts[to])];
    return this.#joined.subarray(start, Math.max(start, end - COMMA.length));
  }
}

/** Some of the records in the order of all. */
function inOrder(order: Uint32Array, members: Uint32Array): Uint32Array {
  const isMember = new Uint8Array(order.length);
  for (const index of members) isMember[index] = 1;
  return order.filter((index) => isMember[index]);
}

/** A value that must be there: a page with something else in its place would be a wrong one. */
function assertPresent<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A record or an ordering is missing.');
  return value;
}

const [NEWLINE, COMMA] = [bytes('\n'), bytes(SEPARATOR)];
