import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { OPENAPI } from '../../../src/core/address.ts';
import { endpointsOf, parametersOf } from '../../../src/core/endpoint.ts';
import { bothDirections } from '../../../src/core/grid.ts';
import type { Described } from '../../../src/describe/described.ts';
import { templateOf } from '../../../src/describe/endpoint.ts';
import { PAGE, SCRIPT, STYLE } from '../../../src/describe/files.ts';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { type PageParts, pageOf } from '../../../src/describe/page/document.ts';
import { fieldsOf } from '../../../src/describe/page/field.ts';
import { z } from '../../../src/index.ts';
import { formatNumber } from '../../../src/util/text.ts';
import { generateTypes } from '../../support/api-types.ts';
import { describedBna, describedSite } from '../../support/described.ts';
import { engineOf } from '../../support/engine.setup.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { type Tag, tagsOf, textOf } from '../../support/markup.ts';
import { servedSite } from '../../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { compile } from '../../support/typescript.ts';

const run = promisify(execFile);

const assets = { script: 'explorer.js?01234567', style: 'explorer.css?89abcdef' };

let shipped: PageParts;
beforeAll(async () => {
  const { described } = await describedBna(SHIPPED_BASE);
  shipped = { ...described, assets };
});

/** A file of the shipped site. */
const shippedText = (file: string): string => readFileSync(path.join(shippedSite(), file), 'utf8');

const partsWith = (api: Api, records: Parameters<typeof describedSite>[1]): PageParts => ({
  ...describedSite(api, records).described,
  assets,
});

const thingsParts = (): PageParts => partsWith(thingsApi, { things: things(45) });

async function mountains(): Promise<PageParts> {
  const { default: api } = await import('../../../examples/eight-thousanders/api.mjs');
  const peaks = 'examples/eight-thousanders/content/peaks/peaks.json';
  const ranges = ['Himalaya', 'Karakoram'].map((name) => ({ slug: name.toLowerCase(), name }));
  return partsWith(api, { ranges, peaks: JSON.parse(readFileSync(peaks, 'utf8')) });
}

const nothing: PageParts = {
  about: { name: 'Nothing', description: '', version: '0.0.0', collections: [] },
  grid: { base: 'https://example.org', formats: [], collections: [] },
  examples: {},
  assets,
};

const APIS: readonly (readonly [string, () => PageParts | Promise<PageParts>])[] = [
  ['the shipped API', () => shipped],
  ['things, without features or sources', thingsParts],
  ['eight-thousanders, whose base has a path', mountains],
  ['no collections', () => nothing],
];

/** The text of a block of code. */
const codeIn = (page: string, label: string): string =>
  textOf(page.split(`aria-label="${label}"><code>`)[1]?.split('</code>')[0] ?? '');

const attribute = (tags: readonly Tag[], name: string): string[] =>
  tags.flatMap(({ attributes }) => attributes.get(name) ?? []);

describe.each(APIS)('the page of %s', (_, partsOf) => {
  it('is well-formed, and what refers to an element finds it', async () => {
    const tags = tagsOf(pageOf(await partsOf()));
    const ids = attribute(tags, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const inner = attribute(tags, 'href').filter((href) => href.startsWith('#'));
    for (const id of [
      ...inner.map((href) => href.slice(1)),
      ...attribute(tags, 'for'),
      ...attribute(tags, 'aria-labelledby'),
      ...attribute(tags, 'aria-controls'),
    ]) {
      expect(ids).toContain(id);
    }
    expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
  });

  it('loads one script and one style sheet, and has none inline', async () => {
    const tags = tagsOf(pageOf(await partsOf()));
    const scripts = tags.filter(({ name }) => name === 'script');
    const { script, style } = (await partsOf()).assets;
    expect(scripts.map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
      { type: 'module', src: script },
    ]);
    const sheets = tags.filter(({ attributes }) => attributes.get('rel') === 'stylesheet');
    expect(attribute(sheets, 'href')).toEqual([style]);
    expect(tags.filter(({ name }) => ['style', 'base', 'iframe', 'object'].includes(name))).toEqual(
      [],
    );
    const names = tags.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const policies = tags.filter(({ attributes }) => attributes.has('http-equiv'));
    expect(attribute(policies, 'content')).toEqual([
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; worker-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'",
    ]);
  });

  it('has only relative links, except to sources and packages', async () => {
    const parts = await partsOf();
    const page = pageOf(parts);
    expect(page).not.toContain(parts.grid.base);
    const tags = tagsOf(page);
    const own =
      /^(?:#[\w-]+|api\/[\w/.-]*|openapi\.json|explorer\.svg|explorer\.(?:js|css)\?[0-9a-f]{8})$/;
    const addresses = ['href', 'src', 'action'].flatMap((name) => attribute(tags, name));
    const others = addresses.filter((one) => !own.test(one));
    const sources = (parts.about.sources ?? []).flatMap(({ url }) => url ?? []);
    const known = [
      'https://openapi-ts.dev/cli',
      'https://openapi-ts.dev/openapi-fetch/',
      ...sources,
    ];
    expect(others.filter((one) => !known.includes(one))).toEqual([]);
  });

  it('describes every endpoint with its parameters and their values', async () => {
    const parts = await partsOf();
    const page = pageOf(parts);
    const options = page.match(/(?<=<option>)[^<]*/g) ?? [];
    for (const endpoint of endpointsOf(parts.grid, '')) {
      expect(textOf(page)).toContain(`GET ${templateOf(endpoint)}`);
      for (const { name, values } of parametersOf(parts.grid, endpoint)) {
        expect(page).toContain(`name="${name}"`);
        expect(options).toEqual(expect.arrayContaining(values === 'number' ? [] : [...values]));
      }
    }
    const composed = parts.grid.collections.flatMap(({ sorts }) =>
      bothDirections(Object.keys(sorts?.by ?? {})),
    );
    expect(options).toEqual(expect.arrayContaining(composed));
  });

  it('describes the API, its collections, their fields and its sources', async () => {
    const parts = await partsOf();
    const { about, grid } = parts;
    const text = textOf(pageOf(parts));
    const fields = about.collections
      .flatMap(({ record, properties = {} }) => [record, properties])
      .flatMap(fieldsOf);
    for (const words of [
      about.name,
      about.description,
      `version ${about.version}`,
      ...grid.collections.map(
        (one) => `${formatNumber(one.count)} ${one.name.replaceAll('_', ' ')}`,
      ),
      ...about.collections.flatMap(({ title, description }) => [title, description]),
      ...fields.flatMap(({ path, type, meaning }) => [`${path} ${type}`, meaning]),
      ...(about.sources ?? []).flatMap(({ name, licence = '', gives }) => [name, licence, gives]),
    ]) {
      expect(text).toContain(words);
    }
  });

  it('shows a record of each collection, and links to it', async () => {
    const parts = await partsOf();
    const page = pageOf(parts);
    for (const { name, keyField = '' } of parts.grid.collections) {
      const [record] = parts.examples[name]?.records ?? [];
      expect(textOf(page)).toContain(JSON.stringify(record, null, 2));
      expect(page).toContain(`href="api/${name}/${Object(record)[keyField]}/"`);
    }
  });
});

describe('the page', () => {
  it('names its service worker, and says what that means for programs', () => {
    const parts = thingsParts();
    const page = pageOf({ ...parts, worker: 'sw.js' });
    expect(page).toContain('<html lang="en" data-worker="sw.js">');
    expect(textOf(page)).toContain('This host sends files only');
    expect(pageOf(parts)).toContain('<html lang="en">');
    expect(textOf(pageOf(parts))).not.toContain('This host sends files only');
  });

  it('has a map where a collection has features', () => {
    const places = (page: string) =>
      tagsOf(page).find(({ attributes }) => attributes.get('id') === 'find-one')?.attributes;
    const found = places(pageOf(shipped));
    expect(Object.fromEntries(found ?? [])).toMatchObject({
      'data-features': 'api/neighborhoods_geojson/',
      'data-list': 'api/neighborhoods/',
      'data-label': 'label',
      'data-details': 'state country',
      hidden: '',
    });
    expect(places(pageOf(thingsParts()))).toBeUndefined();
  });

  it('has a form for each endpoint that works without a script', () => {
    const tags = tagsOf(pageOf(shipped));
    const forms = tags.filter(({ name }) => name === 'form');
    expect(attribute(forms, 'method')).toEqual(forms.map(() => 'get'));
    expect(attribute(forms, 'action')).toEqual([
      'api/',
      'api/countries/',
      'api/countries/AF/',
      'api/score_metadata/',
      'api/score_metadata/core_services/',
      'api/neighborhoods/',
      expect.stringMatching(/^api\/neighborhoods\/[0-9a-f-]{36}\/$/),
      'api/neighborhoods_geojson/',
    ]);
  });

  it.skipIf(!process.env.CI && !engineOf('jq'))(
    'has shell commands that print every record',
    async () => {
      const page = pageOf(shipped);
      const lines = codeIn(page, 'All pages with curl');
      const { port } = await servedSite(shippedSite());
      const script = lines.replaceAll('{base}', `http://127.0.0.1:${port}`);
      const { stdout } = await run('sh', ['-c', script], { maxBuffer: 1e8 });
      const keys = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).uuid);
      expect([keys.length, new Set(keys).size]).toEqual([2620, 2620]);
    },
  );

  it('is small, with its script and style', () => {
    const sizes = [PAGE, SCRIPT, STYLE].map(
      (file) => statSync(path.join(shippedSite(), file)).size,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
    expect(sizes[1]).toBeLessThan(40_000);
  });

  it('is in every site', () => {
    const [script = '', style = ''] =
      shippedText(PAGE)
        .match(/explorer\.\w+\?\w+/g)
        ?.reverse() ?? [];
    expect(shippedText(PAGE)).toBe(pageOf({ ...shipped, assets: { script, style } }));
  });

  const HOSTILE = [
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)' x='",
    '</code></pre><style>*{}</style>',
    '--><b>',
    '&lt;script&gt;&#60;',
    '\0\u2028{base}',
  ];

  it.each(HOSTILE)('escapes hostile text: %j', async (text) => {
    const partsWith = (some: string): PageParts => ({
      about: {
        name: some,
        description: some,
        version: some,
        sources: [{ name: some, url: `javascript:${some}`, licence: some, gives: some }],
        collections: [
          {
            name: 'x',
            title: some,
            description: some,
            record: {
              title: some,
              properties: { [some]: { description: some, pattern: some, const: some } },
            },
            properties: { properties: { [some]: { type: some } } },
          },
        ],
      },
      grid: {
        base: 'https://example.org',
        formats: [some],
        composedFormats: [some],
        collections: [
          {
            name: 'x',
            count: 1,
            key: some,
            keyField: some,
            features: 1,
            orderings: [some],
            order: { field: some, kind: 'code' },
            sorts: { key: some, by: { [some]: { field: some, kind: 'code' } } },
            pagination: { limits: [1], default: 1 },
          },
        ],
      },
      examples: { x: { records: [{ [some]: some }] } },
      assets,
      worker: some,
    });
    const tags = tagsOf(pageOf(partsWith(text)));
    const plain = tagsOf(pageOf(partsWith('plain')));
    const names = (some: readonly Tag[]) =>
      some.map(({ name, attributes }) => [name, ...attributes.keys()].join(' '));
    expect(names(tags)).toEqual(names(plain));
    expect(attribute(tags, 'href').filter((href) => /^javascript:/i.test(href))).toEqual([]);
  });
});

describe('the program in the page', () => {
  const programOf = (page: string) =>
    codeIn(page, 'A typed client').replace('{base}', SHIPPED_BASE);

  it('is that of the README without its comment', () => {
    const readme = readFileSync('README.md', 'utf8');
    const [, program = ''] = /^```ts\n\/\/.*\n(import createClient.*?)\n```$/ms.exec(readme) ?? [];
    expect(programOf(shippedText(PAGE))).toBe(program);
  });

  it('uses types that one command generates', () => {
    const commands = codeIn(shippedText(PAGE), 'How to install it');
    const [, install, generate = ''] = /^(.*)\n(.*)$/.exec(commands) ?? [];
    expect(install).toBe('npm install openapi-fetch');
    expect(generate).toBe('npx openapi-typescript {base}/openapi.json -o types.d.ts');
    const example = readFileSync('examples/typed-client/walk.ts', 'utf8');
    expect(example).toContain(generate.replace('{base}', SHIPPED_BASE));
  });

  const pages = { pagination: { limits: [5], default: 5 } };
  const PROGRAMS: readonly (readonly [
    what: string,
    fields: z.core.$ZodShape,
    print: string,
    more?: object,
  ])[] = [
    ['a list', { name: z.string() }, 'of data) console.log(record.name)'],
    ['pages', { title: z.string() }, 'of data.results) console.log(record.title)', pages],
    ['a label that is an object', { label: z.object({}) }, 'of data) console.log(record.label)'],
    ['a field that is a keyword', { class: z.string() }, 'of data) console.log(record.class)'],
    ['a field that is no word', { 'a-b': z.int() }, 'of data) console.log(record)'],
  ];
  const someApi = defineApi({
    name: 'Some',
    description: 'Some.',
    collections: PROGRAMS.map(([title, fields, , more], at) => {
      const schema = z.object({ ...fields, id: z.int() });
      return defineCollection({
        name: `some${at}`,
        title,
        description: title,
        schema,
        key: 'id',
        ...more,
      });
    }),
  });

  it('compiles with the generated types', { timeout: 120_000 }, () => {
    const { described } = describedSite(someApi, {});
    const folder = temporaryFolder();
    writeFiles(folder, { 'openapi.json': JSON.stringify(openApiOf(described)) });
    const programs: Record<string, string> = {
      'shipped/walk.ts': programOf(shippedText(PAGE)),
      'shipped/types.d.ts': generateTypes(path.join(shippedSite(), OPENAPI)),
      'types.d.ts': generateTypes(path.join(folder, 'openapi.json')),
    };
    for (const [at, [what, , print]] of PROGRAMS.entries()) {
      const program = programOf(pageOf({ ...only(described, `some${at}`), assets }));
      expect(program, what).toContain(print);
      programs[`${at}.ts`] = program;
    }
    expect(compile(programs, { skipLibCheck: true }).complaints).toEqual({});
  });

  /** An API as if it had one collection. */
  function only({ about, grid, examples }: Described, name: string): Described {
    const isIt = (one: { readonly name: string }) => one.name === name;
    return {
      about: { ...about, collections: about.collections.filter(isIt) },
      grid: { ...grid, collections: grid.collections.filter(isIt) },
      examples,
    };
  }
});
