import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { connect, Page } from '../../../src/hosts/edge/client.d.ts';
import { defineCollection, z } from '../../../src/index.ts';
import { formatPython } from '../../../src/page/client/python-code.ts';
import type { CollectionModel } from '../../../src/page/view/collection-model.ts';
import { builtSite } from '../../support/built-site.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { lacks } from '../../support/engine.setup.ts';
import { staticHost } from '../../support/static-host.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

const text = `it's "\u2028" \\ 😀`;
const schema = z.object({
  id: z.int(),
  text: z.string().nullable(),
  size: z.number().nullable(),
  price: z.string().meta({ format: 'decimal' }),
  tags: z.array(z.string()),
  years: z.array(z.int()),
  open: z.boolean().optional(),
  day: z.iso.date(),
  at: z.string().meta({ format: 'date-time' }).nullable(),
  ref: z.uuid(),
  place: z.object({ code: z.string() }).nullable(),
});
const records = Array.from({ length: 30 }, (_, id) => ({
  id,
  text: id % 4 === 0 ? null : [text, 'null', 'a, b'][id % 3],
  size: id % 5 === 0 ? null : [1.5, 10, 9, -1e-7][id % 4],
  price: ['9.50', '10', '9.5'][id % 3],
  tags: [[], ['x'], ['x', text]][id % 3],
  years: [2000 + id],
  ...(id % 7 > 0 && { open: id % 2 === 0 }),
  day: `2026-07-${10 + (id % 20)}`,
  at: [null, '2026-07-02T19:30:00Z', '2026-07-02T21:30:00.000001+02:00', '2026-07-02T19:30:00'][
    id % 4
  ],
  ref: `0022C341-2c9c-4456-b780-419ac6ec96${10 + id}`,
  place: id % 6 === 0 ? null : { code: ['CA', 'US'][id % 2] },
}));

/** Filters with the names of their fields and matches. */
const NAMED = `text | text__in | size | size__gte | size__lt | price__in | tags | years | open | day__gt | at
  at__lte | ref`;
const things = defineCollection({
  ...titled('things'),
  schema,
  key: 'id',
  orderings: {
    text: { field: 'text', kind: 'text' },
    size: { field: 'size', kind: 'number' },
    at: { field: 'at', kind: 'time', printed: false },
  },
  filters: {
    ...Object.fromEntries(valuesOf(NAMED).map((name) => [name, {}])),
    text__contains: { field: 'text', match: 'contains' },
    place: { field: 'place.code', match: 'equals' },
  },
  search: ['text'],
  pagination: { limits: [10], default: 10 },
});

/** Builds the site, and serves it as a plain host until the test has finished. */
async function served() {
  const content = { 'things/all.json': records };
  const { folder } = await builtSite(apiOf(things), content, { host: 'files' });
  const { origin, close } = await staticHost(folder, { notFound: '404.html' });
  onTestFinished(close);
  const module: { connect: typeof connect } = await import(path.resolve('lib/client.bundle.js'));
  const client = await module.connect(pathToFileURL(folder));
  const page = readFileSync(`${folder}/index.html`, 'utf8');
  const { collections } = JSON.parse(/"application\/json">([^<]*)</.exec(page)?.[1] ?? '');
  const api = {
    absoluteAddress: (target: string) => new URL(target, origin).href,
    findAddress: async (target: string) => {
      const file = await client.findFile(target);
      return file && `${origin}/${file}`;
    },
  };
  return { client, api, collection: collections[0] as CollectionModel };
}

it.skipIf(lacks('python'))('Python gets the records of client.js, or is not offered', async () => {
  const { client, api, collection } = await served();
  const rows = rowsOf(`
    limit=7&offset=5                         -> 7
    limit=all&offset=28                      -> 2
    text=${encodeURIComponent(` ${text} `)}  -> 7
    text=null                                -> 7
    text__in=null, x                         -> 7
    size=1e1                                 -> 6
    size__gte=9&size__lt=10                  -> 6
    size__lt=0                               -> 6
    price__in=9.5,8                          -> 10
    tags=x&limit=all                         -> 20
    tags=${encodeURIComponent(text)}         -> 10
    years=2012.0                             -> 1
    open=1&limit=all                         -> 12
    open=False                               -> 10
    day__gt=2026-07-27                       -> 2
    at=2026-07-02T18:30-01:00                -> 10
    at__lte=2026-07-02T19:30:00Z&limit=all   -> 15
    ref=0022c3412c9c4456b780419ac6ec9612     -> 1
    place=CA&limit=all                       -> 10
    place=CA&ordering=-size                  -> 10
    place=CA&ordering=text&limit=3&offset=2  -> 3
    place=CA&ordering=-size&open=1           -> 8
    ordering=at                              -> none
    text__contains=u                         -> none
    search=null                              -> none
    size=x                                   -> none
    limit=0                                  -> none
  `);
  const targets = rows.map(([query]) => `api/things/?${query}`);
  const codes = await Promise.all(targets.map((target) => formatPython(api, collection, target)));
  const listed = { ...collection, listed: ['id', 'gone'] };
  codes.push(await formatPython(api, listed, 'api/things/?size=10&offset=5'));
  // One process: a start takes long.
  const script = codes.map((code = 'print()') => `exec(${JSON.stringify(code)}, {})\nprint('\\0')`);
  const { stdout } = await promisify(execFile)('python3', ['-c', script.join('\n')]);
  const printed = stdout.split('\0').map((one) => one.trim() && JSON.parse(one));
  expect(printed.at(-2)).toEqual([{ id: 29 }]);
  for (const [index, [query, expected]] of rows.entries()) {
    const found = printed[index];
    expect([query, found ? String(found.length) : 'none']).toEqual([query, expected]);
    if (!found) continue;
    const { results } = await client.get<Page>(`/${targets[index]}`);
    expect([query, found]).toEqual([query, results]);
  }
});
