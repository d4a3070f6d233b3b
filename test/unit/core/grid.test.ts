import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWindow, neighbours, offsetsOf } from '../../../src/core/grid.ts';

const pagination = { limits: [7, 20], default: 20 };
const windowsOf = (count: number) =>
  [...pagination.limits, 'all' as const].flatMap((limit) =>
    Array.from(offsetsOf(limit, count), (offset) => `${limit}@${offset}`),
  );

describe('offsetsOf', () => {
  it.each([
    [0, '7@0 20@0 all@0'],
    [1, '7@0 20@0 all@0'],
    [20, '7@0 7@7 7@14 20@0 all@0'],
    [21, '7@0 7@7 7@14 20@0 20@20 all@0'],
  ])('%i records -> %s', (count, expected) => expect(windowsOf(count).join(' ')).toBe(expected));

  it('are those that isWindow accepts', () => {
    const window = fc.record({
      limit: fc.oneof(fc.constant('all' as const), fc.constantFrom(7, 20, 1, 8)),
      offset: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), window, (count, one) => {
        const isListed = windowsOf(count).includes(`${one.limit}@${one.offset}`);
        expect(isWindow(pagination, count, one)).toBe(isListed);
      }),
    );
  });
});

describe('neighbours', () => {
  it.each([
    ['the only page', 20, 0, 20, null, null],
    ['the first of two', 20, 0, 21, 20, null],
    ['the last of two', 20, 20, 21, null, 0],
    ['less than a page from the start', 20, 7, 100, 27, 0],
    ['an empty collection', 20, 0, 0, null, null],
    ['all', 'all' as const, 0, 100, null, null],
    ['all of an empty collection, past its end', 'all' as const, 6, 0, null, 0],
  ])('%s', (_, limit, offset, count, next, previous) => {
    const found = neighbours({ limit, offset }, count);
    expect([found.next?.offset ?? null, found.previous?.offset ?? null]).toEqual([next, previous]);
  });
});
