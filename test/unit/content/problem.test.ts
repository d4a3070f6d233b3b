import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/content/json.ts';
import { yaml } from '../../../src/content/yaml.ts';
import { formatProblem, locationAt, type SourceLocation } from '../../../src/util/problem.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  COUNTRIES,
  changed,
  contentFolder,
  edited,
  type Files,
  listed,
  problemsOf,
} from './valid-content.ts';

/** What a user sees who runs a command beside the content folder. */
async function shown(files: Files): Promise<string> {
  const content = contentFolder(files);
  const problems = await problemsOf(content);
  return problems.map(formatProblem).join('\n\n').replaceAll(content, 'content');
}

describe('what a user sees', () => {
  it('of a number that lost its zero', async () => {
    const text = edited(CANON_CITY, "'0811810'", '0811810');
    expect(await shown(changed({ [CANON_CITY_FILE]: text }))).toBe(
      `content/neighborhoods/US/CO/canon-city.yaml:5:12  wrong-type
  5 | city_fips: 0811810
    |            ^^^^^^^
  \`city_fips\` must be a text, but this is the number 811810.
  → Put it in quotes: \`"0811810"\`.`,
    );
  });

  it('of a duplicate', async () => {
    const text = CANON_CITY.replaceAll('1111', '3333');
    expect(await shown(changed({ 'neighborhoods/US/more.yaml': listed(text) }))).toBe(
      `content/neighborhoods/US/more.yaml:1:3  duplicate
  1 | - uuid: 33333333-3333-4333-8333-333333333333
    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  This record shares its country, state and name (US/CO/canon-city) with content/neighborhoods/US/CO/canon-city.yaml:1:1.
  → Remove one of the two, or change what they share.`.replaceAll('4333-8333', '4111-8111'),
    );
  });

  it('of several problems in several files: all, in the order of a reader', async () => {
    const files = changed({
      'score_metadata/people.yaml': 'name: people\nlabel: People\ncategory:\n',
      'neighborhoods/CA/ON/toronto.yaml': '',
      [CANON_CITY_FILE]: edited(
        edited(CANON_CITY, 'state_abbrev: CO', 'state_abbrev: KS'),
        'country: US',
        'country: US # a note\nlatitude: north',
      ),
      'countries/countries.yaml': edited(
        COUNTRIES,
        'name: Spain',
        'name: Spain\n  capital: Madrid\n  subdivisions: []',
      ),
      'countries/atlantis.json': '{\n  "alpha_2": "XA",\n  "alpha_2": "XB"\n}\n',
      'contries/x.yml': 'x',
    });
    expect(await shown(files)).toBe(
      `content/contries/x.yml:1:1  unknown-file
  Content is in files that end with .yaml, .yml, .json, in the folders countries/, score_metadata/, neighborhoods/.
  → Rename or move this file, or put it outside the content folder.

content/countries/atlantis.json:3:3  duplicate-field
  3 |   "alpha_2": "XB"
    |   ^^^^^^^^^
  This field is given twice in one record.
  → Keep the one that is right and remove the other.

content/countries/countries.yaml:9:3  missing-field
  9 | - alpha_2: ES
    |   ^^^^^^^^^^^
  \`subdivisions\` is given without \`subdivisions_required\`.
  → Add \`subdivisions_required\`, or remove \`subdivisions\`.

content/countries/countries.yaml:12:3  unknown-field
  12 |   capital: Madrid
     |   ^^^^^^^
  \`capital\` is not a field here.
  → Remove it. The fields are alpha_2, alpha_3, name, name_in_neighborhoods, subdivisions, subdivisions_required.

content/neighborhoods/CA/ON/toronto.yaml:1:1  empty
  This file is empty.
  → Write a record into it, or delete it; a list without records is \`[]\`.

content/neighborhoods/US/CO/canon-city.yaml:4:11  wrong-type
  4 | latitude: north
    |           ^^^^^
  \`latitude\` must be a number, but this is "north".
  → Change it to a value that fits.

content/score_metadata/people.yaml:1:1  missing-field
  1 | name: people
    | ^^^^^^^^^^^^
  \`description\` is missing.
  → Add the field \`description\`.

content/score_metadata/people.yaml:3:10  wrong-type
  3 | category:
    |          ^
  \`category\` must be a text, but this is nothing (null).
  → Change it to a value that fits.`,
    );
  });

  it('of a record in a JSON file of one long line: the stretch around the caret', async () => {
    const records = Array.from({ length: 200 }, (_, at) => ({
      alpha_2: 'AA',
      alpha_3: at === 100 ? 7 : 'AAA',
      name: 'Somewhere',
    }));
    const text = await shown({ 'countries/all.json': JSON.stringify(records) });
    const wrong = text.split('\n\n').find((one) => one.includes('wrong-type'));
    expect(wrong).toBe(
      `content/countries/all.json:1:5228  wrong-type
  1 | …AA","name":"Somewhere"},{"alpha_2":"AA","alpha_3":7,"name":"Somewhere"},{"alpha_2":"AA","alpha_3":"A…
    |                                                    ^
  \`alpha_3\` must be a text, but this is the number 7.
  → Put it in quotes: \`"7"\`.`,
    );
  });

  it('of a line with tabs: tabs before the caret too', async () => {
    const text = '[\n\t{\t"alpha_2":\t"AD", "alpha_3": "AND",\t"name": 5 }\n]';
    expect(await shown(changed({ 'countries/more.json': text }))).toBe(
      `content/countries/more.json:2:47  wrong-type
  2 | \t{\t"alpha_2":\t"AD", "alpha_3": "AND",\t"name": 5 }
    | \t \t          \t                       \t        ^
  \`name\` must be a text, but this is the number 5.
  → Put it in quotes: \`"5"\`.`,
    );
  });

  it('of control characters: a mark for each, in the line, the message and the file’s name', async () => {
    const text = edited(CANON_CITY, 'country: US', '"\\e[31m\\n": "\u{9b}31m" # \u{85}\u{2028}');
    const seen = await shown(changed({ [CANON_CITY_FILE]: text, 'x\u001b[31m/\u0007.yaml': '' }));
    expect(seen).toContain('  3 | "\\e[31m\\n": "\u{fffd}31m" # \u{fffd}\u{fffd}\n');
    expect(seen).toContain('  `\u{fffd}[31m\u{fffd}` is not a field here.\n');
    expect(seen).toContain('content/x\u{fffd}[31m/\u{fffd}.yaml:1:1  unknown-file\n');
    expect(seen).not.toMatch(/[^\P{C}\n\u{fffd}]/u);
  });
});

describe('the stretch of a long line', () => {
  const at = (column: number, length: number, text: string) => {
    const location: SourceLocation = { file: 'f', line: 1, column, length, text };
    const problem = { code: 'syntax', location, message: 'Wrong.', help: 'Mend it.' } as const;
    const [, line = '', caret = ''] = formatProblem(problem).split('\n');
    const from = caret.indexOf('^');
    return { line: line.slice('  1 | '.length), marked: line.slice(from, caret.length) };
  };
  const digits = (length: number) => Array.from({ length }, (_, n) => n % 10).join('');

  it.each([
    ['a line of 100 is whole', 1, 1, 100, /^\d{100}$/],
    ['a longer one is cut at its end', 1, 1, 101, /^\d{100}…$/],
    ['a caret at the end of the first 100 moves the stretch', 95, 20, 300, /^…\d{100}…$/],
    ['a caret at the end of the line', 300, 1, 300, /^…\d{51}$/],
  ])('%s', (_, column, length, total, expected) => {
    const { line, marked } = at(column, length, digits(total));
    expect(line).toMatch(expected);
    expect(marked).toBe(digits(total).slice(column - 1, column - 1 + length));
  });

  it('the caret marks what the place says, as far as it is shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.nat(399),
        fc.nat(300),
        (total, from, extra) => {
          const text = digits(total);
          const column = (from % total) + 1;
          const length = Math.min(1 + extra, total - column + 1);
          const { line, marked } = at(column, length, text);
          expect(line.length).toBeLessThanOrEqual(102);
          expect(marked).not.toBe('');
          expect(text.slice(column - 1, column - 1 + length).startsWith(marked)).toBe(true);
          expect(marked.length).toBeGreaterThanOrEqual(Math.min(length, 50));
        },
      ),
    );
  });
});

describe('a place', () => {
  const lines = fc.array(fc.stringMatching(/^[ab\t é🚲]{0,6}$/u), { minLength: 1, maxLength: 6 });

  it.each(['\n', '\r\n'])('line and column lead back to the offset, with %j line ends', (end) => {
    fc.assert(
      fc.property(lines, fc.nat(), (parts, any) => {
        const text = `${parts.join(end)}|`;
        const offset = any % text.length;
        const place = locationAt('f', text, offset);
        const before = text.split('\n').slice(0, place.line - 1);
        expect(before.join('\n').length + (before.length && 1) + place.column - 1).toBe(offset);
        expect(text.split('\n')[place.line - 1]?.replace('\r', '')).toBe(place.text);
      }),
    );
  });

  it.each([
    [
      'past the last line',
      'a: 1\nb: [\n\n',
      10,
      1,
      { line: 2, column: 5, length: 1, text: 'b: [' },
    ],
    ['over two lines', 'a\nbc d\ne', 3, 5, { line: 2, column: 2, length: 3, text: 'bc d' }],
    ['in nothing', '', 0, 1, { line: 1, column: 1, length: 1, text: '' }],
    ['after an empty first line', '\na', 1, 1, { line: 2, column: 1, length: 1, text: 'a' }],
    ['on an empty first line', '\na', 0, 1, { line: 1, column: 1, length: 1, text: '' }],
  ])('%s', (_, text, offset, length, expected) => {
    expect(locationAt('f', text, offset, length)).toEqual({ file: 'f', ...expected });
  });
});

describe('any text at all', () => {
  const slips = fc.array(
    fc.record({
      at: fc.nat(1000),
      drop: fc.nat(3),
      put: fc.oneof(
        fc.constantFrom(
          ...'{}[],:"\'\\/*&!|>%@`#-? \t\n\r~0'.split(''),
          '---\n',
          '<<: *a',
          '__proto__',
        ),
        fc.string({ maxLength: 3 }),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const slipped = (text: string, changes: { at: number; drop: number; put: string }[]) =>
    changes.reduce((one, { at, drop, put }) => {
      const from = at % (one.length + 1);
      return one.slice(0, from) + put + one.slice(from + drop);
    }, text);

  it.each([
    ['YAML', yaml, COUNTRIES],
    [
      'JSON',
      json,
      JSON.stringify([{ alpha_2: 'AD', name: 'Andorra', list: [1, null, {}] }], null, 1),
    ],
  ])('as %s is read, or has errors located in it; nothing is thrown', (_, format, source) => {
    fc.assert(
      fc.property(slips, (changes) => {
        const text = slipped(source, changes);
        const { errors, value } = format.parse(text);
        const rangeOf = format.locator(text);
        if (errors.length === 0 && value !== undefined) JSON.stringify(value);
        const ranges =
          errors.length > 0 ? errors : [rangeOf([0, 'name'], 'name'), rangeOf([7], 'value')];
        for (const { offset, length } of ranges) {
          const place = locationAt('f', text, offset, length);
          expect(place.line).toBeLessThanOrEqual(text.split('\n').length);
          expect(place.column).toBeLessThanOrEqual(place.text.length + 2);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
