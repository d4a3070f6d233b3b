import got from 'got';
import { describe, expect, it } from 'vitest';
import { LISTINGS, servedNeighborhoods } from './listings.ts';

/** Gets the keys of all records; `got` follows the header `Link` by itself. */
async function keysFrom(address: string) {
  let pages = 0;
  const keys = await got.paginate.all<string, string>(address, {
    pagination: {
      transform: ({ body }) => {
        pages++;
        return JSON.parse(body).results.map(({ uuid }: { uuid: string }) => uuid);
      },
    },
  });
  return { keys, pages };
}

describe('got.paginate gets every neighborhood that matches once, in order', () => {
  it.each(LISTINGS)('%s', async (_, { query, keys, pages }) => {
    expect(await keysFrom(await servedNeighborhoods(query))).toEqual({ keys, pages });
  });
});
