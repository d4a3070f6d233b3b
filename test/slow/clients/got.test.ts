import got, { HTTPError } from 'got';
import { describe, expect, it } from 'vitest';
import { keysOf, LISTINGS } from './listings.ts';
import { neighborhoods, type Page } from './neighborhoods.ts';

describe('got.paginate gets every neighborhood once, in order', () => {
  it.each(LISTINGS)('%s', async (_, listing) => {
    const address = await neighborhoods();
    let count = 0;
    const found = got.paginate<Page['results'][number], Page>(address, {
      searchParams: listing.query,
      responseType: 'json',
      pagination: {
        transform: ({ body: { results } }) => {
          count++;
          return [...results];
        },
        paginate: ({ response: { body } }) => (body.next ? { url: new URL(body.next) } : false),
      },
    });
    const keys: string[] = [];
    for await (const { uuid } of found) keys.push(uuid);
    expect(keys).toEqual(keysOf(listing));
    expect(count).toBe(listing.pages);
  });
});

it('got throws an error that has ours', async () => {
  const asked = got(await neighborhoods(), { searchParams: { ordering: 'size' } });
  const error = await asked.catch((one) => one);
  expect(error).toBeInstanceOf(HTTPError);
  expect(error.response.statusCode).toBe(400);
  expect(JSON.parse(error.response.body)).toMatchObject({ parameter: 'ordering' });
});
