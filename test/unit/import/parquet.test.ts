import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { filesOf } from '../../../src/import/data.ts';
import { runInProcess } from '../../support/cli.ts';
import { temporaryFolder, userFolder, writeFiles } from '../../support/folder.ts';
import { dataOf, importFrom, importText } from '../../support/imported.ts';
import { startLiveApi } from '../../support/live-api.ts';

/** A Parquet file with ids and the column `x`, or one of another name. */
function parquetOf(column: Omit<SchemaElement, 'name'>, values: unknown[], name = 'x') {
  const columns: SchemaElement[] = [
    { name: 'id', type: 'INT32' },
    { ...column, name },
  ];
  const optional = columns.map((one) => ({ ...one, repetition_type: 'OPTIONAL' as const }));
  const schema = [{ name: 'root', num_children: 2 }, ...optional];
  const columnData = [
    { name: 'id', data: values.map((_, at) => at + 1) },
    { name, data: values },
  ];
  return Buffer.from(parquetWriteBuffer({ schema, columnData, statistics: false }));
}

const INT64 = { type: 'INT64' } as const;
const BYTES = { type: 'BYTE_ARRAY' } as const;
const TEXT = { ...BYTES, converted_type: 'UTF8' } as const;
const DAY = { type: 'INT32', converted_type: 'DATE' } as const;
const MILLIS = { type: 'INT32', converted_type: 'TIME_MILLIS' } as const;
const DECIMAL = { converted_type: 'DECIMAL', precision: 30, scale: 2 } as const;
const LONG = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const;
const INTERVAL = { ...LONG, type_length: 12, converted_type: 'INTERVAL' } as const;
const TIME = { type: 'TIMESTAMP', isAdjustedToUTC: false } as const;
const NANOS = { ...INT64, logical_type: { ...TIME, unit: 'NANOS' } } as const;
const UTC = { ...INT64, logical_type: { ...TIME, unit: 'MICROS', isAdjustedToUTC: true } } as const;

it.each<[name: string, column: Omit<SchemaElement, 'name'>, values: unknown[], read: unknown[]]>([
  ['DECIMAL of INT32', { ...DECIMAL, type: 'INT32' }, [-950n, 5n, null], ['-9.50', '0.05', null]],
  ['DECIMAL of bytes', { ...DECIMAL, ...BYTES }, [-1n, 12800n], ['-0.01', '128.00']],
  ['a long one', { ...DECIMAL, ...LONG }, [1234567890123456789n], ['12345678901234567.89']],
  ['a whole DECIMAL', { ...DECIMAL, ...LONG, scale: 0 }, [-7n, 12n], [-7, 12]],
  ['DATE', DAY, [-1, 0], ['1969-12-31', '1970-01-01']],
  ['nanoseconds', NANOS, [-1n], ['1969-12-31T23:59:59.999999999']],
  ['microseconds in UTC', UTC, [1n], ['1970-01-01T00:00:00.000001Z']],
  ['TIME', MILLIS, [45_000_500], ['12:30:00.500']],
  ['INT64', INT64, [1n - 2n ** 53n, 0n], [1 - 2 ** 53, 0]],
  ['JSON', { ...BYTES, converted_type: 'JSON' }, [{ a: [1] }], [{ a: [1] }]],
  ['texts', TEXT, ['12', '9.50'], ['12', '9.50']],
  [
    'FLOAT',
    { type: 'FLOAT' },
    [0.1, -16777216, 1e-7, 1000.00006],
    [0.1, -16777216, 1e-7, 1000.00006],
  ],
  ['numbers', { type: 'DOUBLE' }, [0.5, Number.NaN, Number.NEGATIVE_INFINITY], [0.5, null, null]],
])('%s', async (name, column, values, read) => {
  const { published, notes, guessed } = await importText('a.parquet', parquetOf(column, values));
  expect(published.map(({ x }) => x)).toEqual(read);
  expect(notes).toEqual(values.includes(Number.NaN) ? [EMPTY] : []);
  expect(guessed.includes('x: decimal()')).toBe(name.startsWith('DECIMAL'));
});

const EMPTY = 'x: NaN and infinite numbers are empty.';
const A = parquetOf(TEXT, ['a']);
const B = parquetOf(TEXT, ['b']);

/** Imports a folder with the other files that Spark writes. */
function importParts(files: Readonly<Record<string, Buffer | string>>) {
  const parts = path.join(temporaryFolder(), 'parts');
  writeFiles(parts, { _SUCCESS: '', '.0.parquet.crc': 'x', '_tmp/0.parquet': 'x', ...files });
  return importFrom(parts, { key: ['x'] });
}

it('parts -> records with the values in the names of their folders', async () => {
  const none = 'c=__HIVE_DEFAULT_PARTITION__/0.PARQUET';
  const files = { 'c=C%C3%B4te%2Fa/0.parquet': A, [none]: B, 'README.md': '# Read me' };
  const { published } = await importParts(files);
  expect(published.map(({ c }) => c)).toEqual(['Côte/a', null]);
});

it('a part with a column of the partition -> the value in the name of the folder', async () => {
  const { published } = await importParts({ 'x=b/0.parquet': A });
  expect(published).toEqual([{ id: 1, x: 'b' }]);
});

it('records without a key -> they are numbered', async () => {
  const columnData = [{ name: 'a', data: ['x', 'x'], type: 'STRING' as const }];
  const file = Buffer.from(parquetWriteBuffer({ columnData }));
  const { published } = await importText('a.parquet', file);
  expect(published).toEqual([1, 2].map((id) => ({ id, a: 'x' })));
});

it.each<[name: string, part: Buffer | string, message: string]>([
  ['INT64', parquetOf(INT64, [0n, 2n ** 53n]), 'row 2, column x. Values in JSON'],
  ['a date without ISO form', parquetOf(DAY, [3_000_000]), 'row 1, column x. Values in JSON'],
  ['a BLOB', parquetOf(BYTES, [new Uint8Array(1)]), 'the column x is BYTE_ARRAY. Values in JSON'],
  [
    'INTERVAL',
    parquetOf(INTERVAL, [new Uint8Array(12)]),
    'the column x is INTERVAL. Values in JSON',
  ],
  ['damage', A.subarray(0, -9), 'b.parquet can’t be read as Parquet: parquet file invalid'],
  ['no Parquet', 'x', 'b.parquet can’t be read as Parquet: '],
  [
    'one name for two columns',
    parquetOf({ type: 'INT32' }, [5], 'id'),
    'two of its columns have one name: ',
  ],
  [
    'columns of other types',
    parquetOf(INT64, [1n]),
    'has the columns id (INTEGER), x (INTEGER), but ',
  ],
  [
    'other columns',
    parquetOf(TEXT, ['b'], 'y'),
    'b.parquet has the columns id (INTEGER), y (STRING), but ',
  ],
])('%s -> an error', async (_, part, message) => {
  await expect(importParts({ 'a.parquet': A, 'b.parquet': part })).rejects.toThrow(message);
});

it.each([
  ['_delta_log/0.json', 'parts is a table of Delta Lake.'],
  ['info.json', 'a.parquet and info.json. Choose one kind of file.'],
  ['x=100%/b.parquet', 'b.parquet can’t be read as Parquet: URI malformed.'],
])('a folder with %s, too -> an error', async (file, message) => {
  await expect(importParts({ 'a.parquet': A, [file]: A })).rejects.toThrow(message);
});

it('more records than a content file can have -> several files', () => {
  const records = ['a', 'b'].map((id) => ({ id }));
  const files = filesOf(dataOf('a.parquet', records), 'peaks', 20);
  const starts = files.map(({ file, bytes }) => `${file} ${String(bytes).trim()}`);
  expect(starts).toEqual(['peaks.jsonl {"id":"a"}', 'peaks_02.jsonl {"id":"b"}']);
});

it('an address, and pull', async () => {
  let body = A;
  const { address } = await startLiveApi(() => ({ body }));
  const cwd = userFolder();
  for (const [command, bytes] of [
    [`init --from ${address}peaks.parquet`, A],
    ['pull', B],
  ] as const) {
    body = bytes;
    expect(await runInProcess(command.split(' '), { cwd })).toMatchObject({ code: 0 });
    const { x } = JSON.parse(readFileSync(path.join(cwd, 'content/peaks/peaks.jsonl'), 'utf8'));
    expect(x).toBe(bytes === A ? 'a' : 'b');
  }
});
