import { expect, it } from 'vitest';
import { defineCollection } from '../../src/api/definition.ts';
import { compose } from '../../src/core/compose.ts';
import { PIECE_ROWS } from '../../src/core/store.ts';
import { z } from '../../src/index.ts';
import { renderSite } from '../../src/publish/build.ts';
import { apiOf, titled } from '../support/definition.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { SMALL_BASE, storedSites } from '../support/rendered-site.ts';
import { things, thingsApi } from '../support/things-api.ts';

it('records at the border of two pieces of a permutation and of a column are found', {
  timeout: 180_000,
}, async () => {
  const definition = defineCollection({
    ...titled('items'),
    schema: z.object({ id: z.int(), size: z.number(), group: z.string() }),
    key: 'id',
    orderings: { size: { field: 'size', kind: 'number' } },
    filters: { group: { field: 'group', match: 'equals' } },
  });
  const values = Array.from({ length: PIECE_ROWS + 4 }, (_, id) => ({
    id,
    size: id >> 1,
    group: id < PIECE_ROWS - 2 ? 'some' : 'last',
  }));
  const { ofDev } = storedSites(apiOf(definition), { items: values });
  const inMemory = { ...ofDev, read: expect.unreachable };
  const listing = { kind: 'listing', collection: 'items', ordering: '-size' } as const;
  const { body } = await compose(inMemory, { ...listing, filters: { group: 'last' } });
  const ids: { id: number }[] = JSON.parse(String(Buffer.from(body ?? [])));
  expect(ids.map(({ id }) => id - PIECE_ROWS)).toEqual([3, 2, 1, 0, -1, -2]);
});

it('dev makes no downloads of more than 50,000 records', async () => {
  const content = temporaryFolder();
  const readWith = async (count: number) => {
    writeFiles(content, { 'things/all.json': JSON.stringify(things(count)) });
    const site = await renderSite({ api: thingsApi, content, base: SMALL_BASE, changes: '/c' });
    expect(await site.read('index.html')).not.toBeNull();
    return (await site.read('downloads/things.csv')) !== null;
  };
  expect([await readWith(3), await readWith(50_001)]).toEqual([true, false]);
});
