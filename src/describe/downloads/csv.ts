import { stringify } from 'csv-stringify/sync';
import { inOrder } from '../field.ts';

/** A record, or an object within one, as `JSON.parse` returns it. */
type JsonObject = Readonly<Record<string, unknown>>;

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
 * @returns the columns, and the text in pieces
 */
export function renderCsv(records: Iterable<JsonObject>, order: readonly string[] = []) {
  const columns = inOrder(collectColumns(records), order.map(escapeName), ({ name }) => name);
  const names = columns.map(({ name }) => name);
  if (names.length === 0) return { columns, csv: [] };
  // CSV readers skip an empty line, which a single empty cell would be.
  const quoted = names.length === 1 ? { quoted_empty: true } : { quoted_match: [/^$/] };
  const csv: string[] = [];
  let rows: unknown[][] = [names];
  const flush = () => {
    csv.push(stringify(rows, { ...quoted, cast: { boolean: String } }));
    rows = [];
  };
  for (const record of records) {
    const values = new Map(flattenRecord(record));
    rows.push(names.map((name) => values.get(name)));
    // The cells of all records would fill the memory.
    if (rows.length === BATCH) flush();
  }
  flush();
  return { columns, csv };
}

/** How many rows are made at a time. */
const BATCH = 1000;

/**
 * Flattens a record as pandas' `json_normalize` does: the fields of an object become cells of their own,
 * while a list, or an object without fields, is one cell.
 * @returns the column and the value of each cell. A dot or a backslash in the name of a field follows a backslash,
 * so that no two columns have the same name.
 */
function* flattenRecord(fields: JsonObject, parent = ''): Generator<[string, unknown]> {
  for (const [field, value] of Object.entries(fields)) {
    const name = parent + escapeName(field);
    const isLeaf = valueType(value) !== 'object' || Object.keys(value as JsonObject).length === 0;
    if (isLeaf) yield [name, value];
    else yield* flattenRecord(value as JsonObject, `${name}.`);
  }
}

const escapeName = (field: string): string => field.replace(/[\\.]/g, '\\$&');

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
  const objects = new Set(
    [...columns.keys()].flatMap((name) =>
      Array.from(name.matchAll(SEPARATOR), ({ index }) => name.slice(0, index)),
    ),
  );
  return [...columns.values()].filter(
    ({ name, types }) => [...types].some((type) => type !== 'null') || !objects.has(name),
  );
}

/** A dot between the names of fields: not after a backslash. */
const SEPARATOR = /(?<=^(?:\\.|[^\\])*)\./g;
