import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/describe/client/json.ts';

const textOf = (json: string) =>
  linesOf(json)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

describe('JSON in lines', () => {
  it.each([
    ['a value', '1', '1'],
    ['an object', '{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['empty ones', '{"a":{},"b":[],"c":""}', '{\n  "a": {},\n  "b": [],\n  "c": ""\n}'],
    [
      'lines of records',
      '[\n{"a":1},\n{"a":2}\n]\n',
      '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]',
    ],
    ['signs in a text', '["{[,:]}\\"\\\\"]', '[\n  "{[,:]}\\"\\\\"\n]'],
    [
      'all digits of a number',
      '[12345678901234567890,1.0,-2E+5]',
      '[\n  12345678901234567890,\n  1.0,\n  -2E+5\n]',
    ],
  ])('%s', (_, json, text) => expect(textOf(json)).toBe(text));

  it('is what JSON.stringify makes of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(textOf(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
      }),
    );
  });

  it('tells keys from texts, and numbers from words', () => {
    const kinds = linesOf('{"a":"b","c":[1,null]}')
      .flat()
      .filter(({ kind }) => kind !== 'mark')
      .map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual(['key "a"', 'string "b"', 'key "c"', 'number 1', 'word null']);
  });
});
