import { type Address, fileOf, isListing, type ListingAddress } from '../core/address.ts';
import { ALL_RECORDS } from '../core/compose.ts';
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
import type { CollectionGrid, Grid } from '../core/grid.ts';
import {
  addressesOf,
  collectionOf,
  isRendered,
  listingsOf,
  partitionKey,
  partitionOf,
} from '../core/listing.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes, type SiteFile } from './site-file.ts';

/** Makes the files of one collection: its features, items and listings. */
export class CollectionFiles {
  readonly #collection: CollectionGrid;
  readonly #indexOfKey: ReadonlyMap<string, number>;
  /** The listing whose pages are being made, one after the other. */
  #listing: { readonly id: string; readonly joined: JoinedRecords } | undefined;

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
      if (isListing(address) && this.#listing?.id !== idOf(address)) {
        this.#listing = {
          id: idOf(address),
          joined: new JoinedRecords(this.#bodiesOf(this.#orderOf(address))),
        };
      }
      yield { path: fileOf(address), body: required(this.bodyOf(address)) };
    }
    this.#listing = undefined;
  }

  /** The body of an address, in pieces; null where the collection has no such file. */
  bodyOf(address: Address): readonly Uint8Array[] | null {
    const { bodies, features } = this.serialized;
    if (address.kind === 'features' && this.#collection.features !== undefined) {
      return [joined(FEATURES_HEAD, features, FEATURES_TAIL)];
    }
    if (address.kind === 'item') {
      const index = this.#indexOfKey.get(address.key);
      return index === undefined ? null : [required(bodies[index]), NEWLINE];
    }
    const kind = this.#collection.pagination ? 'page' : 'list';
    if (address.kind !== kind || !isRendered(this.grid, address)) return null;
    const { limit, offset } = address.kind === 'page' ? address : ALL_RECORDS;
    const { count } = required(partitionOf(this.#collection, address));
    const end = limit === 'all' ? count : Math.min(count, offset + limit);
    const [head, tail] =
      address.kind === 'page'
        ? [pageHead(this.grid.base, address, count), PAGE_TAIL]
        : [LIST_HEAD, LIST_TAIL];
    if (this.#listing?.id === idOf(address)) {
      return [bytes(head), this.#listing.joined.slice(offset, end), bytes(tail)];
    }
    return [joined(head, this.#bodiesOf(this.#orderOf(address).subarray(offset, end)), tail)];
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

  /** The indices of the records of a listing, in its order. */
  #orderOf({ filters, ordering }: ListingAddress): Uint32Array {
    const { orders, members } = this.serialized;
    const order = required(orders.get(ordering));
    return filters
      ? inOrder(order, required(members.get(partitionKey(Object.values(filters)))))
      : order;
  }

  #bodiesOf(indices: Uint32Array): Uint8Array[] {
    return Array.from(indices, (index) => required(this.serialized.bodies[index]));
  }
}

/** What the pages of one listing have in common. */
const idOf = ({ filters, ordering }: ListingAddress): string =>
  `${partitionKey(Object.values(filters ?? {}))} ${ordering}`;

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

/** The records of a listing, joined once: those of any window are a slice of the same bytes. */
class JoinedRecords {
  readonly #joined: Uint8Array;
  /** Where each record begins in the joined bytes, and where one after the last would. */
  readonly #starts: Float64Array;

  constructor(records: readonly Uint8Array[]) {
    this.#joined = joined('', records, '');
    this.#starts = new Float64Array(records.length + 1);
    let end = 0;
    for (const [place, record] of records.entries()) {
      end += record.length + SEPARATOR.length;
      this.#starts[place + 1] = end;
    }
  }

  /** The records from one place to before another, with separators between them. */
  slice(from: number, to: number): Uint8Array {
    const [start = 0, end = 0] = [this.#starts[from], this.#starts[to]];
    return this.#joined.subarray(start, Math.max(start, end - SEPARATOR.length));
  }
}
