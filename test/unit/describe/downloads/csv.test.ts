import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../../../src/describe/downloads/csv.ts';

type Records = Parameters<typeof renderCsv>[0];

const namesOf = (records: Records) => renderCsv(records).columns.map((column) => column.name);

describe('the columns of a table', () => {
  it.each<[string, Records, string[]]>([
    [
      'an object that is null in some records -> only columns for its fields',
      [{ a: null, 'a-b': null, b: null }, { a: { c: { d: 1 } } }, { a: { c: null } }],
      ['a-b', 'b', 'a.c.d'],
    ],
    [
      'the same of a field without a name',
      [
        { '': null, a: { b: null } },
        { '': { c: 1 }, a: null },
      ],
      ['a.b', '.c'],
    ],
    [
      'names of fields contain dots -> columns with these names',
      [
        { 'a.b': 1, a: { c: 2 } },
        { 'a.b': 3, a: { 'd.e': 4 } },
      ],
      ['a.b', 'a.c', 'a.d.e'],
    ],
    [
      'two fields have the same name -> columns named for their paths',
      [{ a: { b: 1 }, c: 2 }, { 'a.b': 3 }],
      ['["a","b"]', 'c', '["a.b"]'],
    ],
    ['no record has a field -> no columns', [{}, {}], []],
  ])('%s', (_, records, names) => {
    expect(namesOf(records)).toEqual(names);
  });

  it('a record without the only field -> a row that CSV readers don’t skip', () => {
    expect(renderCsv([{}, { a: 3 }]).csv.join('')).toBe('a\n""\n3\n');
  });

  it('two fields with the same name -> each value in its own column', () => {
    expect(renderCsv([{ a: { b: 1 } }, { 'a.b': 3 }]).csv.join('')).toBe(
      '"[""a"",""b""]","[""a.b""]"\n1,\n,3\n',
    );
  });
});
