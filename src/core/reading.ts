import { SEPARATOR } from './envelope.ts';
import { type CollectionGrid, findCollection } from './grid.ts';
import { lastUpTo } from './search.ts';
import type { DataSite } from './site.ts';
import {
  decodeChunk,
  decodeChunkList,
  partIn,
  ROOT,
  STORE_FOLDER,
  type StoredCollection,
  shared,
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

/** The name of a chunk, and the records that are taken from it: their indexes in the answer, and in the chunk. */
type ChunkLines = readonly [name: string, lines: [index: number, line: number][]];

/** What is read of a collection for one answer. */
export class Reading {
  readonly collection: CollectionGrid;
  readonly stored: StoredCollection;
  /** The files that the answer needs, also those that are in memory. */
  readonly files = new Set([ROOT]);

  constructor(
    private readonly site: DataSite,
    collection: string,
  ) {
    this.collection = findCollection(site.grid, { collection });
    this.stored = site.store.root.collections[collection] as StoredCollection;
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
    const readPart = async () =>
      partIn(await this.#cached(pack, () => this.site.store.read(pack), identity), name);
    return this.#cached(`${pack} ${name}`, readPart, decode);
  }

  async #cached<T>(id: string, read: () => Promise<Uint8Array>, decode: (body: Uint8Array) => T) {
    const { cache, inProgress } = this.site.store;
    const known = cache.get(id);
    if (known !== undefined) return known as T;
    return shared(inProgress, id, async () => {
      const body = await read();
      const value = decode(body);
      cache.add(id, value, body.length);
      return value;
    });
  }

  /**
   * Reads the records at some places of a stored order.
   * @param list the name of the order's list of chunks
   * @throws as `part`
   */
  async records(list: string, places: readonly number[]): Promise<Uint8Array[]> {
    const records: Uint8Array[] = [];
    const chunks = await this.#chunksOf(list, places);
    for (let at = 0; at < chunks.length; at += CONCURRENT_READS) {
      const read = chunks.slice(at, at + CONCURRENT_READS).map(async ([name, lines]) => {
        const { body, starts } = await this.part(name, decodeChunk);
        for (const [index, line] of lines)
          records[index] = body.subarray(starts[line], (starts[line + 1] ?? 0) - SEPARATOR.length);
      });
      await Promise.all(read);
    }
    return records;
  }

  async #chunksOf(list: string, places: readonly number[]): Promise<ChunkLines[]> {
    const { names, starts } = await this.part(list, decodeChunkList);
    const chunks = new Map<string, ChunkLines[1]>();
    for (const [index, place] of places.entries()) {
      const chunk = lastUpTo(starts, place);
      const name = names[chunk] ?? '';
      const lines = chunks.get(name) ?? [];
      if (lines.length === 0) this.#need(this.stored.pack ?? name, index);
      chunks.set(name, lines);
      lines.push([index, place - (starts[chunk] ?? 0)]);
    }
    return [...chunks];
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
