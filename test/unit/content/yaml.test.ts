import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/content/yaml.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  edited,
  expectLines,
  itReports,
  listed,
  problemLinesIn,
  published,
  withEdits,
} from './valid-content.ts';

const FIX = 'Fix the YAML: quote text that contains special characters.';
const SEVERAL =
  "This file contains a second document after '---' or '...'. → Put each record in its own file, or write one list with '- ' before each record.";

/** Ten values, then ten times the ten before, and so on: a billion in nine lines. */
const BILLION = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  .concat([...'bcdefghi'].map((name, at) => `${name}: &${name} [${tenTimes('abcdefgh'[at])}]`))
  .join('\\n');

function tenTimes(name = ''): string {
  return Array(10).fill(`*${name}`).join(', ');
}

const problemsOf = (text: string) => problemLinesIn(CANON_CITY_FILE, text);

describe('a YAML file with an error', () => {
  itReports(
    String.raw`
colon in unquoted text | Cañon City => Cañon: City
  2:13 syntax [:] This is not YAML: unexpected text or indentation. → ${FIX}
bracket that is never closed: where it opens | Cañon City => [Cañon City
  2:8 syntax [[] This is not YAML: this bracket is not closed, or a line inside it is not indented. → Add the closing bracket, or indent the lines inside.
outer bracket that is never closed, after others | Cañon City => [[a], {b: '['}, c
  2:8 syntax [[] This is not YAML: this bracket is not closed
quote in a bracket that is never closed | Cañon City => [[a], 'b]
  2:14 syntax ['] This is not YAML: this quote is not closed
tab before a bracket | Cañon City => \t[Cañon City]
  2:10 syntax [C] This is not YAML: a quote or bracket is not closed, a line inside it is not indented, or there is a tab before it. →
tab as indentation | country => \tcountry
  3:1 syntax [${'\t'}] This is not YAML: tab characters must not be used in indentation. → ${FIX}
quote that is never closed, in the last line | '2025-03-15T13:52:41.614269Z' => '2025-03-15T13:52:41.614269Z
  7:14 syntax ['] This is not YAML: this quote is not closed, or a line inside it is not indented. → Add the closing quote, or indent the lines inside.
quote that is never closed, before other quotes | Cañon City => 'Cañon City # it
  2:8 syntax ['] This is not YAML: this quote is not closed
double quote that is never closed, with others in it | Cañon City => "Cañon \"City\" 'of'
  2:8 syntax ["] This is not YAML: this quote is not closed
quote with a line that is not indented, after a text with an apostrophe | country: US => country: 'it''s'\nstate: 'a b\nc'
  4:8 syntax ['] This is not YAML: this quote is not closed
errors in two lines: the first | Cañon City => @Cañon && US => @US
  2:8 syntax [@] This is not YAML: unexpected text or indentation. → ${FIX}
custom tag | Cañon City => !city Cañon City
  2:8 syntax [!city] This is not YAML: the tag !city is not supported. → ${FIX}
tag of a type that JSON does not have | '2023-04-01 => !!timestamp '2023-04-01
  6:13 syntax [!!timestamp] This is not YAML: the tag !!timestamp is not supported. → ${FIX}
field given twice, also in quotes | country: US => country: US\nlabel: Other\n"country": CA
  4:1 duplicate-field [label] This record has the same field twice. → Remove one of them.
  5:1 duplicate-field ["country"] This record has the same field twice. → Remove one
second document after --- | modified_at => ---\nmodified_at
  7:1 several-documents [---] ${SEVERAL}
second document after ... | modified_at => ...\nmodified_at
  7:1 several-documents [...] ${SEVERAL}
__proto__ as a field | country: US => country: US\n__proto__: { polluted: true }
  4:1 unknown-field [__proto__] A field can’t have the name '__proto__'. → Rename the field.
__proto__ in an object in a list | country: US => country: US\nlist: [{ a: 1, __proto__: 2 }]
  4:16 unknown-field [__proto__] A field can’t have
__proto__ with an escape as a field | country: US => country: US\n"\x5f_proto__": { polluted: true }
  4:1 unknown-field ["\x5f_proto__"] A field can’t have the name '__proto__'.
numbers that JavaScript changes, but not texts of them | country: US => country: US\n1e999: "1e999"\na: [9007199254740993, -1e999]\nb: 1e-400 # 1e-400\nc: 0x20000000000001\nd: -.INF\ne: .nan\nf: !!str .inf
  5:5 bad-value [9007199254740993] This number can’t be published unchanged: it would become 9007199254740992. → Put it in quotes to publish it as text, or change it.
  5:23 bad-value [-1e999] JSON can’t contain this number. →
  6:4 bad-value [1e-400] This number can’t be published unchanged: it would become 0. →
  7:4 bad-value [0x20000000000001] This number can’t be published unchanged: it would become 9007199254740992. →
  8:4 bad-value [-.INF] JSON can’t contain this number. →
  9:4 bad-value [.nan] JSON can’t contain this number. →
two aliases without an anchor: both, but not the text with a star | Cañon City => 5* hotel && US => *a\nstate: *b
  3:10 syntax [*a] There is no anchor '&a' before the alias '*a'. → Write the value instead of the alias. If this is text, put it in quotes.
  4:8 syntax [*b] There is no anchor '&b' before the alias '*b'. →
alias inside its own value | country: US => country: US\ncircle: &round\n  - [*round]
  5:6 syntax [*round] There is no anchor '&round' before the alias '*round'. →
aliases that expand to a billion values | country: US => country: US\n${BILLION}
  5:8 syntax [*a] The aliases in this file expand to more than 1000000 values. → Use fewer aliases.
halves of surrogate pairs in a name, a value and an alias of it | country: US => country: US\n"a\uD800": &b "\U0000DFFF"\nc: *b\nd: "\uD83D\uDE00 \\uD800" # \uD800
  4:1 encoding ["a\uD800"] This text contains half of a surrogate pair, which is not a character. → Write the whole character, or remove this half.
  4:15 encoding ["\U0000DFFF"] This text contains half of a surrogate pair
  5:4 encoding [*b] This text contains half of a surrogate pair
`,
    (edits) => problemsOf(withEdits(CANON_CITY, edits)),
  );

  it('positions do not count a byte order mark or carriage returns', async () => {
    const text = `\u{feff}${withEdits(CANON_CITY, 'uuid: 1 => uuid: x').replaceAll('\n', '\r\n')}`;
    expectLines(await problemsOf(text), ['1:7 bad-value [x1111111-1111-4111-8111-111111111111]']);
    expectLines(await problemsOf(edited(text, 'Cañon', '- Cañon')), ['2:8 syntax']);
  });

  it('problems of 20,000 fields in one file: each is located without a search', () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `name${at}: 1\nname${at}: 2\n`);
    const text = fields.join('');
    const { errors } = yaml.parse(text);
    expect(errors).toHaveLength(20_000);
    const range = { offset: text.lastIndexOf('name19999'), length: 'name19999'.length };
    expect(errors.at(-1)).toMatchObject(range);
    const rangeOf = yaml.locator(text);
    for (let at = 0; at < 20_000; at++) rangeOf([`name${at}`], 'name');
    expect(rangeOf(['name19999'], 'name')).toEqual(range);
  });

  it('50,000 open brackets -> one problem, not an exhausted stack', async () => {
    expectLines(await problemsOf('['.repeat(50_000)), ['1:200 syntax [[] Nested too deeply.']);
  });
});

describe('a YAML file without an error', () => {
  it.each([
    ['byte order mark and CRLF', `\u{feff}${CANON_CITY.replaceAll('\n', '\r\n')}`],
    ['one document between --- and ...', `---\n${CANON_CITY.trimEnd()}\n...\n# the end`],
    ['the core tag !!str', edited(CANON_CITY, "'0811810'", '!!str 0811810')],
    ['alias', withEdits(CANON_CITY, "created_at: => created_at: &at && '2025-0 => *at #")],
  ])('%s', async (_, text) => {
    const { neighborhoods } = await published(changed({ [CANON_CITY_FILE]: text }));
    expect(neighborhoods).toContainEqual(
      expect.objectContaining({ label: 'Cañon City', city_fips: '0811810', state_abbrev: 'CO' }),
    );
  });

  it('an anchor that 300 records refer to', async () => {
    const organization = '33333333-3333-4333-8333-333333333333';
    const records = Array.from({ length: 300 }, (_, at) =>
      listed(
        CANON_CITY.replace('11111111', String(at).padStart(8, '0'))
          .replace('Cañon City', `City ${at}`)
          .concat(`organization: ${at === 0 ? `&org ${organization}` : '*org'}\n`),
      ),
    );
    const { neighborhoods } = await published(
      changed({ 'neighborhoods/a.yaml': records.join('') }),
    );
    const shown = neighborhoods?.filter((one) => Object(one).organization === organization);
    expect(shown).toHaveLength(300);
  });
});

describe('a value that other YAML readers change', () => {
  const texts = [
    'NO',
    'yes',
    '2020-01-01',
    '2023-04-01T14:23:00.000000Z',
    '12:30:45',
    '1_000',
    '=',
  ];
  it.each(texts)('%s without quotes -> the same text', (text) => {
    expect(yaml.parse(`a: ${text}`)).toEqual({ value: { a: text }, errors: [] });
    expect(yaml.parse(`%YAML 1.1\n---\na: ${text}`).value).toEqual({ a: text });
  });

  it.each(['null', '0152300', '*star', '<<'])('%s in quotes -> that text', (text) => {
    expect(yaml.parse(`'${text}': "${text}"`).value).toEqual({ [text]: text });
  });

  itReports(
    `
hexadecimal number: the help shows it as written | 0x10
  2:8 wrong-type [0x10] 'label' must be text, but this is the number 16. → Put it in quotes: '"0x10"'.
boolean | true
  2:8 wrong-type [true] 'label' must be text, but this is true. → Put it in quotes: '"true"'.
null | ~
  2:8 wrong-type [~] 'label' must be text, but this is null. → Correct the value.
`,
    (label) => problemsOf(edited(CANON_CITY, 'Cañon City', label)),
  );
});

describe('nested values', () => {
  const nest = (open: string, depth: number, close: string) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;
  const kinds: [name: string, text: (depth: number) => string, offset: number][] = [
    ['lists in brackets', (depth) => nest('[', depth, ']'), 199],
    ['fields in braces', (depth) => nest('{ a: ', depth, '}'), 198 * 5 + 2],
    ['lists in a line', (depth) => nest('- ', depth, ''), 200 * 2],
    [
      'fields in lines',
      (depth) => [...Array(depth)].map((_, at) => `${' '.repeat(at)}a:`).join('\n'),
      // Line 200, column 200.
      (199 * (3 + 201)) / 2 + 199,
    ],
    [
      'lists in brackets, half of the levels by an alias',
      (depth) =>
        `- &a ${nest('[', depth >> 1, ']')}\n- ${nest('[', depth >> 1, ']').replace('1', '*a')}`,
      315,
    ],
  ];

  it.each(kinds)('%s: 100 levels are read, more than 200 are an error', (_, text, offset) => {
    expect(yaml.parse(text(100)).errors).toEqual([]);
    const error = { message: 'Nested too deeply.' };
    expect(yaml.parse(text(205)).errors).toMatchObject([{ ...error, offset }]);
    for (const depth of [500, 4000]) expect(yaml.parse(text(depth)).errors).toMatchObject([error]);
  });
});
