import type { PublishedCollection } from '../content/check/record.ts';
import { SEPARATOR } from '../core/envelope.ts';
import {
  type ColumnForm,
  comparableNumber,
  type Filter,
  MATCHES,
  storedText,
  textAt,
} from '../core/filter.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { hashKey } from '../core/hash.ts';
import { comparatorOf, type Keyed, orderOf, type Sort } from '../core/ordering.ts';
import {
  type ColumnPiece,
  PIECE_ROWS,
  type StoredCollection,
  type StoredColumns,
} from '../core/store.ts';
import { once } from '../util/once.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes } from './site-file.ts';

/** Makes the body of a part, in pieces. It is called more than once, so that bodies don't fill the memory. */
export type MakePart = () => readonly Uint8Array[];

/** Names a part of a collection. The `id` tells what it is: `sort-label-0.bin`. */
export type NamePart = (id: string, make: MakePart) => string;

/** The least and the most records of a chunk. A page of 50 is in two chunks at most. */
const [MIN_CHUNK, MAX_CHUNK] = [64, 320];

/** One of so many records may end a chunk. */
const CUT_RATE = 64;

/** How many keys a table has on average. */
const TABLE_KEYS = 2048;

/** The most bytes of a piece of texts, unless one text has more. */
const TEXT_BYTES = 2 ** 20;

/** The most values of a column that lists them, and their most bytes as JSON. */
const [MAX_VALUES, VALUES_BYTES] = [2 ** 16 - 1, 2 ** 18];

/** Makes the parts of one collection. */
export class CollectionParts {
  readonly #records: readonly Keyed[];
  /** The index of the record in each row. */
  readonly #rows: Uint32Array;
  /** Ascending orders by their terms, as indexes of records. */
  readonly #orders = new Map<string, Uint32Array>();
  #hashes: Uint32Array | undefined;

  constructor(
    private readonly grid: CollectionGrid,
    { records }: PublishedCollection,
    private readonly serialized: SerializedCollection,
  ) {
    // Numbers in the order of the keys: comparing them takes less time.
    const ranks = new Uint32Array(records.length);
    for (const [rank, index] of orderOf(records, [ALL_EQUAL]).entries()) ranks[index] = rank;
    this.#records = records.map(({ value }, index) => ({ key: ranks[index] ?? 0, value }));
    this.#rows = this.#order('');
  }

  /**
   * Names all parts.
   * @param hasOrders false if the records are stored in the default order only
   */
  named(namePart: NamePart, hasOrders: boolean): StoredCollection {
    const rowList = this.#chunkList('order', this.#rows, namePart);
    const reverse = this.#rows.toReversed();
    const { orderings, sorts = {}, filters = {} } = this.grid;
    const printed = Object.keys(sorts).filter((term) => hasOrders && orderings.includes(term));
    const orders = printed.map((term) => {
      const order = this.#order(term);
      if (isSame(order, this.#rows)) return [term, rowList];
      if (isSame(order, reverse)) return [`-${term}`, rowList];
      return [term, this.#chunkList(`order-${term}`, order, namePart)];
    });
    const permutations = Object.keys(sorts).map((term) => [term, this.#pieces(term, namePart)]);
    const fields = new Set(Object.values(filters).flatMap((filter) => filter.fields));
    const columns = Array.from(fields, (field) => [field, this.#columns(field, namePart)]);
    return {
      orders: Object.fromEntries([['', rowList], ...orders]),
      sorts: Object.fromEntries(permutations),
      columns: Object.fromEntries(columns),
      keys: this.#keyTables(namePart),
    };
  }

  /** The order of a term of `ordering`, ascending. */
  #order(term: string): Uint32Array {
    const sort = this.grid.sorts?.[term];
    const order =
      this.serialized.orders.get(term) ??
      this.#orders.get(term) ??
      orderOf(this.#records, sort ? [sort] : []);
    this.#orders.set(term, order);
    return order;
  }

  /** Divides records into chunks where the hash of a key says so: an insertion changes few of them. */
  #chunkList(id: string, order: Uint32Array, namePart: NamePart): string {
    const list = once(() => {
      const chunks = this.#cut(order).map((chunk, index) => {
        const records = () => this.#lines(chunk);
        return `${namePart(`${id}-${index}.txt`, records)} ${chunk.length}\n`;
      });
      return [bytes(chunks.join(''))];
    });
    return namePart(`${id}.txt`, list);
  }

  #cut(order: Uint32Array): Uint32Array[] {
    this.#hashes ??= Uint32Array.from(this.serialized.keys, hashKey);
    const chunks: Uint32Array[] = [];
    let start = 0;
    for (const [place, index] of order.entries()) {
      const size = place + 1 - start;
      const isCut = size >= MIN_CHUNK && (this.#hashes[index] ?? 0) % CUT_RATE === 0;
      if (!isCut && size < MAX_CHUNK && place + 1 < order.length) continue;
      chunks.push(order.subarray(start, place + 1));
      start = place + 1;
    }
    return chunks;
  }

  /** Records as lines, each with its separator. */
  #lines(indexes: Uint32Array): Uint8Array[] {
    return Array.from(indexes).flatMap((index) => [
      this.serialized.bodies[index] ?? bytes(''),
      LINE_END,
    ]);
  }

  /** The permutation of a term, in pieces, as `decodePermutation` reads it. */
  #pieces(term: string, namePart: NamePart): string[] {
    const numbers = once(() => {
      const order = this.#order(term);
      const rowOf = new Uint32Array(order.length);
      for (const [row, index] of this.#rows.entries()) rowOf[index] = row;
      const sort = this.grid.sorts?.[term];
      const compare = sort ? comparatorOf(this.#records, sort) : () => 1;
      return order.map((index, place) => {
        const isTied = place > 0 && compare(order[place - 1] ?? 0, index) === 0;
        return 2 * (rowOf[index] ?? 0) + Number(isTied);
      });
    });
    const count = Math.ceil(this.#rows.length / PIECE_ROWS);
    return Array.from({ length: count }, (_, piece) =>
      namePart(`sort-${term}-${piece}.bin`, () => {
        const rows = numbers().subarray(piece * PIECE_ROWS, (piece + 1) * PIECE_ROWS);
        return [new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength)];
      }),
    );
  }

  /** The columns of a field, in the forms that its filters read; a list of the values, if they are few, in place of texts. */
  #columns(field: string, namePart: NamePart): Required<StoredColumns> {
    /** The first filter that reads each form. */
    const filters: Partial<Record<ColumnForm, Filter>> = {};
    for (const filter of Object.values(this.grid.filters ?? {})) {
      if (filter.fields.includes(field)) filters[MATCHES[filter.match].form] ??= filter;
    }
    const { caseless, exact, numbers } = filters;
    const compared = exact ?? numbers ?? {};
    const texts = Array.from(this.#rows, (index) =>
      textAt(this.#records[index]?.value ?? {}, field, compared),
    );
    const values = (caseless ?? exact) && fewValues(texts);
    const pieces = (form: ColumnForm, filter: Filter | undefined) => {
      if (values || !filter) return undefined;
      const converted = texts.map((text = '') => storedText(filter, text));
      return textPieces(`${field}-${form}`, converted, namePart);
    };
    const toNumbers = () => texts.map((text = '') => comparableNumber(compared, text));
    return {
      values: values && valuePieces(field, texts, values, namePart),
      caseless: pieces('caseless', caseless),
      exact: pieces('exact', exact),
      numbers: numbers && numberPieces(field, toNumbers, texts.length, namePart),
    };
  }

  /** Tables of rows by key. */
  #keyTables(namePart: NamePart): string[] {
    const count = Math.max(1, Math.ceil(this.#rows.length / TABLE_KEYS));
    const tables = Array.from({ length: count }, (): [string, number][] => []);
    for (const [row, index] of this.#rows.entries()) {
      const key = this.serialized.keys[index] ?? '';
      tables[hashKey(key) % count]?.push([key, row]);
    }
    return tables.map((table, index) =>
      namePart(`keys-${index}.json`, () => [bytes(JSON.stringify(Object.fromEntries(table)))]),
    );
  }
}

const LINE_END = bytes(SEPARATOR);

/** Sorts records by their keys alone. */
const ALL_EQUAL: Sort = { field: '', kind: 'code' };

const isSame = (one: Uint32Array, other: Uint32Array): boolean =>
  Buffer.compare(new Uint8Array(one.buffer), new Uint8Array(other.buffer)) === 0;

/** The values of a column, sorted; undefined if they are many. */
function fewValues(texts: readonly (string | undefined)[]): string[] | undefined {
  const values = [...new Set(texts)].filter((text) => text !== undefined).sort();
  const isShort = bytes(JSON.stringify(values)).length <= VALUES_BYTES;
  const most = Math.min(MAX_VALUES, Math.ceil(texts.length / 4));
  return isShort && values.length <= most ? values : undefined;
}

/** A list of values, and a code for each row, in pieces as `decodeValues` reads them. */
function valuePieces(
  field: string,
  texts: readonly (string | undefined)[],
  values: readonly string[],
  namePart: NamePart,
): ColumnPiece[] {
  const codes = new Map(values.map((value, index) => [value, index + 1]));
  const pieces: ColumnPiece[] = [];
  for (let first = 0; first < texts.length; first += PIECE_ROWS) {
    const own = texts.slice(first, first + PIECE_ROWS);
    const make = () => {
      const numbers = own.map((text) => (text === undefined ? 0 : (codes.get(text) ?? 0)));
      const list = values.length < 256 ? Uint8Array.from(numbers) : Uint16Array.from(numbers);
      return [bytes(`${JSON.stringify(values)}\n`), new Uint8Array(list.buffer)];
    };
    pieces.push([namePart(`values-${field}-${pieces.length}.bin`, make), own.length]);
  }
  return pieces;
}

/** Numbers in pieces as `decodeNumbers` reads them. */
function numberPieces(
  field: string,
  makeNumbers: () => readonly number[],
  count: number,
  namePart: NamePart,
): ColumnPiece[] {
  const numbers = once(makeNumbers);
  return Array.from({ length: Math.ceil(count / PIECE_ROWS) }, (_, piece) => {
    const [from, to] = [piece * PIECE_ROWS, Math.min((piece + 1) * PIECE_ROWS, count)];
    const make = () => [new Uint8Array(Float64Array.from(numbers().slice(from, to)).buffer)];
    return [namePart(`numbers-${field}-${piece}.bin`, make), to - from];
  });
}

/** Texts in pieces as `decodeTexts` reads them. */
function textPieces(id: string, texts: readonly string[], namePart: NamePart): ColumnPiece[] {
  const pieces: ColumnPiece[] = [];
  const add = (own: readonly string[]) => {
    const make = () => [bytes(`\0${own.join('\0')}\0`)];
    pieces.push([namePart(`${id}-${pieces.length}.txt`, make), own.length]);
  };
  let [first, size] = [0, 0];
  for (const [row, text] of texts.entries()) {
    const length = Buffer.byteLength(text) + 1;
    if (row > first && size + length >= TEXT_BYTES) {
      add(texts.slice(first, row));
      [first, size] = [row, 0];
    }
    size += length;
  }
  if (first < texts.length) add(texts.slice(first));
  return pieces;
}
