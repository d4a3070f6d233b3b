import { describe, expect, it } from 'vitest';
import { cellText, rowsOf } from '../../src/describe/client/rows.ts';

describe('the records of an answer', () => {
  it.each([
    ['a list', [{ a: 1 }, { b: 2 }], { rows: [{ a: 1 }, { b: 2 }], columns: ['a', 'b'] }],
    ['an empty list', [], { rows: [], columns: [] }],
    ['a list of texts', ['x'], { rows: [{ value: 'x' }], columns: ['value'] }],
    [
      'objects within',
      [{ a: { b: 1, c: [2] }, d: null }],
      { rows: [{ 'a.b': 1, 'a.c': [2], d: null }], columns: ['a.b', 'a.c', 'd'] },
    ],
    [
      'a page',
      { count: 5, next: 'n', previous: null, results: [{ a: 1 }] },
      { rows: [{ a: 1 }], columns: ['a'], count: 5, next: 'n', previous: null },
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
    ['a text', 'x', null],
    ['null', null, null],
  ])('%s', (_, value, rows) => expect(rowsOf(value)).toEqual(rows));
});

describe('the text of a cell', () => {
  it.each([
    ['a text', 'x', 'x'],
    ['a number', 1.5, '1.5'],
    ['null', null, 'null'],
    ['what is not there', undefined, ''],
    ['one', [1], '1 item'],
    ['several', [1, 2], '2 items'],
    ['an object', { a: 1 }, '{"a":1}'],
  ])('of %s', (_, value, text) => expect(cellText(value)).toBe(text));
});
