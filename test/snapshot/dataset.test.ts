import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clash, columnsOf } from '../../src/inspect/snapshot/columns.ts';
import { isTableOf, RENDER, tableOf } from '../../src/inspect/snapshot/dataset.ts';
import { sha256 } from '../support/site-files.ts';

const name = fc.constantFrom('a', 'b', 'a b', 'a-b', 'a/b', 'é', '');
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(null, '', '"', ',\n', '\r', 0, -2e-7, true),
  fc.constant([]),
  fc.array(fc.integer(), { maxLength: 2 }),
);
const { record } = fc.letrec<{ value: unknown; record: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, cell, tie('record')),
  record: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
}));

const bodiesOf = (records: readonly unknown[]) =>
  records.map((one) => Buffer.from(JSON.stringify(one)));

const rowOf = (body: Uint8Array) => ({ bytes: body.length, sha256: sha256(body) });

describe('the table of records', () => {
  it('is known again by the lines of the same records, and by no others', () => {
    const lists = fc.array(record, { maxLength: 5 });
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const [records, others] = [bodiesOf(one), bodiesOf(other)];
        const table = RENDER.csv(records, tableOf(records));
        expect(isTableOf(Buffer.from(RENDER.ndjson(records)), rowOf(table))).toBe(true);
        const differs = !table.equals(RENDER.csv(others, tableOf(others)));
        const lines = Buffer.from(RENDER.ndjson(others));
        expect(isTableOf(lines, rowOf(table))).toBe(!differs);
      }),
    );
  });

  it('has no column of an object that is null in places, and all others', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const names = columnsOf(records).map((one) => one.name);
        for (const one of columnsOf(records).filter(({ types }) => types.length === 0)) {
          expect(names.filter((other) => other.startsWith(`${one.name}.`))).toEqual([]);
        }
      }),
    );
    const records = [{ a: null, 'a-b': null, b: null }, { a: { c: { d: 1 } } }, { a: { c: null } }];
    expect(columnsOf(records).map((one) => one.name)).toEqual(['a-b', 'b', 'a.c.d']);
  });

  it.each([
    ['in one record', [{ a: { b: { c: 1 } }, 'a.b': { c: 2 } }], 'a.b.c'],
    ['in two records', [{ a: { b: { c: 1 } } }, { a: { 'b.c': 2 } }], 'a.b.c'],
    ['in two records, as deep', [{ a: { 'b.c': 1 } }, { 'a.b': { c: 2 } }], 'a.b.c'],
    ['where one is null', [{ 'a.b': null }, { a: { b: 1 } }], 'a.b'],
    ['where names are empty', [{ '': { '': 1 } }, { '.': 1 }], '.'],
  ])('two fields that make one column %s are told', (_, records, column) => {
    const clash = expect.objectContaining({ column });
    expect(() => columnsOf(records)).toThrow(clash);
    expect(() => columnsOf(records.toReversed())).toThrow(Clash);
    const table = { bytes: 1e6, sha256: '' };
    expect(isTableOf(Buffer.from(RENDER.ndjson(bodiesOf(records))), table)).toBe(false);
  });

  it('fields with dots that make columns of their own are none of these', () => {
    const records = [
      { 'a.b': 1, a: { c: 2 } },
      { 'a.b': 3, a: { 'd.e': 4 } },
    ];
    expect(columnsOf(records).map((one) => one.name)).toEqual(['a.b', 'a.c', 'a.d.e']);
  });

  it.each([999, 1000, 20_000, 20_001])('of %d records has a line for each', (count) => {
    const records = bodiesOf(Array.from({ length: count }, (_, id) => ({ id, a: null })));
    const lines = Buffer.from(RENDER.csv(records, tableOf(records)))
      .toString()
      .split('\n');
    expect(lines).toHaveLength(count + 2);
    expect(lines.slice(0, 2)).toEqual(['id,a', '0,']);
    expect(lines.slice(-2)).toEqual([`${count - 1},`, '']);
  });
});
