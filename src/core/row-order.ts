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
  const hasGroups = others.length > 0;
  if (!marks && !hasGroups) return plainIndexes(order, from, to);
  const isMarked = (index: number) => !marks || marks[order.rowAt(index)] === 1;
  const compare = comparatorOf(order, others);
  const found: number[] = [];
  let seen = 0;
  let group: number[] = [];
  for (let index = 0; seen < to && index < order.count; index++) {
    if (isMarked(index)) group.push(index);
    if (group.length === 0 || (hasGroups && order.isTied(index + 1))) continue;
    // A group before the range is only counted.
    if (hasGroups && seen + group.length > from) group.sort(compare);
    for (const one of group.slice(Math.max(0, from - seen), to - seen)) found.push(one);
    seen += group.length;
    group = [];
  }
  return found;
}

/** Does not count from the first one: that takes a new Worker milliseconds in a long listing. */
function plainIndexes({ count }: RowOrder, from: number, to: number): number[] {
  const length = Math.max(0, Math.min(to, count) - from);
  return Array.from({ length }, (_, place) => from + place);
}

/** Compares the rows at two indexes of the first order by the other ones. */
function comparatorOf(order: RowOrder, others: readonly RowOrder[]) {
  const ranks = others.map((other, place) => ranksOf(other, place < others.length - 1));
  return (one: number, two: number): number => {
    const [a, b] = [order.rowAt(one), order.rowAt(two)];
    const rank = ranks.find((one) => one[a] !== one[b]);
    return rank ? (rank[a] ?? 0) - (rank[b] ?? 0) : 0;
  };
}

/** The index of each row. @param hasTies whether rows with equal values get the same one */
function ranksOf(order: RowOrder, hasTies: boolean): Uint32Array {
  const ranks = new Uint32Array(order.count);
  let rank = 0;
  for (let index = 0; index < order.count; index++) {
    if (!hasTies || !order.isTied(index)) rank = index;
    ranks[order.rowAt(index)] = rank;
  }
  return ranks;
}
