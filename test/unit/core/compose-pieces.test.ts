import { expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { compose } from '../../../src/core/compose.ts';
import { PartCache, PIECE_ROWS } from '../../../src/core/store.ts';
import { z } from '../../../src/index.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { gridOf } from '../../../src/site/site-files.ts';
import { StoreFiles } from '../../../src/site/store-files.ts';

const definition = defineCollection({
  name: 'items',
  title: 'Items',
  description: 'Many records.',
  schema: z.object({ id: z.int(), size: z.number(), group: z.string() }),
  key: 'id',
  order: { field: 'id', kind: 'number' },
  orderings: { id: { field: 'id', kind: 'number' }, size: { field: 'size', kind: 'number' } },
  filters: { group: { field: 'group', match: 'equals' } },
  pagination: { limits: [50], default: 50 },
});

it('records at the border of two pieces of a permutation and of a column are found', async () => {
  const values = Array.from({ length: PIECE_ROWS + 4 }, (_, id) => ({
    id,
    size: id >> 1,
    group: id < PIECE_ROWS - 2 ? 'some' : 'last',
  }));
  const records = values.map((value) => ({ key: value.id, value }));
  // Without the checks of content, which would take most of the time.
  const collections = [{ definition, records, labels: new Map() }];
  const serialized = collections.map(serialize);
  const api = defineApi({ name: 'Items', description: 'Items.', collections: [definition] });
  const grid = gridOf(api, collections, serialized, { base: 'https://example.org' });
  const files = new StoreFiles(grid, collections, serialized, true);
  const read = async (name: string) => files.read(name);
  const site = { grid, store: { root: files.root, cache: new PartCache(), read }, read };
  const listing = { kind: 'list', collection: 'items', ordering: '-size,id' } as const;
  const { body } = await compose(site, { ...listing, filters: { group: 'last' } });
  const ids = JSON.parse(String(Buffer.from(body ?? []))).map(
    ({ id }: { id: number }) => id - PIECE_ROWS,
  );
  expect(ids).toEqual([2, 3, 0, 1, -2, -1]);
});
