import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLine } from '../../../../src/describe/downloads/csv-line.ts';
import { tableOf } from '../../../../src/describe/downloads/table.ts';
import { runAtOnce } from '../../../../src/util/progress.ts';
import { rowsOf } from '../../../support/table.ts';

describe('the columns of a table', () => {
  it.each(
    rowsOf(String.raw`
    null in place of an object -> {"a":null,"a-b":null,"b":null}, {"a":{"c":{"d":1}}}, {"a":{"c":null}} -> a-b b a.c.d
    dots in names of fields -> {"a":{"b":1},"c":2}, {"a.b":3,"a\\":{"b":4}} -> a.b c a\.b a\\.b
    an order -> {"2019":1,"cd":2}, {"a.b":3,"c":{"d":4}} -> c.d a\.b 2019 cd -> none c a.b`),
  )('%s: %s -> %s', (_, records, names, order) => {
    const { columns } = runAtOnce(tableOf(JSON.parse(`[${records}]`), order?.split(' ')));
    expect(columns.map((column) => column.name).join(' ')).toBe(names);
  });
});

const name = fc.constantFrom('a', 'b', 'a.b', 'a\\', '__proto__', '');
const text = fc.string({ unit: fc.constantFrom(...'aé🚲",;\n\r\t =+-@\ufeff') });
const leaf = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(text));
const record = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf)));

function flatten(fields: object, parent = ''): [string, unknown][] {
  return Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
    const name = parent + field.replace(/[\\.]/g, '\\$&');
    const isParent = Object.prototype.toString.call(value) === '[object Object]';
    const inner = isParent ? flatten(value, `${name}.`) : [];
    return inner.length > 0 ? inner : [[name, value]];
  });
}

it('the lines of records are those of csv-stringify, and one cell is never an empty line', () =>
  fc.assert(
    fc.property(fc.array(record), (made) => {
      const records: Record<string, unknown>[] = JSON.parse(JSON.stringify(made));
      const { columns, rows: cells } = runAtOnce(tableOf(records));
      const names = columns.map((column) => column.name);
      const flat = records.map((one) => new Map(flatten(one)));
      const rows = [names, ...flat.map((values) => names.map((name) => values.get(name)))];
      const quoted = names.length === 1 ? { quoted_empty: true } : { quoted_match: /^$/ };
      const expected = stringify(rows, { ...quoted, cast: { boolean: String } });
      const lines = [names, ...cells()].map(formatLine);
      expect(names.length > 0 ? lines.join('') : '').toBe(names.length > 0 ? expected : '');
    }),
  ));
