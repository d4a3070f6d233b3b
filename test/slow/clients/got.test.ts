import got from 'got';
import { describe, expect, it } from 'vitest';
import { LISTINGS, type Page, servedNeighborhoods } from './listings.ts';

describe('got.paginate gets every neighborhood once, in order', () => {
  it.each(LISTINGS)('ordering %s', async (_, { query, pages, keys }) => {
    let count = 0;
    const found = await got.paginate.all<string, Page>(await servedNeighborhoods(query), {
      responseType: 'json',
      pagination: {
        transform: ({ body: { results } }) => {
          count++;
          return results.map(({ uuid }) => uuid);
        },
        paginate: ({ response: { body } }) => (body.next ? { url: new URL(body.next) } : false),
      },
    });
    expect(found).toEqual(keys);
    expect(count).toBe(pages);
  });
});
