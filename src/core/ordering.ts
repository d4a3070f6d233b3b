import { comparableNumber, valueAt } from './filter.ts';
import { sortByRank } from './row-order.ts';

/** How the values of a field are compared. */
export const ORDERING_KINDS = ['code', 'caseless', 'text', 'number', 'time'] as const;
/**
 * - `code`: by character code
 * - `caseless`: lower-cased, then by character code
 * - `text`: as an English reader sorts, `Cañon City` next to `Canon City`
 * - `number`: by size, also texts of decimals; false before true
 * - `time`: dates and times by their instants, as filters compare them; in UTC without an offset
 */
export type OrderingKind = (typeof ORDERING_KINDS)[number];

/** An order of records by the values of a published field; equal values are ordered by the key. */
export interface Sort<Field extends string = string> {
  /**
   * A published field, or one of an object.
   * @example field: 'country.name'
   */
  readonly field: Field;
  /**
   * How to compare: `number`, `time`, `code`, `caseless` or `text`.
   * @example kind: 'number'
   */
  readonly kind: OrderingKind;
  /**
   * `true`: the largest value first.
   * @example descending: true
   */
  readonly descending?: boolean;
}

/** What sorting needs of a record: its key, and its published fields. */
export interface Keyed {
  readonly key: string | number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** By the codes of UTF-16, as JavaScript compares: characters beyond U+FFFF are before U+E000 to U+FFFF. */
export const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Letter case and accents only break ties. The result depends on the ICU version of Node. */
const collator = new Intl.Collator('en');

/** The comparator of each kind, for values that `prepare` returns. */
const COMPARATORS = {
  code: (a, b) => byCode(a as string, b as string),
  caseless: (a, b) => byCode(a as string, b as string),
  text: (a, b) => collator.compare(a as string, b as string),
  number: (a, b) => (a as number) - (b as number),
  time: (a, b) => (a as number) - (b as number),
} satisfies Record<OrderingKind, (a: unknown, b: unknown) => number>;

/** A value in the form that its comparator takes; undefined for null. */
function comparable(kind: OrderingKind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (kind === 'number') return Number(value);
  if (kind === 'time') return comparableNumber({ type: 'date-time' }, String(value));
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
    const byKey = this.#byKey;
    const order = sortByRank((place) => byKey[place] ?? 0, this.ranks(sort));
    return sort.descending ? order.reverse() : order;
  }

  /** The number of records with smaller values, for each record. Null is greater than every value. */
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
  const sorted = [...values.keys()].filter((index) => values[index] !== undefined);
  sorted.sort((a, b) => compare(values[a], values[b]));
  const ranks = new Uint32Array(values.length).fill(sorted.length);
  let rank = 0;
  for (const [place, index] of sorted.entries()) {
    // Different values can be equal: texts in a collation, for example.
    if (place > 0 && compare(values[sorted[place - 1] ?? 0], values[index]) !== 0) rank = place;
    ranks[index] = rank;
  }
  return ranks;
}
