import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { planOf } from '../../../src/core/compose.ts';
import type { Grid, Limit } from '../../../src/core/grid.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { openSite } from '../../../src/server/site-folder.ts';
import { shippedSite } from '../../support/shipped-site.ts';

interface Window {
  readonly limit: Limit;
  readonly offset: number;
}

/** The pieces that a page of things is composed of, each as its limit, its offset and what is taken. */
function piecesOf(limits: readonly number[], count: number, window: Window, reads?: number) {
  const things = { name: 'things', count, key: '.', orderings: [] };
  const pagination = { limits, default: limits[0] ?? 1 };
  const grid: Grid = { base: '', formats: [], collections: [{ ...things, pagination }] };
  const address = { kind: 'page', collection: 'things', format: '', ordering: '' } as const;
  const plan = planOf({ grid, ...(reads && { reads }) }, { ...address, ...window });
  if (!('pieces' in plan)) throw new Error('Nothing is to be sorted.');
  return plan.pieces.map(({ file, from, to }) => {
    const [, limit = '', offset = ''] = /l-(\w+)\/(\d+)\.json$/.exec(file) ?? [];
    return { limit: limit === 'all' ? count : Number(limit), offset: Number(offset), from, to };
  });
}

type Pieces = ReturnType<typeof piecesOf>;

/** The pieces as text: `20@40[3,20)`. */
const formatted = (pieces: Pieces) =>
  pieces.map(({ limit, offset, from, to }) => `${limit}@${offset}[${from},${to})`);

/** The places in the listing of the records that are taken. */
const placesOf = (pieces: Pieces) =>
  pieces.flatMap(({ offset, from, to }) =>
    Array.from({ length: to - from }, (_, index) => offset + from + index),
  );

describe('planOf', () => {
  it.each<[string, Window, number, string[]]>([
    ['within one small page', { limit: 3, offset: 42 }, 2620, ['10@40[2,5)']],
    ['over the edge of two small pages', { limit: 10, offset: 15 }, 2620, ['50@0[15,25)']],
    ['a size of its own', { limit: 37, offset: 0 }, 2620, ['50@0[0,37)']],
    [
      'over the edges of all pages',
      { limit: 2, offset: 99 },
      2620,
      ['100@0[99,100)', '100@100[0,1)'],
    ],
    [
      'more than a page',
      { limit: 237, offset: 7 },
      2620,
      ['100@0[7,100)', '100@100[0,100)', '100@200[0,44)'],
    ],
    ['cut short by the end', { limit: 1000, offset: 2611 }, 2620, ['10@2610[1,10)']],
    ['all but the first', { limit: 'all', offset: 1 }, 2620, ['2620@0[1,2620)']],
    ['all that are left', { limit: 'all', offset: 2600 }, 2620, ['20@2600[0,20)']],
    ['more than there are', { limit: 100_000, offset: 0 }, 2620, ['2620@0[0,2620)']],
    ['from the end on', { limit: 20, offset: 2620 }, 2620, []],
    ['far past the end', { limit: 2 ** 53 - 1, offset: 2 ** 53 - 1 }, 2620, []],
    ['of an empty collection', { limit: 7, offset: 0 }, 0, []],
    ['of one record', { limit: 7, offset: 0 }, 1, ['1@0[0,1)']],
  ])('%s', (_, window, count, expected) => {
    expect(formatted(piecesOf([10, 20, 50, 100], count, window))).toEqual(expected);
  });

  it.each<[string, Window, number, string[]]>([
    ['as many as allowed', { limit: 160, offset: 7 }, 2, ['100@0[7,100)', '100@100[0,67)']],
    ['one more than allowed', { limit: 2, offset: 99 }, 1, ['2620@0[99,101)']],
    ['nothing', { limit: 2, offset: 2620 }, 1, []],
  ])('with a limit on files read: %s', (_, window, reads, expected) => {
    expect(formatted(piecesOf([10, 20, 50, 100], 2620, window, reads))).toEqual(expected);
  });

  const limit = fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 400 }));
  const request = fc.record({
    limits: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    count: fc.nat({ max: 300 }),
    window: fc.record({ limit, offset: fc.nat({ max: 320 }) }),
    reads: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  });

  it('takes the records of the window and no others, from pre-rendered pages, within its limit', () => {
    fc.assert(
      fc.property(request, ({ limits, count, window, reads }) => {
        const pieces = piecesOf(limits, count, window, reads);
        const end = window.limit === 'all' ? count : Math.min(count, window.offset + window.limit);
        const all = Array.from({ length: count }, (_, place) => place);
        expect(placesOf(pieces)).toEqual(all.slice(window.offset, end));
        expect(pieces.every((one) => one.offset % one.limit === 0)).toBe(true);
        expect(pieces.every((one) => [...limits, count].includes(one.limit))).toBe(true);
        expect(pieces.length).toBeLessThanOrEqual(reads ?? pieces.length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an answer with a limit on files read', () => {
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
