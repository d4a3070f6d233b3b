import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, tokensOf } from '../../../../src/describe/client/json.ts';

describe('formatted JSON', () => {
  it('equals what JSON.stringify returns, however much space the JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(formatJson(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
      }),
    );
  });

  it.each([
    ['empty values', '{"a":{},"b":[\n\n],"c":""}', '{\n  "a": {},\n  "b": [],\n  "c": ""\n}'],
    ['punctuation in a string', '["{[,:]}\\"\\\\"]', '[\n  "{[,:]}\\"\\\\"\n]'],
    ['numbers as written', '[12345678901234567890,1.0]', '[\n  12345678901234567890,\n  1.0\n]'],
  ])('of %s', (_, json, text) => expect(formatJson(json)).toBe(text));

  it('has tokens for keys, strings, numbers and words', () => {
    const kinds = tokensOf(formatJson('{"a":"b","c":[-1.5e+3,null]}'))
      .filter(({ kind }) => kind !== 'punctuation')
      .map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual(['key "a"', 'string "b"', 'key "c"', 'number -1.5e+3', 'word null']);
  });
});
