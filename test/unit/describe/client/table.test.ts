import { expect, it } from 'vitest';
import { cellText, tableOf } from '../../../../src/describe/client/table.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  a list -> [{"a":1},{"b":2}] -> {"rows":[{"a":1},{"b":2}],"columns":["a","b"]}
  an empty list -> [] -> {"rows":[],"columns":[]}
  a list of texts -> ["x"] -> {"rows":[{"value":"x"}],"columns":["value"]}
  nested objects -> [{"a":{"b":1,"c":[2]},"d":null}] -> {"rows":[{"a.b":1,"a.c":[2],"d":null}],"columns":["a.b","a.c","d"]}
  a page -> {"count":5,"next":"n","results":[{"a":1}]} -> {"rows":[{"a":1}],"columns":["a"]}
  features -> {"type":"FeatureCollection","features":[{"id":"x","geometry":{"coordinates":[1,2]},"properties":{"a":3}}]} -> {"rows":[{"id":"x","longitude":1,"latitude":2,"a":3}],"columns":["id","longitude","latitude","a"]}
  a record -> {"a":1} -> null
  a record with a list called results -> {"results":[1]} -> null
  a record with a list called features -> {"features":[1]} -> null
  a text -> "x" -> null
  null -> null -> null`),
)('the table of %s', (_, value = '', table = '') => {
  expect(tableOf(JSON.parse(value))).toEqual(JSON.parse(table));
});

it.each([
  ['x', 'x'],
  [1.5, '1.5'],
  [null, 'null'],
  [undefined, ''],
  [[1], '1 item'],
  [[1, 2], '2 items'],
  [{ a: 1 }, '{"a":1}'],
])('the cell of %j shows %s', (value, text) => expect(cellText(value)).toBe(text));
