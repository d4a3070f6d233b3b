import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from '../src/core/answer.ts';
import { type Cut, cover } from '../src/core/cover.ts';
import { isWindow, type Limit } from '../src/core/grid.ts';
import type { DataSite } from '../src/core/site.ts';
import { withBase } from '../src/core/with-base.ts';
import { openSite } from '../src/server/site-folder.ts';
import { shippedSite } from './support/shipped-site.ts';

const shipped = { limits: [10, 20, 50, 100], default: 20 };

/** The windows as text: `20@40[3,20)`. */
const shown = (cuts: readonly Cut[]) =>
  cuts.map(({ window, from, to }) => `${window.limit}@${window.offset}[${from},${to})`);

/** How many records are read. */
const readBy = (cuts: readonly Cut[], count: number) =>
  cuts.reduce((sum, { window: { limit, offset } }) => {
    const size = limit === 'all' ? count : limit;
    return sum + Math.min(size, count - offset);
  }, 0);

/** The places in the listing of the records that are cut out. */
const placesOf = (cuts: readonly Cut[]) =>
  cuts.flatMap(({ window, from, to }) =>
    Array.from({ length: to - from }, (_, index) => window.offset + from + index),
  );

describe('cover', () => {
  it.each<[string, { limit: Limit; offset: number }, number, string[]]>([
    ['within one page', { limit: 3, offset: 42 }, 2620, ['10@40[2,5)']],
    ['over the edge of two', { limit: 10, offset: 15 }, 2620, ['10@10[5,10)', '10@20[0,5)']],
    ['a size of its own', { limit: 37, offset: 0 }, 2620, ['20@0[0,20)', '20@20[0,17)']],
    [
      'large pages inside, small ones at the ends',
      { limit: 237, offset: 7 },
      2620,
      ['100@0[7,100)', '100@100[0,100)', '50@200[0,44)'],
    ],
    ['cut short by the end', { limit: 1000, offset: 2611 }, 2620, ['10@2610[1,10)']],
    ['all but the first', { limit: 'all', offset: 1 }, 2620, ['all@0[1,2620)']],
    ['all that are left', { limit: 'all', offset: 2600 }, 2620, ['20@2600[0,20)']],
    ['more than there are', { limit: 100_000, offset: 0 }, 2620, ['all@0[0,2620)']],
    ['from the end on', { limit: 20, offset: 2620 }, 2620, []],
    ['far past the end', { limit: 2 ** 53 - 1, offset: 2 ** 53 - 1 }, 2620, []],
    ['of an empty collection', { limit: 7, offset: 0 }, 0, []],
    ['of one record', { limit: 7, offset: 0 }, 1, ['10@0[0,1)']],
  ])('%s', (_, window, count, expected) => {
    expect(shown(cover(shipped, count, window))).toEqual(expected);
  });

  it.each<[string, { limit: Limit; offset: number }, number, string[]]>([
    ['as many as there may be', { limit: 10, offset: 15 }, 2, ['10@10[5,10)', '10@20[0,5)']],
    ['one less', { limit: 10, offset: 15 }, 1, ['50@0[15,25)']],
    [
      'two large ones for four that are lighter',
      { limit: 160, offset: 7 },
      2,
      ['100@0[7,100)', '100@100[0,67)'],
    ],
    ['over the edges of all sizes', { limit: 2, offset: 99 }, 1, ['all@0[99,101)']],
    ['nothing', { limit: 2, offset: 2620 }, 1, []],
  ])('within a number of reads: %s', (_, window, reads, expected) => {
    expect(shown(cover(shipped, 2620, window, reads))).toEqual(expected);
  });

  const limit = fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 400 }));
  const case_ = fc.record({
    limits: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    count: fc.nat({ max: 300 }),
    window: fc.record({ limit, offset: fc.nat({ max: 320 }) }),
  });
  const bound = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined });

  it('holds the records of the window and no others, from pre-rendered pages, within its bounds', () => {
    fc.assert(
      fc.property(case_, bound, ({ limits, count, window }, reads) => {
        const pagination = { limits, default: limits[0] ?? 1 };
        const cuts = cover(pagination, count, window, reads);
        const end = window.limit === 'all' ? count : Math.min(count, window.offset + window.limit);
        const wanted = Array.from({ length: count }, (_, place) => place);
        expect(placesOf(cuts)).toEqual(wanted.slice(window.offset, end));
        expect(cuts.every((cut) => isWindow(pagination, count, cut.window))).toBe(true);
        expect(readBy(cuts, count)).toBeLessThanOrEqual(count);
        expect(cuts.length).toBeLessThanOrEqual(reads ?? cuts.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('is as without a bound where that is not reached', () => {
    fc.assert(
      fc.property(case_, ({ limits, count, window }) => {
        const free = cover({ limits }, count, window);
        expect(cover({ limits }, count, window, Math.max(1, free.length))).toEqual(free);
      }),
    );
  });

  it('takes the lightest of all choices of pages, where a page weighs half a record', () => {
    fc.assert(
      fc.property(case_, ({ limits, count, window }) => {
        const end = window.limit === 'all' ? count : Math.min(count, window.offset + window.limit);
        const cuts = cover({ limits }, count, window);
        const weight = readBy(cuts, count) + cuts.length / 2;
        expect(weight).toBe(lightest(limits, count, window.offset, end));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an answer within a number of reads', () => {
  const shippedPages = openSite(shippedSite());

  it('is the same to the byte, also where the site is shown at another address', async () => {
    const query = fc.record({
      limit: fc.oneof(fc.constant('all'), fc.integer({ min: 1, max: 3000 })),
      offset: fc.nat({ max: 2700 }),
      ordering: fc.constantFrom('', '-label', 'city_fips'),
      reads: fc.integer({ min: 2, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ reads, ...values }) => {
        const pairs = Object.entries(values).map(([name, value]) => `${name}=${value}`);
        const ask = async (site: DataSite) => {
          const request = new Request(`${site.grid.base}/api/neighborhoods/?${pairs.join('&')}`);
          const response = await answer(request, withBase(site, 'https://example.org'));
          expect(response.status).toBe(200);
          return response.text();
        };
        let files = 0;
        const read = (file: string) => {
          files++;
          return shippedPages.read(file);
        };
        const bounded = await ask({ ...shippedPages, reads, read });
        expect(files).toBeLessThanOrEqual(reads);
        expect(bounded === (await ask(shippedPages))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** What the lightest pages weigh that reach from one place to another, by trying them all. */
function lightest(limits: readonly number[], count: number, start: number, end: number): number {
  if (start >= end) return 0;
  const reached = new Map<number, number>();
  const from = (at: number): number => {
    if (at >= end) return 0;
    const known = reached.get(at);
    if (known !== undefined) return known;
    const weights = limits.map((size) => {
      const [first, last] = [Math.floor(at / size), Math.floor(at / size) + 1];
      const stop = Math.min(last * size, count);
      return stop - first * size + 0.5 + from(stop);
    });
    const best = Math.min(...weights);
    reached.set(at, best);
    return best;
  };
  return Math.min(count + 0.5, from(start));
}
