import { expect, it } from 'vitest';
import { indexesIn, permutedOrder, type RowOrder } from '../../../src/core/row-order.ts';

/** A row is three values. The term `-2` sorts by the second one of each, in reverse. */
const ROWS = ['b2x', 'a1y', 'a2x', 'b1x', 'a1x', 'b1y', 'a2y', 'a1y'];
const ALL = [...ROWS.keys()];

function orderOf(term: string): RowOrder {
  const charOf = (row: number) => ROWS[row]?.[Math.abs(Number(term)) - 1] ?? '';
  const rows = ALL.toSorted((one, two) => charOf(one).localeCompare(charOf(two)));
  const isTied = (row: number, place: number) =>
    place > 0 && charOf(rows[place - 1] ?? 0) === charOf(row);
  const permutation = rows.map((row, place) => 2 * row + Number(isTied(row, place)));
  return permutedOrder(Uint32Array.from(permutation), term.startsWith('-'));
}

it.each<[name: string, terms: string, marked: number[], range: [number, number], found: number[]]>([
  ['one term', '2', ALL, [0, 8], [1, 3, 4, 5, 7, 0, 2, 6]],
  ['ties in three terms', '1,2,3', ALL, [0, 8], [4, 1, 7, 2, 6, 3, 5, 0]],
  ['terms in reverse', '-1,2,-3', ALL, [0, 8], [5, 3, 0, 7, 1, 4, 6, 2]],
  ['ties of the last term, in reverse', '1,-2', ALL, [0, 8], [6, 2, 7, 4, 1, 0, 5, 3]],
  ['some rows', '1,2,3', [0, 1, 2, 5, 7], [0, 8], [1, 7, 2, 5, 0]],
  ['a range inside a group', '1,2,3', ALL, [1, 3], [1, 7]],
  ['a range across groups, of some rows', '-1,2,-3', [0, 1, 2, 5, 7], [1, 4], [0, 7, 1]],
  ['a range beyond the end', '1,2,3', ALL, [6, 20], [5, 0]],
  ['no rows', '1,2', [], [0, 8], []],
])('rows in several orders: %s', (_, terms, marked, range, expected) => {
  const [first = orderOf(''), ...others] = terms.split(',').map(orderOf);
  const marks = Uint8Array.from(ALL, (row) => Number(marked.includes(row)));
  for (const own of marked === ALL ? [marks, null] : [marks]) {
    expect(indexesIn(first, others, own, range).map(first.rowAt)).toEqual(expected);
  }
});
