import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/describe/downloads/csv-line.ts';
import { writeParquet } from '../../../../src/describe/downloads/parquet-file.ts';
import { tableOf } from '../../../../src/describe/downloads/table.ts';
import { runAtOnce } from '../../../../src/util/progress.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { rowsOf } from '../../../support/table.ts';

/** The table of records, and its Parquet file. @param type that of every field in its schema */
function write(records: JsonObject[], type = '') {
  const fields = runAtOnce(tableOf(records)).columns.map(({ name }) => [name, { type }] as const);
  const { columns, rows } = runAtOnce(tableOf(records, [], new Map(fields)));
  const file = runAtOnce(writeParquet(columns, rows())).slice().buffer;
  return { names: columns.map(({ name }) => name), rows: [...rows()], file };
}

it.each(
  rowsOf(
    String.raw`
    whole numbers         | whole number          | 1, -9007199254740991, null | "1n", "-9007199254740991n", null
    a number beyond 2^53  | whole number or null  | 1, 9007199254740994
    whole, but of numbers | number                | 1, 2
    numbers               |                       | 1, 2.5, -2e-7, 1e21
    of another type       | whole number          | 1, "a"
    true and false        | true or false         | true, null, false
    texts like others     | text                  | "0123", "", "NA", "2024-01-01", "zażółć 🚲"
    a decimal as text     | decimal number as text | "1.10"
    half a character      | text                  | "a", "\ud83d"
    dates                 | date                  | "0001-01-01", null, "9999-12-31" | "0001-01-01T00:00:00.000Z", null, "9999-12-31T00:00:00.000Z"
    no such day           | date or null          | "2024-01-01", "2024-02-30"
    times                 | date and time         | "2024-01-01T00:30:00+02:00", "1969-12-31T23:59:59.123456Z" | "1704061800000000 μs", "-876544 μs"
    a time, no offset     | date and time         | "2024-02-29T23:59:59.123456Z", "2024-01-01T00:00:00"
    nanoseconds           | date and time         | "2024-01-01T00:00:00.123456789Z"
    no double holds it    | date and time         | "9999-12-31T23:59:59.999999Z"
    lists, empty objects  | list                  | ["a", {"b": [null]}], [], {}, null
    several types         | anything              | 1, "a", true, ["b"], null
    only null             | text or null          | null, null
  `,
    '|',
  ),
)('the values of a column: %s', async (_, type, values, expected = values) => {
  const parsed: unknown[] = JSON.parse(`[${values}]`);
  const records = parsed.map((a) => ({ a }));
  const parsers = { timestampFromMicroseconds: (time: bigint) => `${time} μs` };
  const rows = await parquetReadObjects({ ...write(records, type), parsers });
  const text = JSON.stringify(rows, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));
  expect(JSON.parse(text)).toEqual(JSON.parse(`[${expected}]`).map((a: unknown) => ({ a })));
});

const text = fc.string({ unit: anyCharacter });
const leaf = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
);
const name = fc.constantFrom('a', 'b', 'é.ü', 'a\\', '');
const record = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf)));

it('random records are read as they are, whatever their types, and the same ones give the same bytes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(record), async (made) => {
      const records: JsonObject[] = JSON.parse(JSON.stringify(made));
      const { names, rows, file } = write(records);
      if (names.length === 0) return;
      expect(write(records).file).toEqual(file);
      const plain = (one: unknown) => (typeof one === 'bigint' ? Number(one) : (one ?? null));
      const found = await parquetReadObjects({ file });
      const values = found.map((row) => names.map((column) => plain(row[column])));
      expect(values).toEqual(rows.map((row) => row.map(plain)));
    }),
  ));

it('more than one group of rows', async () => {
  const records = Array.from({ length: 20_001 }, (_, a) => ({ a }));
  const rows = await parquetReadObjects(write(records));
  expect(rows.map(({ a }) => Number(a))).toEqual(records.map(({ a }) => a));
});
