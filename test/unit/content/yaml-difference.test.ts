import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument, Schema, visit } from 'yaml';
import { yaml } from '../../../src/content/yaml.ts';

/** Stands for what a text is read as where it is refused. */
const ERROR = 'error';

function read(text: string): unknown {
  const { value, errors } = yaml.parse(text);
  return errors.length > 0 ? ERROR : { value: value ?? null };
}

const OPTIONS = {
  schema: new Schema({ schema: 'core', resolveKnownTags: false }),
  stringKeys: true,
  prettyErrors: false,
};

/** The value by another parser of YAML 1.2, which read the content before this one. */
function readByReference(text: string): unknown {
  const document = parseDocument(text, OPTIONS);
  const anchors = new Set<string>();
  let isValid = document.errors.length + document.warnings.length === 0;
  visit(document, {
    Value(_, { anchor }) {
      if (anchor) anchors.add(anchor);
    },
    Alias(_, { source }, parents) {
      const isInside = parents.some((outer) => 'anchor' in outer && outer.anchor === source);
      isValid &&= anchors.has(source) && !isInside;
    },
  });
  return isValid ? { value: document.toJS({ maxAliasCount: -1 }) ?? null } : ERROR;
}

/** Numbers that depend on the seed only. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PLAIN =
  `a|b c|null|Null|~|true|FALSE|yes|NO|on|1|-1|+12|007|-0|1_000|0o17|0o8|0x1F|0xg|0b11|1.|.5|-.5e3|1e3
1e234567|-1e999|.inf|-.INF|+.Inf|.nan|.NaN|.|-|2020-01-01|2023-04-01T14:23:00Z|12:30:45|<<|=|a#b|a #b|http://x.y/z
a:b|::|-x|?x|5*|é|東京|1 2|x"y|it's|C#|@x|%x|x, y|[x|0.1.2|12345678901234567890123|e1|!|&|*|>|--- x`.split(
    /[|\n]/,
  );
const NAMES =
  `a|b|c|d|e f|1|null|~|true|"q"|'s'|0x1F|1.0|<<|__proto__|-x||&k z|!!str t|!!int 5|[x]|{y: z}|*a
"\\u0041"|1e3|toString`.split(/[|\n]/);
const TAGS =
  '!!str |!!int |!!float |!!bool |!!null |! |!foo |!!timestamp |!!map |!!seq |&a |&b |&a !!str '.split(
    '|',
  );
const ESCAPES =
  String.raw`\n \t \" \\ \x41 \u00e9 \U0001F600 \/ \N \_ \e \0 \q \UFFFFFFFF \uD83D\uDE00`.split(
    ' ',
  );

/** Writes documents that use all of YAML, some of them in a wrong way. */
function createWriter(random: (below: number) => number) {
  const pick = (choices: readonly string[]) => choices[random(choices.length)] ?? '';
  const rarely = (...choices: string[]) => (random(10) === 0 ? pick(choices) : '');
  const several = (below: number, part: () => string) =>
    Array.from({ length: random(below) }, part).join('');
  const margin = (indent: number) => `\n${' '.repeat(indent)}`;

  function scalar(indent: number): string {
    const newLine = margin(indent + random(2));
    const content = () => pick(['a', ' ', '\t', '# ', ': ', '- ', newLine, `\n${newLine}`]);
    const line = () =>
      pick([
        '\n',
        ...['x', '- a', '# b', 'a: b', '  ---', '  é '].map((text) => margin(indent) + text),
      ]);
    const kinds = [
      () => `'${several(5, () => pick([content(), "''"]))}'`,
      () => `"${several(6, () => pick([content(), pick(ESCAPES), `\\${newLine}`]))}"`,
      () =>
        `${pick(['|', '>'])}${pick(['', '-', '+', '2', '1-'])}${rarely(' # c')}${several(5, line)}`,
      () => `${pick(['a', 'w x'])}${newLine}${pick(['c', '# f', '- g', 'h: i', `\n${newLine}j`])}`,
    ];
    return random(10) < 6 ? pick(PLAIN) : (kinds[random(kinds.length)]?.() ?? '');
  }

  function inBrackets(indent: number, depth: number): string {
    const space = () => pick(['', '', ' ', margin(indent), ` # c${margin(indent)}`]);
    const field = () =>
      `${rarely('? ')}${pick(NAMES)}${pick([': ', ':', ' : '])}${value(indent, depth - 1)}`;
    const item = () => `${space()}${pick([field(), value(indent, depth - 1)])}${space()},`;
    return pick([`[${several(4, item)}]`, `{${several(4, item)}}`]);
  }

  const end = () => rarely(' # c', '# c', '\n# c', '\n\n', ' ');
  const list = (indent: number, depth: number) =>
    several(
      4,
      () => `${margin(indent)}-${pick([' ', ' ', '\t'])}${value(indent + 2, depth - 1)}${end()}`,
    );
  const record = (indent: number, depth: number) =>
    several(
      4,
      () =>
        `${margin(indent)}${pick(NAMES)}${pick([':', ': ', ':\t'])}${value(indent + 1 + random(2), depth - 1)}${end()}`,
    );

  function value(indent: number, depth: number): string {
    if (random(15) === 0) return pick(['*a', '*b', '*c']);
    const kinds = [list, record, record, inBrackets];
    const isScalar = depth <= 0 || random(5) < 2;
    return (
      rarely(...TAGS) + (isScalar ? scalar(indent) : (kinds[random(4)]?.(indent, depth) ?? ''))
    );
  }

  return (): string => {
    const start = rarely(
      '---\n',
      '--- ',
      '%YAML 1.1\n---\n',
      '%TAG ! tag:x,1:\n---\n',
      '# c\n',
      '\n',
    );
    const root = pick([list(0, 3), record(0, 3), inBrackets(1, 3)]).replace(/^\n/, '');
    const text = `${start}${root}${rarely('\n...\n', '\n---\n', '\n---\nb', '\n...\nb: 1', '\n# end')}`;
    const changed = random(5) > 0 ? text : withEdit(text);
    return random(20) > 0 ? changed : changed.replaceAll('\n', '\r\n');
  };

  function withEdit(text: string): string {
    const at = random(text.length + 1);
    return (
      text.slice(0, at) +
      pick([...'{}[],:"\'\\*&!|>%@#-? \t\n~\r\u0001', '---\n']) +
      text.slice(at + random(2))
    );
  }
}

/** What is refused here and was read before. */
const REFUSED = [
  ['a tab before a bracket', 'a:\t[b]', /\t.*[[{]/],
  ['declared tags', '%TAG ! tag:example.com,1:\n---\na: b', /^%TAG/m],
  ['a tag that is not !!str', 'a: !!int 1', /!(?!!str)/],
  ['a control character', 'a: b\u0001', /[^\P{Cc}\t\n\r]/u],
  ['a carriage return without a line feed', 'a: b\rc', /\r(?!\n)/],
  ['an empty line after an escaped line break', 'a: "b\\\n\n  c"', /\\\r?\n[ \t]*\r?\n/],
  ['an anchor in the line above its name, in brackets', '[&a\n b: c]', /&.*\n/],
  ['a quote that is not closed', "a: 'b''", /(?:''|\\")\s*$/],
  ['an empty name that is not below the others', 'a: b\n :', /^\s+:/m],
  ['the : of a ? with another indentation', '? a\n : b', /\?[\s\]}]/],
  ['a number that JavaScript changes', 'a: 1e999', /e234567|e999|\.inf|\.nan|\d{23}/i],
  ['a field __proto__', '__proto__: a', /__proto__/],
] as const;

/** What is read here and was refused before. */
const READ = [
  ['a directive that nobody knows', '%FOO\n---\na: b', { a: 'b' }],
  ['an indentation indicator for lines without indentation', '|1\nb', 'b\n'],
  ['a comment between the lines of brackets', '["a":b\n# c\n]', [{ a: 'b' }]],
  ['an empty name in brackets', '{? \n,b: c}', { '': null, b: 'c' }],
  ['an alias as the name of a field', 'a: &b c\n*b : d', { a: 'c', c: 'd' }],
] as const;

describe('a text is read as by the reference', () => {
  it('the shipped content', () => {
    for (const file of readdirSync('content', { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.yaml')) continue;
      const text = readFileSync(path.join('content', file), 'utf8');
      expect(read(text), file).toEqual(readByReference(text));
    }
  });

  it('10,000 generated texts, or is refused', () => {
    const write = createWriter(createRandom(16));
    let equal = 0;
    for (let count = 0; count < 10_000; count++) {
      const text = write();
      const [actual, expected] = [read(text), readByReference(text)];
      const isKnown = actual === ERROR && REFUSED.some(([, , pattern]) => pattern.test(text));
      // A single value is no content.
      if (isKnown || typeof Object(expected).value !== 'object') continue;
      expect(actual, JSON.stringify(text)).toStrictEqual(expected);
      equal++;
    }
    expect(equal).toBeGreaterThan(3000);
  });

  it.each(REFUSED)('but not %s: it is refused', (_, text) => {
    expect(read(text)).toBe(ERROR);
    expect(readByReference(text)).not.toBe(ERROR);
  });

  it.each(READ)('but not %s: it is not refused', (_, text, value) => {
    expect(read(text)).toEqual({ value });
    expect(readByReference(text)).toBe(ERROR);
  });

  it('but not spaces below an indentation indicator, which the reference drops', () => {
    const text = 'a: |2\n    \n';
    expect(read(text)).toEqual({ value: { a: '  \n' } });
    expect(readByReference(text)).toEqual({ value: { a: '' } });
  });
});
