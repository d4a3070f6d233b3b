import type { DataSite } from './site.ts';
import { decodeChunk, decodeChunkList, type StoredCollection } from './store.ts';

/** How many files are read at a time: a Worker has six connections. */
const CONCURRENT_READS = 6;

/** An answer needs more files than the host can read. */
export class TooManyReadsError extends Error {
  /**
   * @param reads the maximum number of files
   * @param limit how many records of the page fit
   */
  constructor(
    readonly reads: number,
    readonly limit: number,
  ) {
    super(`The answer needs more than ${reads} files.`);
  }
}

/** What is read of a collection for one answer. */
export class Reading {
  readonly stored: StoredCollection;
  /** The files of the store, also those that are in memory: the same for the same request. */
  readonly files = new Set<string>();

  constructor(
    private readonly site: DataSite,
    collection: string,
  ) {
    const stored = site.store.root.collections[collection];
    if (!stored) throw new Error(`The store has no collection ${collection}.`);
    this.stored = stored;
  }

  /**
   * Reads a part of the collection.
   * @param decode is always the same function for the same part
   * @throws TooManyReadsError, and what reading its file throws
   */
  async part<T>(name: string, decode: (body: Uint8Array) => T): Promise<T> {
    const { pack } = this.stored;
    this.files.add(pack ?? name);
    this.#assertReadable(0);
    if (!pack) return this.#cached(name, () => this.site.store.read(name), decode);
    const range = name.split('-').map(Number);
    const slice = async () =>
      (await this.#cached(pack, () => this.site.store.read(pack), identity)).subarray(...range);
    return this.#cached(`${pack} ${name}`, slice, decode);
  }

  async #cached<T>(
    id: string,
    read: () => Promise<Uint8Array>,
    decode: (body: Uint8Array) => T,
  ): Promise<T> {
    const { cache } = this.site.store;
    const known = cache.get(id);
    if (known !== undefined) return known as T;
    const body = await read();
    const value = decode(body);
    cache.add(id, value, body.length);
    return value;
  }

  /**
   * Reads the records at some places of a stored order.
   * @param list the name of its list of chunks
   * @throws as `part`
   */
  async records(list: string, places: ArrayLike<number>): Promise<Uint8Array[]> {
    const { names, starts } = await this.part(list, decodeChunkList);
    const chunks = new Map<number, readonly Uint8Array[]>();
    const found = Array.from(places, (place, index) => {
      const chunk = lastUpTo(starts, place);
      if (!chunks.has(chunk)) {
        chunks.set(chunk, []);
        this.files.add(this.stored.pack ?? names[chunk] ?? '');
        this.#assertReadable(index);
      }
      return [chunk, place - (starts[chunk] ?? 0)] as const;
    });
    const wanted = [...chunks.keys()];
    for (let at = 0; at < wanted.length; at += CONCURRENT_READS) {
      const some = wanted.slice(at, at + CONCURRENT_READS);
      const read = some.map(async (chunk) => {
        chunks.set(chunk, await this.part(names[chunk] ?? '', decodeChunk));
      });
      await Promise.all(read);
    }
    return found.map(([chunk, line]) => assertRecord(chunks.get(chunk)?.[line]));
  }

  /**
   * How many chunks have the records at some places of a stored order.
   * @throws as `part`
   */
  async countChunks(list: string, places: readonly number[]): Promise<number> {
    const { starts } = await this.part(list, decodeChunkList);
    return new Set(places.map((place) => lastUpTo(starts, place))).size;
  }

  #assertReadable(records: number): void {
    const { reads = Number.POSITIVE_INFINITY } = this.site;
    if (this.files.size > reads) throw new TooManyReadsError(reads, records);
  }
}

const identity = (body: Uint8Array): Uint8Array => body;

/** The index of the last number that is not greater than a value, in ascending numbers from 0. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A record that must be there: a page without it would be a wrong one. */
function assertRecord(record: Uint8Array | undefined): Uint8Array {
  if (record) return record;
  throw new Error('A chunk has fewer records than its list says.');
}
