import path from 'node:path';
import { expect, it } from 'vitest';
import type * as client from '../../../src/hosts/edge/client.d.ts';
import { servedSite } from '../../support/served.ts';
import { rowsOf } from '../../support/table.ts';
import { THINGS, thingsSite } from '../../support/things-api.ts';

const site = await thingsSite('files');
const storeOnly = await thingsSite('cloudflare');

const FIRST = JSON.stringify(THINGS[1]);

/** What a server sends for a target: its status, its type, and the second record, a title or an error. */
async function summary(plain: boolean, target: string): Promise<string> {
  const { send } = await servedSite(site.folder, { plain });
  const { status, headers, body } = await send(`/small/${target}`);
  const found = /<h1>.*<\/h1>|\{"id":1,.*\}|\{"detail":"[^.]*/.exec(String(body))?.[0] ?? '';
  return [status, headers['content-type']?.[0]?.replace(/;.*/, ''), found].join(' ').trim();
}

it.each(
  rowsOf(`
    api/things.json?utm=1           -> 200 application/json ${FIRST}
    api/things.json?limit=3         -> 400 application/json {"detail":"An address that ends in
    api/things/limit/4.json         -> 200 application/json ${FIRST}
    api/things/limit/04.json        -> 400 application/json {"detail":"This value of limit is not supported
    api/things/1                    -> 301
    api/things/?limit=4             -> 200 application/json ${FIRST}
`),
)('preview of a site for plain hosts: %s -> %s', async (target = '', expected = '') => {
  expect(await summary(false, target)).toBe(expected);
});

it.each(
  rowsOf(`
    api/things.json?limit=3         -> 200 application/json ${FIRST}
    api/things/?limit=2             -> 404 text/html <h1>This page does not exist</h1>
    ..%2Fcontent/things/all.json    -> 404 text/html <h1>This page does not exist</h1>
    data/root.json                  -> 200 application/json
    downloads/things.csv            -> 200 text/csv
    .nojekyll                       -> 200 application/octet-stream`),
)('preview --plain: %s -> %s', async (target = '', expected = '') => {
  expect((await summary(true, target)).slice(0, expected.length)).toBe(expected);
});

it('a page by path -> links to this server', async () => {
  const file = 'api/things/limit/7/offset/7.json';
  const { port, send } = await servedSite(site.folder);
  const base = `http://127.0.0.1:${port}/small`;
  const expected = site.text(file).replaceAll('https://me.github.io/small', base);
  expect(String((await send(`/small/${file}`)).body)).toBe(expected);
});

it('another method than GET and HEAD at a plain host -> 405', async () => {
  const { send } = await servedSite(site.folder, { plain: true });
  const { status, headers } = await send('/small/api/things.json', { method: 'OPTIONS' });
  expect([status, headers.allow]).toEqual([405, ['GET, HEAD']]);
  expect((await send('/small/api/things.json', { method: 'HEAD' })).body.length).toBe(0);
});

it.each([
  ['files', site],
  ['cloudflare', storeOnly],
])('client.js with a preview of a site for %s -> its answers, with its links', async (_, built) => {
  const { port, send } = await servedSite(built.folder);
  const { connect }: typeof client = await import(path.resolve('lib/client.bundle.js'));
  const api = await connect(`http://127.0.0.1:${port}/small/`);
  const { next } = await api.get<client.Page>('/api/things/?limit=3&ordering=-label');
  expect(next).toMatch(`http://127.0.0.1:${port}/small/api/things`);
  for (const target of ['', 'things/', 'things/3/', 'things/?format=xml', 'nothing/']) {
    const { status, body } = await send(`/small/api/${target}`, {
      headers: { Host: `127.0.0.1:${port}` },
    });
    const response = await api.response(`/api/${target}`);
    expect([response.status, await response.text()]).toEqual([status, String(body)]);
  }
});
