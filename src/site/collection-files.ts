import { type Address, fileOf, type ListingAddress, printedHref } from '../core/address.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
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
import {
  apiFolder,
  type CollectionGrid,
  findCollection,
  type Grid,
  type Pagination,
} from '../core/grid.ts';
import { isRendered, type Listing, listingsOf, pagesOf, partitionKey } from '../core/listing.ts';
import { formatListingPath } from '../core/path-address.ts';
import type { SerializedCollection } from './serialize.ts';
import { byPath, bytes, type FileGroup } from './site-file.ts';

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

  /** Every file. */
  *parts(): Generator<FileGroup> {
    const { name: collection, features } = this.#collection;
    const body = (address: Address) => assertPresent(this.bodyOf(address));
    const others: Address[] = features === undefined ? [] : [{ kind: 'features', collection }];
    const items = this.serialized.keys
      .map((key): Address => ({ kind: 'item', collection, key }))
      .filter((address) => this.#hasFile(address));
    const files = [...others, ...items]
      .map((address) => ({ path: fileOf(this.grid, address), address }))
      .sort(byPath);
    for (const group of this.#withoutListingsBetween(files)) {
      const addresses = group.map(({ address }) => address);
      yield* partsOf(this.grid, addresses, body);
    }
    yield* this.listings();
  }

  #hasFile(address: Address): boolean {
    if (address.kind === 'item' && this.#collection.items === false) return false;
    return this.grid.layout === 'paths' || isRendered(this.grid, address);
  }

  /** Groups of sorted files such that no listing, by path, and no other collection is between two of a group. */
  #withoutListingsBetween<T extends { readonly path: string }>(files: readonly T[]): T[][] {
    const { name, filters = {} } = this.#collection;
    const parameters = [...FIXED_PARAMETERS, ...Object.keys(filters)];
    const folders = parameters.map((one) => `${name}/${one}/`);
    const borders = [...folders, `${name}_`].map((border) => apiFolder(this.grid) + border);
    const groups: T[][] = [];
    for (const file of files) {
      const index = borders.filter((border) => border < file.path).length;
      groups[index] ??= [];
      groups[index].push(file);
    }
    return groups.filter(Boolean);
  }

  /** Every page and list. */
  *listings(): Generator<FileGroup> {
    const all = new JoinedRecords(this.serialized.bodies);
    for (const listing of listingsOf(this.grid, this.#collection)) {
      const body = (address: ListingAddress) => {
        if (all.listing !== listing) all.join(listing, this.#orderOf(listing));
        const { head, from, to, tail } = this.#layoutOf(address, all.count);
        return [bytes(head), all.slice(from, to), bytes(tail)];
      };
      const { pagination } = this.#collection;
      const hasPaths = this.grid.layout === 'paths';
      if (hasPaths && pagination && pagination.style !== 'page')
        yield this.#firstPage(listing, pagination, body);
      for (const pages of pagesOf(this.grid, this.#collection, listing)) {
        const [first] = pages;
        // By path, other files are between the page without parameters and the next ones.
        const isApart = hasPaths && first && 'pageSize' in first && first.pageSize === '';
        const groups = isApart ? [[first], [...pages].slice(1)] : [pages];
        for (const group of groups) yield* partsOf(this.grid, group, body);
      }
    }
  }

  /** The first page of a listing by the path without its parameters. */
  #firstPage(
    listing: Listing,
    pagination: Pagination,
    bodyOf: (address: ListingAddress) => readonly Uint8Array[],
  ): FileGroup {
    const { name: collection } = this.#collection;
    const path = formatListingPath(this.grid, this.#collection, listing);
    const page = { kind: 'page', collection, ...listing, format: '', offset: 0 } as const;
    return {
      path,
      *files() {
        yield { path, body: bodyOf({ ...page, limit: pagination.default }) };
      },
    };
  }

  /** The body of an address, in pieces; null where the collection has no such file. */
  bodyOf(address: Address): readonly Uint8Array[] | null {
    const { bodies, features } = this.serialized;
    if (address.kind === 'features' && this.#collection.features !== undefined) {
      return [joined(FEATURES_HEAD, features, FEATURES_TAIL)];
    }
    if (!this.#hasFile(address)) return null;
    if (address.kind === 'item') {
      const index = this.#indexOfKey.get(address.key);
      return index === undefined ? null : [assertPresent(bodies[index]), NEWLINE];
    }
    const kind = this.#collection.pagination ? 'page' : 'list';
    if (address.kind !== kind) return null;
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
    return filters
      ? inOrder(order, assertPresent(members.get(partitionKey(Object.values(filters)))))
      : order;
  }
}

/**
 * All records of a listing in one piece of memory, which is used again for the next listing. A record is
 * in dozens of pages, and copying a slice takes less time than copying its records.
 */
class JoinedRecords {
  /** Whose records they are. */
  listing: Listing | undefined;
  count = 0;
  #joined = new Uint8Array();
  /** Where each record starts; one more than there are records. */
  readonly #starts: Uint32Array;

  constructor(private readonly bodies: readonly Uint8Array[]) {
    this.#starts = new Uint32Array(bodies.length + 1);
  }

  /** @param order the indices of the records */
  join(listing: Listing, order: Uint32Array): void {
    if (this.#joined.length === 0) {
      const size = this.bodies.reduce((sum, { length }) => sum + length + COMMA.length, 0);
      this.#joined = Buffer.allocUnsafeSlow(size);
    }
    [this.listing, this.count] = [listing, order.length];
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

/** The files of addresses, which are in the order of their paths; none without addresses. */
function* partsOf<T extends Address>(
  grid: Grid,
  addresses: Iterable<T>,
  bodyOf: (address: T) => readonly Uint8Array[],
): Generator<FileGroup> {
  const [first] = addresses;
  if (!first) return;
  yield {
    path: fileOf(grid, first),
    // One by one: what lives long becomes garbage that is collected late.
    *files() {
      for (const address of addresses) yield { path: fileOf(grid, address), body: bodyOf(address) };
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
function assertPresent<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A record or an ordering is missing.');
  return value;
}

const [NEWLINE, COMMA] = [bytes('\n'), bytes(SEPARATOR)];
