import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/describe/downloads/csv-line.ts';
import { ParquetFile } from '../../../../src/describe/downloads/parquet-file.ts';
import { tableOf } from '../../../../src/describe/downloads/table.ts';

/** The table of records as a Parquet file. @param type that of every field in its schema */
function write(records: JsonObject[], type = ''): { columns: string[]; file: ArrayBuffer } {
  const { columns, rows } = tableOf(records, [], () => type);
  const parquet = new ParquetFile(columns);
  for (const row of rows()) parquet.add(row);
  return { columns: columns.map(({ name }) => name), file: parquet.finish().slice().buffer };
}

const readBack = (records: JsonObject[], type?: string) =>
  parquetReadObjects({ file: write(records, type).file });

describe('the values of a column', () => {
  const big = Number.MAX_SAFE_INTEGER;
  const date = (text: string) => new Date(text);
  const micros = '2024-02-29T23:59:59.123456Z';
  it.each<[string, type: string, values: unknown[], expected?: unknown[]]>([
    ['whole numbers', 'whole number', [1, -big, null, big], [1n, BigInt(-big), null, BigInt(big)]],
    ['a whole number beyond 2^53 -> all are doubles', 'whole number or null', [1, 2 ** 53 + 2]],
    ['numbers that are whole -> still doubles', 'number', [1, 2]],
    ['numbers without a schema', '', [1, 2.5, -2e-7, 1e21]],
    ['another type than in the schema -> JSON', 'whole number', [1, 'a']],
    ['true and false', 'true or false', [true, null, false]],
    ['texts like numbers and dates', 'text', ['0123', '', 'NA', '2024-01-01', 'zażółć 🚲']],
    ['a decimal as text', 'decimal number as text', ['1.10']],
    ['half a character -> JSON', 'text', ['a', '\ud83d']],
    [
      'dates',
      'date',
      ['2024-02-29', '0001-01-01', null, '9999-12-31'],
      [date('2024-02-29'), date('0001-01-01'), null, date('9999-12-31')],
    ],
    ['a day that does not exist -> texts', 'date or null', ['2024-01-01', '2024-02-30']],
    [
      'times with offsets',
      'date and time',
      ['2024-01-01T00:30:00+02:00', '1969-01-01T00:00:00Z'],
      [date('2023-12-31T22:30Z'), date('1969-01-01T00:00Z')],
    ],
    ['a time without an offset -> texts', 'date and time', [micros, '2024-01-01T00:00:00']],
    ['a time with nanoseconds -> texts', 'date and time', ['2024-01-01T00:00:00.123456789Z']],
    [
      'a time whose microseconds a double can’t hold -> text',
      'date and time',
      ['9999-12-31T23:59:59.999999Z'],
    ],
    ['lists and objects without fields', 'list', [['a', { b: [null] }], [], {}, null]],
    ['values of several types', 'anything', [1, 'a', true, ['b'], null]],
    ['only null', 'text or null', [null, null]],
  ])('%s', async (_, type, values, expected = values) => {
    const rows = await readBack(
      values.map((a) => ({ a })),
      type,
    );
    expect(rows.map(({ a }) => a)).toEqual(expected);
  });

  it('microseconds of a time', async () => {
    const { file } = write([{ a: micros }], 'date and time');
    const parsers = { timestampFromMicroseconds: (value: bigint) => value } as never;
    expect(await parquetReadObjects({ file, parsers })).toEqual([{ a: 1709251199123456n }]);
  });
});

const name = fc.constantFrom('a', 'b', 'é.ü', 'a\\', '');
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
);

it('random records are read as they are, whatever their types, and the same ones give the same bytes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf)))),
      async (made) => {
        const records: JsonObject[] = JSON.parse(JSON.stringify(made));
        const { columns, file } = write(records);
        if (columns.length === 0) return;
        expect(write(records).file).toEqual(file);
        const expected = Array.from(tableOf(records).rows(), (row) =>
          row.map((one) => one ?? null),
        );
        const rows = await parquetReadObjects({ file });
        const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
        expect(rows.map((row) => columns.map((column) => plain(row[column])))).toEqual(expected);
      },
    ),
  ));

it('more than one group of rows', async () => {
  const records = Array.from({ length: 20_001 }, (_, a) => ({ a }));
  expect((await readBack(records)).map(({ a }) => Number(a))).toEqual(records.map(({ a }) => a));
});
