import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/content/json.ts';
import {
  CANON_CITY_FILE,
  changed,
  problemLines,
  problemLinesIn,
  published,
} from './valid-content.ts';

const FILE = 'neighborhoods/more.json';
const RECORD = {
  uuid: '44444444-4444-4444-8444-444444444444',
  label: 'Pueblo',
  country: 'US',
  state_abbrev: 'CO',
  city_fips: '0862000',
  created_at: '2023-04-01T14:23:00.000000Z',
  modified_at: '2023-04-01T14:23:00.000000Z',
};
const FIX =
  'Fix the JSON: it needs double quotes, and allows no comments, no comma after the last value and no number that starts with 0.';
const TWICE = 'Keep the one that is right and remove the other.';

describe('a JSON file that can’t be read', () => {
  const cases: [name: string, text: string, expected: string][] = [
    [
      'comma after the last field',
      '[\n  {"uuid": "x",}\n]',
      '2:16 syntax [}] This is not JSON: property name expected',
    ],
    [
      'comma missing',
      '[\n  {"uuid": "x"\n   "label": "y"}\n]',
      '3:4 syntax ["label"] This is not JSON: comma expected',
    ],
    [
      'comment',
      '// all of them\n[]',
      '1:1 syntax [// all of them] This is not JSON: invalid comment token',
    ],
    ['single quotes', "[{'uuid': 1}]", "1:3 syntax ['uuid'] This is not JSON: invalid symbol"],
    [
      'number with a leading zero',
      '[{"city_fips": 0152300}]',
      '1:17 syntax [152300] This is not JSON: comma expected',
    ],
    [
      'cut off in a text',
      '[{"uuid": "abc',
      '1:11 syntax ["abc] This is not JSON: unexpected end of string',
    ],
    [
      'cut off after a value',
      '[{"uuid": 1',
      '1:12 syntax [] This is not JSON: close brace expected',
    ],
    ['NaN', '[NaN]', '1:2 syntax [NaN] This is not JSON: invalid symbol'],
    ['two documents', '{}\n{}', '2:1 syntax [{] This is not JSON: end of file expected'],
    ['wrong escape', '["a\\x"]', '1:2 syntax ["a\\x"] This is not JSON: invalid escape character'],
    ['no-break space', '[\u{a0}{}]', '1:2 syntax [\u{a0}] This is not JSON: invalid symbol'],
  ];
  it.each(cases)('%s', async (_, text, expected) => {
    expect(await problemLinesIn(FILE, text)).toEqual([`${expected}. → ${FIX}`]);
  });

  it('each field given twice in one object is a problem', async () => {
    const text = `[
  {"uuid": 1, "a": {"uuid": 1, "b": 0, "b": 2}, "uuid": 2}
]`;
    expect(await problemLinesIn(FILE, text)).toEqual([
      `2:40 duplicate-field ["b"] This field is given twice in one record. → ${TWICE}`,
      `2:49 duplicate-field ["uuid"] This field is given twice in one record. → ${TWICE}`,
    ]);
  });

  it.each([
    ['as it is', '"__proto__"'],
    ['with an escape', '"\\u005f_proto__"'],
  ])('__proto__ %s is an unknown field', async (_, name) => {
    const text = JSON.stringify(RECORD).replace('{', `{${name}: {"polluted": true}, `);
    const [only, ...others] = await problemLinesIn('neighborhoods/US/CO/pueblo.json', text);
    expect(only).toContain(`1:2 unknown-field [${name}] \`__proto__\` is not a field here.`);
    expect(others).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['closed', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['cut off', '['.repeat(100_000)],
  ])('brackets too deep, %s: a problem, not a crash', async (_, text) => {
    expect(await problemLinesIn(FILE, text)).toEqual([
      '1:1 syntax [[] Nested too deeply. → Check the brackets; a record is a few levels deep at most.',
    ]);
  });

  it('a text that JSON.parse refuses has one problem, located in the text', () => {
    const source = JSON.stringify([RECORD, { a: [1, -2.5e3, true, null, 'é"\\\n'] }], null, 1);
    const slip = fc.record({
      at: fc.nat(source.length),
      drop: fc.nat(3),
      put: fc.oneof(fc.constantFrom(...'{}[],:"\\/*0-+.e\n\u0001'), fc.string({ maxLength: 3 })),
    });
    fc.assert(
      fc.property(slip, ({ at, drop, put }) => {
        const text = source.slice(0, at) + put + source.slice(at + drop);
        const syntax = json.parse(text).errors.filter(({ code }) => code === 'syntax');
        expect(syntax).toHaveLength(isJson(text) ? 0 : 1);
        for (const { offset, length } of syntax) {
          expect(offset + Math.min(length, 1)).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a JSON file with a wrong record', () => {
  const cases: [name: string, changes: object, expected: string[]][] = [
    [
      'number where a text is meant: the quotes in the help are right for JSON',
      { city_fips: 3651000 },
      [
        '6:16 wrong-type [3651000] `city_fips` must be a text, but this is the number 3651000. → Put it in quotes: `"3651000"`.',
      ],
    ],
    [
      'null where a text is meant',
      { city_fips: null },
      [
        '6:16 wrong-type [null] `city_fips` must be a text, but this is nothing (null). → Change it to a value that fits.',
      ],
    ],
    [
      'text where a number is meant',
      { population: '109412' },
      [
        '9:17 wrong-type ["109412"] `population` must be a number, but this is "109412". → Change it to a value that fits.',
      ],
    ],
    [
      'missing field: at the record’s brace',
      { country: undefined },
      ['1:1 missing-field [{] `country` is missing. → Add the field `country`.'],
    ],
  ];
  it.each(cases)('%s', async (_, changes, expected) => {
    const text = JSON.stringify({ ...RECORD, ...changes }, null, 2);
    expect(await problemLinesIn('neighborhoods/US/CO/pueblo.json', text)).toEqual(expected);
  });

  it('unknown field: its name is marked, in the right one of several records', async () => {
    const other = { ...RECORD, uuid: RECORD.uuid.replace('4', '5'), label: 'Aspen', lable: 'x' };
    expect(await problemLinesIn(FILE, JSON.stringify([RECORD, other], null, 2))).toEqual([
      expect.stringMatching(
        /^19:5 unknown-field \["lable"\] `lable` is not a field here\. → Is it meant to be `label`\? The fields are uuid, label, /,
      ),
    ]);
  });
});

describe('a JSON file that is fine', () => {
  it.each([
    ['one record', 'neighborhoods/US/CO/pueblo.json', JSON.stringify(RECORD)],
    ['list of one', FILE, JSON.stringify([RECORD])],
    ['byte order mark', FILE, `\u{feff}${JSON.stringify([RECORD])}`],
    ['CRLF', FILE, JSON.stringify([RECORD], null, 2).replaceAll('\n', '\r\n')],
    ['tabs and line ends around', FILE, `\t\n${JSON.stringify([RECORD], null, '\t')}\n\n`],
    ['upper-case ending', 'neighborhoods/more.JSON', JSON.stringify([RECORD])],
  ])('%s', async (_, file, text) => {
    const { neighborhoods } = await published(changed({ [file]: text }));
    expect(neighborhoods).toContainEqual(expect.objectContaining({ label: 'Pueblo' }));
  });

  it('the same field in two records and in a record inside another is no duplicate', async () => {
    const country = (alpha_2: string, alpha_3: string) => ({
      alpha_2,
      alpha_3,
      name: alpha_3,
      subdivisions_required: false,
      subdivisions: [
        { name: 'Oslo', code: 'NO', type: 'Region' },
        { name: 'Bergen', code: 'NB', type: 'Region' },
      ],
    });
    const text = JSON.stringify([country('NO', 'NOR'), country('DK', 'DNK')]);
    expect(await problemLines(changed({ 'countries/more.json': text }))).toEqual([]);
  });

  it('a list of more records than a call can take arguments', async () => {
    const names = Array.from({ length: 150_000 }, (_, at) => `score_${at}`);
    const scores = names.map((name) => ({ name, label: name, category: '', description: name }));
    const { score_metadata } = await published({
      'score_metadata/all.json': JSON.stringify(scores),
    });
    expect(score_metadata).toHaveLength(names.length);
  });

  it('YAML and JSON of one place are duplicates', async () => {
    const text = JSON.stringify({ ...RECORD, label: 'Cañon City', city_fips: undefined });
    const [only, ...others] = await problemLines(
      changed({ [CANON_CITY_FILE.replace('.yaml', '.json')]: text }),
    );
    expect(only).toMatch(/^neighborhoods\/US\/CO\/canon-city\.yaml:1:1 duplicate /);
    expect(only).toContain('with neighborhoods/US/CO/canon-city.json:1:1.');
    expect(others).toEqual([]);
  });
});
