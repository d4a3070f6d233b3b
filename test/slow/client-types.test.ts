import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineCollection } from '../../src/api/definition.ts';
import { clientTypes } from '../../src/describe/client-types.ts';
import { z } from '../../src/index.ts';
import { apiOf, titled } from '../support/definition.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { importFrom } from '../support/imported.ts';
import { type RenderedSite, renderedSite } from '../support/rendered-site.ts';
import { shippedText } from '../support/shipped-site.ts';
import { smallApi, smallRecords } from '../support/small-site.ts';
import { UNUSUAL_SITES } from '../support/unusual-sites.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const DECLARATION = read('src/hosts/edge/client.d.ts');

/** Names that are no identifiers, or mean something else, and every kind of type. */
const names = defineCollection({
  ...{ ...titled('constructor'), description: 'Ends a comment: */ // `x`\n* y' },
  schema: z.object({
    'a-b': z.string().meta({ description: 'Ends a comment: */' }),
    '1st': z.int().optional(),
    'with "quotes" and \\': z.enum(['a', "b'"]),
    default: z.union([z.literal(1), z.boolean(), z.null()]),
    pair: z.tuple([z.string(), z.int()]),
    more: z.tuple([z.string()], z.number()),
    some: z.tuple([z.string(), z.string().nullable().optional()]),
    flag: z.boolean(),
    counts: z.record(z.string(), z.int()),
    open: z.looseObject({ known: z.string() }),
    both: z.intersection(z.object({ x: z.int() }), z.object({ y: z.array(z.string().nullable()) })),
    any: z.unknown(),
  }),
  key: 'a-b',
  filters: {
    constructor: { field: 'a-b' },
    a__in: { field: '1st', match: 'in' },
    flag__in: {},
  },
  orderings: { default: { field: 'a-b', kind: 'code' } },
  pagination: { limits: [2], default: 2 },
});
const namesRecord = {
  ...{ 'a-b': 'x', 'with "quotes" and \\': "b'", default: null, pair: ['a', 1], more: ['a', 1, 2] },
  ...{ some: ['a'], flag: true },
  ...{ counts: { n: 1 }, open: { known: 'a', other: 1 }, both: { x: 1, y: [null] }, any: [] },
};

const many = Array.from({ length: 1000 }, (_, at) =>
  defineCollection({
    ...titled(`list${at}`),
    schema: z.object({ id: z.int(), [`field${at}`]: z.string() }),
    key: 'id',
  }),
);

/** Ten data sets, with values of each type. */
const CASES =
  'antimeridian.geojson codes-with-a-dot.csv exponents.csv keyed.json ' +
  'literal-quotes.tsv mixed-ids.json names-by-code.json round-prices.csv years.csv zones-without-colon.csv';

/** The types of a site, with the body of each listing, which must be of its type. */
function withBodies({ described, text }: RenderedSite) {
  const values = described.grid.collections.map(({ name }, at) => {
    const type = `Collections[${JSON.stringify(name)}]['list']`;
    const file = `${described.grid.prefix ?? 'api'}/${name}.json`;
    return `export const list${at}: ${type} = ${text(file)};`;
  });
  const use = ["import type { Collections } from './client.js';", ...values];
  return { 'client.d.ts': clientTypes(described, DECLARATION), 'use.ts': use.join('\n') };
}

/** Requests of an API with unusual names. */
const NAMES = `
import { type Collections, connect } from './client.js';
const api = await connect();
const { results } = await api.list('constructor', { flag__in: [true, false], constructor: 'x' });
export const some: undefined | null | string = results[0]?.some[1];
// @ts-expect-error: the second one is optional
results[0]?.some[1].length;
`;

/** Requests of the shipped API, each with its type or an error that must be found. */
const REQUESTS = `
import { ApiError, type Collections, connect, NetworkError, type Page, type Schemas } from './client.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never];
const typed = <Expected>() => <Given>(_: Given, ..._same: Same<Given, Expected>) => {};
const api = await connect();
const text = String(api.updated.getTime());

typed<Schemas.PaginatedNeighborhoodList>()(await api.get('/api/neighborhoods/?limit=2'));
typed<Schemas.PaginatedNeighborhoodList>()(await api.get('api/neighborhoods/country/US/limit/20.json'));
typed<Schemas.Neighborhood>()(await api.get('/api/neighborhoods/1/'));
typed<Schemas.Neighborhood>()(await api.get(\`/api/neighborhoods/\${text}/\`));
typed<Schemas.Country>()(await api.get('http://localhost:8080/api/countries/CH.json'));
typed<unknown>()(await api.get(\`/api/neighborhoods/\${text}\`)); // a key or a query
typed<readonly Schemas.Country[]>()(await api.get('api/countries'));
typed<Schemas.NeighborhoodFeatureCollection>()(await api.get('api/neighborhoods_geojson/'));
typed<readonly Schemas.Country[]>()(await api.get('/api/countries/#top'));
typed<string>()((await api.get('/api/')).countries);
typed<string>()((await api.get('/api')).countries);
typed<unknown>()(await api.get(\`/api/\${text}/\`));
typed<unknown>()(await api.get(\`\${text}/api/neighborhoods/\`));
typed<unknown>()(await api.get(new URL('http://localhost:8080/api/countries/')));
typed<Page<1>>()(await api.get<Page<1>>('/api/neighborhoods/'));
typed<Page<1>>()(await api.get<Page<1>>(text));
typed<Schemas.PaginatedResultList>()(
  await api.list('results', { overall_score__gte: 60, ordering: ['-overall_score', 'label'], limit: 2 }),
);
typed<Schemas.Result>()({} as Collections['results']['list']['results'][number]);

const { connect: again }: typeof import('./client.js') = await import(text);
typed<Schemas.Country>()(await (await again()).get('/api/countries/CH/'));

let page = await api.get('/api/neighborhoods/');
while (page.next) page = await api.get(page.next);
for (let next: string | null = '/api/neighborhoods/'; next; ) {
  const { results, ...links }: Page<Schemas.Neighborhood> = await api.get(next);
  typed<string[]>()(results.map(({ label }) => label));
  next = links.next;
}
export const reason = (error: unknown) =>
  error instanceof ApiError ? error.supported.join() : error instanceof NetworkError && error.address;

// @ts-expect-error: no such collection
await api.get('/api/cities/');
// @ts-expect-error: the records of results have no addresses
await api.get('/api/results/1/');
// @ts-expect-error: one of them is no collection
await api.get(text ? '/api/countries/' : '/api/cities/');
// @ts-expect-error: below a record is nothing
await api.get('/api/countries/CH/more/');
// @ts-expect-error: another site
await api.get('https://example.org/api/countries/');
// @ts-expect-error: a list is no page
export const wrong: Page = await api.get('/api/countries/');
// @ts-expect-error: no such collection
await api.list('cities');
// @ts-expect-error: no such parameter
await api.list('results', { overal: 1 });
// @ts-expect-error: no such ordering
await api.list('results', { ordering: 'nothing' });
`;

const folder = temporaryFolder();
const paths: string[] = [];

beforeAll(async () => {
  const sites: Record<string, Readonly<Record<string, string>>> = {
    shipped: {
      'client.d.ts': shippedText('client.d.ts'),
      'use.ts': REQUESTS,
      'example.ts': /```js\n(import \{ connect.*?)```/s.exec(read('docs/clients.md'))?.[1] ?? '',
      'react.tsx': read('examples/clients/react.tsx'),
    },
    small: withBodies(renderedSite(smallApi, smallRecords())),
    names: {
      ...withBodies(renderedSite(apiOf(names), { constructor: [namesRecord] })),
      'requests.ts': NAMES,
    },
    many: withBodies(renderedSite(apiOf(...many), {})),
  };
  for (const [name, site] of Object.entries(UNUSUAL_SITES))
    sites[name.replaceAll(/\W+/g, '-')] = withBodies(site);
  for (const file of CASES.split(' ')) {
    const { api, published } = await importFrom(path.join('test/cases', file));
    const [{ name = '' } = {}] = api.collections;
    sites[file] = withBodies(renderedSite(api, { [name]: published }));
  }
  for (const [name, files] of Object.entries(sites)) {
    writeFiles(path.join(folder, name), files);
    paths.push(...Object.keys(files).map((file) => path.join(folder, name, file)));
  }
  writeFiles(folder, { 'package.json': '{"type":"module"}' });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});

describe('client.d.ts of each site compiles, and has the types of the bodies', () => {
  it.each([
    ['NodeNext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('%s', (_, module, moduleResolution) => {
    const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts'];
    const output = { noEmit: true, jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022 };
    const options = { ...output, strict: true, types: [], lib };
    const program = ts.createProgram(paths, { ...options, module, moduleResolution });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${path.relative(folder, file?.fileName ?? '')}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    expect(problems).toEqual([]);
  });
});
