import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../../../src/core/address.ts';
import { answer } from '../../../../src/core/answer.ts';
import { apiFolder } from '../../../../src/core/grid.ts';
import { replyTo, toResponse } from '../../../../src/core/reply.ts';
import { type OpenApi, openApiOf } from '../../../../src/describe/openapi/document.ts';
import { defineCollection, z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { OpenApiCheck } from '../../../support/openapi-check.ts';
import { renderedSite } from '../../../support/rendered-site.ts';
import { shippedJson } from '../../../support/shipped-site.ts';
import { smallApi, smallRecords } from '../../../support/small-site.ts';
import { rowsOf } from '../../../support/table.ts';
import { UNUSUAL_SITES } from '../../../support/unusual-sites.ts';

/** Small APIs: the document of each, and its site. */
const SITES = Object.fromEntries(
  Object.entries({
    ...UNUSUAL_SITES,
    'every kind of collection': renderedSite(smallApi, smallRecords()),
  }).map(([name, { described, site }]) => [name, { document: openApiOf(described), site }]),
);

const shipped: OpenApi = shippedJson(OPENAPI);
const documentOf = (name: string): OpenApi => SITES[name]?.document ?? shipped;

describe('a document', () => {
  it.each([
    [
      'the shipped API',
      `index /api/ Format
      countries_list /api/countries/ Format
      countries_retrieve /api/countries/{alpha_2}/ Alpha2 Format
      score_metadata_list /api/score_metadata/ Format Ordering
      score_metadata_retrieve /api/score_metadata/{name}/ Name Format
      neighborhoods_list /api/neighborhoods/ Format Name2 State Country StateAbbrev CreatedAtGte ModifiedAtGte CountryIn Search Ordering2 Limit Offset
      neighborhoods_retrieve /api/neighborhoods/{uuid}/ Uuid Format
      neighborhoods_geojson /api/neighborhoods_geojson/ Format
      results_list /api/results/ Format State2 Country2 OverallScoreGte OverallScoreLte Neighborhood Search Ordering3 Limit2 Offset`,
    ],
    [
      'hidden keys',
      `index /api/ Format
      words_list /api/words/ Format Ordering
      words_retrieve /api/words/{key}/ Key Format`,
    ],
    [
      'no formats',
      `index /api/
      things_list /api/things/ Ordering Limit Offset
      things_retrieve /api/things/{id}/ Id`,
    ],
  ])('of %s has these operations by query', (name, expected) => {
    const { paths } = documentOf(name);
    const byQuery = Object.entries(paths).filter(([path]) => path.endsWith('/'));
    const lines = byQuery.map(([path, { get }]) => {
      const names = get.parameters.map(({ $ref }) => $ref.split('/').at(-1));
      return [get.operationId, path, ...names].join(' ');
    });
    expect(lines).toEqual(rowsOf(expected).flat());
  });

  it.each(
    rowsOf(`
    a list -> Index Words Error
    equal titles -> Index Error2 Error3 Error
    recursive records -> Index Trees Tag Error
    a map -> Index PlaceOnEarth PaginatedPlaceOnEarthList PlaceOnEarthProperties PlaceOnEarthFeature PlaceOnEarthFeatureCollection Error`),
  )('of %s has the schemas %s', (name, expected) => {
    expect(Object.keys(documentOf(name).components.schemas).join(' ')).toBe(expected);
  });

  it.each(
    rowsOf(`
    the shipped API -> /api/countries/{alpha_2}/ alpha_2 -> {"type":"string","pattern":"^(?:[A-Z]{2})$"}
    a map -> /api/places/{id}/ id -> {"type":"integer"}
    hidden numeric keys -> /api/places/{key}/ key -> {"type":"integer"}
    a map without records -> /api/places/{id}/ id -> {"type":"integer"}
    a list without records -> /api/words/{word}/ word -> {"type":"string","minLength":1}
    pages -> /api/things/ limit -> {"anyOf":[{"type":"integer","minimum":1,"maximum":9007199254740991},{"type":"string","enum":["all"]}],"default":20}
    filters -> /api/rooms/ key -> {"type":"string","maxLength":200,"examples":["attic"]}
    the shipped API -> /api/neighborhoods/ created_at__gte -> {"type":"string","format":"date-time"}`),
  )('of %s has at %s the schema %s', (name, place, expected) => {
    expect(`${JSON.stringify(parameterAt(name, place).schema)}`).toBe(expected);
  });

  it.each(
    rowsOf(`
    pages -> /api/things/ limit -> 7 -> 7 20 all
    pages -> /api/things/ offset -> undefined -> undefined
    filters -> /api/rooms/ key -> undefined -> attic constructor hall hallway
    filters -> /api/rooms/ hidden -> undefined -> 
    the shipped API -> /api/neighborhoods/ ordering -> undefined -> created_at -created_at modified_at -modified_at label -label state_abbrev -state_abbrev`),
  )(
    'of %s has at %s the example %s and the values of every host: %s',
    (name, place, ...expected) => {
      const { example, 'x-prerendered': prerendered } = parameterAt(name, place);
      expect([String(example), String(prerendered?.join(' '))]).toEqual(expected);
    },
  );

  const parameterAt = (name: string, place: string) => {
    const [path = '', parameter] = place.split(' ');
    const { paths, components } = documentOf(name);
    const parts = paths[path]?.get.parameters.map(({ $ref }) => $ref.split('/').at(-1) ?? '');
    const parameters = parts?.map((part) => Object(components.parameters[part]));
    return parameters?.find((one) => one.name === parameter);
  };

  it('says what the key of several fields is', () => {
    const { components } = documentOf('another prefix, without some parts');
    expect(components.parameters.Key).toMatchObject({
      name: 'key',
      description: 'The key of a record of bike: its `name` and `year`, joined by `-`.',
      schema: { type: 'string', minLength: 1 },
      example: 'no-1980',
    });
  });

  it('says what every host supports with a filter', () => {
    expect(documentOf('filters').paths['/api/rooms/']?.get).toMatchObject({
      description:
        'Some rooms.\n\nWith a filter, ordering is absent or -kind, and limit is 2, 4 or all. Hosts with code support every combination.',
    });
  });

  const { about, ...parts } = UNUSUAL_SITES.pages.described;

  it.each([
    ['none', [], undefined],
    ['one', ['MIT'], 'MIT'],
    ['the same twice', ['MIT', 'MIT'], 'MIT'],
    ['several', ['MIT', 'LGPL-2.1-or-later'], 'MIT AND LGPL-2.1-or-later'],
    ['a choice', ['MIT OR Apache-2.0'], null],
    ['one without an identifier', ['MIT', 'Open Government Licence'], null],
  ])('has the licences of its sources: %s', (_, licences, identifier) => {
    const sources = licences.map((licence) => ({ name: 'Somebody', licence, data: 'facts' }));
    const { license } = openApiOf({ ...parts, about: { ...about, sources } }).info;
    if (identifier === null) expect(license).toEqual({ name: licences.join(', ') });
    else expect(license).toEqual(identifier && { name: identifier, identifier });
  });

  it('links a licence, and in its description those of the sources', () => {
    const licence = { name: 'Open Licence', url: 'https://example.org/licence_(1)' };
    const sources = [
      { name: 'An office', licence, data: 'facts' },
      { name: 'Another', licence: licence.name, data: 'x' },
    ];
    const { license, description } = openApiOf({ ...parts, about: { ...about, sources } }).info;
    expect(license).toEqual(licence);
    expect(description).toContain(
      '- An office: facts ([Open Licence](https://example.org/licence_%281%29))',
    );
  });
});

/** A request for each error: its query, or the end of its path. */
const ERRORS: Readonly<Record<string, string>> = {
  format: '?format=xml',
  ordering: '?ordering=nothing',
  limit: '?limit=0',
  offset: '?offset=-1',
  page_size: '?page_size=0',
  page: '?page=0',
  parameters: '?format=json&format=json',
  query: '?format=json',
  key: 'no-such-key',
  path: '/no/thing',
};

/** Values that a parameter may or may not take, whatever the API. */
const VALUES = `0 1 2 7 20 37 050 +20 1.5 1e3 -1 all ALL none json api xml label -label --label uuid
  9007199254740991 9007199254740992 country name,label size,-label created_at createdAt
  size -size id`.split(/\s+/);

// biome-ignore lint/suspicious/noExplicitAny: a Parameter Object
type Parameter = any;

describe.each(Object.entries(SITES))('the document of %s', (_, { document, site }) => {
  const check = new OpenApiCheck(document);
  const operation = (path: string, ...keys: (string | number)[]) =>
    check.part(['paths', path, 'get', ...keys]);
  const parametersOf = (path: string, place: 'path' | 'query') =>
    [...operation(path, 'parameters').value.keys()]
      .map((index) => operation(path, 'parameters', index))
      .filter(({ value }) => value.in === place);

  /** Each path with a value of each parameter in it; paths without a record are left out. */
  const targets = Object.keys(document.paths).flatMap((path) => {
    const values: Record<string, unknown> = { page: 2 };
    for (const { value } of parametersOf(path, 'path')) {
      const { name, example, schema } = value;
      // An offset is a multiple of the limit before it.
      values[name] ??= example ?? schema.enum?.[0] ?? values.limit;
    }
    const target = path.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
    return target.includes('undefined') ? [] : [{ path, target }];
  });

  /** The body of the response to a request, which must be as described. */
  async function bodyOf(path: string, target: string, status = 200, headers = {}, composes = true) {
    const request = new Request(site.grid.base + target, { headers });
    const response = toResponse(await replyTo(request, site, { composes }));
    const text = await response.text();
    expect(check.differences(path, response, text), target).toEqual([]);
    expect(response.status, target).toBe(status);
    return { body: text && JSON.parse(text), etag: response.headers.get('etag') };
  }

  it('is JSON with valid JSON Schemas', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => check.errorsOf(['components', 'schemas', name], {})).not.toThrow();
    }
  });

  it('has the responses of each path, and the example', async () => {
    for (const { path, target } of targets) await expectResponses(path, target);
  });

  async function expectResponses(path: string, target: string): Promise<void> {
    const query = new URLSearchParams();
    for (const { value } of parametersOf(path, 'query')) {
      if (value.example !== undefined) query.set(value.name, String(value.example));
    }
    const { body } = await bodyOf(path, `${target}?${query}`);
    const [content] = Object.values(operation(path, 'responses', 200).value.content);
    const { example } = Object(content);
    const shown = Array.isArray(body)
      ? body.slice(0, 3)
      : { ...body, ...(body.features && { features: body.features.slice(0, 2) }) };
    if (example !== undefined || !path.endsWith('.json')) expect(example).toEqual(shown);
    const { etag } = await bodyOf(path, target);
    await bodyOf(path, target, 304, { 'If-None-Match': etag });
  }

  /** Values that a parameter may or may not take: those that the document lists, and others. */
  function valuesFor({ schema, 'x-prerendered': prerendered = [] }: Parameter): Set<string> {
    const listed = [schema, ...(schema.anyOf ?? [])].flatMap((one: Parameter) => one.enum ?? []);
    return new Set([...listed, ...prerendered, ...VALUES].map(String));
  }

  /** A tool parses a value by the type of its schema. */
  function isAllowed(keys: readonly (string | number)[], value: string): boolean {
    const { type } = check.part(keys).value.schema;
    const isNumber = type === 'number' || (type !== 'string' && /^(?:0|[1-9]\d*)$/.test(value));
    return check.errorsOf([...keys, 'schema'], isNumber ? Number(value) : value).length === 0;
  }

  const queryParameters = targets.flatMap(({ path, target }) =>
    parametersOf(path, 'query').map(({ keys, value }) => ({ target, keys, parameter: value })),
  );

  /** True for a page after the last one: how many there are depends on the other parameters. */
  const isPastEnd = (name: string, page: number): boolean =>
    name === 'page' &&
    site.grid.collections.every(
      ({ count, pagination }) => page > Math.ceil(count / (pagination?.default ?? count)),
    );

  it('allows exactly the supported parameter values', async () => {
    for (const { target, keys, parameter } of queryParameters) {
      for (const value of valuesFor(parameter)) {
        const isAnswered = isAllowed(keys, value) && !isPastEnd(parameter.name, Number(value));
        const error = ['format', 'page'].includes(parameter.name) ? 404 : 400;
        const status = isAnswered ? 200 : error;
        const query = `${parameter.name}=${encodeURIComponent(value)}`;
        const request = new Request(`${site.grid.base}${target}?${query}`);
        expect(`${query} ${(await answer(request, site)).status}`).toBe(`${query} ${status}`);
      }
    }
  });

  const errors = targets.flatMap(({ path, target }) =>
    [400, 404].flatMap((status) => {
      const { keys } = operation(path, 'responses', status);
      const examples = [...keys, 'content', 'application/json', 'examples'];
      return Object.keys(check.part(examples).value).map((name) => {
        const filter = name.replace('filter-', '');
        const error = name === filter ? (ERRORS[name] ?? '') : `?${filter}=%00`;
        const end = name === 'path' ? /(\.json)$/ : /[^/]+?(\/|\.json)$/;
        const wrong = error.startsWith('?') ? target + error : target.replace(end, `${error}$1`);
        const { value: example } = check.part([...examples, name]).value;
        // Where code runs, each parameter has its error.
        return { path, status, wrong, example, composes: name !== 'parameters' };
      });
    }),
  );

  it('has the exact errors', async () => {
    for (const { path, status, wrong, example, composes } of errors) {
      const { body } = await bodyOf(path, wrong, status, {}, composes);
      expect(body, wrong).toEqual(example);
    }
  });

  it('describes every record', async () => {
    for (const { name, count, pagination } of site.grid.collections) {
      const path = `/${apiFolder(site.grid)}${name}/`;
      const limit = pagination?.all === false ? count : 'all';
      const all = pagination?.style === 'page' ? `page_size=${count}` : `limit=${limit}`;
      const { body } = await bodyOf(path, `${path}?${all}`);
      expect(pagination ? body.results : body).toHaveLength(count);
    }
  });
});

it('cuts long texts of examples, except keys, addresses, and texts that the schema needs whole', () => {
  const [whole, short] = ['é'.repeat(6000), `${'é'.repeat(200)}…`];
  const url = `https://example.org/${'a'.repeat(300)}`;
  const part = z.object({ kind: z.enum(['a', 'b']), text: z.string().nullable() });
  const schema = z.object({
    id: z.string(),
    text: z.string(),
    sealed: z.string().min(300),
    parts: z.array(part),
    url: z.url(),
  });
  const notes = defineCollection({ ...titled('notes'), schema, key: 'id' });
  const written = (text: string) => ({
    ...{ id: 'i'.repeat(210), text, sealed: whole },
    ...{ parts: [{ kind: 'a', text }], url },
  });
  const { described } = renderedSite(apiOf(notes), { notes: [written(whole)] });
  const example = described.examples.notes?.records[0];
  expect(example).toEqual(written(short));
  const check = new OpenApiCheck(openApiOf(described));
  expect(check.errorsOf(['components', 'schemas', 'Notes'], example)).toEqual([]);
});
