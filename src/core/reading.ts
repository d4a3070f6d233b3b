import { SEPARATOR } from './envelope.ts';
import type { DataSite } from './site.ts';
import {
  decodeChunk,
  decodeChunkList,
  ROOT,
  STORE_FOLDER,
  type StoredCollection,
} from './store.ts';

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
  /** The files that the answer needs, also those that are in memory. */
  readonly files = new Set([ROOT]);

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
    this.#need(pack ?? name, 0);
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
   * @returns their bytes: records that follow each other in a chunk are one run, with the separators between
   * @throws as `part`
   */
  async records(list: string, places: readonly number[]): Promise<Uint8Array[]> {
    const { names, starts } = await this.part(list, decodeChunkList);
    const chunks = new Map<number, ReturnType<typeof decodeChunk>>();
    const chunkOf = Uint32Array.from(places, (place) => lastUpTo(starts, place));
    for (const [index, chunk] of chunkOf.entries()) {
      if (chunk !== chunkOf[index - 1]) this.#need(this.stored.pack ?? names[chunk] ?? '', index);
    }
    const wanted = [...new Set(chunkOf)];
    for (let at = 0; at < wanted.length; at += CONCURRENT_READS) {
      const read = wanted.slice(at, at + CONCURRENT_READS).map(async (chunk) => {
        chunks.set(chunk, await this.part(names[chunk] ?? '', decodeChunk));
      });
      await Promise.all(read);
    }
    const runs: Uint8Array[] = [];
    for (let index = 0; index < places.length; ) {
      const [place = 0, chunk = 0] = [places[index], chunkOf[index]];
      let length = 1;
      while (places[index + length] === place + length && chunkOf[index + length] === chunk)
        length++;
      runs.push(runIn(chunks.get(chunk), place - (starts[chunk] ?? 0), length));
      index += length;
    }
    return runs;
  }

  /**
   * How many chunks have the records at some places of a stored order.
   * @throws as `part`
   */
  async countChunks(list: string, places: readonly number[]): Promise<number> {
    const { starts } = await this.part(list, decodeChunkList);
    return new Set(places.map((place) => lastUpTo(starts, place))).size;
  }

  /** @param records how many records of the page are in the files before this one */
  #need(name: string, records: number): void {
    this.files.add(STORE_FOLDER + name);
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

/** Records that follow each other in a chunk, without the separator after the last. */
function runIn(
  chunk: ReturnType<typeof decodeChunk> | undefined,
  first: number,
  length: number,
): Uint8Array {
  const [start, end] = [chunk?.starts[first], chunk?.starts[first + length]];
  // A page without them would be a wrong one.
  if (!chunk || end === undefined) throw new Error('A chunk has fewer records than its list says.');
  return chunk.body.subarray(start, end - SEPARATOR.length);
}
