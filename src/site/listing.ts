import { fileOf, type PageAddress } from '../core/address.ts';
import {
  FEATURES_HEAD,
  FEATURES_TAIL,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  SEPARATOR,
} from '../core/envelope.ts';
import {
  type CollectionGrid,
  type Grid,
  type Pagination,
  type Window,
  windows,
} from '../core/grid.ts';
import { collectionOf } from '../core/resolve.ts';
import { byPath } from './order.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes, type SiteFile } from './site-file.ts';

/**
 * A collection's features, items and listings, in the order of their paths.
 * @param kept how many bytes of listings may be held in memory
 */
export function* collectionDocuments(
  grid: Grid,
  serialized: SerializedCollection,
  kept: number,
): Generator<SiteFile> {
  const collection = collectionOf(grid, { collection: serialized.name });
  if (collection.features !== undefined) yield featuresDocument(serialized);
  yield* itemDocuments(serialized);
  const listings = new Listings(serialized, kept);
  const { pagination } = collection;
  if (pagination) yield* pageDocuments(grid, collection, pagination, listings);
  else yield* listDocuments(collection, listings);
}

const featuresDocument = ({ name, features }: SerializedCollection): SiteFile => ({
  path: fileOf({ kind: 'features', collection: name }),
  body: [
    bytes(FEATURES_HEAD),
    ...features.flatMap((one, index) => (index > 0 ? [SEPARATOR_BYTES, one] : [one])),
    bytes(FEATURES_TAIL),
  ],
});

function* itemDocuments({ name, keys, bodies }: SerializedCollection): Generator<SiteFile> {
  const itemFile = (index: number) =>
    fileOf({ kind: 'item', collection: name, key: present(keys[index]) });
  for (const index of byPath(keys.keys(), itemFile)) {
    yield { path: itemFile(index), body: [present(bodies[index]), NEWLINE] };
  }
}

/** What must be there: a page with something else in its place would be a wrong one. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A record or an order is not there.');
  return value;
}

const NEWLINE = bytes('\n');
const EMPTY = new Uint8Array(0);
const SEPARATOR_BYTES = bytes(SEPARATOR);
const [LIST_HEAD_BYTES, LIST_TAIL_BYTES] = [bytes(LIST_HEAD), bytes(LIST_TAIL)];
const PAGE_TAIL_BYTES = bytes(PAGE_TAIL);

/** The listings of a collection, one for each ordering. */
class Listings {
  readonly #kept = new Map<string, Listing>();

  /** @param most how many bytes of them are kept for further formats; beyond it they are joined again */
  constructor(
    private readonly serialized: SerializedCollection,
    private readonly most: number,
  ) {}

  of(ordering: string): Listing {
    const kept = this.#kept.get(ordering);
    if (kept) return kept;
    const { bodies, orders } = this.serialized;
    const listing = new Listing(bodies, present(orders.get(ordering)));
    if (listing.size * orders.size <= this.most) this.#kept.set(ordering, listing);
    return listing;
  }
}

/** All records in one order, joined once: any run of them is a cut out of the same bytes. */
class Listing {
  readonly #joined: Uint8Array;
  /** Where each record begins in the joined bytes, and where one after the last would. */
  readonly #starts: Float64Array;

  constructor(bodies: readonly Uint8Array[], order: Uint32Array) {
    this.#starts = new Float64Array(order.length + 1);
    const bodyAt = (place: number) => present(bodies[order[place] ?? -1]);
    let end = 0;
    for (let place = 0; place < order.length; place++) {
      end += bodyAt(place).length + SEPARATOR_BYTES.length;
      this.#starts[place + 1] = end;
    }
    this.#joined = new Uint8Array(end);
    end = 0;
    for (let place = 0; place < order.length; place++) {
      const body = bodyAt(place);
      this.#joined.set(body, end);
      this.#joined.set(SEPARATOR_BYTES, end + body.length);
      end += body.length + SEPARATOR_BYTES.length;
    }
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** In bytes. */
  get size(): number {
    return this.#joined.length;
  }

  /** The records of a window, with separators between them. */
  slice({ limit, offset }: Window): Uint8Array {
    const end = limit === 'all' ? this.count : Math.min(this.count, offset + limit);
    if (end <= offset) return EMPTY;
    const [from = 0, to = 0] = [this.#starts[offset], this.#starts[end]];
    return this.#joined.subarray(from, to - SEPARATOR_BYTES.length);
  }
}

function* listDocuments(
  { name: collection, orderings }: CollectionGrid,
  listings: Listings,
): Generator<SiteFile> {
  const listFile = (ordering: string) => fileOf({ kind: 'list', collection, ordering });
  for (const ordering of byPath(['', ...orderings], listFile)) {
    const records = listings.of(ordering).slice({ limit: 'all', offset: 0 });
    yield { path: listFile(ordering), body: [LIST_HEAD_BYTES, records, LIST_TAIL_BYTES] };
  }
}

function* pageDocuments(
  grid: Grid,
  { name: collection, count, orderings }: CollectionGrid,
  pagination: Pagination,
  listings: Listings,
): Generator<SiteFile> {
  const page = (format: string, ordering: string, window: Window): PageAddress => ({
    kind: 'page',
    collection,
    format,
    ordering,
    ...window,
  });
  const first: Window = { limit: pagination.default, offset: 0 };
  // The order of a whole is that of its parts, for each is a folder of its own.
  const ofFormat = (format: string) => fileOf(page(format, '', first));
  const ofOrdering = (ordering: string) => fileOf(page('', ordering, first));
  const inWindows = byPath(windows(pagination, count), (window) => fileOf(page('', '', window)));
  const inOrderings = byPath(['', ...orderings], ofOrdering);
  for (const format of byPath(['', ...grid.formats], ofFormat)) {
    for (const ordering of inOrderings) {
      const listing = listings.of(ordering);
      for (const window of inWindows) {
        // Where a page has no links its bytes are the same in every format.
        if (format !== '' && window.limit === 'all') continue;
        const address = page(format, ordering, window);
        const head = bytes(pageHead(grid.base, address, count));
        yield { path: fileOf(address), body: [head, listing.slice(window), PAGE_TAIL_BYTES] };
      }
    }
  }
}
