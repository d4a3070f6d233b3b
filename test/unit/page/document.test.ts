import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { endpointsOf, parametersOf } from '../../../src/core/endpoint.ts';
import { bothDirections, type CollectionGrid } from '../../../src/core/grid.ts';
import { templateOf } from '../../../src/describe/endpoint.ts';
import { describeFields } from '../../../src/describe/field.ts';
import { PAGE, REFERENCE, SCRIPT, STYLE } from '../../../src/describe/files.ts';
import { licencesOf } from '../../../src/describe/licence.ts';
import { z } from '../../../src/index.ts';
import { pageOf, referencePage } from '../../../src/page/document.ts';
import { iconOf } from '../../../src/page/page-files.ts';
import type { PageParts } from '../../../src/page/page-model.ts';
import { formatNumber } from '../../../src/util/text.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { importText } from '../../support/imported.ts';
import { type Tag, tagsOf, textOf } from '../../support/markup.ts';
import { type RenderedSite, renderedSite } from '../../support/rendered-site.ts';
import { shippedManifest, shippedText } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { taggedSite, UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const assets = {
  script: 'explorer.js?01234567',
  style: 'explorer.css?89abcdef',
  map: 'explorer-map.js?456789ab',
  points: {},
};
const partsOf = ({ described }: RenderedSite): PageParts => ({ ...described, assets });
const thingsParts = partsOf(UNUSUAL_SITES.pages);

const shippedPage = shippedText(PAGE);
const shippedReference = shippedText(REFERENCE);

const CC0 = { name: 'CC0-1.0', url: 'https://example.org/cc0' };
const withSources: PageParts = {
  ...partsOf(UNUSUAL_SITES['equal titles']),
  about: {
    ...UNUSUAL_SITES['equal titles'].described.about,
    sources: [
      { name: 'An office', url: 'https://example.org/data', licence: CC0, data: 'names' },
      { name: 'A library', licence: 'ODbL-1.0', data: 'titles' },
      { name: 'Common knowledge', data: 'the rest' },
    ],
  },
};

const APIS = {
  things: thingsParts,
  filters: partsOf(UNUSUAL_SITES.filters),
  'places with features': partsOf(UNUSUAL_SITES['a map']),
  'two collections with sources': withSources,
  'hidden keys': partsOf(UNUSUAL_SITES['hidden keys']),
  'a collection without records': partsOf(UNUSUAL_SITES['a list without records']),
} satisfies Readonly<Record<string, PageParts>>;

const attribute = (tags: readonly Tag[], name: string): string[] =>
  tags.flatMap(({ attributes }) => attributes.get(name) ?? []);

/** What a page must be, whatever its API. */
function expectWellFormed(page: string, script = ''): void {
  const tags = tagsOf(page);
  const ids = attribute(tags, 'id');
  expect(new Set(ids).size).toBe(ids.length);
  const fragments = attribute(tags, 'href').filter((href) => href.startsWith('#'));
  const referring = ['for', 'aria-labelledby', 'aria-controls'];
  expect(ids).toEqual(
    expect.arrayContaining([
      ...fragments.map((href) => href.slice(1)),
      ...referring.flatMap((name) => attribute(tags, name)),
    ]),
  );
  const sheets = tags.filter(({ attributes }) => attributes.get('rel') === 'stylesheet');
  const files = [...attribute(tags, 'src'), ...attribute(sheets, 'href')];
  expect(files.join(' ').replace(/(?<=\?)[0-9a-f]{8}/g, 'HASH')).toBe(`${script}explorer.css?HASH`);
  const names = tags.map(({ name }) => name);
  expect(names.filter((name) => name === 'h1')).toHaveLength(1);
  expect(names.filter((name) => /^(?:style|base|iframe|object)$/.test(name))).toEqual([]);
  const attributes = tags.flatMap((tag) => [...tag.attributes.keys()]);
  expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
  const policies = tags.filter((tag) => tag.attributes.has('http-equiv'));
  expect(attribute(policies, 'content')).toEqual([
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'",
  ]);
}

const SCRIPT_AND = 'explorer.js?HASH ';

const RELATIVE =
  /^(?:#[\w.%-]+|api\/[\w/.-]*(?:\?[\w=&-]+)?|\.\/|reference\.html(?:#facts-from)?|openapi\.json|client\.(?:js|d\.ts)|explorer\.svg|explorer\.(?:js|css)\?[0-9a-f]{8})$/;

describe.each(Object.entries<PageParts>(APIS))('the page of an API with %s', (_, parts) => {
  const { about, grid, examples } = parts;
  const page = pageOf(parts);
  const api = referencePage(parts);
  const text = textOf(page + api);

  it('is well-formed, with one script, one style sheet and nothing inline, and so is the reference without a script', () => {
    expectWellFormed(page, SCRIPT_AND);
    expectWellFormed(api);
  });

  it('has only relative links, except to sources', () => {
    const tags = [page, api].flatMap(tagsOf);
    const isBase = (href: string) => href.replace(REFERENCE, '') === `${grid.base}/`;
    const all = ['href', 'src', 'action'].flatMap((name) => attribute(tags, name));
    const links = all.filter((href) => !isBase(href));
    const sources = about.sources ?? [];
    const known = [...sources, ...licencesOf(sources)].flatMap(({ url }) => url ?? []);
    expect(links).toEqual(expect.arrayContaining(known));
    const others = links.filter((link) => !RELATIVE.test(link));
    expect(others.filter((link) => !known.includes(link))).toEqual([]);
  });

  it('describes every endpoint with its parameters and their values', () => {
    const options = [...page.matchAll(/<option value="([^"]*)"(?: selected)?>([^<]*)/g)].map(
      ([, value, shown]) => value || shown,
    );
    for (const endpoint of endpointsOf(grid, '')) {
      expect(text).toContain(`GET ${templateOf(grid, endpoint)}`);
      for (const { name, kind, values } of parametersOf(grid, endpoint)) {
        expect(api).toContain(`<code translate="no">${name}</code>`);
        const isInForm = kind !== 'format' && values !== 'number';
        expect(options).toEqual(expect.arrayContaining(isInForm ? [...values] : []));
      }
    }
    const composed = grid.collections.flatMap((collection) =>
      bothDirections(Object.keys(collection.sorts ?? {})),
    );
    expect(options).toEqual(expect.arrayContaining(composed));
  });

  it('describes the API, its collections, their fields and its sources', () => {
    const fields = about.collections
      .flatMap(({ record, properties = {} }) => [record, properties])
      .flatMap((schema) => describeFields(schema));
    for (const described of [
      about.name,
      about.description,
      `Version ${about.version}`,
      ...grid.collections.map(({ name, count }) => `${formatNumber(count)} ${name}`),
      ...about.collections.flatMap(({ title, description }) => [title, description]),
      ...fields.flatMap(({ path, type, meaning }) => [`${path} ${type}`, meaning]),
      ...(about.sources ?? []).flatMap(({ name, data }) => [name, data]),
      ...licencesOf(about.sources).map(({ name }) => name),
    ]) {
      expect(text).toContain(described);
    }
  });

  it('shows a record of each collection, and links to it if its key is shown', () => {
    for (const { name, keyField = '' } of grid.collections) {
      const [record] = examples[name]?.records ?? [];
      const key = Object(record)[String(keyField)];
      expect(text).toContain(record ? JSON.stringify(record, null, 2) : 'GET /api/');
      expect(api.match(new RegExp(`href="api/${name}/[^"?]+"`, 'g')) ?? []).toEqual(
        key === undefined ? [] : expect.arrayContaining([`href="api/${name}/${key}/"`]),
      );
    }
  });
});

/** The text of a block of code. */
const codeIn = (page: string, label: string): string =>
  textOf(page.split(`aria-label="${label}"><code translate="no">`)[1]?.split('</code>')[0] ?? '');

describe('the page', () => {
  it('for a plain host has links to its files, and their requests for the script', () => {
    const { described, files } = renderedSite(thingsApi, { things: things(45) }, 'plain');
    const parts: PageParts = { ...described, assets };
    const page = pageOf(parts);
    const links = [page, referencePage(parts)].flatMap(tagsOf).flatMap(({ attributes }) => {
      const [href = '', target = ''] = ['href', 'data-try'].map((one) => attributes.get(one));
      return href.startsWith('api/') ? [[href, target] as const] : [];
    });
    expect(links.map(([href]) => href).filter((href) => !files.has(href))).toEqual([]);
    expect(links).toEqual(
      expect.arrayContaining([
        ['api/index.json', ''],
        ['api/things/limit/20/offset/20.json', 'api/things/?offset=20'],
        ['api/things/ordering/label/limit/20.json', 'api/things/?ordering=label'],
        ['api/things/1.json', 'api/things/1/'],
        ['api/things/0.json', ''],
      ]),
    );
    expect(codeIn(page, 'the request')).toBe(
      `curl '${described.grid.base}/api/things/limit/20.json'`,
    );
  });

  it('leads to all records if its script does not start', () => {
    const [notice] = /<p class="not-started">.*?<\/p>/.exec(shippedPage) ?? [];
    const links = attribute(tagsOf(`<!doctype html>\n${notice}`), 'href');
    expect(links).toHaveLength(5);
    expect(links.slice(0, 2)).toEqual(['api/results/limit/20.json', 'api/countries.json']);
    expect(links[4]).toBe('reference.html#all-data');
  });

  it('says where its data is from, with the licence, and when it was updated', () => {
    const { about, ...parts } = withSources;
    const updated = '2025-05-05T23:19:47.209Z';
    const collections = about.collections.map((one) => ({ ...one, updated }));
    const page = pageOf({ ...parts, about: { ...about, collections } });
    expect(page).toContain('Updated <time datetime="2025-05-05T23:19:47.209Z">5 May 2025</time>.');
    expect(page).toContain('Licence: <a href="https://example.org/cc0">CC0-1.0</a>.');
    expect(textOf(page)).toContain(
      'Source of names: An office. Licence: CC0-1.0. 2 other sources. Updated 5 May 2025.',
    );
    // What folds on narrow windows.
    expect(page).toMatch(/<\/summary><\/details>\n<p class="facts origin"><span>Source of/);
    const without = pageOf(thingsParts);
    expect(without).toContain('<p class="facts"><a href="reference.html">');
    expect(without).not.toContain('class="about"');
  });

  it('has a form for each collection: first the named one, or one that has records', () => {
    const collections = thingsApi.collections.flatMap(({ pagination: _, ...list }) => [
      { ...list, name: 'empty', pagination: { limits: [2], default: 2 } },
      { ...list, name: 'well-filled' },
    ]);
    const { about, ...parts } = partsOf(
      renderedSite({ ...thingsApi, collections }, { 'well-filled': things(1) }),
    );
    const pageWith = (main = {}) => pageOf({ ...parts, about: { ...about, ...main } });
    const forms = (main?: object) => {
      const tags = tagsOf(pageWith(main));
      return attribute(
        tags.filter(({ attributes }) => attributes.get('method') === 'get'),
        'action',
      );
    };
    expect(forms()).toEqual(['api/well-filled/', 'api/empty/']);
    expect(forms({ main: 'empty' })).toEqual(['api/empty/', 'api/well-filled/']);
    expect(textOf(pageWith())).toContain('Well filled 1');
  });

  it.each([
    ['filters', ['submit', 'reset'], false],
    ['things', ['submit'], true],
    ['a collection without records', [], false],
  ] as const)('has these buttons for %s: %s', (name, buttons, isWithoutScript) => {
    const form = /<form .*?<\/form>/s.exec(pageOf(APIS[name]))?.[0] ?? '';
    expect(Array.from(form.matchAll(/button type="(\w+)/g), ([, type]) => type)).toEqual(buttons);
    expect(form.includes('<noscript>')).toBe(isWithoutScript);
  });

  it('knows the titles of fields, those of another collection, and fields with one value', () => {
    const [, json = ''] =
      /<script type="application\/json">(.*?)<\/script>/.exec(shippedPage) ?? [];
    const { collections } = JSON.parse(json);
    expect(collections.flatMap(({ columns }: { columns: object[] }) => columns)).toEqual(
      expect.arrayContaining([
        { name: 'state_abbrev', label: 'State' },
        expect.objectContaining({ name: 'core_services', label: 'Core Services Total' }),
        expect.objectContaining({ label: 'Overall score', meaning: expect.anything() }),
        { name: 'visibility', isConstant: true },
      ]),
    );
  });

  it('has facets of the main collection that lead to responses where the host has them', () => {
    const facets = (page: string) =>
      page.split('<details class="facets"')[1]?.split('</div></details>')[0];
    const shown = facets(shippedPage) ?? '';
    expect(textOf(shown)).toContain('California 265');
    expect(textOf(shown)).toContain('United States of America 2,541');
    expect(shown).toContain('title="20 to under 30: ');
    const link = 'api/results/?overall_score__gte=20&#38;overall_score__lte=29.99';
    // The shipped site is for hosts with rules, which have no pages of it.
    expect(shown).toContain(`data-try="${link}"`);
    const parts = partsOf(taggedSite());
    for (const hostKind of ['code', 'rules'] as const) {
      const isLink = /data-try href="api\/[^"]*kind=/.test(
        facets(pageOf({ ...parts, grid: { ...parts.grid, hostKind } })) ?? '',
      );
      expect(isLink).toBe(hostKind === 'code');
    }
  });

  it('has fields for a range of dates, no value, and orders that leave it out where code runs', () => {
    const { grid, ...parts } = partsOf(taggedSite());
    const code = pageOf({ ...parts, grid: { ...grid, hostKind: 'code' } });
    tagsOf(code);
    expect(code).toMatch(
      /From <input type="date" name="day__gte" value="" [^>]*data-key="day:From">/,
    );
    expect(code).toContain('href="api/tagged/?note__isnull=true"');
    expect(code).toMatch(/href="api\/tagged\/\?size__isnull=true"[^>]*><span[^>]*>No value/);
    expect(code).toContain('href="api/tagged/?ordering=-size&#38;size__isnull=false"');
    expect(textOf(code)).toContain('Day, latest first');
    expect(textOf(code)).toMatch(/Size, has no value\s+all records\s+truefalse/);
  });

  it('has a field for each filter: a list with counts where values are prerendered, else a text', () => {
    const page = pageOf(APIS.filters);
    const [, list = ''] = /<select[^>]* name="key">(.*?)<\/select>/s.exec(page) ?? [];
    expect(textOf(list).trim().split('\n')).toEqual([
      'all records',
      'constructor (1)The attic (1)The hall or The hall on top (3)The hallway (1)',
    ]);
    const inputs = tagsOf(page).filter(({ name }) => name === 'input');
    const filterInputs = inputs.filter(({ attributes }) => attributes.has('maxlength'));
    expect(attribute(filterInputs, 'name')).toEqual(['search', 'hidden']);
  });

  it('names filters by their fields and matches in words, and so does the script', () => {
    const rain = z.number().meta({ title: 'Rainfall' });
    const schema = z.object({ id: z.int(), rain, seen_at: z.iso.date(), note: z.string() });
    const ends = ['gte', 'lte', 'gt', 'lt'].flatMap((end) => [`rain__${end}`, `seen_at__${end}`]);
    const names = ['rain', 'id__in', 'note__icontains', 'note__isnull', ...ends];
    const filters = Object.fromEntries(names.map((name) => [name, {}]));
    const days = defineCollection({ ...titled('days'), schema, key: 'id', filters });
    const page = pageOf(partsOf(renderedSite(apiOf(days), { days: [] })));
    const found = page.matchAll(/<label for="[^"]*" title="([^"]*)">([^<]*)/g);
    const labels = Array.from(found, ([, name = '', label]) => [name, label] as const);
    expect(labels.map(([, label]) => label).join('; ')).toBe(
      'Rainfall; Id, one of; Note, contains; Note, has no value; Rainfall, at least; Seen at, from; Rainfall, at most; Seen at, until; Rainfall, more than; Seen at, after; Rainfall, less than; Seen at, before',
    );
    expect(page).toContain(`"labels":${JSON.stringify(Object.fromEntries(labels))}`);
  });

  it('offers the sizes of pages with the default one, and a search of any records', () => {
    const page = pageOf(APIS.things);
    const [, sizes] = /Records per page<.*?name="limit">\s*(.*?)<\/select>/s.exec(page) ?? [];
    expect(sizes).toBe(
      '<option value="7">7</option><option value="" selected>20</option><option value="all">all</option>\n',
    );
    expect(pageOf(APIS.filters)).toContain('placeholder="Search 5 records"');
  });

  it.each([
    ['code', 'api/things/?limit=7'],
    ['plain', 'api/things/limit/7.json'],
  ] as const)('the reference begins with a request and its response, on %s', (hostKind, path) => {
    const { described, text } = renderedSite(thingsApi, { things: things(45) }, hostKind);
    const page = referencePage({ ...described, assets });
    expect(page.split('<section id="')[1]).toMatch(/^first-request"/);
    expect(textOf(page)).toContain(`The base address of the API is ${described.grid.base}.`);
    expect(codeIn(page, 'A first request')).toBe(`curl '${described.grid.base}/${path}'`);
    const [beginning = ''] = codeIn(page, 'The beginning of its response').split('…');
    expect(beginning.split('\n').length).toBe(13);
    if (hostKind === 'plain')
      expect(JSON.stringify(JSON.parse(text(path)), null, 2).startsWith(beginning)).toBe(true);
  });

  it('the reference does not show the examples of a list as its whole response', () => {
    const page = referencePage(partsOf(UNUSUAL_SITES['a list']));
    expect(codeIn(page, 'The beginning of its response')).toMatch(/^\[\n {2}\{\n.* {2}\}\n…$/s);
  });

  it('the reference has a table of the collections that leads to their sections', () => {
    const [rows = ''] = /<table>.*?<\/table>/s.exec(shippedReference) ?? [];
    expect(attribute(tagsOf(`<!doctype html>\n${rows}`), 'href')).toEqual(
      shippedManifest().grid.collections.map(({ name }) => `#${name}`),
    );
    expect(textOf(rows)).toContain('Result List/api/results/2,620');
  });

  it('lists many values on demand, with their names and counts', () => {
    expect(textOf(shippedReference)).toContain('CO Colorado (96)');
    expect(textOf(referencePage(APIS.filters))).toContain('constructor (1) ');
    expect(shippedReference).toContain('<summary>61 values</summary>');
  });

  it('of the shipped API is well-formed, and small with its script and style', () => {
    expectWellFormed(shippedPage, SCRIPT_AND);
    expectWellFormed(shippedReference);
    expect(shippedReference).not.toContain('<p></p>');
    expect(shippedPage).toMatch(/<td[^>]*><a data-try href="api\/countries\/US\/">US<\/a><\/td>/);
    // Names are as people wrote them.
    expect(shippedText(STYLE)).not.toContain('first-letter');
    const [page = 0, script = 0, style = 0] = [PAGE, SCRIPT, STYLE].map(
      (file) => gzipSync(shippedText(file)).length,
    );
    // With the first response, at most 40 KB.
    expect(page + script + style).toBeLessThan(37_000);
  });

  it('escapes hostile text', () => {
    const hostile = `</title><script>alert(1)</script>"><img src=x onerror=alert(1)>' onfocus='alert(1)'
      x='</code></pre><style>*{}</style>--><b>&lt;script&gt;&#60;\0\u2028{base}`;
    const partsWith = (text: string): PageParts => {
      const texts = { name: text, title: text, description: text, version: text };
      const property = { description: text, const: text, type: text };
      const schema = { title: text, properties: { [text]: property } };
      const sort = { field: text, kind: 'code' } as const;
      const source = { name: text, data: text, licence: { name: text, url: text } };
      const about = {
        ...texts,
        sources: ['x', `javascript:${text}`].map((url) => ({ ...source, url })),
        collections: [
          {
            ...texts,
            name: 'x',
            record: schema,
            properties: schema,
            labels: { kind: { a: [text] } },
          },
        ],
      };
      const collection: CollectionGrid = {
        name: 'x',
        count: 1,
        key: text,
        keyField: text,
        features: 1,
        orderings: [text],
        defaultSort: sort,
        sorts: { [text]: sort },
        filters: { kind: { fields: [text], match: 'search' } },
        partitions: { filters: ['kind'], orderings: [text], limits: [1], counts: { a: 1 } },
        pagination: { limits: [1], default: 1 },
      };
      const site = { hostKind: 'code', base: 'https://example.org' } as const;
      const grid = { ...site, formats: [text], collections: [collection] };
      return {
        about,
        grid,
        examples: {
          x: {
            records: [{ [text]: text }],
            example: { [text]: text },
            facets: [],
            fields: new Map(),
          },
        },
        assets,
      };
    };
    const namesIn = (tags: readonly Tag[]) =>
      tags.map(({ name, attributes }) => [name, ...attributes.keys()].join(' '));
    const tagsWith = (text: string) =>
      [pageOf, referencePage].flatMap((make) => tagsOf(make(partsWith(text))));
    const tags = tagsWith(hostile);
    expect(namesIn(tags)).toEqual(namesIn(tagsWith('Plain')));
    expect(attribute(tags, 'href').filter((href) => /^javascript:/i.test(href))).toEqual([]);
  });

  it('its links and options leave out the default order', () => {
    const order = { field: 'label', kind: 'text', descending: true } as const;
    const ordered = thingsApi.collections.map((one) => ({ ...one, order }));
    const [byDefault, without] = [ordered, thingsApi.collections].map((collections) => {
      const page = pageOf(
        partsOf(renderedSite({ ...thingsApi, collections }, { things: things(9) })),
      );
      const options = [...page.matchAll(/<option value="(-?(?:label|size))">/g)].map(
        ([, one]) => one,
      );
      return { options, links: page.match(/href="api\/things\/[^"]*ordering=[^"]*"/g) };
    });
    expect(without?.options).toEqual(['size', '-size', 'label', '-label']);
    expect(byDefault?.options).toEqual(['size', '-size', 'label']);
    const hrefs = ['label', '-size'].map((one) => `href="api/things/?ordering=${one}"`);
    expect(byDefault?.links).toEqual(hrefs);
  });

  it('offers the orders of pages and of the first columns, without UUIDs, addresses and equal values', () => {
    const [, options = ''] =
      /name="ordering">\n(<option value="">.*?)<\/select>/s.exec(
        shippedPage.split('id="try-neighborhoods-ordering"')[1] ?? '',
      ) ?? [];
    const values = [...options.matchAll(/value="([^"]*)"/g)].map(([, one]) => one);
    expect(values).toEqual(
      ['', 'created_at', 'modified_at', '-modified_at', 'label', '-label', 'state_abbrev'].concat(
        ['-state_abbrev', 'name', '-name', 'label_suffix', '-label_suffix'],
        ['country__code', '-country__code'],
      ),
    );
    const ordersOf = (label: string, isConstant: boolean) => {
      const site = renderedSite(thingsApi, { things: [{ id: 1, size: 1, label }] });
      const { examples, ...parts } = partsOf(site);
      const things = { ...examples.things, fields: new Map([['size', { isConstant }]]) };
      const page = pageOf({ ...parts, examples: { things } as PageParts['examples'] });
      return page.match(/<option value="-?(?:label|size)">/g)?.length;
    };
    expect(ordersOf('x', false)).toBe(4);
    expect(ordersOf('x', true)).toBe(2);
    expect(ordersOf('https://example.org/', true)).toBe(2);
  });

  it('has the first records as a table with the field that names them first', () => {
    const { about, ...parts } = thingsParts;
    const collections = about.collections.map((one) => ({ ...one, label: 'size' }));
    const headersIn = (page: string) =>
      Array.from(page.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g), ([, text = '']) =>
        textOf(text),
      );
    expect(headersIn(pageOf(thingsParts))).toEqual(['Label', 'Size', 'Id']);
    const page = pageOf({ ...parts, about: { ...about, collections } });
    expect(headersIn(page)).toEqual(['Size', 'Label', 'Id']);
    expect(page.match(/<th scope="row"/g)).toHaveLength(20);
    expect(page).toContain('href="api/things/?offset=20"');
    const empty = pageOf(partsOf(UNUSUAL_SITES['pages without records']));
    expect(empty).not.toContain('<th ');
  });

  it.each([
    ['https://example.org/x', true],
    ['http://localhost:8080', false],
  ])('built for %s has an address for other sites: %s', (base, isNamed) => {
    const { grid, ...parts } = thingsParts;
    const page = pageOf({ ...parts, grid: { ...grid, base } });
    expect(page.includes(`<link rel="canonical" href="${base}/">`)).toBe(isNamed);
    const api = referencePage({ ...parts, grid: { ...grid, base } });
    expect(api.includes(`<link rel="canonical" href="${base}/reference.html">`)).toBe(isNamed);
  });

  it.each([
    [{ name: 'things' }, '>T</text>'],
    [{ name: '«Été»' }, '>É</text>'],
    [{ name: '' }, '>/</text>'],
    [{ name: 'Things', icon: 'AB' }, 'font-size="8" fill="#fff">AB</text>'],
    [{ name: 'Things', icon: '🚲' }, 'fill="#fff">🚲</text>'],
  ])('has the icon of %j', (about, text) => {
    expect(iconOf(about)).toContain(text);
    tagsOf(`<!doctype html>\n${iconOf(about).replaceAll('/>', '></rect>')}`);
  });
});

it('the names that columns of a table had are the labels of its fields', async () => {
  const { api, published } = await importText('a.csv', 'id,Größe (m)\n1,5\n2,5\n3,6\n4,6\n');
  const { described } = renderedSite(api, { a: published });
  const page = pageOf({ ...described, assets });
  const [head = ''] = /<thead>.*?<\/thead>/s.exec(page) ?? [];
  expect(textOf(head)).toContain('Größe (m)');
  expect(head).toContain('title="groesse_m"');
  expect(page).toContain('role="group" aria-label="Größe (m)"');
  expect(textOf(page)).toContain('Größe (m), lowest first');
  const [field] = describeFields(described.about.collections[0]?.record ?? {}).slice(1);
  expect(field).toMatchObject({ path: 'groesse_m', meaning: 'Größe (m)' });
  expect(described.about.collections[0]?.record).toMatchObject({
    properties: { groesse_m: { title: 'Größe (m)', type: 'integer' } },
  });
});
