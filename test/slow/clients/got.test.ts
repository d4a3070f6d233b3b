import got from 'got';
import { describe, expect, it } from 'vitest';
import {
  answeredNeighborhoods,
  CANADA,
  FILTERED_LISTINGS,
  LABELS,
  LISTINGS,
  type Page,
  plainNeighborhoods,
  servedNeighborhoods,
} from './listings.ts';

/** Gets the keys of all records; `got` follows the header `Link` by itself. */
async function keysFrom(address: string) {
  let pages = 0;
  const keys = await got.paginate.all<string, string>(address, {
    pagination: {
      transform: ({ body }) => {
        pages++;
        return (JSON.parse(body) as Page).results.map(({ uuid }) => uuid);
      },
    },
  });
  return { keys, pages };
}

describe('got.paginate gets every neighborhood that matches once, in order', () => {
  it.each([...LISTINGS, ...FILTERED_LISTINGS])(
    '%s, from a server',
    async (_, { query, ...expected }) => {
      const { keys, pages } = expected;
      expect(await keysFrom(await servedNeighborhoods(query))).toEqual({ keys, pages });
    },
  );

  it.each(FILTERED_LISTINGS)(
    '%s, from the function that answers',
    async (_, { query, keys, pages }) => {
      expect(await keysFrom(await answeredNeighborhoods(query))).toEqual({ keys, pages });
    },
  );

  it.each([
    ['too', CANADA, servedNeighborhoods],
    ['from a host of plain files', LABELS, plainNeighborhoods],
  ] as const)('by `next` in the body %s', async (_, [, { query, keys }], serve) => {
    const found = await got.paginate.all<string, Page>(await serve(query), {
      responseType: 'json',
      pagination: {
        transform: ({ body: { results } }) => results.map(({ uuid }) => uuid),
        paginate: ({ response: { body } }) => (body.next ? { url: new URL(body.next) } : false),
      },
    });
    expect(found).toEqual(keys);
  });
});
