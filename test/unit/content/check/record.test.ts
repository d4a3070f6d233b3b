import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { rowsOf } from '../../../support/table.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  COUNTRIES,
  changed,
  checked,
  contentFolder,
  edited,
  expectLines,
  itReports,
  listed,
  PUEBLO,
  problemLines,
  problemLinesIn,
  problemsOf,
  published,
  withEdits,
} from '../valid-content.ts';

const FIRST_LINE = 'uuid: 11111111-1111-4111-8111-111111111111';
const PUEBLO_LINE = 'uuid: 33333333-3333-4111-8111-333333333333';

it('the content that the cases change has no problem', async () => {
  const { collections, count } = await checked(contentFolder(changed()));
  expect(count).toBe(6);
  expect(collections.map(({ records }) => records.map(({ key }) => key))).toEqual([
    ['CA', 'ES', 'US'],
    ['people'],
    ['22222222-2222-4111-8111-222222222222', '11111111-1111-4111-8111-111111111111'],
    [],
  ]);
});

describe('a neighborhood', () => {
  itReports(
    String.raw`
missing field, though its schema has a message of its own | created_at: '2023-04-01T14:23:00.000000Z'\n =>
  1:1 missing-field [${FIRST_LINE}] 'created_at' is missing. → Add the field 'created_at'.
long text in a list: the message is cut between characters | Cañon City => [a${'🚲'.repeat(20)}]
  2:8 wrong-type [[a${'🚲'.repeat(20)}]] 'label' must be text, but this is ["a${'🚲'.repeat(18)}…. →
number for a time | '2023-04-01T14:23:00.000000Z' => 2023
  6:13 wrong-type [2023] 'created_at' must be a UTC time with six decimals, such as '2024-02-29T12:00:00.000000Z'. → Put it in quotes.
numbers out of range | country: US => country: US\nlatitude: -91\nlongitude: 181\npopulation: -1\nspeed_limit: 0
  4:11 bad-value [-91] 'latitude' must be at least -90.
  5:12 bad-value [181] 'longitude' must be at most 180.
  6:13 bad-value [-1] 'population' must be at least 0.
  7:14 bad-value [0] 'speed_limit' must be more than 0.
none of the values | country: US => country: US\nvisibility: secret
  4:13 bad-value [secret] 'visibility' must be "public" or "private" or "hidden". → Correct
empty text | Cañon City => ''
  2:8 bad-value [''] 'label' must not be empty. → Correct
text that is too long | Cañon City => ${'a'.repeat(201)}
  2:8 bad-value [${'a'.repeat(201)}] 'label' must be at most 200 characters long.
space at the end | Cañon City => 'Cañon City '
  2:8 bad-value ['Cañon City '] 'label' must not begin or end with a space.
text that is not a UUID: one problem | 11111111-1111-4111-8111-111111111111 => ABC
  1:7 bad-value [ABC] 'uuid' must be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d. → Correct
time without decimals | 14:23:00.000000Z => 14:23:00Z
  6:13 bad-value ['2023-04-01T14:23:00Z'] 'created_at' must be a UTC time with six decimals, such as '2024-02-29T12:00:00.000000Z'. → Correct
FIPS of another state | '0811810' => '0152300'
  5:12 bad-value ['0152300'] The codes of cities in Colorado begin with 08. → Correct 'city_fips' or 'state_abbrev'.
no slug in the label, and no name | Cañon City => 東京
  2:8 missing-field [東京] The slug of the label "東京" is empty. → Add a slug as 'name'.
URL with characters that a URL has only percent-encoded | country: US => country: US\nboundary_file: http://a/ b<script>
  4:16 bad-value [http://a/ b<script>] 'boundary_file' must be an absolute URL with percent-encoded special characters, such as https://example.org/a%20b.zip. → Correct
problems in several lines: all, in the order of the lines | Cañon City => 42 && country: US => country: usa && state_abbrev => state && '0811810' => 811810
  2:8 wrong-type [42] 'label' must be text, but this is the number 42. → Put it in quotes.
  3:10 bad-value [usa] 'country' must be the alpha_2 of a country: two capital letters. → Correct
  4:1 unknown-field [state] Unknown field 'state'. → Add it to the schema, or remove it.
  5:12 wrong-type [811810] 'city_fips' must be text, but this is the number 811810. → Put it in quotes.
unknown country | country: US => country: ZZ
  3:10 reference [ZZ] There is no country ZZ in the countries collection. → Use the 'alpha_2' of an existing country, or add the country.
state of another country | state_abbrev: CO => state_abbrev: 'ON'
  4:15 reference ['ON'] United States has no subdivision ON. → The subdivisions of United States are CO, AL.
no state where the country requires one | state_abbrev: CO\n =>
  1:1 missing-field [${FIRST_LINE}] 'state_abbrev' is missing; United States requires a subdivision. → The subdivisions of United States are CO, AL.
wrong, and private | '0811810' => 811810\nvisibility: private
  5:12 wrong-type [811810]
`,
    (edits) => problemLinesIn(CANON_CITY_FILE, withEdits(CANON_CITY, edits)),
  );
});

describe('a country', () => {
  itReports(
    String.raw`
subdivisions without subdivisions_required: the record's start | subdivisions_required: true\n => \n
  1:3 missing-field [alpha_2: CA] 'subdivisions' and 'subdivisions_required' require each other. → Add the missing one.
text for true or false | subdivisions_required: true => subdivisions_required: yes
  4:26 wrong-type [yes] 'subdivisions_required' must be true or false, but this is "yes". → Correct
two subdivisions with one code | code: AL => code: CO
  22:13 bad-value [CO] Two subdivisions of United States have the code CO. → Use a different code for each subdivision.
syntax error: its neighborhoods are not reported | name: United => name: @United
  14:9 syntax [@]
unknown field: its neighborhoods are not reported | name: United => title: USA\n  name: United
  14:3 unknown-field [title]
wrong key: its neighborhoods are not reported | alpha_2: US => alpha_2: us
  12:12 bad-value [us]
`,
    (edits) => problemLinesIn('countries/countries.yaml', withEdits(COUNTRIES, edits)),
  );

  it.each([
    ...['contries/countries.yaml', 'countries.yaml', 'countries/countries.ymal'],
    // No collection has a name like this one's.
    'nations/all.yaml',
  ])('all countries in %s: one problem, none of their neighborhoods', async (file) => {
    const files = changed({ 'countries/countries.yaml': null, [file]: COUNTRIES });
    expectLines(await problemLines(files), [`${file}:1:1 unknown-file`]);
  });
});

describe('two neighborhoods', () => {
  itReports(
    String.raw`
one uuid | ${PUEBLO_LINE} => ${FIRST_LINE}
  1:9 duplicate [11111111-1111-4111-8111-111111111111] 'uuid' is the same as in ${CANON_CITY_FILE}:1:7. → Use a different value for each record.
one country, state and name: one problem, though they share the boundary too | Pueblo => CANON city
  1:3 duplicate [${PUEBLO_LINE}] This record has the same country, state and name (US/CO/canon-city) as ${CANON_CITY_FILE}:1:1. → Remove one of the two records, or change the value in one.
one name, the second private | Pueblo => Cañon City\nvisibility: private
  1:3 duplicate [${PUEBLO_LINE}] This record has the same country, state and name
one name in two states: no problem | Pueblo => Cañon City && CO => AL && 0862000 => 0162000
`,
    (edits) => problemLinesIn('neighborhoods/US/more.yaml', listed(withEdits(PUEBLO, edits))),
  );

  it('one uuid: the problem has the position of the other record', async () => {
    const text = listed(edited(PUEBLO, PUEBLO_LINE, FIRST_LINE));
    const content = contentFolder(changed({ 'neighborhoods/US/more.yaml': text }));
    const other = path.join(content, `${CANON_CITY_FILE}:1:7`);
    expect(await problemsOf(content)).toMatchObject([{ code: 'duplicate', other }]);
  });

  it('one boundary file', async () => {
    const own = 'boundary_file: https://example.org/both.zip\n';
    const files = changed({
      [CANON_CITY_FILE]: CANON_CITY + own,
      'neighborhoods/US/more.yaml': listed(PUEBLO + own),
    });
    expectLines(await problemLines(files), [
      `neighborhoods/US/more.yaml:1:3 duplicate [${PUEBLO_LINE}] This record has the same boundary file (https://example.org/both.zip) as ${CANON_CITY_FILE}:1:1. →`,
    ]);
  });
});

it('a country without subdivisions has one folder, also for boundary files', async () => {
  const madrid = withEdits(PUEBLO, 'Pueblo => Madrid && US => ES && state_abbrev: CO\\n =>');
  const { neighborhoods } = await published(changed({ 'neighborhoods/ES/madrid.yaml': madrid }));
  expect(neighborhoods).toContainEqual(
    expect.objectContaining({
      label_suffix: 'ES',
      state_abbrev: '',
      boundary_file: expect.stringMatching(/\/neighborhood_boundaries\/root\/ESP\/madrid\.zip$/),
    }),
  );
});

describe('a file of records', () => {
  itReports(
    `
list without records: no problem | []
text | just text
  1:1 wrong-type [just text] A record must be an object, but this is "just text". → Correct
list of other values | [null, 7, []]
  1:2 wrong-type [null] A record must be an object, but this is null. → Correct
  1:8 wrong-type [7] A record must be an object, but this is the number 7. → Correct
  1:11 wrong-type [[]] A record must be an object, but this is []. → Correct
`,
    (text) => problemLinesIn('neighborhoods/more.yaml', text),
  );
});

describe('keys', () => {
  const schema = z.object({ id: z.union([z.string(), z.int()]) });
  const tags = apiOf(defineCollection({ ...titled('tags'), schema, key: 'id' }));
  const problemsOfIds = (ids: readonly (string | number)[]) =>
    problemLines(
      { 'tags/tags.yaml': ids.map((id) => `- id: ${JSON.stringify(id)}\n`).join('') },
      tags,
    );

  it('that can be no part of an address', async () => {
    const ids = ['', '.', '..'];
    const expected = ids.map(
      (id, at) =>
        `tags/tags.yaml:${at + 1}:7 bad-key [${JSON.stringify(id)}] 'id' can’t be part of an address. → Use any text except an empty one, '.' and '..', which browsers remove from addresses.`,
    );
    expect(await problemsOfIds(ids)).toEqual(expected);
  });

  it('that can be', async () => {
    const paths = ['.hidden', '-x', 'a/b', 'a\\b', '../up', 'a b', 'é', 'e\u0301', 'a:b', 'con'];
    const ids = [...paths, 'a', 'A', '...', 'a%2fb', 'x\n', 'a'.repeat(500), -1, 17];
    expect(await problemsOfIds(ids)).toEqual([]);
  });

  it('a number and its text: both positions', async () => {
    expectLines(await problemsOfIds(['1', 'bergen', 1]), [
      "tags/tags.yaml:3:7 duplicate [1] 'id' is the same as in tags/tags.yaml:1:7.",
    ]);
  });

  it('of several fields: their values, joined', async () => {
    const part = z.object({ a: z.string(), b: schema.shape.id });
    const joined = { schema: part, key: ['a', 'b'] as const, keyPattern: '[a-z]-.*' };
    const parts = apiOf(defineCollection({ ...titled('parts'), ...joined }));
    const records = rowsOf(
      `
      {a: a, b: 1}       ->
      {a: a, b: "1"}     -> :7 duplicate [a] 'a'-'b' is the same as in parts/all.yaml:1:7. → Use a
      {a: a, b: b-c}     ->
      {a: a-b, b: c}     -> :7 duplicate [a-b] 'a'-'b' is the same as in parts/all.yaml:3:7. → Use a different
      {a: "", b: 1}      -> :7 bad-key [""] 'a'-'b' can’t be part of an
      {a: A, b: 1}       -> :7 bad-key [A] 'a'-'b' is not a valid key of parts. → Use a key that`,
      '->',
    );
    const text = records.map(([record]) => `- ${record}\n`).join('');
    const expected = records.flatMap(([, line], at) =>
      line ? `parts/all.yaml:${at + 1}${line}` : [],
    );
    expectLines(await problemLines({ 'parts/all.yaml': text }, parts), expected);
  });
});
