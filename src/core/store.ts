import { NEWLINE } from './envelope.ts';
import type { ColumnForm } from './filter.ts';
import type { Grid } from './grid.ts';
import { hashText } from './hash.ts';
import { decodeJson } from './json.ts';

/*
 * The store of a site holds its records once for each stored order, in chunks, and what is needed to
 * filter, search, sort and find them without reading them all. `site/store-files.ts` writes it.
 *
 * Only the root has a name that stays. Every other file is named by the hash of its content, so that
 * files of two builds are never mixed. The row of a record is its place in the default order.
 */

/** The root of a site's store, in the site's folder. */
export const ROOT = 'data/root.json';

/** The folder of all other files of the store. */
export const STORE_FOLDER = 'data/store/';

/** The version of a site's layout. A copy of `client.js` can be older than the site. */
export const LAYOUT_VERSION = 8;

export interface StoreRoot {
  readonly version: typeof LAYOUT_VERSION;
  readonly grid: Grid;
  readonly collections: Readonly<Record<string, StoredCollection>>;
}

/** Parses a root; null if the text is something else, such as a page of the host, or of another version. */
export function parseRoot(body: Uint8Array): StoreRoot | null {
  try {
    const root = decodeJson<StoreRoot>(body);
    return root.version === LAYOUT_VERSION ? root : null;
  } catch {
    return null;
  }
}

/**
 * Where the parts of a collection are. The name of a part is that of its file, or where there is a
 * `pack`, the bytes in that file: `0-512`.
 */
export interface StoredCollection {
  /** The one file of a small collection. */
  readonly pack?: string;
  /** The chunk list of each stored order, by the value of `ordering`; an order may be stored in one direction. */
  readonly orders: Readonly<Record<string, string>>;
  /** The chunk list of the records with all fields, in the default order; absent if listings have all. */
  readonly whole?: string;
  /** The pieces of a permutation for each term of `ordering`. */
  readonly sorts: Readonly<Record<string, readonly string[]>>;
  /** What filters compare, by field. */
  readonly columns: Readonly<Record<string, StoredColumns>>;
  /** Tables of rows by key. The first hash of a key tells in which one it is. */
  readonly keys: readonly string[];
  /** The rows of records by their aliases, as a JSON object; absent if there are none. */
  readonly aliases?: string;
}

/** The bytes of a part in the file of a small collection. */
export const partIn = (pack: Uint8Array, name: string): Uint8Array =>
  pack.subarray(...name.split('-').map(Number));

/** A part of a column, and how many rows it has. */
export type ColumnPiece = readonly [part: string, rows: number];

/**
 * The same values in the forms that filters need.
 * - `values`: a list of the values as JSON, on one line, then a number of 1 or 2 bytes for each row: 0, or the place in the list
 * - `caseless`: the lower-cased text of each row, with U+0000 before it and after the last
 * - `folded`: the same as `fold` returns it
 * - `exact`: the same in the form in which equal values are the same text
 * - `numbers`: the number by which each row is compared by size, in 8 bytes; NaN if it has none
 * - `nulls`: whether each row has no value, `true` or `false`, in the form of `values`
 */
export type StoredColumns = Readonly<
  Partial<Record<ColumnForm | 'values', readonly ColumnPiece[] | undefined>>
>;

/** How many rows a piece of a permutation has, and a piece of a column at most. */
export const PIECE_ROWS = 2 ** 18;

/** A file of the store is missing, or it is another one: the site was replaced, or is damaged. */
export class OutdatedError extends Error {}

/**
 * Does work, or waits for the same work that is in progress.
 * @param inProgress the works by their ids; absent: the work is always done
 */
export function shared<T>(
  inProgress: Map<string, Promise<unknown>> | undefined,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = inProgress?.get(id) ?? work().finally(() => inProgress?.delete(id));
  inProgress?.set(id, known);
  return known as Promise<T>;
}

/** The store of a site, wherever its files are. */
export interface Store {
  readonly root: StoreRoot;
  readonly cache: PartCache;
  /** Parts that are being read, for others that need them; absent where answers must not wait for each other. */
  readonly inProgress?: Map<string, Promise<unknown>>;
  /**
   * Reads a file of the store by its name.
   * @throws OutdatedError if it is missing or another one
   */
  read(name: string): Promise<Uint8Array>;
}

/** The name of a file of a store: its hash and its size. */
export const nameOf = (body: Uint8Array, extension: string): string =>
  `${hashText(body)}-${body.length}${extension}`;

/**
 * Reads a file of a store by its name, and checks its size: the hash takes most of the time of a Worker's first answer.
 * @param read reads a file of the site by its path; null if there is no such file
 * @throws OutdatedError if it is missing or another one, and what `read` throws
 */
export async function readStored(
  read: (file: string) => Promise<Uint8Array | null>,
  name: string,
): Promise<Uint8Array> {
  // The site may be somebody else's, and another name could lead out of its folder.
  const [, size] = /^[\da-f]+-(\d+)[.]\w+$/.exec(name) ?? [];
  const body = size === undefined ? null : await read(STORE_FOLDER + name);
  // A host may send a page of its own with status 200 in place of a missing file.
  if (body?.length === Number(size)) return body;
  throw new OutdatedError(`The site lacks ${STORE_FOLDER}${name}.`);
}

/** How many bytes of files are kept in memory. */
const MAX_CACHED = 16 * 2 ** 20;

/** Parts that were read and decoded: those that were used last. */
export class PartCache {
  /** The least recently used first. No promises: a Worker must not await those of another request. */
  readonly #parts = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  #bytes = 0;

  get(id: string): unknown {
    const entry = this.#parts.get(id);
    if (!entry) return undefined;
    this.#parts.delete(id);
    this.#parts.set(id, entry);
    return entry.value;
  }

  /** @param bytes the size of what the value was decoded from */
  add(id: string, value: unknown, bytes: number): void {
    this.#bytes += bytes - (this.#parts.get(id)?.bytes ?? 0);
    this.#parts.set(id, { value, bytes });
    for (const [oldest, entry] of this.#parts) {
      if (this.#bytes <= MAX_CACHED) return;
      this.#bytes -= entry.bytes;
      this.#parts.delete(oldest);
    }
  }
}

/**
 * @param body a line for each chunk of an order: its name and how many records it has
 * @returns the names of the chunks, and the place of the first record of each
 */
export function decodeChunkList(body: Uint8Array) {
  const [names, starts]: [string[], number[]] = [[], []];
  let start = 0;
  for (const line of new TextDecoder().decode(body).trim().split('\n')) {
    const [name = '', count] = line.split(' ');
    names.push(name);
    starts.push(start);
    start += Number(count);
  }
  return { names, starts };
}

/**
 * @param body the records, each with the separator after it
 * @returns the body, and where each record starts, and the end
 */
export function decodeChunk(body: Uint8Array) {
  const starts = [0];
  for (let at = 0; at < body.length; ) {
    at = body.indexOf(NEWLINE, at) + 1;
    starts.push(at);
  }
  return { body, starts };
}

const decodeIntegers = (body: Uint8Array): Uint32Array =>
  // A copy, because the numbers must be aligned.
  new Uint32Array(new Uint8Array(body).buffer);

/** A number for each place of a permutation: twice the row, and 1 more if it equals the one before. */
export const decodePermutation = decodeIntegers;

export const decodeNumbers = (body: Uint8Array): Float64Array =>
  new Float64Array(new Uint8Array(body).buffer);

export function decodeValues(body: Uint8Array) {
  const newline = body.indexOf(NEWLINE);
  const values = decodeJson<string[]>(body.subarray(0, newline));
  const codes = new Uint8Array(body.subarray(newline + 1));
  return { values, codes: values.length < 256 ? codes : new Uint16Array(codes.buffer) };
}

/** @returns the text, and where the U+0000 before each row is, and the last one */
export function decodeTexts(body: Uint8Array) {
  const text = new TextDecoder().decode(body);
  const starts: number[] = [];
  for (let at = 0; at !== -1; at = text.indexOf('\0', at + 1)) starts.push(at);
  return { text, starts };
}

/** Three numbers for each key: its two hashes, and the row. */
export const decodeKeys = decodeIntegers;
