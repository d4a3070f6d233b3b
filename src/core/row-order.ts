/** Places in a listing: the first, and the one after the last. */
export type Range = readonly [from: number, to: number];

/** An order of rows. An index is a place in it. */
export interface RowOrder {
  readonly count: number;
  rowAt(index: number): number;
  /** True if the value at an index equals the one before it; absent: it is not known. */
  isTied?(index: number): boolean;
}

/** The order of a permutation as `decodePermutation` returns it, or its reverse. */
export function permutedOrder(permutation: Uint32Array, isReversed: boolean): RowOrder {
  const { length: count } = permutation;
  const at = (place: number) => permutation[place] ?? 0;
  return {
    count,
    rowAt: (index) => at(isReversed ? count - 1 - index : index) >>> 1,
    isTied: (index) => at(isReversed ? count - index : index) % 2 === 1,
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
  range: Range,
): number[] {
  const last = others.at(-1);
  if (!last) return markedIndexes(order, marks, range);
  // A sort by several terms is a stable sort by each of them, the last one first.
  let sorted = last;
  for (const other of [order, ...others.slice(0, -1)].reverse()) sorted = sortBy(other, sorted);
  const indexes = ranksOf(order, false);
  return indexesIn(sorted, [], marks, range).map((index) => indexes[sorted.rowAt(index)] ?? 0);
}

function markedIndexes({ count, rowAt }: RowOrder, marks: Uint8Array | null, [from, to]: Range) {
  const found: number[] = [];
  // If all rows are marked, not from the first one: that takes a new Worker milliseconds in a long listing.
  let seen = marks ? 0 : from;
  for (let index = seen; seen < to && index < count; index++) {
    if ((!marks || marks[rowAt(index)] === 1) && seen++ >= from) found.push(index);
  }
  return found;
}

/** Sorts rows by the values of an order, and rows with equal values as in another one. */
function sortBy(order: RowOrder, other: RowOrder): RowOrder {
  const rows = sortByRank(other.rowAt, ranksOf(order, true));
  return { count: order.count, rowAt: (index) => rows[index] ?? 0 };
}

/**
 * Sorts rows by their ranks; rows with equal ranks keep their sequence. A counting sort compares nothing.
 * @param ranks the number of rows with smaller values, by row
 */
export function sortByRank(rowAt: RowOrder['rowAt'], ranks: Uint32Array): Uint32Array {
  /** How many rows with a rank have their place. */
  const placed = new Uint32Array(ranks.length);
  const sorted = new Uint32Array(ranks.length);
  for (let index = 0; index < ranks.length; index++) {
    const row = rowAt(index);
    const rank = ranks[row] ?? 0;
    const before = placed[rank] ?? 0;
    placed[rank] = before + 1;
    sorted[rank + before] = row;
  }
  return sorted;
}

/** The index of each row. @param hasTies whether rows with equal values get that of the first of them */
function ranksOf(order: RowOrder, hasTies: boolean): Uint32Array {
  const ranks = new Uint32Array(order.count);
  let rank = 0;
  for (let index = 0; index < order.count; index++) {
    if (!hasTies || !order.isTied?.(index)) rank = index;
    ranks[order.rowAt(index)] = rank;
  }
  return ranks;
}
