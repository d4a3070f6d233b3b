import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstWindows, isWindow, offsetsOf } from '../../../src/core/grid.ts';

const pagination = { limits: [7, 20], default: 20 };
const windowsOf = (count: number) =>
  [...pagination.limits, 'all' as const].flatMap((limit) =>
    Array.from(offsetsOf(limit, count), (offset) => `${limit}@${offset}`),
  );

describe('firstWindows', () => {
  it('offsets -> a page of each size, and one of all records', () => {
    const windows = firstWindows(pagination).map(({ limit }) => limit);
    expect(windows).toEqual([7, 20, 'all']);
  });

  it('page numbers -> a page without a page size, and one of each size', () => {
    const windows = firstWindows({ ...pagination, style: 'page' });
    expect(windows.map(({ limit, pageSize }) => [limit, pageSize])).toEqual([
      [20, ''],
      [7, 7],
      [20, 20],
    ]);
  });
});

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
