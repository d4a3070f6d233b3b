import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { type OpenApi, openApiOf } from '../../../src/describe/openapi/document.ts';
import { z } from '../../../src/index.ts';
import { siteHandler } from '../../../src/server/handler.ts';
import { type Listening, listen } from '../../../src/server/listen.ts';
import { type ServedSite, SiteFolder, type SiteSource } from '../../../src/server/site-folder.ts';
import { type Answer, ask } from '../../support/ask.ts';
import { type DescribedSite, describedBna, describedSite } from '../../support/described.ts';
import { OpenApiCheck } from '../../support/openapi-check.ts';
import { linted } from '../../support/redocly.ts';
import { SHIPPED_BASE, shippedSite } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const title = (name: string) => ({ name, title: name, description: `Some ${name}.` });
const word = z.object({ word: z.string(), text: z.string().optional() });
const words = [{ word: 'b', text: 'x' }, { word: 'a' }];
const apiOf = (...collections: Api['collections'][number][]) =>
  defineApi({ name: 'Small', description: 'A small API.', collections });

/** Places, one of which has no location. */
const places = defineCollection({
  ...title('places'),
  schema: z.object({
    id: z.int(),
    name: z.string(),
    at: z.tuple([z.number(), z.number()]).nullable(),
  }),
  key: 'id',
  published: z.object({ id: z.int(), name: z.string() }).meta({ title: 'Place on Earth' }),
  publish: ({ id, name }) => ({ id, name }),
  pagination: { limits: [2, 3], default: 3 },
  features: {
    properties: z.object({ name: z.string() }),
    feature: ({ at, name }) => at && { longitude: at[0], latitude: at[1], properties: { name } },
  },
});
const spots = [
  { id: 7, name: 'seven', at: [-105.22, 38.44] },
  { id: 8, name: 'eight', at: null },
  { id: 9, name: 'nine', at: [180, -90] },
  { id: 10, name: 'ten', at: [0, 0] },
];

const nameOnly = ({ name }: Readonly<Record<string, unknown>>) => ({ name });

/** A schema that refers to itself, and to another that has an id. */
const tag = z.object({ text: z.string() }).meta({ id: 'tag' });
const branch = z.object({
  name: z.string(),
  tags: z.array(tag),
  main: tag.optional(),
  get twigs() {
    return z.array(branch);
  },
});
const tree = { name: 'a', tags: [{ text: 't' }], twigs: [{ name: 'b', tags: [], twigs: [] }] };

/** APIs with something unusual, and their sites. */
const SMALL: Readonly<Record<string, () => DescribedSite>> = {
  'a list with nothing optional': () =>
    describedSite(apiOf(defineCollection({ ...title('words'), schema: word, key: 'word' })), {
      words,
    }),
  'no records at all': () => describedSite(thingsApi, { things: [] }),
  'pages, numeric keys, no default order': () => describedSite(thingsApi, { things: things(45) }),
  'points on a map': () => describedSite(apiOf(places), { places: spots }),
  'no words': () =>
    describedSite(apiOf(defineCollection({ ...title('words'), schema: word, key: 'word' })), {}),
  'no points on a map': () => describedSite(apiOf(places), { places: [] }),
  'keys that are not shown': () => {
    const hidden = defineCollection({
      ...title('words'),
      schema: word,
      key: 'word',
      published: z.object({ text: z.string() }),
      publish: ({ text = '' }) => ({ text }),
      orderings: { text: { field: 'text', kind: 'code' } },
    });
    return describedSite(apiOf(hidden), { words }, { orderings: [] });
  },
  'numeric keys that are not shown': () => {
    const { published: _, publish: __, ...rest } = places;
    const shown = { published: z.object({ name: z.string() }), publish: nameOnly };
    return describedSite(apiOf({ ...rest, ...shown }), { places: spots });
  },
  'records of the same title': () => {
    const schema = word.meta({ title: 'Error' });
    const named = ['one', 'two'].map((name) =>
      defineCollection({ ...title(name), schema, key: 'word' }),
    );
    return describedSite(apiOf(...named), { one: words, two: words });
  },
  'shapes that refer to themselves': () => {
    const trees = defineCollection({ ...title('trees'), schema: branch, key: 'name' });
    return describedSite(apiOf(trees), { trees: [tree] });
  },
  'few pages pre-rendered': () =>
    describedSite(
      thingsApi,
      { things: things(45) },
      { limits: [20], orderings: ['-label'], formats: ['api'] },
    ),
  'no formats': () => describedSite({ ...thingsApi, formats: [] }, { things: things(3) }),
};

const shipped = await describedBna(SHIPPED_BASE);

/** Every API whose document is checked, with its site. */
const SITES: readonly (readonly [string, DescribedSite, SiteSource])[] = [
  ['the shipped API', shipped, new SiteFolder(shippedSite())],
  ...Object.entries(SMALL).map(([name, make]) => {
    const made = make();
    const bodies = new Map(Array.from(made.files(), ({ path, body }) => [path, body]));
    const site: ServedSite = {
      grid: made.described.grid,
      read: async (file) => (bodies.has(file) ? Buffer.concat(bodies.get(file) ?? []) : null),
    };
    const source: SiteSource = { use: (work) => work(site) };
    return [name, made, source] as const;
  }),
];

describe('Redocly’s recommended rules', () => {
  /** Paths end in a slash, as those of Django REST Framework do. */
  const SLASH = 'no-path-trailing-slash';
  const others = (document: OpenApi) => {
    const problems = linted(document);
    const slashes = problems.filter(({ ruleId }) => ruleId === SLASH);
    expect(slashes).toHaveLength(Object.keys(document.paths).length);
    return problems.filter(({ ruleId }) => ruleId !== SLASH);
  };

  it('find no problem in the document of the shipped API', async () => {
    const { about, grid, examples } = shipped.described;
    const base = 'https://bna.example.net';
    expect(others(openApiOf({ about, grid: { ...grid, base }, examples }))).toEqual([]);
  });

  it.each(SITES)('find no error in the document of %s', (_, { described }) => {
    const errors = others(openApiOf(described)).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  it('find an error where there is one', () => {
    const document = openApiOf(shipped.described);
    const wrong = { ...document, info: { title: 'Without a version' } };
    expect(linted(wrong).map(({ ruleId }) => ruleId)).toContain('struct');
  });
});

/** A document’s operations, a line each. */
const operationLines = (document: OpenApi): string[] =>
  Object.entries(document.paths).map(([path, { get }]) => {
    const names = get.parameters.map((one) =>
      '$ref' in one ? one.$ref.split('/').at(-1) : one.name,
    );
    return `${get.operationId} ${path} ${names.join(' ')}`.trim();
  });

describe('a document', () => {
  const documentOf = (name: string): OpenApi => {
    const found = SITES.find(([one]) => one === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return openApiOf(found[1].described);
  };

  it.each([
    [
      'the shipped API',
      [
        'index /api/ Format',
        'countries_list /api/countries/ Format',
        'countries_retrieve /api/countries/{alpha_2}/ alpha_2 Format',
        'score_metadata_list /api/score_metadata/ Format ordering',
        'score_metadata_retrieve /api/score_metadata/{name}/ name Format',
        'neighborhoods_list /api/neighborhoods/ Format ordering limit offset',
        'neighborhoods_retrieve /api/neighborhoods/{uuid}/ uuid Format',
        'neighborhoods_geojson /api/neighborhoods_geojson/ Format',
      ],
    ],
    [
      'keys that are not shown',
      [
        'index /api/ Format',
        'words_list /api/words/ Format',
        'words_retrieve /api/words/{key}/ key Format',
      ],
    ],
    [
      'no formats',
      [
        'index /api/',
        'things_list /api/things/ ordering limit offset',
        'things_retrieve /api/things/{id}/ id',
      ],
    ],
  ])('of %s has these operations', (name, expected) =>
    expect(operationLines(documentOf(name))).toEqual(expected),
  );

  it.each([
    [
      'the shipped API',
      [
        'Index Country ScoreMetadata Neighborhood PaginatedNeighborhoodList NeighborhoodProperties',
        'NeighborhoodFeature NeighborhoodFeatureCollection Error',
      ],
    ],
    ['a list with nothing optional', ['Index Words Error']],
    ['records of the same title', ['Index Error2 Error3 Error']],
    ['shapes that refer to themselves', ['Index Trees Tag Error']],
    [
      'points on a map',
      [
        'Index PlaceOnEarth PaginatedPlaceOnEarthList PlaceOnEarthProperties PlaceOnEarthFeature',
        'PlaceOnEarthFeatureCollection Error',
      ],
    ],
  ])('of %s has these shapes', (name, expected) => {
    const names = Object.keys(documentOf(name).components.schemas);
    expect(names.join(' ')).toBe(expected.join(' '));
  });

  it.each([
    [
      'a key of the shipped API',
      'the shipped API',
      '/api/countries/{alpha_2}/',
      'alpha_2',
      '{"type":"string","pattern":"^(?:[A-Z]{2})$"}',
    ],
    [
      'a numeric key',
      'points on a map',
      '/api/places/{id}/',
      'id',
      '{"type":"integer","minimum":0}',
    ],
    [
      'a numeric key that is not shown',
      'numeric keys that are not shown',
      '/api/places/{key}/',
      'key',
      '{"type":"integer","minimum":0}',
    ],
    [
      'a numeric key of no record',
      'no points on a map',
      '/api/places/{id}/',
      'id',
      '{"type":"integer","minimum":0}',
    ],
    [
      'a key of no record',
      'no words',
      '/api/words/{word}/',
      'word',
      '{"type":"string","pattern":"^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*)$"}',
    ],
    [
      'a page size',
      'the shipped API',
      '/api/neighborhoods/',
      'limit',
      '{"anyOf":[{"type":"integer","minimum":1,"maximum":9007199254740991},{"type":"string","enum":["all"]}],"default":20}',
    ],
    [
      'an offset',
      'the shipped API',
      '/api/neighborhoods/',
      'offset',
      '{"type":"integer","minimum":0,"maximum":9007199254740991,"default":0}',
    ],
    [
      'an ordering of which one way is pre-rendered',
      'few pages pre-rendered',
      '/api/things/',
      'ordering',
      '{"type":"string","enum":["-label","size","-size","label","id","-id"]}',
    ],
  ])('has the schema of %s', (_, name, path, parameter, expected) => {
    const parameters = documentOf(name).paths[path]?.get.parameters ?? [];
    const found = parameters.find((one) => 'name' in one && one.name === parameter);
    expect(JSON.stringify(found && 'schema' in found && found.schema)).toBe(expected);
  });

  it.each([
    ['limit', [10, 20, 50, 100, 'all'], 10],
    ['offset', undefined, 0],
    [
      'ordering',
      [
        'created_at',
        '-created_at',
        'modified_at',
        '-modified_at',
        'label',
        '-label',
        'state_abbrev',
        '-state_abbrev',
      ],
      '-created_at',
    ],
  ])('lists the values of %s that every host supports', (parameter, rendered, example) => {
    const { parameters } = documentOf('the shipped API').paths['/api/neighborhoods/']?.get ?? {};
    const found = parameters?.find((one) => 'name' in one && one.name === parameter);
    expect(found).toMatchObject({ example });
    expect(Object(found)['x-pre-rendered']).toEqual(rendered);
  });

  it('is short', () => {
    const text = JSON.stringify(documentOf('the shipped API'), null, 2);
    expect(Buffer.byteLength(text)).toBeLessThan(64_000);
  });

  it.each([
    ['none', [], undefined],
    ['one', ['MIT'], 'MIT'],
    ['the same twice', ['MIT', 'MIT'], 'MIT'],
    ['several', ['MIT', 'LGPL-2.1-or-later'], 'MIT AND LGPL-2.1-or-later'],
    ['a choice among several', ['MIT OR Apache-2.0', 'ISC'], '(MIT OR Apache-2.0) AND ISC'],
    ['a choice alone', ['MIT OR Apache-2.0'], 'MIT OR Apache-2.0'],
    ['one that has no identifier', ['MIT', 'Open Government Licence'], null],
  ])('has the licences of its sources: %s', (_, licences, identifier) => {
    const { about, grid, examples } = shipped.described;
    const sources = licences.map((licence) => ({ name: 'Somebody', licence, gives: 'facts' }));
    const { license } = openApiOf({ about: { ...about, sources }, grid, examples }).info;
    if (identifier === null) expect(license).toEqual({ name: licences.join(', ') });
    else expect(license).toEqual(identifier && { name: identifier, identifier });
  });

  it('needs metadata of every collection', () => {
    const { about, grid, examples } = shipped.described;
    const silent = { ...about, collections: about.collections.slice(1) };
    expect(() => openApiOf({ about: silent, grid, examples })).toThrow('countries');
  });
});

describe('a response that differs from the document is found', () => {
  const check = new OpenApiCheck(openApiOf(shipped.described));
  let server: Listening;
  beforeAll(async () => {
    const place = new SiteFolder(shippedSite());
    server = await listen(
      siteHandler(place, { asBuilt: true }, () => {}),
      0,
      '127.0.0.1',
    );
  });
  afterAll(() => server.close());

  // biome-ignore lint/suspicious/noExplicitAny: a page, to be damaged
  type Page = any;
  const PATH = '/api/neighborhoods/';
  const damaged = (answer: Answer, damage: (page: Page) => void): Answer => {
    const page = JSON.parse(answer.body.toString());
    damage(page);
    return { ...answer, body: Buffer.from(JSON.stringify(page)) };
  };

  it.each<readonly [string, (page: Page) => void]>([
    ['a record without a field', ({ results }) => delete results[3].label],
    ['a record with another field', ({ results }) => Object.assign(results[0], { secret: 1 })],
    ['a number for a text', ({ results }) => Object.assign(results[0], { city_fips: 811810 })],
    [
      'a time without its zone',
      ({ results }) => Object.assign(results[0], { createdAt: '2025-03-25T22:55:07.000426' }),
    ],
    ['a country without a name', ({ results }) => delete results[19].country.name],
    ['no count', (page) => delete page.count],
    ['a count in quotes', (page) => Object.assign(page, { count: '2620' })],
    ['a link that is no address', (page) => Object.assign(page, { next: 'page two' })],
    ['no records', (page) => Object.assign(page, { results: null })],
  ])('%s', async (_, damage) => {
    const answer = await ask(server.port, PATH);
    expect(
      check.answerWrongs(
        PATH,
        damaged(answer, () => {}),
      ),
    ).toEqual([]);
    expect(check.answerWrongs(PATH, damaged(answer, damage))).not.toEqual([]);
  });

  it.each<readonly [string, (answer: Answer) => Answer]>([
    ['a status of another kind', (answer) => ({ ...answer, status: 500 })],
    ['a page with the status of an error', (answer) => ({ ...answer, status: 400 })],
    ['another media type', (answer) => withHeader(answer, 'content-type', 'text/html')],
    ['no header Vary', (answer) => withHeader(answer, 'vary')],
    ['a cache for ever', (answer) => withHeader(answer, 'cache-control', 'immutable')],
    ['a tag without quotes', (answer) => withHeader(answer, 'etag', 'abc')],
    ['a body that should not be sent', (answer) => ({ ...answer, status: 304 })],
  ])('%s', async (_, change) => {
    const answer = await ask(server.port, PATH);
    expect(check.answerWrongs(PATH, answer)).toEqual([]);
    expect(check.answerWrongs(PATH, change(answer))).not.toEqual([]);
  });

  const withHeader = (answer: Answer, name: string, ...values: string[]): Answer => ({
    ...answer,
    headers: { ...answer.headers, [name]: values },
  });
});

/** Queries that get the error of each name; a path's end for a key. */
const ERRORS: Readonly<Record<string, string>> = {
  format: '?format=xml',
  ordering: '?ordering=nothing',
  limit: '?limit=0',
  offset: '?offset=-1',
  repeated: '?format=json&format=json',
};
const ENDS: Readonly<Record<string, string>> = { key: 'no-such-key/', path: '%2B/' };

/** Values that a parameter may or may not take, whatever the API. */
const VALUES = [
  ...['0', '1', '2', '7', '20', '37', '050', '+20', '1.5', '1e3', '-1', 'all', 'ALL', 'none'],
  ...['9007199254740991', '9007199254740992', '99999999999999999999'],
  ...['json', 'api', 'xml', 'label', '-label', '--label', 'uuid', 'country', 'name,label'],
  ...['created_at', '-created_at', 'createdAt', 'text', 'size', '-size', 'id'],
];

// biome-ignore lint/suspicious/noExplicitAny: whatever the document has there
type Described = any;

describe.each(SITES)('the document of %s', (_, { described }, place) => {
  const document = openApiOf(described);
  const check = new OpenApiCheck(document);
  const paths = Object.keys(document.paths);
  let server: Listening;

  beforeAll(async () => {
    server = await listen(
      siteHandler(place, { asBuilt: true }, () => {}),
      0,
      '127.0.0.1',
    );
  });
  afterAll(() => server.close());

  const folder = new URL(described.grid.base).pathname.replace(/\/$/, '');
  const get = (target: string, headers = {}) => ask(server.port, folder + target, { headers });

  const parametersOf = (path: string, where: string): Described[] =>
    check
      .part(['paths', path, 'get', 'parameters'])
      .value.map((_: unknown, at: number) => check.part(['paths', path, 'get', 'parameters', at]))
      .filter(({ value }: Described) => value.in === where);

  /** A path with the example of a key in it; null where there is no record. */
  function example(path: string): string | null {
    const [key] = parametersOf(path, 'path');
    if (!key) return path;
    const { example } = key.value;
    return example === undefined ? null : path.replace(/\{\w+\}/, String(example));
  }

  const asked = paths.flatMap((path) => {
    const target = example(path);
    return target === null ? [] : [{ path, target }];
  });
  const isFine = (path: string, answer: Answer, status: number) => {
    expect(check.answerWrongs(path, answer)).toEqual([]);
    expect(answer.status).toBe(status);
  };
  const bodyOf = ({ body }: Answer) => JSON.parse(body.toString());

  it('contains valid JSON Schemas', () => {
    expect(() => check.compile()).not.toThrow();
  });

  it('is JSON, and the same every time', () => {
    expect(openApiOf(described)).toEqual(document);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it.each(asked)(
    'has the response to the example parameters of $target',
    async ({ path, target }) => {
      const query = new URLSearchParams();
      for (const { value } of parametersOf(path, 'query')) {
        if (value.example !== undefined) query.set(value.name, String(value.example));
      }
      const answer = await get(`${target}?${query}`);
      isFine(path, answer, 200);
      const { content } = check.part(['paths', path, 'get', 'responses', 200]).value;
      const [{ example }] = Object.values<Described>(content);
      const body = bodyOf(answer);
      if (Array.isArray(body)) expect(example).toEqual(body.slice(0, 3));
      else if (body.features)
        expect(example).toEqual({ ...body, features: body.features.slice(0, 2) });
      else expect(example).toEqual(body);
    },
  );

  it.each(asked)(
    'describes the responses of $target without parameters, and to its ETag',
    async (one) => {
      const answer = await get(one.target);
      isFine(one.path, answer, 200);
      const [tag = ''] = answer.headers.etag ?? [];
      isFine(one.path, await get(one.target, { 'If-None-Match': tag }), 304);
    },
  );

  it.each(asked)(
    'allows exactly the parameter values that $target supports',
    async ({ path, target }) => {
      for (const { keys, value: parameter } of parametersOf(path, 'query')) {
        const listed = [parameter.schema, ...(parameter.schema.anyOf ?? [])];
        const words = listed.flatMap((schema: Described) => schema.enum ?? []);
        const rendered: unknown[] = parameter['x-pre-rendered'] ?? [];
        for (const value of new Set([...words, ...rendered.map(String), ...VALUES])) {
          const isNumber = /^(?:0|[1-9]\d*)$/.test(value);
          const wrongs = check.wrongs([...keys, 'schema'], isNumber ? Number(value) : value);
          const answer = await get(`${target}?${parameter.name}=${encodeURIComponent(value)}`);
          const isOne = `${parameter.name}=${value}: ${answer.status}`;
          expect(isOne).toBe(
            `${parameter.name}=${value}: ${wrongs.length > 0 ? errorOf(parameter.name) : 200}`,
          );
          expect(check.answerWrongs(path, answer), isOne).toEqual([]);
        }
      }
    },
  );
  const errorOf = (parameter: string) => (parameter === 'format' ? 404 : 400);

  it.each(asked)('has the exact errors of $target', async ({ path, target }) => {
    for (const status of [400, 404]) {
      const response = check.part(['paths', path, 'get', 'responses', status]);
      const examples: Described = Object.values<Described>(response.value.content)[0];
      for (const name of Object.keys(examples.examples)) {
        const query = ERRORS[name];
        const wrong =
          query === undefined ? target.replace(/[^/]+\/$/, ENDS[name] ?? '') : target + query;
        const answer = await get(wrong);
        isFine(path, answer, status);
        const keys = [...response.keys, 'content', 'application/json', 'examples', name];
        expect(check.part(keys).value.value, wrong).toEqual(bodyOf(answer));
      }
    }
  });

  it('describes every record', async () => {
    for (const { name, count, pagination } of described.grid.collections) {
      const answer = await get(`/api/${name}/?limit=all`);
      isFine(`/api/${name}/`, answer, 200);
      const body = bodyOf(answer);
      expect(pagination ? body.results : body).toHaveLength(count);
    }
  });
});
