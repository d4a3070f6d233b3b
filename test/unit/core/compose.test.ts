import { expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { compose } from '../../../src/core/compose.ts';
import { hashKey } from '../../../src/core/hash.ts';
import { z } from '../../../src/index.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { storedSites } from '../../support/rendered-site.ts';

const textOf = (body: Uint8Array | null) => body && String(Buffer.from(body));

const records = numbered(5000);
const odd = ['constructor', '__proto__', 'toString'];
const others = numbered(300).map((one, at) => ({ ...one, id: odd[at] ?? `x${one.id}` }));

it('a page of up to 50 records in an order of the definition is in a list and two chunks', async () => {
  const order = { field: 'label', kind: 'code', descending: true } as const;
  const reversed = apiOf(...numberedApi.collections.map((one) => ({ ...one, order })));
  const page = { kind: 'page', collection: 'items', format: '', limit: 50 } as const;
  for (const api of [numberedApi, reversed]) {
    const { site } = storedSites(api, { items: records });
    for (const ordering of ['', '-label', 'label'])
      for (let offset = 0; offset < 5000; offset += 37) {
        const { files } = await compose(site, { ...page, ordering, offset });
        expect(files.length).toBeLessThanOrEqual(4);
      }
  }
});

it.each([
  ['of many', records, ['k', 'k01', 'K7', 'k5000', '', ...odd]],
  ['of few', others.slice(0, 9), ['x', 'valueOf', 'xk']],
  ['with the names of what objects have', others, ['x', 'valueOf', 'hasOwnProperty']],
  ['of none', [], ['x', ...odd]],
])('a record %s: each key, and no other, in the root and three files', async (_, items, absent) => {
  const { site } = storedSites(numberedApi, { items });
  const keys = items.filter((_, at) => at < 5 || at % 97 === 0).map(({ id }) => id);
  for (const key of [...keys, ...absent]) {
    const expected = items.find(({ id }) => id === key);
    const { body, files } = await compose(site, { kind: 'record', collection: 'items', key });
    expect(textOf(body)).toBe(expected ? `${JSON.stringify(expected)}\n` : null);
    expect(files.length).toBeLessThanOrEqual(4);
  }
});

/** Two keys with the same two hashes: such keys can be made, also with any text after both. */
const colliding = ['dyzeaaak', 'v1iAaqkC'];

it.each([
  ['one field', 'id', ''],
  ['two fields', ['id', 'part'], '-1'],
])('keys of %s with the same hashes: each has its own record, or none', async (_, key, end) => {
  const [first, second] = colliding.map((id) => hashKey(id + end));
  expect(first).toEqual(second);
  const schema = z.object({ id: z.string(), part: z.int() });
  const api = apiOf(defineCollection({ ...titled('items'), schema, key: key as 'id' }));
  for (const ids of [colliding.slice(0, 1), colliding.slice(1), colliding]) {
    const { site } = storedSites(api, { items: ids.map((id) => ({ id, part: 1 })) });
    for (const id of colliding) {
      const address = { kind: 'record', collection: 'items', key: id + end } as const;
      const { body } = await compose(site, address);
      expect(body && JSON.parse(String(textOf(body))).id).toBe(ids.includes(id) ? id : null);
    }
  }
});

it.each([9, 300])('%i records with aliases and short listings: the same record', async (count) => {
  const [items, names] = [numbered(count), [...odd, 'É/🚲', 'x y', '1']];
  const aliases = ({ size }: { size: number }) => (size === 7 ? names : []);
  const definition = { ...numberedApi.collections[0], aliases, listed: ['id', 'label'] } as never;
  const { site, ofDev } = storedSites(apiOf(definition), { items });
  const plain = storedSites(numberedApi, { items }).site.store.root.collections.items;
  expect([plain?.aliases, plain?.whole]).toEqual([undefined, undefined]);
  // One file has all parts of few records.
  const [reads, more] = count > 256 ? [4, 1] : [2, 0];
  for (const from of [site, ofDev]) {
    const read = async (key: string) => {
      const { body, files } = await compose(from, { kind: 'record', collection: 'items', key });
      return [textOf(body), files.length];
    };
    const text = `${JSON.stringify(items[7])}\n`;
    expect(await read('k7')).toEqual([text, reads]);
    for (const name of names) expect(await read(name)).toEqual([text, reads + more]);
    for (const name of ['valueOf', 'X Y']) expect((await read(name))[0]).toBe(null);
  }
});

it('a search in a field that can be a list, in texts only: not in their JSON', async () => {
  const schema = z.object({ id: z.string(), tags: z.union([z.string(), z.array(z.string())]) });
  const options = { schema, key: 'id', filters: { tags: {} }, search: ['tags'] } as const;
  const items = ['b', '"', '\\'].map((tags, id) => ({ id: `${id}`, tags }));
  const { site } = storedSites(apiOf(defineCollection({ ...titled('items'), ...options })), {
    items,
  });
  for (const item of items) {
    const listing = { kind: 'listing', collection: 'items', ordering: '' } as const;
    const { body } = await compose(site, { ...listing, filters: { search: item.tags } });
    expect(JSON.parse(textOf(body) ?? '')).toEqual([item]);
  }
});
