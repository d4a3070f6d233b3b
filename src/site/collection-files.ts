import { type Address, fileOf, type ListingAddress } from '../core/address.ts';
import { ALL_RECORDS } from '../core/compose.ts';
import {
  FEATURES_HEAD,
  FEATURES_TAIL,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  SEPARATOR,
  withSeparators,
} from '../core/envelope.ts';
import type { CollectionGrid, Grid, Window } from '../core/grid.ts';
import {
  addressesOf,
  collectionOf,
  isRendered,
  listingsOf,
  partitionKey,
} from '../core/listing.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes, type SiteFile } from './site-file.ts';

/** Makes the files of one collection: its features, items and listings. */
export class CollectionFiles {
  readonly #collection: CollectionGrid;
  readonly #indexOfKey: ReadonlyMap<string, number>;
  /** The listing that was made last: the pages of a listing follow each other. */
  #listing: { readonly id: string; readonly listing: Listing } | undefined;

  constructor(
    private readonly grid: Grid,
    private readonly serialized: SerializedCollection,
  ) {
    this.#collection = collectionOf(grid, { collection: serialized.name });
    this.#indexOfKey = new Map(serialized.keys.map((key, index) => [key, index]));
  }

  /** Every file. */
  *all(): Generator<SiteFile> {
    for (const address of this.#addresses()) {
      yield { path: fileOf(address), body: required(this.bodyOf(address)) };
    }
  }

  /** The body of an address, in pieces; null where the collection has no such file. */
  bodyOf(address: Address): readonly Uint8Array[] | null {
    const { bodies, features } = this.serialized;
    if (address.kind === 'features' && this.#collection.features !== undefined) {
      return [FEATURES_HEAD_BYTES, withSeparators(features), FEATURES_TAIL_BYTES];
    }
    if (address.kind === 'item') {
      const index = this.#indexOfKey.get(address.key);
      return index === undefined ? null : [required(bodies[index]), NEWLINE];
    }
    const kind = this.#collection.pagination ? 'page' : 'list';
    if (address.kind !== kind || !isRendered(this.grid, address)) return null;
    const listing = this.#listingOf(address);
    if (address.kind === 'list')
      return [LIST_HEAD_BYTES, listing.slice(ALL_RECORDS), LIST_TAIL_BYTES];
    const head = pageHead(this.grid.base, address, listing.count);
    return [bytes(head), listing.slice(address), PAGE_TAIL_BYTES];
  }

  *#addresses(): Generator<Address> {
    const { name: collection, features } = this.#collection;
    if (features !== undefined) yield { kind: 'features', collection };
    for (const key of this.serialized.keys) yield { kind: 'item', collection, key };
    // One listing after the other, so that each is made once.
    for (const listing of listingsOf(this.#collection)) {
      yield* addressesOf(this.grid, this.#collection, listing);
    }
  }

  #listingOf({ filters, ordering }: ListingAddress): Listing {
    const { bodies, orders, members } = this.serialized;
    const key = filters && partitionKey(Object.values(filters));
    const id = `${key ?? ''} ${ordering}`;
    if (this.#listing?.id !== id) {
      const order = required(orders.get(ordering));
      const indices = key === undefined ? order : inOrder(order, required(members.get(key)));
      this.#listing = { id, listing: new Listing(bodies, indices) };
    }
    return this.#listing.listing;
  }
}

/** Some of the records in the order of all. */
function inOrder(order: Uint32Array, members: Uint32Array): Uint32Array {
  const isMember = new Uint8Array(order.length);
  for (const index of members) isMember[index] = 1;
  return order.filter((index) => isMember[index]);
}

/** A value that must be there: a page with something else in its place would be a wrong one. */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A record or an ordering is missing.');
  return value;
}

const NEWLINE = bytes('\n');
const [LIST_HEAD_BYTES, LIST_TAIL_BYTES] = [bytes(LIST_HEAD), bytes(LIST_TAIL)];
const [FEATURES_HEAD_BYTES, FEATURES_TAIL_BYTES] = [bytes(FEATURES_HEAD), bytes(FEATURES_TAIL)];
const PAGE_TAIL_BYTES = bytes(PAGE_TAIL);

/** All records in one order, joined once: the records of any window are a slice of the same bytes. */
class Listing {
  readonly #joined: Uint8Array;
  /** Where each record begins in the joined bytes, and where one after the last would. */
  readonly #starts: Float64Array;
  readonly count: number;

  constructor(bodies: readonly Uint8Array[], order: Uint32Array) {
    this.count = order.length;
    const records = Array.from(order, (index) => required(bodies[index]));
    this.#joined = withSeparators(records);
    this.#starts = new Float64Array(order.length + 1);
    let end = 0;
    for (const [place, record] of records.entries()) {
      end += record.length + SEPARATOR.length;
      this.#starts[place + 1] = end;
    }
  }

  /** The records of a window, with separators between them. */
  slice({ limit, offset }: Window): Uint8Array {
    const end = limit === 'all' ? this.count : Math.min(this.count, offset + limit);
    const [from = 0, to = 0] = [this.#starts[offset], this.#starts[end]];
    return this.#joined.subarray(from, Math.max(from, to - SEPARATOR.length));
  }
}
