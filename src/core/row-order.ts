/** Places in a listing: the first, and the one after the last. */
export type Range = readonly [from: number, to: number];

/** An order of rows. An index is a place in it. */
export interface RowOrder {
  readonly count: number;
  rowAt(index: number): number;
  /** True if the value at an index equals the one before it. */
  isTied(index: number): boolean;
}

/** The order in which the rows are numbered, or its reverse. Equal values are not known there. */
export const numberedOrder = (count: number, isReversed: boolean): RowOrder => ({
  count,
  rowAt: (index) => (isReversed ? count - 1 - index : index),
  isTied: () => false,
});

/** The order of a permutation as `decodePermutation` returns it, or its reverse. */
export function permutedOrder(permutation: Uint32Array, isReversed: boolean): RowOrder {
  const { length: count } = permutation;
  const at = (place: number) => permutation[place] ?? 0;
  return {
    count,
    rowAt: (index) => at(isReversed ? count - 1 - index : index) >>> 1,
    isTied: (index) =>
      index > 0 && index < count && at(isReversed ? count - index : index) % 2 === 1,
  };
}

/**
 * The indexes of a range of the rows that are marked.
 * @param others the orders of rows that are equal in the first one; each but the last ignores its own
 * order of equal values
 * @param marks null if all rows are
 */
export function indexesIn(
  order: RowOrder,
  others: readonly RowOrder[],
  marks: Uint8Array | null,
  [from, to]: Range,
): number[] {
  const last = others.at(-1);
  if (!last) return marks ? markedIndexes(order, marks, from, to) : plainIndexes(order, from, to);
  // A sort by several terms is a stable sort by each of them, the last one first.
  const found = indexesIn(last, [], marks, [0, last.count]);
  let rows: Uint32Array = Uint32Array.from(found, last.rowAt);
  for (const other of [order, ...others.slice(0, -1)].reverse()) rows = sortRows(rows, other);
  const indexes = ranksOf(order, false);
  return Array.from(rows.subarray(from, to), (row) => indexes[row] ?? 0);
}

/** Does not count from the first one: that takes a new Worker milliseconds in a long listing. */
function plainIndexes({ count }: RowOrder, from: number, to: number): number[] {
  const length = Math.max(0, Math.min(to, count) - from);
  return Array.from({ length }, (_, place) => from + place);
}

function markedIndexes(order: RowOrder, marks: Uint8Array, from: number, to: number): number[] {
  const found: number[] = [];
  let seen = 0;
  for (let index = 0; seen < to && index < order.count; index++) {
    if (marks[order.rowAt(index)] === 1 && seen++ >= from) found.push(index);
  }
  return found;
}

/** Sorts rows by the values of an order, and keeps the sequence of equal ones. A counting sort compares nothing. */
function sortRows(rows: Uint32Array, order: RowOrder): Uint32Array {
  const groups = ranksOf(order, true);
  const groupOf = (row: number) => groups[row] ?? 0;
  const starts = new Uint32Array(order.count + 1);
  const add = (at: number, number: number) => (starts[at] = (starts[at] ?? 0) + number);
  for (const row of rows) add(groupOf(row) + 1, 1);
  for (let group = 0; group < order.count; group++) add(group + 1, starts[group] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) sorted[add(groupOf(row), 1) - 1] = row;
  return sorted;
}

/** The index of each row. @param hasTies whether rows with equal values get that of the first of them */
function ranksOf(order: RowOrder, hasTies: boolean): Uint32Array {
  const ranks = new Uint32Array(order.count);
  let rank = 0;
  for (let index = 0; index < order.count; index++) {
    if (!hasTies || !order.isTied(index)) rank = index;
    ranks[order.rowAt(index)] = rank;
  }
  return ranks;
}
