import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, tokensOf } from '../../../../src/describe/client/json.ts';

describe('formatted JSON', () => {
  it.each([
    ['a value', '1', '1'],
    ['an object', '{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['empty ones', '{"a":{},"b":[],"c":""}', '{\n  "a": {},\n  "b": [],\n  "c": ""\n}'],
    [
      'lines of records',
      '[\n{"a":1},\n{"a":2}\n]\n',
      '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]',
    ],
    ['punctuation in a string', '["{[,:]}\\"\\\\"]', '[\n  "{[,:]}\\"\\\\"\n]'],
    ['an empty list in two lines', '[\n\n]\n', '[]'],
    [
      'all digits of a number',
      '[12345678901234567890,1.0,-2E+5]',
      '[\n  12345678901234567890,\n  1.0,\n  -2E+5\n]',
    ],
  ])('%s', (_, json, text) => expect(formatJson(json)).toBe(text));

  it('equals what JSON.stringify returns for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(formatJson(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
      }),
    );
  });

  it('has tokens for keys, strings, numbers and words', () => {
    const kinds = tokensOf(formatJson('{"a":"b","c":[1,null]}'))
      .filter(({ kind }) => kind !== 'punctuation')
      .map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual(['key "a"', 'string "b"', 'key "c"', 'number 1', 'word null']);
  });
});
