import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Keyed,
  ORDERING_KINDS,
  type OrderingKind,
  RecordOrders,
  type Sort,
} from '../../../src/core/ordering.ts';

type Records = readonly Keyed[];

const orderOf = (records: Records, sort?: Sort) => new RecordOrders(records).order(sort);

describe('RecordOrders', () => {
  it('times are instants, in UTC without an offset', () => {
    const times = [
      ...['2024-01-05', '2024-01-05T10:00:00.5+02:00'],
      ...['2024-01-05T09:30:00+01:00', '2024-01-05T09:00'],
    ];
    const records = times.toReversed().map((x, key) => ({ key, value: { x } }));
    expect([...orderOf(records, { field: 'x', kind: 'time' })]).toEqual([3, 2, 1, 0]);
  });

  it('a field of an object; null or absent where the object is', () => {
    const values = [{ a: null }, {}, { a: { b: 2 } }, { a: { b: 1 } }];
    const records = values.map((value, key) => ({ key, value }));
    expect([...orderOf(records, { field: 'a.b', kind: 'number' })]).toEqual([3, 2, 0, 1]);
  });

  it('no sort -> the order of the content', () => {
    const records = ['b', 'c', 'a'].map((key) => ({ key, value: {} }));
    expect([...orderOf(records)]).toEqual([0, 1, 2]);
  });

  const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  /** Compares values that are not null. */
  const comparators: Record<OrderingKind, (a: never, b: never) => number> = {
    code: byUnits,
    caseless: (a: string, b: string) => byUnits(a.toLowerCase(), b.toLowerCase()),
    text: (a: string, b: string) => a.localeCompare(b, 'en'),
    number: (a: number, b: number) => Number(a) - Number(b),
    time: (a: string, b: string) => Date.parse(a) - Date.parse(b),
  };
  const unit = fc.constantFrom(...'aAbñn19_ \0\u{301}\u{ad}\u{fffd}\u{1f6b2}');

  it.each(ORDERING_KINDS)('%s: as a sort with a comparator', (kind) => {
    const text = fc.string({ unit, maxLength: 3 });
    const number = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('2', '2.0', '-10.5', '9.45', '10', -0, 1e300),
    );
    const time = fc.constantFrom('2024-01-05', '2024-01-05T01:00+01:00', '2024-01-04T23:00:00.1Z');
    const values: Partial<Record<OrderingKind, fc.Arbitrary<unknown>>> = { number, time };
    const x = fc.option(values[kind] ?? text);
    const recordsWith = (key: fc.Arbitrary<Keyed['key']>) =>
      fc.uniqueArray(fc.record({ key, value: fc.record({ x }) }), { selector: (one) => one.key });
    const given = fc.oneof(recordsWith(text), recordsWith(fc.nat()));
    const compare = ({ value: a }: Keyed, { value: b }: Keyed) =>
      a.x === null || b.x === null
        ? Number(a.x === null) - Number(b.x === null)
        : comparators[kind](a.x as never, b.x as never);
    const byKey = ({ key: a }: Keyed, { key: b }: Keyed) =>
      typeof a === 'number' ? a - Number(b) : byUnits(a, String(b));
    fc.assert(
      fc.property(given, (records) => {
        const wanted = records.toSorted((a, b) => compare(a, b) || byKey(a, b));
        const orders = new RecordOrders(records);
        const sort = { field: 'x', kind };
        const sorted = Array.from(orders.order(sort), (index) => records[index]);
        expect(sorted).toEqual(wanted);
        const reverse = orders.order({ ...sort, descending: true });
        expect(reverse).toEqual(orders.order(sort).toReversed());
        const ranks = orders.ranks(sort);
        for (const [a, one] of records.entries())
          for (const [b, other] of records.entries())
            expect((ranks[a] ?? 0) < (ranks[b] ?? 0)).toBe(compare(one, other) < 0);
      }),
    );
  });
});
