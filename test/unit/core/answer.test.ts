import { expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { siteWith } from '../../../src/core/site.ts';
import { STORE_FOLDER } from '../../../src/core/store.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

const { site: whole } = storedSites(numberedApi, { items: numbered(300) });
const fail = () => {
  throw new Error('The disk fails.');
};

it.each<[string, string, (body: Uint8Array | null) => Uint8Array | null, number, string | null]>([
  ['of the store', 'is as it was', (body) => body, 200, null],
  ['of the store', 'is missing', () => null, 503, '1'],
  ['of the store', 'has other bytes', (body) => body?.map((byte) => byte ^ 1) ?? null, 503, '1'],
  ['of the store', 'can’t be read', fail, 500, null],
  ['printed', 'is missing', () => null, 503, '1'],
])('a file %s %s -> its status, and when to try again', async (kind, _, change, status, retry) => {
  const isStored = kind === 'of the store';
  const site = siteWith(whole.store.root, async (file) => {
    const body = await whole.read(file);
    return file.startsWith(STORE_FOLDER) === isStored ? change(body) : body;
  });
  const query = isStored ? 'limit=3&offset=5' : 'limit=100';
  const { status: sent, headers } = await answer(
    new Request(`${SMALL_BASE}/api/items/?${query}`),
    site,
  );
  expect([sent, headers.get('Retry-After')]).toEqual([status, retry]);
  expect(headers.get('Cache-Control') === 'no-store').toBe(status !== 200);
});
