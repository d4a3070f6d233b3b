import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../../../src/describe/downloads/csv.ts';

type Records = Parameters<typeof renderCsv>[0];

const namesOf = (records: Records, order?: string[]) =>
  renderCsv(records, order).columns.map((column) => column.name);

describe('the columns of a table', () => {
  it.each<[string, Records, string[], order?: string[]]>([
    [
      'an object that is null in some records -> only columns for its fields',
      [{ a: null, 'a-b': null, b: null }, { a: { c: { d: 1 } } }, { a: { c: null } }],
      ['a-b', 'b', 'a.c.d'],
    ],
    [
      'names of fields contain dots -> another column than a field of an object',
      [
        { a: { b: 1 }, c: 2 },
        { 'a.b': 3, 'a\\': { b: 4 } },
      ],
      ['a.b', 'c', 'a\\.b', 'a\\\\.b'],
    ],
    ['no record has a field -> no columns', [{}, {}], []],
    [
      'an order -> the others follow',
      [
        { 2019: 1, cd: 2 },
        { 'a.b': 3, c: { d: 4 } },
      ],
      ['c.d', 'a\\.b', '2019', 'cd'],
      ['none', 'c', 'a.b'],
    ],
  ])('%s', (_, records, names, order) => {
    expect(namesOf(records, order)).toEqual(names);
  });

  it('a record without the only field -> a row that CSV readers don’t skip', () => {
    expect(renderCsv([{}, { a: 3 }]).csv.join('')).toBe('a\n""\n3\n');
  });
});
