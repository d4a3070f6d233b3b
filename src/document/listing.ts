import { type Address, fileOf, type PageAddress } from '../address/address.ts';
import { collectionOf } from '../address/resolve.ts';
import type { Collection } from '../definition.ts';
import { LIST_HEAD, LIST_TAIL, PAGE_TAIL, pageHead, SEPARATOR } from '../envelope.ts';
import { type CollectionGrid, type Grid, type Pagination, type Window, windows } from '../grid.ts';
import { orderOf, type Sort } from '../ordering.ts';
import type { PublishedCollection, PublishedRecord } from '../record/record.ts';
import { bytes, type Document } from './document.ts';

/** A record's bytes, made once and used in every page that shows it. */
interface Serialized extends PublishedRecord {
  readonly body: Uint8Array;
}

/** A collection's items and listings. */
export function* collectionDocuments(
  grid: Grid,
  { definition, records }: PublishedCollection,
): Generator<Document> {
  const serialized = records.map((record) => ({
    ...record,
    body: bytes(JSON.stringify(record.value)),
  }));
  for (const { key, body } of serialized) {
    const address: Address = { kind: 'item', collection: definition.name, key: String(key) };
    yield { path: fileOf(address), body: [body, NEWLINE] };
  }
  const collection = collectionOf(grid, { collection: definition.name });
  for (const ordering of ['', ...collection.orderings]) {
    const listing = new Listing(serialized, orderOf(serialized, sortBy(definition, ordering)));
    yield* listingDocuments(grid, collection, ordering, listing);
  }
}

const NEWLINE = bytes('\n');

/** What a value of `ordering` sorts by; the empty one: the collection's own order, if it has one. */
function sortBy({ order, orderings = {} }: Collection, ordering: string): Sort | undefined {
  if (ordering === '') return order;
  const sort = orderings[ordering.replace(/^-/, '')];
  return sort && ordering.startsWith('-') ? { ...sort, descending: !sort.descending } : sort;
}

/** All records in one order, joined once: any run of them is a cut out of the same bytes. */
class Listing {
  readonly #joined: Uint8Array;
  /** Where each record begins in the joined bytes, and where one after the last would. */
  readonly #starts: number[] = [0];

  constructor(records: readonly Serialized[], order: Uint32Array) {
    const pieces: Uint8Array[] = [];
    let end = 0;
    for (const index of order) {
      const body = records[index]?.body ?? NEWLINE;
      pieces.push(body, SEPARATOR_BYTES);
      end += body.length + SEPARATOR_BYTES.length;
      this.#starts.push(end);
    }
    this.#joined = Buffer.concat(pieces, end);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** The records of a window, with separators between them. */
  slice({ limit, offset }: Window): Uint8Array {
    const end = limit === 'all' ? this.count : Math.min(this.count, offset + limit);
    if (end <= offset) return EMPTY;
    const [from = 0, to = 0] = [this.#starts[offset], this.#starts[end]];
    return this.#joined.subarray(from, to - SEPARATOR_BYTES.length);
  }
}

const SEPARATOR_BYTES = bytes(SEPARATOR);
const EMPTY = new Uint8Array(0);
const [LIST_HEAD_BYTES, LIST_TAIL_BYTES] = [bytes(LIST_HEAD), bytes(LIST_TAIL)];
const PAGE_TAIL_BYTES = bytes(PAGE_TAIL);

function* listingDocuments(
  grid: Grid,
  { name: collection, pagination }: CollectionGrid,
  ordering: string,
  listing: Listing,
): Generator<Document> {
  if (!pagination) {
    const records = listing.slice({ limit: 'all', offset: 0 });
    const path = fileOf({ kind: 'list', collection, ordering });
    yield { path, body: [LIST_HEAD_BYTES, records, LIST_TAIL_BYTES] };
    return;
  }
  for (const page of pagesOf(grid, collection, pagination, ordering, listing.count)) {
    const head = bytes(pageHead(grid.base, page, listing.count));
    yield { path: fileOf(page), body: [head, listing.slice(page), PAGE_TAIL_BYTES] };
  }
}

function* pagesOf(
  grid: Grid,
  collection: string,
  pagination: Pagination,
  ordering: string,
  count: number,
): Generator<PageAddress> {
  for (const window of windows(pagination, count)) {
    // Where a page has no links its bytes are the same in every format.
    const formats = window.limit === 'all' ? [''] : ['', ...grid.formats];
    for (const format of formats) yield { kind: 'page', collection, format, ordering, ...window };
  }
}
