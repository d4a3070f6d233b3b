import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../../../../src/api/json-schema.ts';
import { OPENAPI } from '../../../../src/core/address.ts';
import { type OpenApi, openApiOf } from '../../../../src/describe/openapi/document.ts';
import { defineCollection, z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { OpenApiCheck } from '../../../support/openapi-check.ts';
import { type RenderedSite, renderedSite } from '../../../support/rendered-site.ts';
import { shippedJson, shippedText } from '../../../support/shipped-site.ts';
import { rowsOf } from '../../../support/table.ts';
import { UNUSUAL_SITES } from '../../../support/unusual-sites.ts';

const shipped: OpenApi = shippedJson(OPENAPI);
const documentOf = (name: string): OpenApi => {
  const { [name]: site }: Readonly<Record<string, RenderedSite>> = UNUSUAL_SITES;
  return site ? openApiOf(site.described) : shipped;
};

describe('a document', () => {
  it('of the shipped API has these operations by query, and no empty description', () => {
    const byQuery = Object.entries(shipped.paths).filter(([path]) => path.endsWith('/'));
    const lines = byQuery.map(([path, { get }]) => {
      const names = get.parameters.map(({ $ref }) => $ref.split('/').at(-1));
      return [get.operationId, path, ...names].join(' ');
    });
    const expected = `
      index /api/ Format
      countries_list /api/countries/ Format
      countries_retrieve /api/countries/{alpha_2}/ Alpha2 Format
      score_metadata_list /api/score_metadata/ Format Ordering
      score_metadata_retrieve /api/score_metadata/{name}/ Name Format
      neighborhoods_list /api/neighborhoods/ Format Name2 State Country StateAbbrev CreatedAtGte ModifiedAtGte CountryIn Search Ordering2 Limit Offset
      neighborhoods_retrieve /api/neighborhoods/{uuid}/ Uuid Format
      neighborhoods_geojson /api/neighborhoods_geojson/ Format
      results_list /api/results/ Format State2 Country2 OverallScoreGte OverallScoreLte Neighborhood Search Ordering3 Limit2 Offset`;
    expect(lines).toEqual(rowsOf(expected).flat());
    expect(JSON.stringify(shipped)).not.toContain('"description":""');
  });

  it.each(
    rowsOf(`
    equal titles -> Index Error2 Error3 Error
    recursive records -> Index Trees Tag Error
    a map -> Index PlaceOnEarth PaginatedPlaceOnEarthList PlaceOnEarthProperties PlaceOnEarthFeature PlaceOnEarthFeatureCollection Error`),
  )('of %s has the schemas %s', (name, expected) => {
    expect(Object.keys(documentOf(name).components.schemas).join(' ')).toBe(expected);
  });

  it.each(
    rowsOf(`
    the shipped API -> /api/countries/{alpha_2}/ alpha_2 -> {"type":"string","pattern":"^(?:[A-Z]{2})$"}
    hidden numeric keys -> /api/places/{key}/ key -> {"type":"integer"}
    a map without records -> /api/places/{id}/ id -> {"type":"integer"}
    a list without records -> /api/words/{word}/ word -> {"type":"string","minLength":1}
    pages -> /api/things/ limit -> {"anyOf":[{"type":"integer","minimum":1,"maximum":9007199254740991},{"type":"string","enum":["all"]}],"default":20}
    filters -> /api/rooms/ key -> {"type":"string","maxLength":200,"pattern":"^[^\\\\u0000]*$","examples":["attic"]}`),
  )('of %s has at %s the schema %s', (name, place, expected) => {
    expect(`${JSON.stringify(parameterAt(name, place).schema)}`).toBe(expected);
  });

  it.each(
    rowsOf(`
    filters -> /api/rooms/ key -> attic constructor hall hallway
    filters -> /api/rooms/ hidden -> 
    the shipped API -> /api/neighborhoods/ ordering -> created_at -created_at modified_at -modified_at label -label state_abbrev -state_abbrev`),
  )('of %s has at %s the values of every host: %s', (name, place, expected) => {
    expect(parameterAt(name, place)['x-prerendered'].join(' ')).toBe(expected);
  });

  const parameterAt = (name: string, place: string) => {
    const [path = '', parameter] = place.split(' ');
    const parameters = new OpenApiCheck(documentOf(name)).parameters(path);
    return parameters.find(({ value }) => value.name === parameter)?.value;
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

it('a format has no pattern', () =>
  expect(JSON.stringify(jsonSchemaOf(z.object({ id: z.uuid() })))).not.toContain('pattern'));

it('client.d.ts: a filter of numbers', () =>
  expect(shippedText('client.d.ts')).toContain('overall_score__gte?: number | string |'));

it('cuts long texts of examples, except keys and texts without blanks', () => {
  const short = `${'é '.repeat(100)}…`;
  const url = `https://example.org/${'a'.repeat(300)}`;
  const part = z.object({ kind: z.enum(['a', 'b']), text: z.string().nullable() });
  const schema = z.object({
    id: z.string(),
    text: z.string(),
    parts: z.array(part),
    url: z.url(),
  });
  const notes = defineCollection({ ...titled('notes'), schema, key: 'id' });
  const written = (text: string) => ({
    ...{ id: 'i'.repeat(210), text },
    ...{ parts: [{ kind: 'a', text }], url },
  });
  const { described } = renderedSite(apiOf(notes), { notes: [written('é '.repeat(3000))] });
  const example = described.examples.notes?.records[0];
  expect(example).toEqual(written(short));
  const check = new OpenApiCheck(openApiOf(described));
  expect(check.errorsOf(['components', 'schemas', 'Notes'], example)).toEqual([]);
});
