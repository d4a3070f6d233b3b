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
    const { length } = this.records;
    if (!sort) return Uint32Array.from(this.records.keys());
    const ranks = this.ranks(sort);
    this.#byKey ??= invert(keyRanks(this.records));
    const byKey = this.#byKey;
    // Rank and place in one number: numbers are sorted without a comparator.
    const sortable = (index: number, place: number) => (ranks[index] ?? 0) * length + place;
    const numbers = Float64Array.from(byKey, sortable);
    const order = Uint32Array.from(numbers.sort(), (number) => byKey[number % length] ?? 0);
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
  const sorted = [...new Set(values)].filter((value) => value !== undefined);
  // By UTF-16 unit, without a comparator. That is nearly the order of texts.
  if (kind !== 'number') sorted.sort();
  const ranks = new Map<unknown, number>();
  let rank = 0;
  for (const [place, value] of sorted.sort(compare).entries()) {
    if (place > 0 && compare(sorted[place - 1], value) !== 0) rank++;
    ranks.set(value, rank);
  }
  return Uint32Array.from(values, (value) => ranks.get(value) ?? ranks.size);
}
