import { expect, it } from 'vitest';
import { defineCollection } from '../../src/api/definition.ts';
import { compose } from '../../src/core/compose.ts';
import { PIECE_ROWS } from '../../src/core/store.ts';
import { z } from '../../src/index.ts';
import { renderSite } from '../../src/publish/build.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf } from '../../src/site/site-grid.ts';
import { StoreInMemory } from '../../src/site/store-files.ts';
import { runAtOnce } from '../../src/util/progress.ts';
import { apiOf, titled } from '../support/definition.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { things, thingsApi } from '../support/things-api.ts';

const textOf = (body: Uint8Array | null) => body && String(Buffer.from(body));

it('records at the border of two pieces of a permutation and of a column are found', async () => {
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
  // Without the checks of content, which would take most of the time.
  const many = values.map((value) => ({ key: value.id, value }));
  const collections = [{ definition, records: many, indicesByAlias: new Map(), labels: new Map() }];
  const serialized = collections.map((one) => runAtOnce(serialize(one)));
  const grid = gridOf(apiOf(definition), serialized, {
    base: 'https://example.org',
    hostKind: 'rules',
  });
  const store = new StoreInMemory(grid, serialized);
  const site = { grid, store, read: expect.unreachable };
  const listing = { kind: 'listing', collection: 'items', ordering: '-size' } as const;
  const { body } = await compose(site, { ...listing, filters: { group: 'last' } });
  const ids: { id: number }[] = JSON.parse(textOf(body) ?? '');
  expect(ids.map(({ id }) => id - PIECE_ROWS)).toEqual([3, 2, 1, 0, -1, -2]);
});

it('dev makes no downloads of more than 50,000 records', async () => {
  const content = temporaryFolder();
  const options = { api: thingsApi, base: 'https://example.org', changes: '/changes' };
  const readWith = async (count: number) => {
    writeFiles(content, { 'things/all.json': JSON.stringify(things(count)) });
    const site = await renderSite({ ...options, content });
    const files = ['downloads/things.csv', 'index.html'];
    return Promise.all(files.map(async (file) => (await site.read(file)) !== null));
  };
  expect(await readWith(3)).toEqual([true, true]);
  expect(await readWith(50_001)).toEqual([false, true]);
});
