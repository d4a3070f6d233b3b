import { expect, it } from 'vitest';
import { tokenizeJson } from '../../../../src/page/view/json.ts';

it('indented JSON has tokens for keys, strings, numbers and words', () => {
  const value = { a: 'b', c: [-1.5e30, null], '{[,:]}"\\': {} };
  const kinds = tokenizeJson(JSON.stringify(value, null, 2))
    .filter(({ kind }) => kind !== 'punctuation')
    .map(({ kind, text }) => `${kind} ${text}`);
  const last = 'key "{[,:]}\\"\\\\"';
  expect(kinds).toEqual(['key "a"', 'string "b"', 'key "c"', 'number -1.5e+30', 'word null', last]);
});
