import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/index.ts';
import { datasetOf } from '../../../src/inspect/snapshot/dataset.ts';

const name = fc.constantFrom('a', 'b', 'a b', 'a-b', 'a/b', 'é', '');
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(null, '', '"', ',\n', '\r', 0, -2e-7, true),
  fc.constant([]),
  fc.array(fc.integer(), { maxLength: 2 }),
);
const { record } = fc.letrec<{ value: unknown; record: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, cell, tie('record')),
  // Without a field of its own a record may have no columns, which is refused.
  record: fc.dictionary(name, tie('value'), { maxKeys: 4, minKeys: 1 }),
}));

const datasetFrom = (records: readonly unknown[]) =>
  datasetOf(
    'things',
    records.map((one) => JSON.stringify(one)),
  );
const filesFrom = (records: readonly unknown[]) => {
  const { files } = datasetFrom(records);
  const [csv = '', json = '', ndjson = ''] = files.values();
  return { csv, json, ndjson };
};
const namesOf = (records: readonly unknown[]) =>
  datasetFrom(records).columns.map((column) => column.name);

describe('the columns of a dataset', () => {
  it('contain no object that is null in some records, but its fields', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const { columns } = datasetFrom(records);
        for (const { name: nullName } of columns.filter(
          ({ types }) => [...types].join() === 'null',
        )) {
          const fields = columns.filter((other) => other.name.startsWith(`${nullName}.`));
          expect(fields).toEqual([]);
        }
      }),
    );
    const records = [{ a: null, 'a-b': null, b: null }, { a: { c: { d: 1 } } }, { a: { c: null } }];
    expect(namesOf(records)).toEqual(['a-b', 'b', 'a.c.d']);
  });

  it.each([
    ['in one record', [{ a: { b: { c: 1 } }, 'a.b': { c: 2 } }], 'a.b.c'],
    ['in two records', [{ a: { b: { c: 1 } } }, { a: { 'b.c': 2 } }], 'a.b.c'],
    ['in two records, as deep', [{ a: { 'b.c': 1 } }, { 'a.b': { c: 2 } }], 'a.b.c'],
    ['where one is null', [{ 'a.b': null }, { a: { b: 1 } }], 'a.b'],
    ['where names are empty', [{ '': { '': 1 } }, { '.': 1 }], '.'],
  ])('two fields with the same column name %s are refused', (_, records, column) => {
    const message = `same column name in the CSV, ${column}, because`;
    expect(() => namesOf(records)).toThrow(UsageError);
    expect(() => namesOf(records)).toThrow(message);
    expect(() => namesOf(records.toReversed())).toThrow(message);
  });

  it('may have dots in the names of fields', () => {
    const records = [
      { 'a.b': 1, a: { c: 2 } },
      { 'a.b': 3, a: { 'd.e': 4 } },
    ];
    expect(namesOf(records)).toEqual(['a.b', 'a.c', 'a.d.e']);
  });
});

describe('the files of a dataset', () => {
  it.each([0, 1, 20_000, 20_001])('of %d records have a line for each', (count) => {
    const files = filesFrom(Array.from({ length: count }, (_, id) => ({ id, a: null })));
    const lines = files.csv.split('\n');
    expect(lines).toHaveLength(count === 0 ? 1 : count + 2);
    expect(files.ndjson.split('\n')).toHaveLength(count + 1);
    expect(JSON.parse(files.json)).toHaveLength(count);
    if (count > 0) expect(lines.slice(0, 2)).toEqual(['id,a', '0,']);
    if (count > 0) expect(lines.slice(-2)).toEqual([`${count - 1},`, '']);
  });

  it('keep texts that look like numbers or missing values', () => {
    const records = [{ code: '004', note: 'NA' }];
    const { csv, ndjson } = filesFrom(records);
    expect(csv).toBe('code,note\n004,NA\n');
    expect(ndjson).toBe('{"code":"004","note":"NA"}\n');
  });
});
