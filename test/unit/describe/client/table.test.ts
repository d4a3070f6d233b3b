import { describe, expect, it } from 'vitest';
import { cellText, tableOf } from '../../../../src/describe/client/table.ts';

describe('the table of an answer', () => {
  it.each([
    ['a list', [{ a: 1 }, { b: 2 }], { rows: [{ a: 1 }, { b: 2 }], columns: ['a', 'b'] }],
    ['an empty list', [], { rows: [], columns: [] }],
    ['a list of strings', ['x'], { rows: [{ value: 'x' }], columns: ['value'] }],
    [
      'nested objects',
      [{ a: { b: 1, c: [2] }, d: null }],
      { rows: [{ 'a.b': 1, 'a.c': [2], d: null }], columns: ['a.b', 'a.c', 'd'] },
    ],
    [
      'a page',
      { count: 5, next: 'n', previous: null, results: [{ a: 1 }] },
      { rows: [{ a: 1 }], columns: ['a'] },
    ],
    [
      'features',
      {
        type: 'FeatureCollection',
        features: [{ id: 'x', geometry: { coordinates: [1, 2] }, properties: { a: 3 } }],
      },
      {
        rows: [{ id: 'x', longitude: 1, latitude: 2, a: 3 }],
        columns: ['id', 'longitude', 'latitude', 'a'],
      },
    ],
    ['a record', { a: 1 }, null],
    ['a record with a list called results', { results: [1] }, null],
    ['a record with a list called features', { features: [1] }, null],
    ['a string', 'x', null],
    ['null', null, null],
  ])('%s', (_, value, table) => expect(tableOf(value)).toEqual(table));
});

describe('the text of a cell', () => {
  it.each([
    ['a string', 'x', 'x'],
    ['a number', 1.5, '1.5'],
    ['null', null, 'null'],
    ['undefined', undefined, ''],
    ['one item', [1], '1 item'],
    ['several items', [1, 2], '2 items'],
    ['an object', { a: 1 }, '{"a":1}'],
  ])('of %s', (_, value, text) => expect(cellText(value)).toBe(text));
});
