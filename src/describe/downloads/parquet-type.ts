import type { ParquetWriteOptions } from 'hyparquet-writer';
import { comparableNumber, type ValueType } from '../../core/filter.ts';

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number];

/** A type of Parquet columns: https://parquet.apache.org/docs/file-format/types/logicaltypes/ */
export interface ParquetType {
  readonly element: Omit<SchemaElement, 'name'>;
  /** True if a column of this type can have a value, with nothing lost. */
  readonly holds: (value: unknown) => boolean;
  /** Returns what the writer takes for a value; absent: the value. */
  readonly convert?: (value: unknown) => unknown;
}

/** Types of a column, each of which holds all that those before it hold; the last one holds everything. */
export type ParquetTypes = readonly ParquetType[];

/** A time, or the start of a day in UTC, in microseconds from 1970. */
const microseconds = (type: ValueType, text: unknown): number =>
  comparableNumber({ type }, String(text));

const json: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  holds: () => true,
};

const text: ParquetType = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // UTF-8 has no halves of characters; JSON escapes them.
  holds: (value) => typeof value === 'string' && value.isWellFormed(),
};

const boolean: ParquetType = {
  element: { type: 'BOOLEAN' },
  holds: (value) => typeof value === 'boolean',
};

const double: ParquetType = {
  element: { type: 'DOUBLE' },
  holds: (value) => typeof value === 'number',
};

const integer: ParquetType = {
  element: { type: 'INT64' },
  holds: Number.isSafeInteger,
  convert: (value) => BigInt(value as number),
};

const date: ParquetType = {
  element: { type: 'INT32', converted_type: 'DATE' },
  holds: (value) => typeof value === 'string' && Number.isFinite(microseconds('date', value)),
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
    typeof value === 'string' &&
    INSTANT.test(value) &&
    Number.isSafeInteger(microseconds('date-time', value)),
  convert: (value) => BigInt(microseconds('date-time', value)),
};

/** The types for a field of a schema, by its type in words. */
const BY_SCHEMA: Readonly<Record<string, ParquetTypes>> = {
  'whole number': [integer, double, json],
  number: [double, json],
  'true or false': [boolean, json],
  'date and time': [time, text, json],
  date: [date, text, json],
};

/** The types for another field, by the JavaScript type of its first value. */
const BY_VALUE: Readonly<Record<string, ParquetTypes>> = {
  number: [integer, double, json],
  boolean: [boolean, json],
  string: [text, json],
  object: [json],
};

/**
 * The types that a column can have.
 * @param type that of the field, as `describeType` returns it
 * @returns none if that depends on the values
 */
export const parquetTypesFor = (type: string): ParquetTypes =>
  BY_SCHEMA[type.replace(/ or null$/, '')] ?? [];

/** Leaves out the types that don't hold a value. Every type has null. */
export function narrowTypes(types: ParquetTypes, value: unknown): ParquetTypes {
  if (value === null || types[0]?.holds(value)) return types;
  const possible = types.length > 0 ? types : (BY_VALUE[typeof value] ?? []);
  return possible.slice(possible.findIndex((type) => type.holds(value)));
}

/** The type of a column with these types: the first of them; text if it has no value. */
export const parquetTypeOf = ([first = text]: ParquetTypes): ParquetType => first;
