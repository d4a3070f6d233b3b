import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/content/yaml.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  COUNTRIES,
  changed,
  contentFolder,
  edited,
  listed,
  problemLinesIn,
  problemsOf,
  published,
} from './valid-content.ts';

const FIX = 'Fix the YAML: quote text that contains special characters.';
const NO_ALIAS = 'Write the value out instead, or quote the text if no alias is meant.';
const ONE_DOCUMENT =
  'This file contains a second document after `---` or `...`. → Put each record in a file of its own, or make one list of them with `- ` before each.';
const TWICE = 'Keep the one that is right and remove the other.';

/** Ten values, then ten times the ten before, over and over: a billion in nine lines. */
const BILLION = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  .concat([...'bcdefghi'].map((name, at) => `${name}: &${name} [${tenTimes('abcdefgh'[at])}]`))
  .join('\n');

function tenTimes(name = ''): string {
  return Array(10).fill(`*${name}`).join(', ');
}

describe('a YAML file that can’t be read', () => {
  const cases: [name: string, from: string, to: string, expected: string[]][] = [
    [
      'colon in an unquoted text',
      'Cañon City',
      'Cañon: City',
      [
        `2:8 syntax [C] This is not YAML: Nested mappings are not allowed in compact mappings. → ${FIX}`,
      ],
    ],
    [
      'bracket that is never closed: one problem a line, not three',
      'Cañon City',
      '[Cañon City',
      [
        `3:1 syntax [c] This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. → ${FIX}`,
      ],
    ],
    [
      'tab as indentation',
      'country',
      '\tcountry',
      [`3:1 syntax [\t] This is not YAML: Tabs are not allowed as indentation. → ${FIX}`],
    ],
    [
      'quote that is never closed',
      "'2025-03-15T13:52:41.614269Z'",
      "'2025-03-15T13:52:41.614269Z",
      [`7:42 syntax [] This is not YAML: Missing closing 'quote. → ${FIX}`],
    ],
    [
      'two slips in two lines: both',
      'Cañon City\ncountry: US',
      '@Cañon\ncountry: `US`',
      [
        `2:8 syntax [@] This is not YAML: Plain value cannot start with reserved character @. → ${FIX}`,
        `3:10 syntax [\`] This is not YAML: Plain value cannot start with reserved character \`. → ${FIX}`,
      ],
    ],
    [
      'custom tag',
      'Cañon City',
      '!city Cañon City',
      [`2:8 syntax [!city] This is not YAML: Unresolved tag: !city. → ${FIX}`],
    ],
    [
      'tag of a type that JSON does not have',
      "'0811810'",
      '!!binary aGVsbG8=',
      [
        `5:12 syntax [!!binary] This is not YAML: Unresolved tag: tag:yaml.org,2002:binary. → ${FIX}`,
      ],
    ],
    [
      'timestamp tag',
      "'2023-04-01T14:23:00.000000Z'",
      '!!timestamp 2023-04-01T14:23:00.000000Z',
      [
        `6:13 syntax [!!timestamp] This is not YAML: Unresolved tag: tag:yaml.org,2002:timestamp. → ${FIX}`,
      ],
    ],
    [
      'field given twice',
      'country: US',
      'country: US\nlabel: Other',
      [`4:1 duplicate-field [l] This field is given twice in one record. → ${TWICE}`],
    ],
    [
      'field given twice, the second time in quotes',
      'country: US',
      'country: US\n"label": Other',
      [`4:1 duplicate-field ["] This field is given twice in one record. → ${TWICE}`],
    ],
    [
      'second document after ---',
      'modified_at',
      '---\nmodified_at',
      [`7:1 several-documents [---] ${ONE_DOCUMENT}`],
    ],
    [
      'second document after ...',
      'modified_at',
      '...\nmodified_at',
      [`8:1 several-documents [modified_at: '2025-03-15T13:52:41.614269Z'] ${ONE_DOCUMENT}`],
    ],
    [
      '__proto__ as a field',
      'country: US',
      'country: US\n__proto__: { polluted: true }',
      [expect.stringContaining('4:1 unknown-field [__proto__] `__proto__` is not a field here.')],
    ],
    [
      'alias without an anchor',
      'Cañon City',
      '*canon',
      [
        `2:8 syntax [*canon] The alias \`*canon\` does not come after the value of \`&canon\`. → ${NO_ALIAS}`,
      ],
    ],
    [
      'two aliases without an anchor: both, and no text with a star in it',
      'Cañon City\ncountry: US',
      '5* hotel\ncountry: *a\nstate: *b',
      [
        `3:10 syntax [*a] The alias \`*a\` does not come after the value of \`&a\`. → ${NO_ALIAS}`,
        `4:8 syntax [*b] The alias \`*b\` does not come after the value of \`&b\`. → ${NO_ALIAS}`,
      ],
    ],
    [
      'alias inside what it means',
      'country: US',
      'country: US\ncircle: &round\n  - [*round]',
      [
        `5:6 syntax [*round] The alias \`*round\` does not come after the value of \`&round\`. → ${NO_ALIAS}`,
      ],
    ],
    [
      'aliases that explode',
      'country: US',
      `country: US\n${BILLION}`,
      [
        '5:8 syntax [*a] Written out, the aliases of this file would be more than 10000 values. → Write values out instead of referring to them with `*`.',
      ],
    ],
  ];
  it.each(cases)('%s', async (_, from, to, expected) => {
    expect(await problemLinesIn(CANON_CITY_FILE, edited(CANON_CITY, from, to))).toEqual(expected);
  });

  it('values nested too deep: a problem, not a crash', async () => {
    const [only, ...others] = await problemLinesIn(CANON_CITY_FILE, '['.repeat(50_000));
    expect(only).toMatch(/^1:\d+ syntax \[\[\] /);
    expect(others).toEqual([]);
  });

  it('__proto__ written with an escape is an unknown field too', async () => {
    const text = `${CANON_CITY}"\\x5f_proto__": { polluted: true }\n`;
    const [only] = await problemLinesIn(CANON_CITY_FILE, text);
    expect(only).toMatch(
      /^8:1 unknown-field \["\\x5f_proto__"\] `__proto__` is not a field here\./,
    );
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a YAML file that is fine', () => {
  const cases: [name: string, text: string][] = [
    ['byte order mark', `\u{feff}${CANON_CITY}`],
    ['CRLF line ends', CANON_CITY.replaceAll('\n', '\r\n')],
    ['byte order mark and CRLF', `\u{feff}${CANON_CITY.replaceAll('\n', '\r\n')}`],
    ['no line end at the end', CANON_CITY.trimEnd()],
    ['--- before and ... after the one document', `---\n${CANON_CITY}...\n# the end\n`],
    ['comments', `# Cañon City\n\n${CANON_CITY.replaceAll('\n', ' # a note\n')}`],
    ['flow style', `{ ${CANON_CITY.trim().replaceAll('\n', ', ')} }`],
    ['quoted field names', CANON_CITY.replaceAll(/^(\w+):/gm, '"$1":')],
    ['the core tag !!str', edited(CANON_CITY, "'0811810'", '!!str 0811810')],
    [
      'anchor and alias',
      CANON_CITY.replace(/created_at: /, 'created_at: &when ').replace(
        /(modified_at:).*/,
        '$1 *when',
      ),
    ],
  ];
  it.each(cases)('%s', async (_, text) => {
    const { neighborhoods } = await published(changed({ [CANON_CITY_FILE]: text }));
    expect(neighborhoods).toContainEqual(
      expect.objectContaining({ label: 'Cañon City', city_fips: '0811810', state_abbrev: 'CO' }),
    );
  });

  it('positions do not count a byte order mark or carriage returns', async () => {
    const text = `\u{feff}${edited(CANON_CITY, 'uuid: 1', 'uuid: x').replaceAll('\n', '\r\n')}`;
    const [only] = await problemLinesIn(CANON_CITY_FILE, edited(text, 'Cañon', '- Cañon'));
    expect(only).toMatch(/^2:8 syntax /);
    const [first] = await problemLinesIn(CANON_CITY_FILE, text);
    expect(first).toMatch(/^1:7 bad-value \[x1111111-1111-4111-8111-111111111111\]/);
  });

  it('an anchor that a long list of records uses', async () => {
    const records = Array.from({ length: 300 }, (_, at) =>
      CANON_CITY.replace('11111111', String(at).padStart(8, '0'))
        .replace('Cañon City', `City ${at}`)
        .concat(at === 0 ? `organization: &org ${UUID}\n` : 'organization: *org\n'),
    );
    const list = records.map(listed).join('');
    const { neighborhoods } = await published(changed({ 'neighborhoods/more.yaml': list }));
    expect(neighborhoods?.filter((one) => (one as Shown).organization === UUID)).toHaveLength(300);
  });
});

const UUID = '33333333-3333-4333-8333-333333333333';
type Shown = { label: string; organization: string };

describe('values that another reader would change', () => {
  it.each([
    'NO',
    'ON',
    'yes',
    "O'Fallon",
    "St. John's",
    'Cañon City',
    '2020-01-01',
    '12:30:45',
    '0o17a',
    '1_000',
    '=',
  ])('label: %s stays a text without quotes', async (label) => {
    expect(await labelOf(label)).toBe(label);
  });

  it.each([
    'null',
    '~',
    'true',
    '0x10',
    '1e234567',
    '.inf',
    '0152300',
    '3651000',
    '2020-01-01',
    '*star',
    '# 9',
    'a: b',
    '[x]',
    '@home',
    '---',
    '<<',
    '__proto__',
  ])("label: '%s' in quotes stays that text", async (label) => {
    expect(await labelOf(`'${label}'`)).toBe(label);
    expect(await labelOf(`"${label}"`)).toBe(label);
  });

  it.each([
    ['1e234567', 'the number Infinity'],
    ['0x10', 'the number 16'],
    ['0152300', 'the number 152300'],
    ['3651000', 'the number 3651000'],
    ['true', 'true'],
  ])('label: %s without quotes is no text: the help shows it as written', async (label, read) => {
    expect(await problemLinesIn(CANON_CITY_FILE, labelled(label))).toEqual([
      `2:8 wrong-type [${label}] \`label\` must be a text, but this is ${read}. → Put it in quotes: \`"${label}"\`.`,
    ]);
  });

  it.each(['null', '~'])('label: %s without quotes is nothing', async (label) => {
    expect(await problemLinesIn(CANON_CITY_FILE, labelled(label))).toEqual([
      `2:8 wrong-type [${label}] \`label\` must be a text, but this is nothing (null). → Change it to a value that fits.`,
    ]);
  });

  it.each(['NO', 'ON', 'NB'])(
    'subdivision %s needs no quotes, also under %%YAML 1.1',
    async (code) => {
      const countries = `%YAML 1.1\n---\n${edited(COUNTRIES, "'ON'", code)}`;
      const files = changed({
        'countries/countries.yaml': countries,
        'neighborhoods/CA/ON/toronto.yaml': null,
      });
      expect((await published(files)).countries?.[0]).toMatchObject({ subdivisions: [{ code }] });
    },
  );

  it('six decimals of a second and a leading zero are published as written', async () => {
    const { neighborhoods } = await published(changed());
    expect(neighborhoods?.[1]).toMatchObject({
      createdAt: '2023-04-01T14:23:00.000000Z',
      modifiedAt: '2025-03-15T13:52:41.614269Z',
      city_fips: '0811810',
    });
  });

  it('an unquoted timestamp is a text all the same', async () => {
    const text = CANON_CITY.replace(/'(2023-04-01[^']*)'/, '$1');
    expect(await problemsOf(contentFolder(changed({ [CANON_CITY_FILE]: text })))).toEqual([]);
  });

  const labelled = (label: string) => edited(CANON_CITY, 'Cañon City', label);

  /** What a label is published as; an explicit name keeps its slug out of the matter. */
  async function labelOf(label: string): Promise<string | undefined> {
    const text = `${labelled(label)}name: canon-city\n`;
    const { neighborhoods = [] } = await published(changed({ [CANON_CITY_FILE]: text }));
    return (neighborhoods[1] as Shown).label;
  }
});

it('the environment is the same after a text was read, or was too deep', () => {
  const { env } = process;
  expect(yaml.parse('a: 1').value).toEqual({ a: 1 });
  expect(() => yaml.parse('['.repeat(300))).toThrow(RangeError);
  expect(process.env).toBe(env);
});

describe('values inside values', () => {
  const nest = (open: string, depth: number, close: string) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;
  const kinds: [name: string, text: (depth: number) => string][] = [
    ['lists in brackets', (depth) => nest('[', depth, ']')],
    ['fields in braces', (depth) => nest('{ a: ', depth, '}')],
    ['lists in a line', (depth) => nest('- ', depth, '')],
    ['fields below each other', (depth) => lines(depth, (at) => `${' '.repeat(at)}a:`)],
    [
      'lists in brackets that an alias puts into others',
      (depth) =>
        `- &a ${nest('[', depth >> 1, ']')}\n- ${nest('[', depth >> 1, ']').replace('1', '*a')}`,
    ],
  ];

  it.each(kinds)('%s: a hundred are read, more than 200 are a problem', (_, text) => {
    expect(yaml.parse(text(100)).errors).toEqual([]);
    for (let depth = 205; depth < 4000; depth += 71) {
      expect(() => yaml.parse(text(depth))).toThrow(RangeError);
    }
  });

  function lines(depth: number, line: (at: number) => string): string {
    const all = Array.from({ length: depth }, (_, at) => line(at));
    return all.join('\n');
  }
});
