import fc from 'fast-check';
import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/content/json.ts';
import { itReports, problemLinesIn, unescaped } from './valid-content.ts';

const FILE = 'neighborhoods/more.json';
const FIX =
  'Fix the JSON: use double quotes, and remove comments, trailing commas and leading zeros.';

describe('a JSON file with an error', () => {
  itReports(
    String.raw`
comma after the last field | [\n  {"uuid": "x",}\n]
  2:16 syntax [}] This is not JSON: property name expected. → ${FIX}
comment | // all of them\n[]
  1:1 syntax [// all of them] This is not JSON: invalid comment token. → ${FIX}
number with a leading zero | [{"city_fips": 0152300}]
  1:17 syntax [152300] This is not JSON: comma expected. → ${FIX}
cut off after a value | [{"uuid": 1
  1:12 syntax [] This is not JSON: close brace expected. → ${FIX}
two documents | {}\n{}
  2:1 syntax [{] This is not JSON: end of file expected. → Write one value, such as a list '[ … ]'. If each line is a record, rename the file: its name must end with .jsonl.
no-break space | [${'\u{a0}'}{}]
  1:2 syntax [${'\u{a0}'}] This is not JSON: invalid symbol. → ${FIX}
fields given twice in one object | [\n  {"uuid": 1, "a": {"uuid": 1, "b": 0, "b": 2}, "uuid": 2}\n]
  2:40 duplicate-field ["b"] This record has the same field twice. → Remove one of them.
  2:49 duplicate-field ["uuid"] This record has the same field twice
the field __proto__, also in others and with an escape | [\n  {"__proto__": {"polluted": true}, "a": [{"\u005f_proto__": 1}], "b": "__proto__"}\n]
  2:4 unknown-field ["__proto__"] A field can’t have the name '__proto__'. → Rename the field.
  2:44 unknown-field ["\u005f_proto__"] A field can’t have the name '__proto__'.
numbers that JavaScript changes, but not texts of them | [\n  {"a": 1795402379632000001, "b": [1e400, -1e-0400], "1e-400": "1e400"},\n  {"a": 1e-330}, 0.${'0'.repeat(330)}1]
  2:9 bad-value [1795402379632000001] This number can’t be published unchanged: it would become 1795402379632000000. → Put it in quotes to publish it as text, or change it.
  2:36 bad-value [1e400] JSON can’t contain this number. →
  2:43 bad-value [-1e-0400] This number can’t be published unchanged: it would become 0. →
  3:9 bad-value [1e-330] This number can’t be published unchanged: it would become 0. →
  3:18 bad-value [0.${'0'.repeat(330)}1] This number can’t be published unchanged: it would become 0. →
halves of surrogate pairs in names and values | [\n  {"a\ud800": ["x", "\uDC00\ud800"], "b": "\ud83d\ude00 \\ud800"}\n]
  2:4 encoding ["a\ud800"] This text contains half of a surrogate pair, which is not a character. → Write the whole character, or remove this half.
  2:21 encoding ["\uDC00\ud800"] This text contains half of a surrogate pair
`,
    (text) => problemLinesIn(FILE, unescaped(text)),
  );

  it.each([
    ['an unknown field with a name of 10,000 characters', `{"${'k'.repeat(10_000)}": 1}`],
    ['a value of 10,000 characters of a wrong type', `{"population": "${'9'.repeat(10_000)}"}`],
  ])('%s -> short messages', async (_, text) => {
    const lines = await problemLinesIn(FILE, text);
    for (const line of lines) expect(line.replace(/\[.*?\]/, '').length).toBeLessThan(600);
  });

  it.each([
    ['closed', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['cut off', '['.repeat(100_000)],
  ])('100,000 brackets, %s -> one problem, not an exhausted stack', async (_, text) => {
    expect(await problemLinesIn(FILE, text)).toEqual([
      '1:201 syntax [[] Nested too deeply. → Check the brackets, or use fewer levels.',
    ]);
  });
});

describe('a JSON file without an error', () => {
  const name = fc.oneof(fc.constantFrom('0', 'é"\\\n', '', '{', 'a:b'), fc.string());
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('', '"\\', '[{:,', 'é\ud83d\ude00', 1, -2.5e-7, true, null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const indent = fc.constantFrom('', ' ', '\t', ' \r\n');

  /** The paths to a value and to all values in it. */
  const pathsIn = (value: unknown, path: JSONPath = []): JSONPath[] => [
    path,
    ...Object.entries(Object(value) === value ? (value as object) : {}).flatMap(([step, inner]) =>
      pathsIn(inner, [...path, Array.isArray(value) ? Number(step) : step]),
    ),
  ];

  it('positions are those of a parser that reads the whole text', () => {
    fc.assert(
      fc.property(value, indent, fc.boolean(), (any, space, reversed) => {
        const text = ` \n${JSON.stringify(any, null, space)}\n`;
        const rangeOf = json.locator(text);
        const root = parseTree(text) as Node;
        const paths = pathsIn(any).flatMap((path) => [path, [...path, 'none'], [...path, 9]]);
        for (const path of reversed ? paths.toReversed() : paths) {
          const node = findNodeAtLocation(root, path);
          const parent = findNodeAtLocation(root, path.slice(0, -1)) as Node;
          const { offset } = node ?? parent;
          const name = node?.parent?.type === 'property' ? node.parent.offset : offset;
          expect(rangeOf(path, 'value').offset).toBe(offset);
          expect(rangeOf(path, 'name').offset).toBe(name);
        }
      }),
    );
  });

  it('is what `JSON.parse` accepts, with the same value', () => {
    const change = fc.constantFrom(...',:"\\[]{}01.-eu/x\n\0\u{a0}\u{feff}', 'true', '\\ud8', '');
    fc.assert(
      fc.property(value, indent, change, fc.nat(), fc.nat(2), (any, space, added, at, removed) => {
        const valid = JSON.stringify(any, null, space);
        const start = at % (valid.length + 1);
        const text = valid.slice(0, start) + added + valid.slice(start + removed);
        const { value, errors } = json.parse(text);
        const syntax = errors.filter(({ code }) => code === 'syntax');
        for (const { offset, length } of errors)
          expect(offset + Math.min(length, 1)).toBeLessThanOrEqual(text.length + 1);
        expect(syntax.length).toBeLessThan(2);
        if (syntax.length > 0) expect(() => JSON.parse(text)).toThrow(SyntaxError);
        else if (text.trim() !== '') {
          const expected = JSON.parse(text);
          if (errors.length === 0) expect(value).toEqual(expected);
        }
      }),
    );
  });
});
