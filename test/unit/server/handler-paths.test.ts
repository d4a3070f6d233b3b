import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { servedSite } from '../../support/served.ts';
import { smallSite } from '../../support/small-site.ts';
import { rowsOf } from '../../support/table.ts';

const FIRST_CITY = '{"name":"a","area":"n","size":0,"tags":["x","a"]}';

/** What a server sends for a target: its status, its type, and the first line that has a record or a title. */
async function summary(plain: boolean, target: string): Promise<string> {
  const { folder } = await smallSite({ host: 'files' });
  const { send } = await servedSite(folder, { plain });
  const { status, headers, body } = await send(`/small/${target}`);
  const text = String(body);
  const found = /<h1>.*<\/h1>|\{"name":.*\}|\{"detail":"[^.]*/.exec(text)?.[0] ?? '';
  return [status, headers['content-type']?.[0]?.replace(/;.*/, ''), found].join(' ');
}

it.each(
  rowsOf(`
    api/cities.json?utm=1           -> 200 application/json ${FIRST_CITY}
    api/cities.json?limit=3         -> 400 application/json {"detail":"An address that ends in
    api/cities/limit/4.json         -> 200 application/json ${FIRST_CITY}
    api/cities/limit/04.json        -> 400 application/json {"detail":"This value of limit is not supported
    api/cities/a                    -> 301 
    api/cities/?limit=4             -> 200 application/json ${FIRST_CITY}
`),
)('preview of a site for plain files: %s -> %s', async (target = '', expected = '') => {
  expect((await summary(false, target)).trim()).toBe(expected);
});

it.each(
  rowsOf(`
    api/cities.json?limit=3         -> 200 application/json ${FIRST_CITY}
    api/cities/?limit=2             -> 404 text/html <h1>This page does not exist</h1>
    api/cities                      -> 404 text/html <h1>This page does not exist</h1>
    ..%2Fcontent/cities/all.json    -> 404 text/html <h1>This page does not exist</h1>
    data/root.json                  -> 200 application/json
    client.js                       -> 200 text/javascript
    downloads/cities.csv            -> 200 text/csv
    .nojekyll                       -> 200`),
)('preview --plain: %s -> %s', async (target = '', expected = '') => {
  expect((await summary(true, target)).slice(0, expected.length)).toBe(expected);
});

it('a page by path -> links to this server, and the bytes of the build with asBuilt', async () => {
  const { folder } = await smallSite({ host: 'files' });
  const file = 'api/cities/limit/2/offset/2.json';
  const built = readFileSync(path.join(folder, file), 'utf8');
  const moved = await servedSite(folder);
  const here = String((await moved.send(`/small/${file}`)).body);
  expect(here).toBe(built.replaceAll('https://me.github.io', `http://127.0.0.1:${moved.port}`));
  const asBuilt = await servedSite(folder, { plain: true, asBuilt: true });
  expect(String((await asBuilt.send(`/small/${file}`)).body)).toBe(built);
});

it('another method than GET and HEAD at a host of files -> 405', async () => {
  const { folder } = await smallSite({ host: 'files' });
  const { send } = await servedSite(folder, { plain: true });
  const { status, headers } = await send('/small/api/cities.json', { method: 'OPTIONS' });
  expect([status, headers.allow]).toEqual([405, ['GET, HEAD']]);
  expect((await send('/small/api/cities.json', { method: 'HEAD' })).body.length).toBe(0);
});
