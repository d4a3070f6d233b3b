import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { answer } from '../../../src/core/answer.ts';
import { siteWith } from '../../../src/core/site.ts';
import { STORE_FOLDER } from '../../../src/core/store.ts';
import { z } from '../../../src/index.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';
import { rowsOf } from '../../support/table.ts';

const { site: whole } = storedSites(numberedApi, { items: numbered(300) });
const fail = () => {
  throw new Error('The disk fails.');
};

it.each<[string, string, (body: Uint8Array | null) => Uint8Array | null, number, string | null]>([
  ['of the store', 'is as it was', (body) => body, 200, null],
  ['of the store', 'is missing', () => null, 503, '1'],
  ['of the store', 'has other bytes', (body) => body?.subarray(1) ?? null, 503, '1'],
  ['of the store', 'can’t be read', fail, 500, null],
  ['with a page', 'is missing', () => null, 503, '1'],
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

const { site: strict } = storedSites(
  { ...numberedApi, unknownParameters: 'refuse' },
  { items: numbered(3) },
);

it.each(
  rowsOf(`
    a misspelt one     -> items/?limt=2       -> "limt". Parameters: format, group, text, search, ordering, limit, offset.
    in another case    -> items/?LIMIT=2      -> "LIMIT". Parameters: format, group, text, search, ordering, limit, offset.
    beside a bad value -> items/?limit=x&q=1  -> "q". Parameters: format, group, text, search, ordering, limit, offset.
    without a value    -> items/?q            -> "q". Parameters: format, group, text, search, ordering, limit, offset.
    without a name     -> items/?=1           -> A parameter has no name. Parameters: format, group, text, search, ordering, limit, offset.
    special characters -> items/?%22%0A%3Cb=1 -> "\\"\\n<b". Parameters: format, group, text, search, ordering, limit, offset.
    of a record        -> items/k1/?limit=2   -> "limit". Parameters: format.
    of the index       -> ?limit=2            -> "limit". Parameters: format.
    behind a path      -> items.json?q=1      -> An address that ends in .json has its parameters in its path. Leave out the query.`),
)('an unknown parameter, where they are refused: %s: %s', async (_, path, expected = '') => {
  const request = new Request(`${SMALL_BASE}/api/${path}`);
  const refused = await answer(request, strict);
  const { detail } = JSON.parse(await refused.text());
  const text = expected.startsWith('"') ? `There is no parameter ${expected}` : expected;
  expect([refused.status, detail]).toEqual([400, text]);
  const ignored = path?.includes('limit=x') ? 400 : 200;
  expect((await answer(request, whole)).status).toBe(ignored);
});

const UUIDS = readFileSync('test/cases/uuids.csv', 'utf8');
const [, A = ''] = /^(.*),a$/m.exec(UUIDS) ?? [];
const HEX = A.replaceAll('-', '');
/** In the second one, the UUID of a is in capitals. */
const uuidSites = [UUIDS, UUIDS.replace(A, A.toUpperCase())].map((text) => {
  const [, ...rows] = text.trim().split('\n');
  const x = rows.map((row) => row.split(',')).map(([id, name]) => ({ id, name }));
  const schema = z.object({ id: z.uuid(), name: z.string() });
  const api = apiOf(defineCollection({ ...titled('x'), schema, key: 'id' }));
  return [text, storedSites(api, { x }).site] as const;
});

it.each(
  rowsOf(`
    as a key         -> ${A.toUpperCase()}/            -> a
    without hyphens  -> ${HEX}/                        -> a
    of no record     -> ${A.replace('0', '9')}/        -> 404
    of a file        -> ${HEX}.json                    -> 404`),
)('a UUID, %s: %s -> %s', async (_, path = '', expected = '') => {
  for (const [text, site] of uuidSites) {
    const found = await answer(new Request(`${SMALL_BASE}/api/x/${path}`), site);
    const body = await found.text();
    // Of keys in capitals too, each is found only as it is written.
    const isMissing = text !== UUIDS && path === `${HEX}/`;
    const names = Array.from(body.matchAll(/"name":"(.)"/g), ([, name]) => name).join(' ');
    expect(names || String(found.status)).toBe(isMissing ? '404' : expected);
    for (const [, id = ''] of body.matchAll(/"id":"(.*?)"/g)) expect(text).toContain(id);
  }
});

it('no request is compared with the pattern of keys, which may take minutes', async () => {
  const [[, site]] = uuidSites as [(typeof uuidSites)[0]];
  const collections = site.grid.collections.map((one) => ({ ...one, key: 'none' }));
  const found = await answer(new Request(`${SMALL_BASE}/api/x/${A}/`), {
    ...site,
    grid: { ...site.grid, collections },
  });
  expect(found.status).toBe(200);
});

it('OPTIONS and a path without its slash, where unknown parameters are refused -> as without them', async () => {
  const statuses = [
    answer(new Request(`${SMALL_BASE}/api/items/?q=1`, { method: 'OPTIONS' }), strict),
    answer(new Request(`${SMALL_BASE}/api/items?q=1`), strict),
  ].map(async (one) => (await one).status);
  expect(await Promise.all(statuses)).toEqual([200, 301]);
});
