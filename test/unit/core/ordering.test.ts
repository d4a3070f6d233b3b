import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCode, ORDERING_KINDS, type OrderingKind, orderOf } from '../../../src/core/ordering.ts';

/** The values of records in the order of a kind. Their keys run against the order given. */
function ordered(kind: OrderingKind, values: readonly unknown[], descending = false): unknown[] {
  const records = values.map((value, index) => ({ key: values.length - index, value: { value } }));
  const order = orderOf(records, { field: 'value', kind, descending });
  return Array.from(order, (index) => values[index]);
}

describe('orderOf', () => {
  it.each<[string, OrderingKind, unknown[]]>([
    ['code: capitals before small letters', 'code', ['Banana', 'Zebra', 'apple']],
    [
      'code: an accented letter after every plain one',
      'code',
      ['Cuba', 'Czechia', 'Côte', 'Åland'],
    ],
    ['code: a beginning before what it begins', 'code', ['', 'Guinea', 'Guinea-Bissau']],
    ['code: U+FFFD before an astral character', 'code', ['z', '\u{fffd}', '\u{1f6b2}']],
    ['code: astral characters by code point', 'code', ['\u{10000}', '\u{1f6b2}', '\u{10ffff}']],
    ['code: digits one by one, not as a number', 'code', ['10', '100', '9']],
    ['code: timestamps', 'code', ['2019-05-08T12:47:00.000000Z', '2023-04-12T15:31:00.000000Z']],
    ['caseless: case is no matter', 'caseless', ['apple', 'Banana', 'cherry', 'Date']],
    ['caseless: an accented letter after every plain one', 'caseless', ['Zebra', 'ähre', 'Übung']],
    ['caseless: _ before letters, as they are lower-cased', 'caseless', ['a_b', 'AB', 'aC']],
    ['text: an accent beside its plain letter', 'text', ['Canmore', 'Canon', 'Cañon', 'Canton']],
    ['text: case beside case', 'text', ['apple', 'Apple', 'banana', 'Banana']],
    ['text: a space before letters', 'text', ['La Mesa', 'Lacey', 'Lake']],
    ['number: by size, not by digits', 'number', [-5, 0, 0.5, 9, 10, 100]],
    ['null last, undefined with it', 'number', [1, 2, null]],
    ['null last among texts, after the largest', 'code', ['', '\u{10ffff}', null]],
    ['null is not the text null', 'caseless', ['a', 'Zebra', null]],
  ])('%s', (_, kind, expected) => {
    const mixed = [...expected.slice(1), ...expected.slice(0, 1)];
    expect(ordered(kind, mixed), 'ascending').toEqual(expected);
    expect(ordered(kind, mixed, true), 'descending').toEqual(expected.toReversed());
  });

  it('a field that is absent stands where null does', () => {
    const records = [{ key: 'a', value: {} }, ...['y', 'x'].map((x) => ({ key: x, value: { x } }))];
    const keys = (descending: boolean) =>
      Array.from(
        orderOf(records, { field: 'x', kind: 'text', descending }),
        (i) => records[i]?.key,
      );
    expect([keys(false), keys(true)]).toEqual([
      ['x', 'y', 'a'],
      ['a', 'y', 'x'],
    ]);
  });

  it.each<[string, OrderingKind, unknown, (string | number)[]]>([
    ['equal texts', 'code', 'same', ['a', 'b', 'c']],
    ['nulls', 'number', null, ['a', 'b', 'c']],
    ['number keys by size', 'code', 'same', [2, 9, 10, 100]],
    ['text keys of digits by code', 'code', 'same', ['10', '100', '9']],
    ['text keys by code', 'text', 'same', ['B', 'a', '\u{fffd}', '\u{1f6b2}']],
  ])('%s are ordered by key, ascending both ways', (_, kind, value, keys) => {
    const records = [...keys.slice(1), ...keys.slice(0, 1)].map((key) => ({
      key,
      value: { value },
    }));
    for (const descending of [false, true]) {
      const order = orderOf(records, { field: 'value', kind, descending });
      expect(Array.from(order, (index) => records[index]?.key)).toEqual(keys);
    }
  });

  it('caseless: what differs by case only is ordered by key', () => {
    const records = ['AB', 'ab', 'Ab'].map((value, key) => ({ key, value: { value } }));
    for (const descending of [false, true]) {
      const order = orderOf(records, { field: 'value', kind: 'caseless', descending });
      expect([...order]).toEqual([0, 1, 2]);
    }
  });

  it('without a sort the content’s own order stays', () => {
    const records = ['b', 'c', 'a'].map((key) => ({ key, value: {} }));
    expect([...orderOf(records)]).toEqual([0, 1, 2]);
  });

  const value = (kind: OrderingKind) => {
    const some = kind === 'number' ? fc.integer({ min: -3, max: 3 }) : fc.string({ maxLength: 2 });
    return fc.oneof(some, fc.constant(null));
  };

  it.each(ORDERING_KINDS)('%s: the result does not depend on the order given', (kind) => {
    const records = fc.uniqueArray(
      fc.record({ key: fc.nat(), value: fc.record({ value: value(kind) }) }),
      { selector: ({ key }) => key },
    );
    fc.assert(
      fc.property(records, fc.boolean(), (given, descending) => {
        const keys = (all: typeof given) =>
          Array.from(orderOf(all, { field: 'value', kind, descending }), (i) => all[i]?.key);
        expect(keys(given.toReversed())).toEqual(keys(given));
        expect(keys(given).toSorted()).toEqual(given.map(({ key }) => key).toSorted());
      }),
    );
  });
});

describe('byCode', () => {
  it('agrees with the order of the texts as UTF-8, which is that of code points', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(byCode(a, b))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('tells texts apart that begin alike, past the last surrogate', () => {
    const unit = fc.constantFrom(
      'a',
      '\u{d7ff}',
      '\u{e000}',
      '\u{ffff}',
      '\u{10000}',
      '\u{10ffff}',
    );
    const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(byCode(a, b))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
