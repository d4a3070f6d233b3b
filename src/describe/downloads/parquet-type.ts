import type { ParquetWriteOptions } from 'hyparquet-writer';
import { comparableNumber, type ValueType } from '../../core/filter.ts';

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number];

/** A type of Parquet columns: https://parquet.apache.org/docs/file-format/types/logicaltypes/ */
export interface ParquetType {
  readonly element: Omit<SchemaElement, 'name'>;
  /** True if a column of this type can have a value other than null, with nothing lost. */
  readonly holds: (value: unknown) => boolean;
  /** Returns what the writer takes for a value; absent: the value. */
  readonly convert?: (value: unknown) => unknown;
}

const isA = (type: string) => (value: unknown) => typeof value === type;

/** A time, or the start of a day in UTC, in microseconds from 1970; NaN for any other value. */
const microseconds = (type: ValueType, value: unknown): number =>
  typeof value === 'string' ? comparableNumber({ type }, value) : Number.NaN;

export const json: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  holds: () => true,
};

const text: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // UTF-8 has no halves of characters; JSON escapes them.
  holds: (value) => typeof value === 'string' && value.isWellFormed(),
};

const boolean: ParquetType = { element: { type: 'BOOLEAN' }, holds: isA('boolean') };

const double: ParquetType = { element: { type: 'DOUBLE' }, holds: isA('number') };

const integer: ParquetType = {
  element: { type: 'INT64' },
  holds: Number.isSafeInteger,
  convert: (value) => BigInt(value as number),
};

const date: ParquetType = {
  element: { type: 'INT32', converted_type: 'DATE' },
  holds: (value) => Number.isFinite(microseconds('date', value)),
  convert: (value) => microseconds('date', value) / (24 * 60 * 60 * 1e6),
};

/** The end of a time with an offset, and at most microseconds: any other is no instant, or would lose digits. */
const INSTANT = /:\d\d(?:[.,]\d{1,6})?(?:Z|[-+]\d\d(?::?\d\d)?)$/;

const time: ParquetType = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  holds: (value) =>
    INSTANT.test(String(value)) && Number.isSafeInteger(microseconds('date-time', value)),
  convert: (value) => BigInt(microseconds('date-time', value)),
};

/** The types for a field of a schema, by its type in words. */
const BY_SCHEMA: Readonly<Record<string, readonly ParquetType[]>> = {
  'whole number': [integer, double, json],
  number: [double, json],
  'true or false': [boolean, json],
  'date and time': [time, text, json],
  date: [date, text, json],
};

/**
 * The types that a column can have: its type is the first that holds all of its values.
 * @param type that of the field, as `describeType` returns it; absent: it is unknown
 */
export const parquetTypesFor = (type = ''): readonly ParquetType[] =>
  BY_SCHEMA[type.replace(/ or null$/, '')] ?? [text, boolean, integer, double, json];
