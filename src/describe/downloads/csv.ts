import { stringify } from 'csv-stringify/sync';

/** A record, or an object within one, as `JSON.parse` returns it. */
type JsonObject = Readonly<Record<string, unknown>>;

/** What a value is, in the terms of a Table Schema. */
export type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A column of a table: a field, or a field of an object, such as `country.code`. */
export interface CsvColumn {
  readonly name: string;
  /** The names of the fields that lead to its values, as JSON. */
  readonly path: string;
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
 * @returns the columns, and the text in pieces
 */
export function renderCsv(records: Iterable<JsonObject>) {
  const columns = collectColumns(records);
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
    rows.push(columns.map(({ path }) => values.get(path)));
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
 * @returns for each cell the names of the fields that lead to it, as JSON, and its value
 */
function* flattenRecord(
  fields: JsonObject,
  parents: readonly string[] = [],
): Generator<[string, unknown]> {
  for (const [field, value] of Object.entries(fields)) {
    const path = [...parents, field];
    const isLeaf = valueType(value) !== 'object' || Object.keys(value as JsonObject).length === 0;
    if (isLeaf) yield [JSON.stringify(path), value];
    else yield* flattenRecord(value as JsonObject, path);
  }
}

function valueType(value: unknown): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

/** The columns of records with these cells, in the order in which they first appear. */
function collectColumns(records: Iterable<JsonObject>): CsvColumn[] {
  const columns = new Map<string, CsvColumn>();
  for (const record of records) {
    for (const [path, value] of flattenRecord(record)) {
      const column = columns.get(path) ?? newColumn(path);
      columns.set(path, column);
      column.count++;
      column.types.add(valueType(value));
      column.hasEmptyText ||= value === '';
      if (column.example === undefined && !isEmptyValue(value)) column.example = value;
    }
  }
  // An object that is null in some records needs no column: its fields have columns.
  const parents = new Set([...columns.keys()].flatMap(parentPaths));
  const isNull = ({ types }: CsvColumn) => types.size === 1 && types.has('null');
  return withUniqueNames(
    [...columns.values()].filter((one) => !isNull(one) || !parents.has(one.path)),
  );
}

/** The paths of the objects that hold a column's values, as JSON. */
function parentPaths(path: string): string[] {
  const names: string[] = JSON.parse(path);
  return names.slice(1).map((_, depth) => JSON.stringify(names.slice(0, depth + 1)));
}

const newColumn = (path: string): CsvColumn => ({
  name: JSON.parse(path).join('.'),
  path,
  types: new Set(),
  count: 0,
  hasEmptyText: false,
});

const isEmptyValue = (value: unknown): boolean =>
  ['null', '""', '[]', '{}'].includes(JSON.stringify(value));

/** Two fields have the same name if that of one contains a dot: their columns are named for their paths. */
function withUniqueNames(columns: readonly CsvColumn[]): CsvColumn[] {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of columns) (seen.has(name) ? shared : seen).add(name);
  return columns.map((one) => (shared.has(one.name) ? { ...one, name: one.path } : one));
}
