import { type Address, fileOf, type ListingAddress } from '../core/address.ts';
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
  collectionOf,
  isRendered,
  type Listing,
  listingsOf,
  pagesOf,
  partitionKey,
} from '../core/listing.ts';
import type { SerializedCollection } from './serialize.ts';
import { byPath, bytes, type SitePart } from './site-file.ts';

/** Makes the files of one collection: its features, items and listings. */
export class CollectionFiles {
  readonly #collection: CollectionGrid;
  readonly #indexOfKey: ReadonlyMap<string, number>;

  constructor(
    private readonly grid: Grid,
    private readonly serialized: SerializedCollection,
  ) {
    this.#collection = collectionOf(grid, { collection: serialized.name });
    this.#indexOfKey = new Map(serialized.keys.map((key, index) => [key, index]));
  }

  /** Every file. */
  *parts(): Generator<SitePart> {
    const { name: collection, features } = this.#collection;
    const body = (address: Address) => required(this.bodyOf(address));
    if (features !== undefined) yield partOf([{ kind: 'features', collection }], body);
    const items = this.serialized.keys.map((key) => {
      const address: Address = { kind: 'item', collection, key };
      return { path: fileOf(address), address };
    });
    const addresses = items.sort(byPath).map(({ address }) => address);
    if (addresses.length > 0) yield partOf(addresses, body);
    yield* this.listings();
  }

  /** Every page and list. */
  *listings(): Generator<SitePart> {
    for (const listing of listingsOf(this.#collection)) {
      let order: Uint32Array | undefined;
      for (const pages of pagesOf(this.grid, this.#collection, listing)) {
        yield partOf(pages, (address) => {
          order ??= this.#orderOf(listing);
          return this.#listingBody(address, order);
        });
      }
    }
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
    return this.#listingBody(address, this.#orderOf(address));
  }

  /** The body of a listing, or of a page of it, from the order of all its records. */
  #listingBody(address: ListingAddress, order: Uint32Array): Uint8Array[] {
    if (address.kind === 'list') return this.#pieces(LIST_HEAD, order, LIST_TAIL);
    const { limit, offset } = address;
    const head = pageHead(this.grid.base, address, order.length);
    const end = limit === 'all' ? undefined : offset + limit;
    return this.#pieces(head, order.subarray(offset, end), PAGE_TAIL);
  }

  /** Records between a head and a tail. Their bytes are shared, not copied. */
  #pieces(head: string, indices: Uint32Array, tail: string): Uint8Array[] {
    const pieces = [bytes(head)];
    for (const index of indices) pieces.push(required(this.serialized.bodies[index]), COMMA);
    if (indices.length > 0) pieces.pop();
    pieces.push(bytes(tail));
    return pieces;
  }

  /** The indices of the records of a listing, in its order. */
  #orderOf({ filters, ordering }: Listing): Uint32Array {
    const { orders, members } = this.serialized;
    const order = required(orders.get(ordering));
    return filters
      ? inOrder(order, required(members.get(partitionKey(Object.values(filters)))))
      : order;
  }
}

/** The files of addresses, which are in the order of their paths. */
function partOf<T extends Address>(
  addresses: Iterable<T>,
  bodyOf: (address: T) => readonly Uint8Array[],
): SitePart {
  const [first] = addresses;
  return {
    path: fileOf(required(first)),
    // One by one: what lives long becomes garbage that is collected late.
    *files() {
      for (const address of addresses) yield { path: fileOf(address), body: bodyOf(address) };
    },
  };
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

const [NEWLINE, COMMA] = [bytes('\n'), bytes(SEPARATOR)];
