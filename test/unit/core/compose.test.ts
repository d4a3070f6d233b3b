import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf } from '../../../src/core/compose.ts';
import type { Grid, Window } from '../../../src/core/grid.ts';
import { rowsOf } from '../../support/table.ts';

/** The parts of files that a page of things is composed of: what the file holds, and what is taken. */
function piecesOf(limits: readonly number[], count: number, window: Window, reads?: number) {
  const pagination = { limits, default: limits[0] ?? 1 };
  const things = { name: 'things', count, key: '.', orderings: [], pagination };
  const grid: Grid = { base: '', formats: [], collections: [things] };
  const address = { kind: 'page', collection: 'things', format: '', ordering: '' } as const;
  const plan = planOf({ grid, ...(reads && { reads }) }, { ...address, ...window });
  if (!('pieces' in plan)) throw new Error('The plan sorts records.');
  return plan.pieces.map(({ file, from, to }) => {
    const [, limit = '', offset = ''] = /l-(\w+)\/(\d+)\.json$/.exec(file) ?? [];
    return { limit: limit === 'all' ? count : Number(limit), offset: Number(offset), from, to };
  });
}

describe('planOf', () => {
  it.each(
    rowsOf(`
      within one small page        -> 3@42 of 2620           -> 10@40[2,5)
      across two small pages       -> 10@15 of 2620          -> 50@0[15,25)
      limit that is not rendered   -> 37@0 of 2620           -> 50@0[0,37)
      across two of the largest    -> 2@99 of 2620           -> 100@0[99,100) 100@100[0,1)
      more than the largest page   -> 237@7 of 2620          -> 100@0[7,100) 100@100[0,100) 100@200[0,44)
      past the end                 -> 1000@2611 of 2620      -> 10@2610[1,10)
      all but the first            -> all@1 of 2620          -> 2620@0[1,2620)
      all that are left            -> all@2600 of 2620       -> 20@2600[0,20)
      larger than the collection   -> 100000@0 of 2620       -> 2620@0[0,2620)
      from the end                 -> 20@2620 of 2620        -> none
      empty collection             -> 7@0 of 0               -> none
      one record                   -> 7@0 of 1               -> 1@0[0,1)
      as many files as allowed     -> 160@7 of 2620, 2 files -> 100@0[7,100) 100@100[0,67)
      one file more than allowed   -> 2@99 of 2620, 1 files  -> 2620@0[99,101)`),
  )('%s: %s -> %s', (_, request = '', expected) => {
    const [, limit, offset, count, reads] =
      /(\w+)@(\d+) of (\d+)(?:, (\d) files)?/.exec(request) ?? [];
    const window = {
      limit: limit === 'all' ? limit : Number(limit),
      offset: Number(offset),
    } as const;
    const pieces = piecesOf(
      [100, 10, 50, 20],
      Number(count),
      window,
      reads ? Number(reads) : undefined,
    );
    const texts = pieces.map((one) => `${one.limit}@${one.offset}[${one.from},${one.to})`);
    expect(texts.join(' ') || 'none').toBe(expected);
  });

  it('takes the records of the window and no others, from rendered pages, within its limit', () => {
    const limit = fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 400 }));
    const request = fc.record({
      limits: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      count: fc.nat({ max: 300 }),
      window: fc.record({ limit, offset: fc.nat({ max: 320 }) }),
      reads: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(request, ({ limits, count, window, reads }) => {
        const pieces = piecesOf(limits, count, window, reads);
        const taken = pieces.flatMap(({ offset, from, to }) =>
          Array.from({ length: to - from }, (_, index) => offset + from + index),
        );
        const end = window.limit === 'all' ? count : window.offset + window.limit;
        expect(taken).toEqual([...Array(count).keys()].slice(window.offset, end));
        expect(pieces.every((one) => one.offset % one.limit === 0)).toBe(true);
        expect(pieces.every((one) => [...limits, count].includes(one.limit))).toBe(true);
        expect(pieces.length).toBeLessThanOrEqual(reads ?? Infinity);
      }),
      { numRuns: 400 },
    );
  });
});
