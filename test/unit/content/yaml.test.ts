import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/content/yaml.ts';
import { unusualNumbers } from '../../../src/content/yaml-scalar.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  edited,
  expectLines,
  itReports,
  problemLinesIn,
  withEdits,
} from './valid-content.ts';

const NOT_CLOSED =
  'a quote or bracket is not closed, or a line inside it is not indented with spaces. → Close it, or indent the lines inside it.';
const FIX = 'Fix the YAML: quote text that contains special characters.';

/** Two values, then twice the two before, and so on: a billion in thirty lines. */
const BILLION = Array.from({ length: 30 }, (_, at) => {
  const earlier = at === 0 ? 'x' : `*a${at - 1}`;
  return `a${at}: &a${at} [${earlier}, ${earlier}]`;
}).join('\\n');

const problemsOf = (text: string) => problemLinesIn(CANON_CITY_FILE, text);

describe('a YAML file with an error', () => {
  itReports(
    String.raw`
colon in unquoted text | Cañon City => Cañon: City
  2:8 syntax [C] This is not YAML: Nested mappings are not allowed in compact mappings. → ${FIX}
bracket that is never closed: where it opens, not where others do | Cañon City => [[a], {b: '['}, c
  2:8 syntax [[] This is not YAML: ${NOT_CLOSED}
bracket before a line that is not indented | Cañon City => [\n  x\n]
  2:8 syntax [[] This is not YAML: ${NOT_CLOSED}
quote in a bracket that is never closed | Cañon City => [[a], 'b]
  2:14 syntax ['] This is not YAML: ${NOT_CLOSED}
quote in a bracket before a line that is not indented | Cañon City => [[a], "b\nc"]
  2:14 syntax ["] This is not YAML: ${NOT_CLOSED}
quote that is never closed, in the last line | '2025-03-15T13:52:41.614269Z' => '2025-03-15T13:52:41.614269Z
  7:14 syntax ['] This is not YAML: ${NOT_CLOSED}
custom tag, one of a type that JSON does not have, and one of nothing | Cañon City => !city Cañon City && '2023-04-01 => !!timestamp '2023-04-01 && country: US => country: !\n!!int 0123: a
  2:8 syntax [!city Cañon City] This is not YAML: the tag !city is not supported. → ${FIX}
  3:10 syntax [!] This is not YAML: the tag ! is not supported. →
  4:1 syntax [!!int 0123] This is not YAML: the tag !!int is not supported. →
  7:13 syntax [!!timestamp '2023-04-01T14:23:00.000000Z] This is not YAML: the tag !!timestamp is not supported. →
field given twice, also in quotes: the first of them | country: US => country: US\n"label": Other
  4:2 duplicate-field [l] This record has the same field twice. → Remove one of them.
second merge key of a record | country: US => country: US\na: &a {}\nb: { <<: *a }\n<<: [*a]\n<<: *a
  7:1 duplicate-field [<<] This record has the same field twice. → Remove one of them.
names of fields that are a list, an alias, or on several lines | country: US => country: US\n[x]: y\n? *a\n: 1\n? a'b'c\n  d\n: 1
  4:1 syntax [[] This is not YAML: a field name must be text, not an alias. → ${FIX}
  5:3 syntax [*] This is not YAML: a field name must be text, not an alias. →
  7:3 syntax [a'b'c] This is not YAML: a field name has several lines. →
second document after --- or ..., but not the first --- | uuid: 1 => %YAML 1.2\n# a\n---\nuuid: 1 && modified_at => ---\nmodified_at
  10:1 several-documents [---] This file contains a second document after '---' or '...'. → Put each record in its own file, or write one list with '- ' before each record.
__proto__ as a field, also with an escape and in a list | country: US => country: US\n"\x5f_proto__": { polluted: true }\nlist: [{ a: 1, __proto__: 2 }]
  4:2 unknown-field [\x5f_proto__] A field can’t have the name '__proto__'. → Rename the field.
  5:16 unknown-field [__proto__] A field can’t have
numbers that JavaScript changes, but neither names nor texts of them | country: US => country: US\n0123: "0123"\na: [9007199254740993, 007]\nb: 1e-400 # 1e-400\nc: 0x20000000000001\nd: -.INF\ne: .nan\nf: !!str .inf\ng: [-1e400, -Infinity]
  5:5 bad-value [9007199254740993] This number can’t be published unchanged: it would become 9007199254740992. → Put it in quotes to publish it as text, or change it.
  5:23 bad-value [007] This number can’t be published unchanged: it would become 7. →
  6:4 bad-value [1e-400] This number can’t be published unchanged: it would become 0. →
  7:4 bad-value [0x20000000000001] This number can’t be published unchanged: it would become 9007199254740992. →
  8:4 bad-value [-.INF] JSON can’t contain this number. →
  9:4 bad-value [.nan] JSON can’t contain this number. →
  11:5 bad-value [-1e400] JSON can’t contain this number. →
escape sequences that the package misreads | Cañon City => C:\\Users && country: US => country: US\n"\U00110000": 1\nstate: "a\\n\n  b"
  4:2 syntax [\U00110000] This is not YAML: this escape sequence is not supported. → ${FIX}
  5:9 syntax [a\] This is not YAML: this escape sequence is not supported. →
alias without an anchor, but not the text with a star | Cañon City => 5* hotel && US => *a
  3:11 syntax [a] This is not YAML: unidentified alias "a". → ${FIX}
alias inside its own value | country: US => country: US\ncircle: &round\n  - [*round]
  5:6 syntax [*round] Nested too deeply. →
aliases that expand to a billion values | country: US => country: US\n${BILLION}
  5:10 syntax [*a0] This is not YAML: the aliases expand to more than 1000000 values. → Use fewer aliases.
merge of something else than fields | country: US => country: US\n<<: [US]
  4:1 syntax [<] This is not YAML: cannot merge mappings; the provided source object is unacceptable. → ${FIX}
wrong value of a merged field: where it is merged | label: Cañon City => <<: &own { label: 5 }
  2:10 wrong-type [{ label: 5 }] 'label' must be text, but this is the number 5. → Put it in quotes.
halves of surrogate pairs in a name and a value | country: US => country: US\n"a\uD800": &b "\U0000DFFF"\nc: *b\nd: "\uD83D\uDE00 \\uD800" # \uD800
  4:2 encoding [a\uD800] This text contains half of a surrogate pair, which is not a character. → Write the whole character, or remove this half.
  4:16 encoding [\U0000DFFF] This text contains half of a surrogate pair
`,
    (edits) => problemsOf(withEdits(CANON_CITY, edits)),
  );

  it.each(['\r\n', '\r'])('positions do not count a byte order mark or %j', async (lineBreak) => {
    const text = `\u{feff}${withEdits(CANON_CITY, 'uuid: 1 => uuid: x').replaceAll('\n', lineBreak)}`;
    expectLines(await problemsOf(text), ['1:7 bad-value [x1111111-1111-4111-8111-111111111111]']);
    expectLines(await problemsOf(edited(text, 'Cañon', '- Cañon')), ['2:8 syntax']);
    const label = `"a\\${lineBreak}${lineBreak}  b"`;
    expectLines(await problemsOf(edited(CANON_CITY, 'Cañon City', label)), ['2:9 syntax']);
  });

  it('leading zeros -> errors, but no other zeros', () => {
    const cases = readFileSync('test/cases/leading-zero.yaml', 'utf8');
    const text = `${cases}- [-012, 00.5, 0, 0.5, .0, 0o14, 0x1f, 0e1, 2024-05-10, 05:30]\n`;
    const numbers = yaml.parse(text).errors.map(({ offset }) => text.slice(offset, offset + 5));
    expect(numbers).toEqual(['08901', '07001', '-012,', '00.5,']);
  });

  it('a file of more than a million characters -> the line of the record', () => {
    const text = `# -\n${`- id: 1\n  text: |\n    - ${'a'.repeat(250)}\n`.repeat(4000)}`;
    expect(yaml.parse(text).errors).toEqual([]);
    const offset = text.lastIndexOf('- id');
    expect(yaml.locator(text)([3999, 'id'], 'name')).toEqual({ offset, length: 1 });
    for (const indentation of ['', '  ']) {
      const wrapped = `a: |\n\nlist:\n${text.replaceAll(/^(?=[- ])/gm, indentation)}`;
      const range = { offset: wrapped.lastIndexOf('- id'), length: 1 };
      expect(yaml.locator(wrapped)(['list', 3999, 'id'], 'name')).toEqual(range);
    }
    expect(yaml.parse(`${text}\tx: 1`).errors).toMatchObject([{ offset: text.length + 1 }]);
  });
});

describe('a YAML text without an error', () => {
  it.each([
    ['CRLF, --- and ...', `---\n${CANON_CITY}...\n# the end`.replaceAll('\n', '\r\n')],
    ['the core tag !!str', edited(CANON_CITY, "'0811810'", '!!str 0811810')],
  ])('%s -> the same value', (_, text) => {
    expect(yaml.parse(text)).toEqual(yaml.parse(CANON_CITY));
  });

  it.each(['NO', '2020-01-01', '12:30:45', '1_000', '='])('%s -> the same text', (text) => {
    expect(yaml.parse(`a: ${text}`)).toEqual({ value: { a: text }, errors: [] });
    expect(yaml.parse(`%YAML 1.1\n---\na: ${text}`).value).toEqual({ a: text });
  });

  it('aliases -> their values; merge keys -> fields, of which the own and the earlier ones win', () => {
    const cases = readFileSync('test/cases/merge-keys.yaml', 'utf8');
    expect(yaml.parse(cases).value).toHaveProperty('1', { id: 2, name: 'b', country: 'US' });
    expect(yaml.parse(`- &a x\n${'- *a\n'.repeat(300)}`).value).toEqual(Array(301).fill('x'));
    const list = '- &a { x: 1, y: 1, z: 1 }\n- &b { y: 2, 1.0: 2 }\n- { z: 3, <<: [*b, *a], x: 3 }';
    expect(yaml.parse(list).value).toMatchObject([{}, {}, { x: 3, y: 2, z: 3, '1.0': 2 }]);
  });

  it.each(['null', '0152300', '*star', '<<'])('%s in quotes -> that text', (text) => {
    expect(yaml.parse(`'${text}': "${text}"`).value).toEqual({ [text]: text });
  });

  it.each([
    ['fields in braces', (depth: number) => nest('{ a: ', '1', depth, ' }'), 198 * 5 + 2],
    ['lists in a line', (depth: number) => nest('- ', '1', depth), 200 * 2],
    [
      'lists, half of them by an alias',
      (depth: number) =>
        `- &a ${nest('[', '1', depth >> 1, ']')}\n- ${nest('[', '*a', depth >> 1, ']')}`,
      315,
    ],
  ])('%s: 100 levels are read, more than 200 are an error', (_, textOf, offset) => {
    expect(yaml.parse(textOf(100)).errors).toEqual([]);
    const error = { message: 'Nested too deeply.' };
    expect(yaml.parse(textOf(205)).errors).toMatchObject([{ ...error, offset }]);
    expect(yaml.parse(textOf(50_000)).errors).toMatchObject([error]);
  });
});

const nest = (open: string, inner: string, depth: number, close = '') =>
  open.repeat(depth) + inner + close.repeat(depth);

it('the first numbers that may be codes -> neither texts nor names nor comments', () => {
  const texts = `a: "1e3" # 1e3\nb: x 1e3\nc: !!str 1e3\n1e3: 5\nd: |\n  1e3\ne: 2024e\nf: 1.5\n`;
  const lines = unusualNumbers(`${texts}g: [1234e56, -0]\nh: 0o14\ni: 0x1f\nj: 1e9`);
  expect(lines).toEqual([
    '1234e56 is read as 1.234e+59',
    '0o14 is read as 12',
    '0x1f is read as 31',
  ]);
});
