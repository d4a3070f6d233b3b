import { expect, it } from 'vitest';
import { cellText, rowsIn } from '../../../../src/describe/client/table.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  a list -> [{"a":1},{"b":2}] -> [{"a":1},{"b":2}]
  an empty list -> [] -> []
  a list of texts -> ["x"] -> [{"value":"x"}]
  nested objects -> [{"a":{"b":1,"c":[2]},"d":null}] -> [{"a.b":1,"a.c":[2],"d":null}]
  a page -> {"count":5,"next":"n","results":[{"a":1}]} -> [{"a":1}]
  features -> {"type":"FeatureCollection","features":[{"id":"x","geometry":{"coordinates":[1,2]},"properties":{"a":3}}]} -> [{"id":"x","longitude":1,"latitude":2,"a":3}]
  a record -> {"a":1} -> null
  a record with a list called results -> {"results":[1]} -> null
  a record with a list called features -> {"features":[1]} -> null
  a text -> "x" -> null
  null -> null -> null`),
)('the rows of %s', (_, value = '', rows = '') => {
  expect(rowsIn(JSON.parse(value))).toEqual(JSON.parse(rows));
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
