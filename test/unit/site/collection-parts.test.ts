import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashKey, hashText } from '../../../src/core/hash.ts';
import { CollectionParts, type NamePart, partScale } from '../../../src/site/collection-parts.ts';
import { runAtOnce } from '../../../src/util/progress.ts';
import { type Numbered, numbered, numberedApi } from '../../support/numbered.ts';
import { prepared, storedSites } from '../../support/rendered-site.ts';

/** The chunks of the default order and of another one: their names, and how many records they have. */
function chunksOf(items: readonly Numbered[]) {
  const { serialized, grid } = prepared(numberedApi, { items });
  const [[one], [own]] = [grid.collections, serialized];
  if (!one || !own) throw new Error('There is no collection.');
  const orders: Record<string, [name: string, count: number][]> = { order: [], 'order-label': [] };
  const namePart: NamePart = (id, make) => {
    // Other parts are not made, which would take most of the time.
    if (!id.startsWith('order')) return id;
    const body = Buffer.concat(make());
    const [, order = '', number] = /^(.*?)(-\d+)?\.txt$/.exec(id) ?? [];
    orders[order] ??= [];
    if (number) orders[order].push([hashText(body), String(body).split('\n').length - 1]);
    return id;
  };
  runAtOnce(new CollectionParts(one, own, namePart).stored(true));
  return Object.values(orders);
}

it.each([
  [0, 1],
  [200_000, 1],
  [200_001, 2],
  [800_000, 2],
  [800_001, 4],
  [3_200_001, 8],
])('the factor of the sizes of chunks and key tables: %d records -> %d', (count, scale) =>
  expect(partScale(count)).toBe(scale),
);

describe('the chunks of an order', () => {
  it('an insertion -> at most three new ones, in 38 of 40 cases', () => {
    const items = numbered(600);
    const before = chunksOf(items).map((chunks) => new Set(chunks.map(([name]) => name)));
    const counts = fc.sample(fc.nat(600), { seed: 1, numRuns: 20 }).flatMap((at) => {
      const one = { id: `new${at}`, size: at - 0.5, label: `${at * 5}`, group: '', text: '' };
      return chunksOf([...items, one]).map(
        (chunks, order) => chunks.filter(([name]) => !before[order]?.has(name)).length,
      );
    });
    expect(counts).toHaveLength(40);
    expect(Math.min(...counts)).toBe(1);
    expect(counts.filter((count) => count > 3).length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['the default order', false, ''],
    ['its reverse', true, '-'],
  ])('an order that is %s -> no chunks of its own', (_, descending, sign) => {
    const orderings = { size: { field: 'size', kind: 'number' } };
    const order = { ...orderings.size, descending };
    const [one] = numberedApi.collections;
    const api = { ...numberedApi, collections: [{ ...one, order, orderings } as never] };
    const { root } = storedSites(api, { items: numbered(300) }).site.store;
    const { orders = {} } = root.collections.items ?? {};
    expect(orders).toEqual({ '': orders[''], [`${sign}size`]: orders[''] });
  });

  it.each([
    ['of any keys', () => true, 96, 319],
    ['of keys of which none ends a chunk', (key: string) => hashKey(key)[0] % 32 !== 0, 320, 320],
    ['of keys of which each ends a chunk', (key: string) => hashKey(key)[0] % 32 === 0, 96, 96],
  ])('%s -> 96 to 320 records', (_, isWanted, least, most) => {
    const keys = Array.from({ length: 60_000 }, (_, at) => `k${at}`).filter(isWanted);
    const items = numbered(900).map((one, at) => ({ ...one, id: keys[at] ?? '' }));
    for (const chunks of chunksOf(items)) {
      const counts = chunks.map(([, count]) => count);
      expect(counts.reduce((sum, count) => sum + count)).toBe(900);
      expect(counts.pop()).toBeGreaterThan(0);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    }
  });
});
