import { joined, SEPARATOR } from '../core/envelope.ts';
import {
  type ColumnForm,
  comparableNumber,
  type Filter,
  MATCHES,
  searchText,
  storedText,
  textAt,
  valueAt,
} from '../core/filter.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { hashKey } from '../core/hash.ts';
import { invert, type Keyed } from '../core/ordering.ts';
import {
  type ColumnPiece,
  PIECE_ROWS,
  type StoredCollection,
  type StoredColumns,
} from '../core/store.ts';
import { once } from '../util/once.ts';
import type { Steps } from '../util/progress.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes } from './site-file.ts';

/** Makes the body of a part, in pieces. */
export type MakePart = () => readonly Uint8Array[];

/** Names a part of a collection. The `id` tells what it is: `sort-label-0.bin`. */
export type NamePart = (id: string, make: MakePart) => string;

/** The minimum and the maximum number of records in a chunk. A page of 50 is in two chunks at most. */
const [MIN_CHUNK, MAX_CHUNK] = [96, 320];

/**
 * One of so many records may end a chunk. The chunk of a record has 131 records on average. With a minimum and a rate
 * of 64, it has 158 and the number of files is the same; with a minimum of 64, it has 104, but there are a third more files.
 */
const CUT_RATE = 32;

/** The most keys that a table has on average: more make the tables longer, fewer the root. */
const TABLE_KEYS = 512;

/**
 * The factor of the sizes above for a number of records: 1 up to 200,000, then 2, and 4 from 800,000 on. So chunks and their
 * lists grow alike, and a million records in four orders have less than 10,000 files. It has few steps, because
 * with another one all chunks are new.
 */
export const partScale = (count: number): number =>
  2 ** Math.max(0, Math.ceil(Math.log2(count / 200_000) / 2));

/** The most bytes of a piece of texts, unless one text has more. */
const TEXT_BYTES = 2 ** 20;

/** The most values of a column that lists them, and their most bytes as JSON. */
const [MAX_VALUES, VALUES_BYTES] = [2 ** 16 - 1, 2 ** 18];

/** So many values are listed in any column: those of a facet are counted by them. */
export const ALWAYS_LISTED = 300;

/** Makes the parts of one collection. */
export class CollectionParts {
  /** The index of the record in each row. */
  readonly #rows: Uint32Array;

  constructor(
    private readonly grid: CollectionGrid,
    private readonly serialized: SerializedCollection,
    private readonly namePart: NamePart,
  ) {
    this.#rows = serialized.order('');
  }

  /**
   * Names all parts.
   * @param hasOrders false if the records are stored in the default order only
   * @param isLazy true if the columns of a field are made when they are first asked for
   */
  *stored(hasOrders: boolean, isLazy = false): Steps<StoredCollection> {
    const { body, listedBody, indicesByAlias } = this.serialized;
    const rowList = yield* this.#chunkList('order', this.#rows);
    const reverse = this.#rows.toReversed();
    const { orderings, sorts = {}, filters = {} } = this.grid;
    const terms = Object.keys(sorts);
    const orders = [['', rowList]];
    for (const term of terms.filter((one) => hasOrders && orderings.includes(one))) {
      const order = this.serialized.order(term);
      if (isSame(order, this.#rows)) orders.push([term, rowList]);
      else if (isSame(order, reverse)) orders.push([`-${term}`, rowList]);
      else orders.push([term, yield* this.#chunkList(`order-${term}`, order)]);
    }
    const fields = new Set(Object.values(filters).flatMap((filter) => filter.fields));
    const aliases = Array.from(indicesByAlias, ([alias, index]) => [alias, this.#rowOf()[index]]);
    const aliasesJson = () => [bytes(JSON.stringify(Object.fromEntries(aliases)))];
    return {
      orders: Object.fromEntries(orders),
      ...(listedBody !== body && { whole: yield* this.#chunkList('whole', this.#rows, body) }),
      ...(aliases.length > 0 && { aliases: this.namePart('aliases.json', aliasesJson) }),
      sorts: yield* makeEach(terms, (term) => this.#permutation(term)),
      columns: yield* makeEach([...fields], (field) => this.#columns(field), isLazy),
      keys: this.#keyTables(),
    };
  }

  /** Divides records into chunks where the hash of a key says so: an insertion changes few of them. */
  *#chunkList(id: string, order: Uint32Array, bodyOf = this.serialized.listedBody): Steps<string> {
    let list = '';
    for (const [index, chunk] of this.#cut(order).entries()) {
      const lines = () => [joined('', Array.from(chunk, bodyOf), SEPARATOR)];
      list += `${this.namePart(`${id}-${index}.txt`, lines)} ${chunk.length}\n`;
      yield;
    }
    return this.namePart(`${id}.txt`, () => [bytes(list)]);
  }

  #cut(order: Uint32Array): Uint32Array[] {
    const scale = partScale(order.length);
    const [least, most] = [MIN_CHUNK * scale, MAX_CHUNK * scale];
    const chunks: Uint32Array[] = [];
    let start = 0;
    for (const [place, index] of order.entries()) {
      const size = place + 1 - start;
      const isCut = size >= least && (this.#hashes()[index] ?? 0) % (CUT_RATE * scale) === 0;
      if (!isCut && size < most && place + 1 < order.length) continue;
      chunks.push(order.subarray(start, place + 1));
      start = place + 1;
    }
    return chunks;
  }

  readonly #hashes = once(() => Uint32Array.from(this.serialized.keys, (key) => hashKey(key)[0]));

  /** The row of each record. */
  readonly #rowOf = once(() => invert(this.#rows));

  /** The permutation of a term, in pieces as `decodePermutation` reads it. */
  #permutation(term: string): string[] {
    const makeNumbers = () => {
      const { order, ranks: ranksBy, definition } = this.serialized;
      const rowOf = this.#rowOf();
      const sort = definition.orderings?.[term];
      const ranks = sort ? ranksBy(sort) : rowOf;
      return order(term).map((index, place, all) => {
        const isTied = place > 0 && ranks[all[place - 1] ?? 0] === ranks[index];
        return 2 * (rowOf[index] ?? 0) + Number(isTied);
      });
    };
    return this.#numberPieces(`sort-${term}`, makeNumbers).map(([part]) => part);
  }

  /** The columns of a field, in the forms that its filters read; a list of the values, if they are few, in place of texts. */
  #columns(field: string): Required<StoredColumns> {
    /** The first filter that reads each form. */
    const filters: Partial<Record<ColumnForm, Filter>> = {};
    for (const filter of Object.values(this.grid.filters ?? {})) {
      if (filter.fields.includes(field)) filters[MATCHES[filter.match].form] ??= filter;
    }
    const { caseless, folded, exact, numbers, nulls } = filters;
    const compared: Pick<Filter, 'isList' | 'type'> = exact ?? numbers ?? {};
    const { records } = this.serialized;
    const textsFor = (filter: Partial<Filter>) =>
      Array.from(this.#rows, (index) => textAt(records[index]?.value ?? {}, field, filter));
    const texts = textsFor(compared);
    /** Of lists, which other filters read in another form. */
    const isInList = ({ value }: Keyed) => Array.isArray(valueAt(value, field));
    const searched =
      folded && (compared.isList ?? records.some(isInList))
        ? Array.from(this.#rows, (index) => searchText(records[index]?.value ?? {}, field))
        : undefined;
    const values = (caseless ?? (searched ? undefined : folded) ?? exact) && fewValues(texts);
    const toNumbers = () =>
      Float64Array.from(texts, (text = '') => comparableNumber(compared, text));
    const piecesFor = (form: ColumnForm, own = values ? undefined : texts) => {
      const { [form]: filter } = filters;
      if (!own || !filter) return undefined;
      const stored = own.map((text = '') => storedText(filter, text));
      return this.#textPieces(`${field}-${form}`, stored);
    };
    return {
      values: values && this.#valuePieces(`values-${field}`, texts, values),
      caseless: piecesFor('caseless'),
      // Where it equals `caseless`, it has the same name, because that is of its content.
      folded: piecesFor('folded', searched),
      exact: piecesFor('exact'),
      numbers: numbers && this.#numberPieces(`numbers-${field}`, toNumbers),
      nulls: nulls && this.#valuePieces(`nulls-${field}`, textsFor(nulls), ['false', 'true']),
    };
  }

  /** A list of values, and a code for each row, in pieces as `decodeValues` reads them. */
  #valuePieces(id: string, texts: readonly (string | undefined)[], values: readonly string[]) {
    const toCodes = () => {
      const codes = new Map<unknown, number>(values.map((value, index) => [value, index + 1]));
      const numbers = texts.map((text) => codes.get(text) ?? 0);
      return values.length < 256 ? Uint8Array.from(numbers) : Uint16Array.from(numbers);
    };
    return this.#numberPieces(id, toCodes, `${JSON.stringify(values)}\n`);
  }

  /** A number for each row, in pieces, each of which starts with a text. */
  #numberPieces(id: string, makeNumbers: () => Numbers, start = ''): ColumnPiece[] {
    const numbers = once(makeNumbers);
    const count = this.#rows.length;
    return Array.from({ length: Math.ceil(count / PIECE_ROWS) }, (_, piece) => {
      const [from, to] = [piece * PIECE_ROWS, Math.min((piece + 1) * PIECE_ROWS, count)];
      const make = () => {
        const { buffer, byteOffset, byteLength } = numbers().subarray(from, to);
        return [bytes(start), new Uint8Array(buffer, byteOffset, byteLength)];
      };
      return [this.namePart(`${id}-${piece}.bin`, make), to - from];
    });
  }

  /** Texts in pieces as `decodeTexts` reads them. */
  #textPieces(id: string, texts: readonly string[]): ColumnPiece[] {
    const pieces: ColumnPiece[] = [];
    const add = (own: readonly string[]) => {
      const make = () => [bytes(`\0${own.join('\0')}\0`)];
      pieces.push([this.namePart(`${id}-${pieces.length}.txt`, make), own.length]);
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

  /** Tables of rows by key, as `decodeKeys` reads them. */
  #keyTables(): string[] {
    const { length } = this.#rows;
    const count = Math.ceil(length / (TABLE_KEYS * partScale(length))) || 1;
    const tables = Array.from({ length: count }, (): number[] => []);
    for (const [row, index] of this.#rows.entries()) {
      const [one, other] = hashKey(this.serialized.keys[index] ?? '');
      tables[one % count]?.push(one, other, row);
    }
    return tables.map((table, index) => {
      const numbers = Uint32Array.from(table);
      return this.namePart(`keys-${index}.bin`, () => [new Uint8Array(numbers.buffer)]);
    });
  }
}

/** What a function makes of each name, by name. @param isLazy true to make it when it is first asked for */
function* makeEach<T>(names: readonly string[], make: (name: string) => T, isLazy = false) {
  const made: Record<string, T> = {};
  for (const name of names) {
    const get = once(() => make(name));
    Object.defineProperty(made, name, { get, enumerable: true });
    if (!isLazy) yield void get();
  }
  return made;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const isSame = (one: Uint32Array, other: Uint32Array): boolean =>
  Buffer.compare(new Uint8Array(one.buffer), new Uint8Array(other.buffer)) === 0;

/** The values of a column, sorted; undefined if they are many. */
function fewValues(texts: readonly (string | undefined)[]): string[] | undefined {
  const values = [...new Set(texts)].filter((text) => text !== undefined).sort();
  const isShort = bytes(JSON.stringify(values)).length <= VALUES_BYTES;
  const most = Math.min(MAX_VALUES, Math.max(ALWAYS_LISTED, Math.ceil(texts.length / 4)));
  return isShort && values.length <= most ? values : undefined;
}
