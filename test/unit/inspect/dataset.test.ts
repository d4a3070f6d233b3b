import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/index.ts';
import { datasetOf } from '../../../src/inspect/snapshot/dataset.ts';

const datasetFrom = (records: readonly unknown[]) =>
  datasetOf(
    'things',
    records.map((one) => JSON.stringify(one)),
  );
const namesOf = (records: readonly unknown[]) =>
  datasetFrom(records).columns.map((column) => column.name);

describe('the columns of a dataset', () => {
  it('an object that is null in some records -> only columns for its fields', () => {
    const records = [{ a: null, 'a-b': null, b: null }, { a: { c: { d: 1 } } }, { a: { c: null } }];
    expect(namesOf(records)).toEqual(['a-b', 'b', 'a.c.d']);
    expect(
      namesOf([
        { '': null, a: { b: null } },
        { '': { c: 1 }, a: null },
      ]),
    ).toEqual(['a.b', '.c']);
  });

  it.each([
    ['in one record', [{ a: { b: { c: 1 } }, 'a.b': { c: 2 } }], 'a.b.c'],
    ['in two records', [{ a: { b: { c: 1 } } }, { a: { 'b.c': 2 } }], 'a.b.c'],
    ['in two records, as deep', [{ a: { 'b.c': 1 } }, { 'a.b': { c: 2 } }], 'a.b.c'],
    ['where one is null', [{ 'a.b': null }, { a: { b: 1 } }], 'a.b'],
    ['where names are empty', [{ '': { '': 1 } }, { '.': 1 }], '.'],
  ])('two fields have the same column name %s -> refused', (_, records, column) => {
    const message = `same column in the CSV file, ${column}, because`;
    expect(() => namesOf(records)).toThrow(UsageError);
    expect(() => namesOf(records)).toThrow(message);
    expect(() => namesOf(records.toReversed())).toThrow(message);
  });

  it('names of fields contain dots -> columns with these names', () => {
    const records = [
      { 'a.b': 1, a: { c: 2 } },
      { 'a.b': 3, a: { 'd.e': 4 } },
    ];
    expect(namesOf(records)).toEqual(['a.b', 'a.c', 'a.d.e']);
  });

  it('no record has a field -> refused', () => {
    expect(() => namesOf([{}, {}])).toThrow('The records of things have no published fields');
  });

  it('a record without the only field -> a row that CSV readers don’t skip', () => {
    const { files } = datasetFrom([{}, { a: 3 }]);
    expect(files.get('dataset/things.csv')).toBe('a\n""\n3\n');
  });
});
