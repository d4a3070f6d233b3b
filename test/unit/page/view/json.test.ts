import { expect, it } from 'vitest';
import { colouredJson } from '../../../../src/page/view/json.ts';

it('indented JSON has colours for keys, strings, numbers and words', () => {
  const value = { a: 'b', c: [-1.5e30, null], '{[,:]}"\\': {} };
  const formatted = JSON.stringify(value, null, 2);
  const shown: string[] = [];
  const { text } = colouredJson(formatted, (one) => `${shown.push(one)}`);
  const last = '"{[,:]}\\"\\\\"';
  expect(shown).toEqual(['"a"', '"b"', '"c"', '-1.5e+30', 'null', last]);
  const kinds = Array.from(text.matchAll(/json-(\w+)">(\d)/g), ([, kind]) => kind);
  expect(kinds).toEqual(['key', 'string', 'key', 'number', 'word', 'key']);
});
