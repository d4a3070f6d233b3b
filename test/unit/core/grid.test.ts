import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWindow, neighbours, windows } from '../../../src/core/grid.ts';

const pagination = { limits: [7, 20], default: 20 };
const shown = (count: number) =>
  [...windows(pagination, count)].map(({ limit, offset }) => `${limit}@${offset}`);

describe('windows', () => {
  it.each([
    ['none: still a first page each', 0, ['7@0', '20@0', 'all@0']],
    ['one', 1, ['7@0', '20@0', 'all@0']],
    ['exactly a page', 20, ['7@0', '7@7', '7@14', '20@0', 'all@0']],
    ['one more than a page', 21, ['7@0', '7@7', '7@14', '20@0', '20@20', 'all@0']],
  ])('%s', (_, count, expected) => expect(shown(count)).toEqual(expected));

  it('are told from others by isWindow', () => {
    const window = fc.record({
      limit: fc.oneof(fc.constant('all' as const), fc.constantFrom(7, 20, 1, 8)),
      offset: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), window, (count, one) => {
        const listed = shown(count).includes(`${one.limit}@${one.offset}`);
        expect(isWindow(pagination, count, one)).toBe(listed);
      }),
    );
  });
});

describe('neighbours', () => {
  it.each([
    ['an only page', { limit: 20, offset: 0 }, 20, null, null],
    ['the first of two', { limit: 20, offset: 0 }, 21, 20, null],
    ['the last of two', { limit: 20, offset: 20 }, 21, null, 0],
    ['nearer to the start than a page', { limit: 20, offset: 7 }, 100, 27, 0],
    ['an empty collection', { limit: 20, offset: 0 }, 0, null, null],
    ['all', { limit: 'all' as const, offset: 0 }, 100, null, null],
  ])('%s', (_, window, count, next, previous) => {
    const found = neighbours(window, count);
    expect([found.next?.offset ?? null, found.previous?.offset ?? null]).toEqual([next, previous]);
  });
});
