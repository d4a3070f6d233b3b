import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../../../src/core/address.ts';
import { answer } from '../../../../src/core/answer.ts';
import { apiFolder } from '../../../../src/core/grid.ts';
import type { DataSite } from '../../../../src/core/site.ts';
import { type OpenApi, openApiOf } from '../../../../src/describe/openapi/document.ts';
import { openSiteFolder } from '../../../../src/server/site-folder.ts';
import { OpenApiCheck } from '../../../support/openapi-check.ts';
import { shippedJson, shippedSite } from '../../../support/shipped-site.ts';
import { rowsOf } from '../../../support/table.ts';
import { UNUSUAL_SITES } from '../../../support/unusual-sites.ts';

/** The shipped API and small ones: the document of each, and its site. */
const SITES: ReadonlyMap<string, { readonly document: OpenApi; readonly site: DataSite }> = new Map(
  [
    ['the shipped API', { document: shippedJson(OPENAPI), site: openSiteFolder(shippedSite()) }],
    ...Object.entries(UNUSUAL_SITES).map(
      ([name, { described, site }]) => [name, { document: openApiOf(described), site }] as const,
    ),
  ],
);

const siteNamed = (name: string) => {
  const site = SITES.get(name);
  if (!site) throw new Error(`There is no site called ${name}.`);
  return site;
};

describe('a document', () => {
  it.each([
    [
      'the shipped API',
      `index /api/ Format
      countries_list /api/countries/ Format
      countries_retrieve /api/countries/{alpha_2}/ alpha_2 Format
      score_metadata_list /api/score_metadata/ Format ordering
      score_metadata_retrieve /api/score_metadata/{name}/ name Format
      neighborhoods_list /api/neighborhoods/ Format name state country state_abbrev created_at__gte modified_at__gte country__in Search ordering limit Offset
      neighborhoods_retrieve /api/neighborhoods/{uuid}/ uuid Format
      neighborhoods_geojson /api/neighborhoods_geojson/ Format
      results_list /api/results/ Format state country overall_score__gte overall_score__lte neighborhood Search ordering limit Offset`,
    ],
    [
      'hidden keys',
      `index /api/ Format
      words_list /api/words/ Format ordering
      words_retrieve /api/words/{key}/ key Format`,
    ],
    [
      'no formats',
      `index /api/
      things_list /api/things/ ordering limit offset
      things_retrieve /api/things/{id}/ id`,
    ],
  ])('of %s has these operations', (name, expected) => {
    const { paths } = siteNamed(name).document;
    const lines = Object.entries(paths).map(([path, { get }]) => {
      const names = get.parameters.map((one) =>
        '$ref' in one ? String(one.$ref).split('/').at(-1) : one.name,
      );
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
    expect(Object.keys(siteNamed(name).document.components.schemas).join(' ')).toBe(expected);
  });

  it.each(
    rowsOf(`
    the shipped API -> /api/countries/{alpha_2}/ alpha_2 -> {"type":"string","pattern":"^(?:[A-Z]{2})$"}
    a map -> /api/places/{id}/ id -> {"type":"integer"}
    hidden numeric keys -> /api/places/{key}/ key -> {"type":"integer"}
    a map without records -> /api/places/{id}/ id -> {"type":"integer"}
    a list without records -> /api/words/{word}/ word -> {"type":"string","minLength":1}
    pages -> /api/things/ limit -> {"anyOf":[{"type":"integer","minimum":1,"maximum":9007199254740991},{"type":"string","enum":["all"]}],"default":20}
    pages -> /api/things/ offset -> {"type":"integer","minimum":0,"maximum":9007199254740991,"default":0}
    hidden keys -> /api/words/ ordering -> {"type":"string","enum":["text","-text"]}
    pages -> /api/things/ ordering -> {"anyOf":[{"type":"string","enum":["size","-size","label","-label","id","-id"]},{"type":"array","items":{"type":"string","enum":["size","-size","label","-label","id","-id"]},"minItems":2,"uniqueItems":true}]}
    filters -> /api/rooms/ key -> {"type":"string","maxLength":200,"examples":["attic"]}
    filters -> /api/rooms/ hidden -> {"type":"number"}
    the shipped API -> /api/neighborhoods/ created_at__gte -> {"type":"string","format":"date-time"}
    the shipped API -> /api/neighborhoods/ country__in -> {"type":"array","items":{"type":"string","maxLength":4000},"minItems":1}`),
  )('of %s has at %s the schema %s', (name, place, expected) => {
    expect(`${JSON.stringify(parameterAt(name, place).schema)}`).toBe(expected);
  });

  it.each(
    rowsOf(`
    pages -> /api/things/ limit -> 7 -> 7 20 all
    pages -> /api/things/ offset -> 0 -> undefined
    filters -> /api/rooms/ key -> undefined -> attic constructor hall hallway
    filters -> /api/rooms/ hidden -> undefined -> 
    the shipped API -> /api/neighborhoods/ ordering -> -created_at -> created_at -created_at modified_at -modified_at label -label state_abbrev -state_abbrev`),
  )(
    'of %s has at %s the example %s and the values of every host: %s',
    (name, place, ...expected) => {
      const { example, 'x-pre-rendered': rendered } = parameterAt(name, place);
      expect([String(example), String(rendered?.join(' '))]).toEqual(expected);
    },
  );

  const parameterAt = (name: string, place: string) => {
    const [path = '', parameter] = place.split(' ');
    const parameters = siteNamed(name).document.paths[path]?.get.parameters ?? [];
    return Object(parameters.find((one) => 'name' in one && one.name === parameter));
  };

  it('says what every host supports with a filter', () => {
    expect(siteNamed('filters').document.paths['/api/rooms/']?.get).toMatchObject({
      description:
        'Some rooms.\n\nWith a filter, every host supports only the pre-rendered values of `key`; `ordering` absent or `-kind`; `limit` 2, 4 or `all`; no `format`.',
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
    const sources = [{ name: 'An office', licence, data: 'facts' }];
    const { license, description } = openApiOf({ ...parts, about: { ...about, sources } }).info;
    expect(license).toEqual(licence);
    expect(description).toContain(
      '- An office: facts ([Open Licence](https://example.org/licence_%281%29))',
    );
  });
});

const getFrom = (site: DataSite, target: string, headers = {}) =>
  answer(new Request(site.grid.base + target, { headers }), site);

/**
 * A request for each error: its query, or the end of its path. The error of a combination of filters
 * is none where code runs.
 */
const ERRORS: Readonly<Record<string, string>> = {
  format: '?format=xml',
  ordering: '?ordering=nothing',
  limit: '?limit=0',
  offset: '?offset=-1',
  page_size: '?page_size=0',
  page: '?page=0',
  repeated: '?format=json&format=json',
  key: 'no-such-key/',
};

/** Values that a parameter may or may not take, whatever the API. */
const VALUES = `0 1 2 7 20 37 050 +20 1.5 1e3 -1 all ALL none json api xml label -label --label uuid
  9007199254740991 9007199254740992 country name,label size,-label size,size created_at createdAt
  size -size id`.split(/\s+/);

// biome-ignore lint/suspicious/noExplicitAny: a Parameter Object
type Parameter = any;

describe.each([...SITES])('the document of %s', (_, { document, site }) => {
  const check = new OpenApiCheck(document);
  const operation = (path: string, ...keys: (string | number)[]) =>
    check.part(['paths', path, 'get', ...keys]);
  const parametersOf = (path: string, place: 'path' | 'query') =>
    [...operation(path, 'parameters').value.keys()]
      .map((index) => operation(path, 'parameters', index))
      .filter(({ value }) => value.in === place);

  /** Each path with the example of a key in it; paths without a record are left out. */
  const targets = Object.keys(document.paths).flatMap((path) => {
    const [key] = parametersOf(path, 'path');
    if (!key) return [{ path, target: path }];
    const { example } = key.value;
    return example === undefined ? [] : [{ path, target: path.replace(/\{\w+\}/, example) }];
  });

  /** The body of the response to a request, which must be as described. */
  async function bodyOf(path: string, target: string, status = 200, headers = {}) {
    const response = await getFrom(site, target, headers);
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

  it.each(targets)('has the responses of $target, and the example', async ({ path, target }) => {
    const query = new URLSearchParams();
    for (const { value } of parametersOf(path, 'query')) {
      if (value.example !== undefined) query.set(value.name, String(value.example));
    }
    const { body } = await bodyOf(path, `${target}?${query}`);
    const [content] = Object.values(operation(path, 'responses', 200).value.content);
    const shown = Array.isArray(body)
      ? body.slice(0, 3)
      : { ...body, ...(body.features && { features: body.features.slice(0, 2) }) };
    expect(Object(content).example).toEqual(shown);
    const { etag } = await bodyOf(path, target);
    await bodyOf(path, target, 304, { 'If-None-Match': etag });
  });

  /** Values that a parameter may or may not take: those that the document lists, and others. */
  function valuesFor({ schema, 'x-pre-rendered': rendered = [] }: Parameter): Set<string> {
    const listed = [schema, ...(schema.anyOf ?? [])].flatMap((one: Parameter) => one.enum ?? []);
    return new Set([...listed, ...rendered, ...VALUES].map(String));
  }

  function isAllowed(keys: readonly (string | number)[], value: string): boolean {
    const { schema, explode } = check.part(keys).value;
    return check.errorsOf([...keys, 'schema'], typed(value, schema, explode)).length === 0;
  }

  /** A value as a tool parses it. */
  function typed(value: string, { type }: Parameter, explode?: boolean): unknown {
    if (type === 'string') return value;
    if (type === 'array') return value.split(',');
    if (type === 'number') return value.trim() === '' ? value : Number(value);
    if (explode === false && value.includes(',')) return value.split(',');
    return /^(?:0|[1-9]\d*)$/.test(value) ? Number(value) : value;
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
        const response = await getFrom(site, `${target}?${query}`);
        expect(`${query} ${response.status}`).toBe(`${query} ${status}`);
      }
    }
  });

  const errors = targets.flatMap(({ path, target }) =>
    [400, 404].flatMap((status) => {
      const { keys } = operation(path, 'responses', status);
      const examples = [...keys, 'content', 'application/json', 'examples'];
      const names = Object.keys(check.part(examples).value).filter((name) => name !== 'filter');
      return names.map((name) => {
        const filter = name.replace('filter-', '');
        const error = name === filter ? (ERRORS[name] ?? '') : `?${filter}=%00`;
        const wrong = error.startsWith('?') ? target + error : target.replace(/[^/]+\/$/, error);
        return { path, status, wrong, example: check.part([...examples, name]).value.value };
      });
    }),
  );

  it('has the exact errors', async () => {
    for (const { path, status, wrong, example } of errors) {
      const { body } = await bodyOf(path, wrong, status);
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
