import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Api, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { build } from '../../../src/build/build.ts';
import { z } from '../../../src/index.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  COUNTRIES,
  changed,
  checked,
  contentFolder,
  edited,
  listed,
  problemLines,
  problemLinesIn,
  published,
} from './valid-content.ts';

const FITS = 'Change it to a value that fits.';
const FIRST_LINE = 'uuid: 11111111-1111-4111-8111-111111111111';
const FIELDS =
  'uuid, label, name, country, state_abbrev, city_fips, created_at, modified_at, last_job, organization, speed_limit, boundary_file, visibility, latitude, longitude, population';
const SIX_DECIMALS = `must be a UTC time with six decimals, such as '2024-02-29T12:00:00.000000Z'. → ${FITS}`;

/** Another neighborhood than the one in the base, in a list. */
const PUEBLO = CANON_CITY.replaceAll('1111', '3333')
  .replace('Cañon City', 'Pueblo')
  .replace('0811810', '0862000');

it('the content that the cases change has no problem', async () => {
  const { collections, count } = await checked(contentFolder(changed()));
  expect(count).toBe(6);
  expect(collections.map(({ records }) => records.map(({ key }) => key))).toEqual([
    ['CA', 'ES', 'US'],
    ['people'],
    ['22222222-2222-4111-8111-222222222222', '11111111-1111-4111-8111-111111111111'],
  ]);
});

describe('a field of a neighborhood', () => {
  const cases: [name: string, from: string, to: string, expected: string[]][] = [
    [
      'unknown, and the known one it is meant to be is missing',
      'label:',
      'lable:',
      [
        `1:1 missing-field [${FIRST_LINE}] \`label\` is missing. → Add the field \`label\`.`,
        `2:1 unknown-field [lable] \`lable\` is not a field here. → Is it meant to be \`label\`? The fields are ${FIELDS}.`,
      ],
    ],
    [
      'unknown, and like none',
      'country: US',
      'country: US\n<<: x',
      [`4:1 unknown-field [<<] \`<<\` is not a field here. → Remove it. The fields are ${FIELDS}.`],
    ],
    [
      'missing: at the record’s start',
      'country: US\n',
      '',
      [`1:1 missing-field [${FIRST_LINE}] \`country\` is missing. → Add the field \`country\`.`],
    ],
    [
      'missing though its schema has words of its own',
      "created_at: '2023-04-01T14:23:00.000000Z'\n",
      '',
      [
        `1:1 missing-field [${FIRST_LINE}] \`created_at\` is missing. → Add the field \`created_at\`.`,
      ],
    ],
    [
      'without a value: right after its name',
      'Cañon City',
      '',
      [
        '2:8 wrong-type [] `label` must be a text, but this is nothing (null). → Change it to a value that fits.',
      ],
    ],
    [
      'list for a text',
      'Cañon City',
      '[Cañon City]',
      [
        `2:8 wrong-type [[Cañon City]] \`label\` must be a text, but this is ["Cañon City"]. → ${FITS}`,
      ],
    ],
    [
      'fields for a text',
      'Cañon City',
      '{ en: Cañon City }',
      [
        `2:8 wrong-type [{ en: Cañon City }] \`label\` must be a text, but this is {"en":"Cañon City"}. → ${FITS}`,
      ],
    ],
    [
      'number for a time',
      "'2023-04-01T14:23:00.000000Z'",
      '2023',
      [
        '6:13 wrong-type [2023] `created_at` must be a UTC time with six decimals, such as \'2024-02-29T12:00:00.000000Z\'. → Put it in quotes: `"2023"`.',
      ],
    ],
    [
      'text for a number',
      'country: US',
      "country: US\npopulation: '17098'",
      [
        '4:13 wrong-type [\'17098\'] `population` must be a number, but this is "17098". → Change it to a value that fits.',
      ],
    ],
    [
      'words for a number',
      'country: US',
      'country: US\nlatitude: north',
      [`4:11 wrong-type [north] \`latitude\` must be a number, but this is "north". → ${FITS}`],
    ],
    [
      'part of a whole number',
      'country: US',
      'country: US\nspeed_limit: 1.5',
      [
        `4:14 wrong-type [1.5] \`speed_limit\` must be a whole number, but this is the number 1.5. → ${FITS}`,
      ],
    ],
    [
      'number too big',
      'country: US',
      'country: US\nlatitude: 95',
      [`4:11 bad-value [95] \`latitude\` must be at most 90. → ${FITS}`],
    ],
    [
      'not one of the values',
      'country: US',
      'country: US\nvisibility: secret',
      [
        `4:13 bad-value [secret] \`visibility\` must be "public" or "private" or "hidden". → ${FITS}`,
      ],
    ],
    [
      'empty text',
      'Cañon City',
      "''",
      [`2:8 bad-value [''] \`label\` must not be empty. → ${FITS}`],
    ],
    [
      'no UUID: one problem',
      '11111111-1111-4111-8111-111111111111',
      'ABC',
      [
        `1:7 bad-value [ABC] \`uuid\` must be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d. → ${FITS}`,
      ],
    ],
    [
      'UUID in upper case',
      '11111111-1111-4111-8111-111111111111',
      'AAAAAAAA-1111-4111-8111-111111111111',
      [
        `1:7 bad-value [AAAAAAAA-1111-4111-8111-111111111111] \`uuid\` must be in lower case. → ${FITS}`,
      ],
    ],
    [
      'time without decimals',
      '14:23:00.000000Z',
      '14:23:00Z',
      [`6:13 bad-value ['2023-04-01T14:23:00Z'] \`created_at\` ${SIX_DECIMALS}`],
    ],
    [
      'time of another zone',
      '14:23:00.000000Z',
      '14:23:00.000000+02:00',
      [`6:13 bad-value ['2023-04-01T14:23:00.000000+02:00'] \`created_at\` ${SIX_DECIMALS}`],
    ],
    [
      'day that no month has',
      '2023-04-01T',
      '2023-02-30T',
      [`6:13 bad-value ['2023-02-30T14:23:00.000000Z'] \`created_at\` ${SIX_DECIMALS}`],
    ],
    [
      'modified before it was created',
      '2023-04-01T',
      '2026-04-01T',
      [
        "7:14 bad-value ['2025-03-15T13:52:41.614269Z'] `modified_at` is before `created_at`. → Correct one of the two.",
      ],
    ],
    [
      'FIPS with a digit too few',
      "'0811810'",
      "'811810'",
      [
        `5:12 bad-value ['811810'] \`city_fips\` must be seven digits in quotes, such as '0152300'. → ${FITS}`,
      ],
    ],
    [
      'FIPS without quotes: a number that lost its zero',
      "'0811810'",
      '0811810',
      [
        '5:12 wrong-type [0811810] `city_fips` must be a text, but this is the number 811810. → Put it in quotes: `"0811810"`.',
      ],
    ],
    [
      'FIPS of another state',
      "'0811810'",
      "'0152300'",
      [
        "5:12 bad-value ['0152300'] The codes of cities in Colorado begin with 08. → Correct `city_fips` or `state_abbrev`.",
      ],
    ],
    [
      'label with an empty slug, and no name',
      'Cañon City',
      '東京',
      ['2:8 missing-field [東京] The slug of the label "東京" is empty. → Add an explicit `name`.'],
    ],
    [
      'several at once: all, in the order of the lines',
      "label: Cañon City\ncountry: US\nstate_abbrev: CO\ncity_fips: '0811810'",
      'label: 42\ncountry: usa\nstate: CO\ncity_fips: 0811810',
      [
        '2:8 wrong-type [42] `label` must be a text, but this is the number 42. → Put it in quotes: `"42"`.',
        `3:10 bad-value [usa] \`country\` must be the alpha_2 of a country: two capital letters. → ${FITS}`,
        `4:1 unknown-field [state] \`state\` is not a field here. → Remove it. The fields are ${FIELDS}.`,
        '5:12 wrong-type [0811810] `city_fips` must be a text, but this is the number 811810. → Put it in quotes: `"0811810"`.',
      ],
    ],
  ];
  it.each(cases)('%s', async (_, from, to, expected) => {
    expect(await problemLinesIn(CANON_CITY_FILE, edited(CANON_CITY, from, to))).toEqual(expected);
  });
});

describe('country and state of a neighborhood', () => {
  const cases: [name: string, from: string, to: string, expected: string[]][] = [
    [
      'unknown country',
      'country: US',
      'country: ZZ',
      [
        '3:10 reference [ZZ] There is no country ZZ in the countries collection. → Use the `alpha_2` of one of its records, or add one.',
      ],
    ],
    [
      'state of another country',
      'state_abbrev: CO',
      "state_abbrev: 'ON'",
      [
        "4:15 reference ['ON'] United States has no subdivision ON. → The subdivisions of United States are CO, AL.",
      ],
    ],
    [
      'state missing where it is required',
      'state_abbrev: CO\n',
      '',
      [
        `1:1 missing-field [${FIRST_LINE}] \`state_abbrev\` is missing; United States requires a subdivision. → The subdivisions of United States are CO, AL.`,
      ],
    ],
  ];
  it.each(cases)('%s', async (_, from, to, expected) => {
    expect(await problemLinesIn(CANON_CITY_FILE, edited(CANON_CITY, from, to))).toEqual(expected);
  });

  it('state in a country that has none', async () => {
    const madrid = PUEBLO.replace('US', 'ES').replace('CO', 'MD');
    expect(await problemLinesIn('neighborhoods/ES/madrid.yaml', listed(madrid))).toEqual([
      '4:17 reference [MD] Spain has no subdivision MD. → The subdivisions of Spain are (none).',
    ]);
  });

  const brokenCountries: [name: string, from: string, to: string, expected: string][] = [
    ['a syntax error', 'name: United', 'name: @United', '14:9 syntax [@]'],
    [
      'an unknown field',
      'name: United',
      'title: USA\n  name: United',
      '14:3 unknown-field [title]',
    ],
    ['a wrong key', 'alpha_2: US', 'alpha_2: us', '12:12 bad-value [us]'],
  ];
  it.each(brokenCountries)(
    'countries with %s: its neighborhoods are not reported',
    async (_, from, to, expected) => {
      const [only, ...others] = await problemLinesIn(
        'countries/countries.yaml',
        edited(COUNTRIES, from, to),
      );
      expect(only?.slice(0, expected.length)).toBe(expected);
      expect(others).toEqual([]);
    },
  );

  it.each([
    ['countries', 'contries/countries.yaml'],
    ['country', 'country/countries.yaml'],
    ['beside the folders', 'countries.yaml'],
    ['ending', 'countries/countries.ymal'],
  ])('countries under a misspelt name (%s): one problem', async (_, file) => {
    const problems = await problemLines(
      changed({ 'countries/countries.yaml': null, [file]: COUNTRIES }),
    );
    expect(problems).toEqual([expect.stringContaining(`${file}:1:1 unknown-file`)]);
  });

  it('another state than the path and the FIPS code say: both', async () => {
    const text = edited(CANON_CITY, 'state_abbrev: CO', 'state_abbrev: AL');
    expect(await problemLinesIn(CANON_CITY_FILE, text)).toEqual([
      expect.stringMatching(/^4:15 path \[AL\] /),
      expect.stringMatching(/^5:12 bad-value \['0811810'\] /),
    ]);
  });

  it('unknown country in a record with an unknown field: both', async () => {
    const text = edited(CANON_CITY, 'country: US', 'country: ZZ\nfoo: bar');
    expect(await problemLinesIn(CANON_CITY_FILE, text)).toEqual([
      expect.stringMatching(/^3:10 reference \[ZZ\]/),
      expect.stringMatching(/^4:1 unknown-field \[foo\]/),
    ]);
  });

  it('a country with a problem and a country that does not exist: both are reported', async () => {
    const problems = await problemLines(
      changed({
        'countries/countries.yaml': edited(COUNTRIES, 'name: Spain', 'title: Spain'),
        [CANON_CITY_FILE]: edited(CANON_CITY, 'country: US', 'country: ZZ'),
      }),
    );
    expect(problems.map((one) => one.replace(/\].*/, ']'))).toEqual([
      'countries/countries.yaml:9:3 missing-field [alpha_2: ES]',
      'countries/countries.yaml:11:3 unknown-field [title]',
      `${CANON_CITY_FILE}:3:10 reference [ZZ]`,
    ]);
  });
});

describe('a country', () => {
  const cases: [name: string, from: string, to: string, expected: string[]][] = [
    [
      'subdivisions without subdivisions_required: at the record’s start',
      '  subdivisions_required: true\n',
      '',
      [
        '1:3 missing-field [alpha_2: CA] `subdivisions` is given without `subdivisions_required`. → Add `subdivisions_required`, or remove `subdivisions`.',
      ],
    ],
    [
      'subdivisions_required without subdivisions',
      'name: Spain',
      'name: Spain\n  subdivisions_required: false',
      [
        '9:3 missing-field [alpha_2: ES] `subdivisions_required` is given without `subdivisions`. → Add `subdivisions`, or remove `subdivisions_required`.',
      ],
    ],
    [
      'text for true or false',
      'subdivisions_required: true',
      'subdivisions_required: yes',
      [
        `4:26 wrong-type [yes] \`subdivisions_required\` must be true or false, but this is "yes". → ${FITS}`,
      ],
    ],
    [
      'unknown field in a subdivision, and one missing',
      'type: Province',
      'typ: Province',
      [
        '6:7 missing-field [name: Ontario] `subdivisions.0.type` is missing. → Add the field `type`.',
        '8:7 unknown-field [typ] `subdivisions.0.typ` is not a field here. → Is it meant to be `type`? The fields are name, code, type, fips.',
      ],
    ],
    [
      'subdivisions that are not records',
      '- name: Colorado',
      '-\n    - Kansas\n    - name: Colorado',
      [
        '17:6 wrong-type [] `subdivisions.0` must be fields with values, but this is nothing (null). → Change it to a value that fits.',
        `18:7 wrong-type [Kansas] \`subdivisions.1\` must be fields with values, but this is "Kansas". → ${FITS}`,
      ],
    ],
    [
      'two subdivisions with one code',
      'code: AL',
      'code: CO',
      [
        '22:13 bad-value [CO] Another subdivision of United States has the code CO too. → Give each subdivision of a country its own code.',
      ],
    ],
  ];
  it.each(cases)('%s', async (_, from, to, expected) => {
    const text = edited(COUNTRIES, from, to);
    expect(await problemLinesIn('countries/countries.yaml', text)).toEqual(expected);
  });

  it('given twice, in two files: both positions', async () => {
    const spain = 'alpha_2: ES\nalpha_3: ESP\nname: Spain\n';
    expect(await problemLinesIn('countries/spain.yaml', spain)).toEqual([
      '1:10 duplicate [ES] `alpha_2` is the same as that of countries/countries.yaml:9:12; case is ignored. → Give each record its own.',
    ]);
  });

  it('may have an empty list of subdivisions', async () => {
    const text = edited(
      COUNTRIES,
      'name: Spain',
      'name: Spain\n  subdivisions_required: false\n  subdivisions: []',
    );
    const { countries } = await published(changed({ 'countries/countries.yaml': text }));
    expect(countries?.[1]).toMatchObject({ subdivisions: [], subdivisions_required: false });
  });
});

describe('two neighborhoods', () => {
  const other = (record: string) => problemLinesIn('neighborhoods/US/more.yaml', listed(record));
  const remove = 'Remove one of the two, or change what they share.';

  it('with the same uuid: both positions', async () => {
    const record = edited(PUEBLO, 'uuid: 33333333-3333-4111-8111-333333333333', FIRST_LINE);
    expect(await other(record)).toEqual([
      `1:9 duplicate [11111111-1111-4111-8111-111111111111] \`uuid\` is the same as that of ${CANON_CITY_FILE}:1:7; case is ignored. → Give each record its own.`,
    ]);
  });

  it('with the same uuid, one of them wrong in another way too: both problems', async () => {
    const record = edited(PUEBLO, 'uuid: 33333333-3333-4111-8111-333333333333', FIRST_LINE);
    expect(await other(edited(record, 'label: Pueblo', 'label: 1'))).toEqual([
      expect.stringMatching(/^1:9 duplicate /),
      expect.stringMatching(/^2:10 wrong-type /),
    ]);
  });

  it('with the same country, state and name: one problem, though the boundary is shared too', async () => {
    expect(await other(edited(PUEBLO, 'label: Pueblo', 'label: CANON city'))).toEqual([
      `1:3 duplicate [uuid: 33333333-3333-4111-8111-333333333333] This record shares its country, state and name (US/CO/canon-city) with ${CANON_CITY_FILE}:1:1. → ${remove}`,
    ]);
  });

  it('with the same boundary file of their own', async () => {
    const own = 'boundary_file: https://example.org/both.zip\n';
    const files = changed({
      [CANON_CITY_FILE]: CANON_CITY + own,
      'neighborhoods/US/more.yaml': listed(PUEBLO + own),
    });
    expect(await problemLines(files)).toEqual([
      `neighborhoods/US/more.yaml:1:3 duplicate [uuid: 33333333-3333-4111-8111-333333333333] This record shares its boundary file (https://example.org/both.zip) with ${CANON_CITY_FILE}:1:1. → ${remove}`,
    ]);
  });

  it.each(['private', 'hidden'])(
    'with the same name, the second %s: a problem all the same',
    async (visibility) => {
      const record = edited(PUEBLO, 'label: Pueblo', 'label: Cañon City');
      const problems = await other(`${record}visibility: ${visibility}\n`);
      expect(problems).toEqual([expect.stringMatching(/^1:3 duplicate .*canon-city/)]);
    },
  );

  it('of one name in two states are two', async () => {
    const record = edited(edited(PUEBLO, 'Pueblo', 'Cañon City'), 'CO', 'AL');
    expect(await other(edited(record, '0862000', '0162000'))).toEqual([]);
  });
});

describe('a record that is not public', () => {
  it.each(['private', 'hidden'])('%s: checked, and in no result', async (visibility) => {
    const files = changed({ [CANON_CITY_FILE]: `${CANON_CITY}visibility: ${visibility}\n` });
    const records = await checked(contentFolder(files));
    expect(records.count).toBe(5);
    const shown = JSON.stringify(records.collections.map((one) => one.records));
    expect(shown).toContain('Toronto');
    expect(shown).not.toMatch(/11111111-1111|canon-city|Cañon/);
    const wrong = edited(files[CANON_CITY_FILE] as string, "'0811810'", '0811810');
    expect(await problemLinesIn(CANON_CITY_FILE, wrong)).toHaveLength(1);
  });
});

describe('the path of a neighborhood', () => {
  const cases: [name: string, file: string, text: string, expected: string[]][] = [
    [
      'other file name: at the label',
      'neighborhoods/US/CO/canyon-city.yaml',
      CANON_CITY,
      [
        '2:8 path [Cañon City] This record belongs in neighborhoods/US/CO/canon-city.yaml. → Move the file there, or correct the record.',
      ],
    ],
    [
      'other file name than the explicit name: at the name',
      'neighborhoods/US/CO/canon-city.yaml',
      `${CANON_CITY}name: canyon\n`,
      [
        '8:7 path [canyon] This record belongs in neighborhoods/US/CO/canyon.yaml. → Move the file there, or correct the record.',
      ],
    ],
    [
      'other state: at the state, and the ending stays',
      'neighborhoods/US/AL/canon-city.yml',
      CANON_CITY,
      [
        '4:15 path [CO] This record belongs in neighborhoods/US/CO/canon-city.yml. → Move the file there, or correct the record.',
      ],
    ],
    [
      'other country: at the country',
      'neighborhoods/CA/CO/canon-city.yaml',
      CANON_CITY,
      [
        '3:10 path [US] This record belongs in neighborhoods/US/CO/canon-city.yaml. → Move the file there, or correct the record.',
      ],
    ],
    [
      'folders in lower case',
      'neighborhoods/us/co/canon-city.yaml',
      CANON_CITY,
      [
        '3:10 path [US] This record belongs in neighborhoods/US/CO/canon-city.yaml. → Move the file there, or correct the record.',
      ],
    ],
    [
      'no folders for a file of one record',
      'neighborhoods/canon-city.yaml',
      CANON_CITY,
      [
        `1:1 path [${FIRST_LINE}] This record belongs in neighborhoods/US/CO/canon-city.yaml. → Move the file there, or correct the record.`,
      ],
    ],
    [
      'folder too many',
      'neighborhoods/US/CO/old/canon-city.yaml',
      CANON_CITY,
      [
        `1:1 path [${FIRST_LINE}] This record belongs in neighborhoods/US/CO/canon-city.yaml. → Move the file there, or correct the record.`,
      ],
    ],
    [
      'list in the folder of another country',
      'neighborhoods/CA/some.yaml',
      listed(CANON_CITY),
      [
        '3:12 path [US] This record belongs in neighborhoods/US/CO/. → Move the file there, or correct the record.',
      ],
    ],
    ['list beside the folders', 'neighborhoods/some.yaml', listed(CANON_CITY), []],
    ['list in the country’s folder', 'neighborhoods/US/some.yaml', listed(CANON_CITY), []],
    [
      'list in the state’s folder, of another name',
      'neighborhoods/US/CO/a b.yaml',
      listed(CANON_CITY),
      [],
    ],
    ['explicit name', 'neighborhoods/US/CO/canyon.yaml', `${CANON_CITY}name: canyon\n`, []],
  ];
  it.each(cases)('%s', async (_, file, text, expected) => {
    const files = changed({ [CANON_CITY_FILE]: null, [file]: text });
    expect((await problemLines(files)).map((one) => one.replace(`${file}:`, ''))).toEqual(expected);
  });

  it('a country without subdivisions has one folder', async () => {
    const madrid = PUEBLO.replace('Pueblo', 'Madrid')
      .replace('US', 'ES')
      .replace('state_abbrev: CO\n', '');
    expect(await problemLinesIn('neighborhoods/ES/madrid.yaml', madrid)).toEqual([]);
    expect(await problemLinesIn('neighborhoods/ES/MD/madrid.yaml', madrid)).toEqual([
      '1:1 path [uuid: 33333333-3333-4111-8111-333333333333] This record belongs in neighborhoods/ES/madrid.yaml. → Move the file there, or correct the record.',
    ]);
  });
});

describe('a file of records', () => {
  const A_RECORD = 'A record must be fields with values, but this is';
  const cases: [name: string, text: string, expected: string[]][] = [
    ['list without records', '[]', []],
    ['text', 'just text\n', [`1:1 wrong-type [just text] ${A_RECORD} "just text". → ${FITS}`]],
    ['number', '42', [`1:1 wrong-type [42] ${A_RECORD} the number 42. → ${FITS}`]],
    [
      'list of values that are not records',
      '-\n- null\n- text\n- []\n',
      [
        `1:2 wrong-type [] ${A_RECORD} nothing (null). → Change it to a value that fits.`,
        `2:3 wrong-type [null] ${A_RECORD} nothing (null). → Change it to a value that fits.`,
        `3:3 wrong-type [text] ${A_RECORD} "text". → ${FITS}`,
        `4:3 wrong-type [[]] ${A_RECORD} []. → ${FITS}`,
      ],
    ],
  ];
  it.each(cases)('%s', async (_, text, expected) => {
    expect(await problemLinesIn('neighborhoods/more.yaml', text)).toEqual(expected);
  });
});

describe('a key', () => {
  const tags: Api = defineApi({
    name: 'Tags',
    description: 'Tags.',
    collections: [
      defineCollection({
        name: 'tags',
        title: 'Tag List',
        description: 'Tags.',
        schema: z.object({ id: z.union([z.string(), z.int()]) }),
        key: 'id',
      }),
    ],
  });
  const ofIds = (...ids: (string | number)[]) =>
    problemLines(
      { 'tags/tags.yaml': ids.map((id) => `- id: ${JSON.stringify(id)}\n`).join('') },
      tags,
    );

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    '-x',
    'a/b',
    'a\\b',
    '../up',
    'a b',
    'é',
    'a:b',
    'a%2fb',
    'x\n',
    'con',
    'NUL',
    'com1.json',
    'a'.repeat(201),
    -1,
  ])('%j can’t be a file’s name', async (id) => {
    expect(await ofIds('fine', id)).toEqual([
      `tags/tags.yaml:2:7 bad-key [${JSON.stringify(id)}] \`id\` identifies the record and becomes a file name; this can’t be one. → Use up to 200 letters, digits and _ . -, the first a letter, digit or _, and no device name such as \`con\`.`,
    ]);
  });

  it.each(['a', 'A.b-c_9', '0', 'console', 'com', '_', 'a'.repeat(200), 0, 17])(
    '%j can',
    async (id) => {
      expect(await ofIds(id)).toEqual([]);
    },
  );

  it('another that differs only in case: both positions', async () => {
    expect(await ofIds('Oslo', 'bergen', 'OSLO')).toEqual([
      'tags/tags.yaml:3:7 duplicate ["OSLO"] `id` is the same as that of tags/tags.yaml:1:7; case is ignored. → Give each record its own.',
    ]);
  });

  it('a number and the text of its digits are one key', async () => {
    expect(await ofIds(7, '7')).toEqual([
      expect.stringMatching(
        /^tags\/tags\.yaml:2:7 duplicate \["7"\] `id` is the same as that of tags\/tags\.yaml:1:7; case is ignored\. →/,
      ),
    ]);
  });

  it('of a score may be no device’s name', async () => {
    const text = "name: aux\nlabel: Aux\ncategory: ''\ndescription: x\n";
    expect(await problemLinesIn('score_metadata/aux.yaml', text)).toEqual([
      expect.stringMatching(/^1:7 bad-key \[aux\]/),
    ]);
  });
});

it('bad content leaves a site that is there as it is', async () => {
  const folder = temporaryFolder();
  const content = contentFolder(changed(), folder);
  const out = path.join(folder, 'dist');
  const options = { api: bnaApi(), content, out, base: 'https://example.org' };
  await build(options);
  const before = filesOf(out);
  expect(before.size).toBeGreaterThan(10);
  writeFiles(content, { [CANON_CITY_FILE]: edited(CANON_CITY, "'0811810'", '0811810') });
  await expect(build(options)).rejects.toThrow(ContentError);
  expect(filesOf(out)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(['content', 'dist']);
});

function filesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}
