import { inOrder } from '../field.ts';
import { escapeName, flattenRecord, formatLine, type JsonObject, recordLine } from './csv-line.ts';

/** What a value is, in the terms of a Table Schema. */
type ValueType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A column of a table: a field, or a field of an object, such as `country.code`. */
export interface CsvColumn {
  readonly name: string;
  /** The types of its values, `null` among them. */
  readonly types: Set<ValueType>;
  /** How many records have the field. */
  count: number;
  /** Whether a value is an empty text, which many readers of CSV take for a missing value. */
  hasEmptyText: boolean;
  /** The first value that is not empty. */
  example?: unknown;
}

/**
 * Renders records as CSV (RFC 4180): a line of column names, then a line for each record; empty without columns.
 * A value that is null or absent is an empty cell, and an empty text is `""`, as in PostgreSQL:
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 * @param records what `JSON.parse` returns for each record; they are iterated twice
 * @param order the order of the fields
 * @returns the columns, and the lines, which are made when they are read
 */
export function renderCsv(records: Iterable<JsonObject>, order: readonly string[] = []) {
  const columns = inOrder(collectColumns(records), order.map(escapeName), ({ name }) => name);
  const names = columns.map(({ name }) => name);
  const lines = function* () {
    yield formatLine(names);
    for (const record of records) yield recordLine(record, names);
  };
  return { columns, csv: names.length > 0 ? lines() : [] };
}

function valueType(value: unknown): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Exclude<ValueType, 'null' | 'array'>;
}

/** Values that are no example, as JSON. */
const EMPTY = ['null', '""', '[]', '{}'];

/** The columns of records, in the order in which they first appear. */
function collectColumns(records: Iterable<JsonObject>): CsvColumn[] {
  const columns = new Map<string, CsvColumn>();
  for (const record of records) {
    for (const [name, value] of flattenRecord(record)) {
      const column = columns.get(name) ?? { name, types: new Set(), count: 0, hasEmptyText: false };
      columns.set(name, column);
      column.count++;
      column.types.add(valueType(value));
      column.hasEmptyText ||= value === '';
      if (column.example === undefined && !EMPTY.includes(JSON.stringify(value)))
        column.example = value;
    }
  }
  // An object that is null in some records needs no column: its fields have columns.
  const names = [...columns.keys()];
  const isObject = (name: string) => names.some((other) => other.startsWith(`${name}.`));
  return [...columns.values()].filter(
    ({ name, types }) => types.size > 1 || !types.has('null') || !isObject(name),
  );
}
