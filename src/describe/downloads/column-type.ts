import type { ParquetWriteOptions } from 'hyparquet-writer';
import { comparableNumber, type ValueType } from '../../core/filter.ts';

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number];

/** A type of the columns of Parquet files and data packages. */
export interface ColumnType {
  /** https://parquet.apache.org/docs/file-format/types/logicaltypes/ */
  readonly element: Omit<SchemaElement, 'name'>;
  /** https://datapackage.org/standard/table-schema/#field-types */
  readonly field: { readonly type: string; readonly format?: string };
  /** True if a column of this type can have a value other than null, with nothing lost. */
  readonly holds: (value: unknown) => boolean;
  /** Returns what the writer takes for a value; absent: the value. */
  readonly convert?: (value: unknown) => unknown;
}

const isA = (type: string) => (value: unknown) => typeof value === type;

/** A time, or the start of a day in UTC, in microseconds from 1970; NaN for any other value. */
const microseconds = (type: ValueType, value: unknown): number =>
  typeof value === 'string' ? comparableNumber({ type }, value) : Number.NaN;

export const json: ColumnType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  field: { type: 'any' },
  holds: () => true,
};

const list: ColumnType = { ...json, field: { type: 'array' }, holds: Array.isArray };

const text: ColumnType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  field: { type: 'string' },
  // UTF-8 has no halves of characters; JSON escapes them.
  holds: (value) => typeof value === 'string' && value.isWellFormed(),
};

/** A type of text with a format of its own. */
const formatted = (format: string): ColumnType => ({ ...text, field: { type: 'string', format } });

const boolean: ColumnType = {
  element: { type: 'BOOLEAN' },
  field: { type: 'boolean' },
  holds: isA('boolean'),
};

const double: ColumnType = {
  element: { type: 'DOUBLE' },
  field: { type: 'number' },
  holds: isA('number'),
};

const integer: ColumnType = {
  element: { type: 'INT64' },
  field: { type: 'integer' },
  holds: Number.isSafeInteger,
  convert: (value) => BigInt(value as number),
};

const date: ColumnType = {
  element: { type: 'INT32', converted_type: 'DATE' },
  field: { type: 'date' },
  holds: (value) => Number.isFinite(microseconds('date', value)),
  convert: (value) => microseconds('date', value) / (24 * 60 * 60 * 1e6),
};

/** The end of a time with an offset, and at most microseconds: any other is no instant, or would lose digits. */
const INSTANT = /:\d\d(?:[.,]\d{1,6})?(?:Z|[-+]\d\d(?::?\d\d)?)$/;

const time: ColumnType = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  field: { type: 'datetime' },
  holds: (value) =>
    INSTANT.test(String(value)) && Number.isSafeInteger(microseconds('date-time', value)),
  convert: (value) => BigInt(microseconds('date-time', value)),
};

/** The types for a field of a schema, by its type in words. */
const BY_SCHEMA: Readonly<Record<string, readonly ColumnType[]>> = {
  'whole number': [integer, double, json],
  number: [double, json],
  'decimal number as text': [{ ...text, field: { type: 'number' } }, json],
  'true or false': [boolean, json],
  'date and time': [time, text, json],
  date: [date, text, json],
  UUID: [formatted('uuid'), json],
  URL: [formatted('uri'), json],
  'email address': [formatted('email'), json],
};

/**
 * The types that a column can have: its type is the first that holds all of its values.
 * @param type that of the field, as `describeType` returns it; absent: it is unknown
 */
export const columnTypesFor = (type = ''): readonly ColumnType[] =>
  BY_SCHEMA[type.replace(/ or null$/, '')] ?? [text, boolean, integer, double, list, json];
