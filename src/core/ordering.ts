import { valueAt } from './filter.ts';

/** How the values of a field are compared. */
export const ORDERING_KINDS = ['code', 'caseless', 'text', 'number'] as const;
/**
 * - `code`: by character code
 * - `caseless`: lower-cased, then by character code
 * - `text`: as an English reader sorts, `Cañon City` next to `Canon City`
 * - `number`: by size, also texts of decimals; false before true
 */
export type OrderingKind = (typeof ORDERING_KINDS)[number];

/** An order of records by the values of a published field; equal values are ordered by the key. */
export interface Sort<Field extends string = string> {
  /** Its name, after the names of the objects that hold it: `country.name`. */
  readonly field: Field;
  readonly kind: OrderingKind;
  readonly descending?: boolean;
}

/** What sorting needs of a record: its key, and its published fields. */
export interface Keyed {
  readonly key: string | number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * By Unicode code point. JavaScript's `<` compares UTF-16 units, which puts characters beyond U+FFFF
 * (surrogates) before U+E000 to U+FFFF; a database or Python does not.
 */
export function byCode(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (x !== y) return codeRank(x) - codeRank(y);
  }
  return a.length - b.length;
}

/** The rank of a UTF-16 unit by code point: surrogates come after all others. */
function codeRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Letter case and accents only break ties. The result depends on the ICU version of Node. */
const collator = new Intl.Collator('en');

/** The comparator of each kind, for values that `prepare` returns. */
const COMPARATORS = {
  code: (a, b) => byCode(a as string, b as string),
  caseless: (a, b) => byCode(a as string, b as string),
  text: (a, b) => collator.compare(a as string, b as string),
  number: (a, b) => (a as number) - (b as number),
} satisfies Record<OrderingKind, (a: unknown, b: unknown) => number>;

/** A value in the form that its comparator takes; undefined for null. */
function comparable(kind: OrderingKind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (kind === 'number') return Number(value);
  return kind === 'caseless' ? String(value).toLowerCase() : String(value);
}

/** The orders of some records. What several of them need is computed once. */
export class RecordOrders {
  readonly #ranks = new Map<string, Uint32Array>();
  /** The index of the record at each place by key. */
  #byKey: Uint32Array | undefined;

  constructor(private readonly records: readonly Keyed[]) {}

  /**
   * The order of the records as a permutation: the index of the record at each place. Null is last
   * ascending and first descending. Records with equal values are ordered by their keys in the direction
   * of the sort, so that every order is total, and the reverse of each sort gives the reverse order.
   * @param sort absent: the order is that of the content
   */
  order(sort?: Sort): Uint32Array {
    if (!sort) return Uint32Array.from(this.records.keys());
    this.#byKey ??= invert(keyRanks(this.records));
    const order = sortByRank(this.#byKey, this.ranks(sort));
    return sort.descending ? order.reverse() : order;
  }

  /** The rank of each record by its value, ascending: equal values have the same, null has the highest. */
  ranks({ field, kind }: Sort): Uint32Array {
    const id = `${kind} ${field}`;
    const valuesOf = () => this.records.map(({ value }) => valueAt(value, field));
    const ranks = this.#ranks.get(id) ?? rankValues(valuesOf(), kind);
    this.#ranks.set(id, ranks);
    return ranks;
  }
}

/** Sorts indexes by their ranks, and keeps the sequence of equal ones. A counting sort compares nothing. */
function sortByRank(indexes: Uint32Array, ranks: Uint32Array): Uint32Array {
  const starts = new Uint32Array(indexes.length + 2);
  for (const rank of ranks) starts[rank + 2] = (starts[rank + 2] ?? 0) + 1;
  for (let rank = 2; rank < starts.length; rank++)
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const sorted = new Uint32Array(indexes.length);
  for (const index of indexes) {
    const next = 1 + (ranks[index] ?? 0);
    const place = starts[next] ?? 0;
    sorted[place] = index;
    starts[next] = place + 1;
  }
  return sorted;
}

/** The place of each record by its key, which no other has: numbers by size, texts by code. */
function keyRanks(records: readonly Keyed[]): Uint32Array {
  const kind = records.every(({ key }) => typeof key === 'number') ? 'number' : 'code';
  const keys = records.map(({ key }) => key);
  return rankValues(keys, kind);
}

/** The inverse of a permutation: the place of each index in it. */
export function invert(permutation: Uint32Array): Uint32Array {
  const places = new Uint32Array(permutation.length);
  for (const [place, index] of permutation.entries()) places[index] = place;
  return places;
}

function rankValues(all: readonly unknown[], kind: OrderingKind): Uint32Array {
  const compare = COMPARATORS[kind];
  const values = all.map((value) => comparable(kind, value));
  const ranks = new Map<unknown, number>(values.map((value) => [value, 0]));
  ranks.delete(undefined);
  const sorted = [...ranks.keys()];
  // By UTF-16 unit, without a comparator. That is nearly the order of texts.
  if (kind !== 'number') sorted.sort();
  let rank = 0;
  for (const [place, value] of sorted.sort(compare).entries()) {
    // Only a collation has different texts that are equal.
    if (place > 0 && (kind !== 'text' || compare(sorted[place - 1], value) !== 0)) rank++;
    ranks.set(value, rank);
  }
  // With a function, `from` takes much longer.
  return Uint32Array.from(values.map((value) => ranks.get(value) ?? ranks.size));
}
