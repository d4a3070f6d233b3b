import { stringify } from 'csv-stringify/sync';
import { LIST_HEAD, LIST_TAIL, SEPARATOR } from '../../core/envelope.ts';
import { printable, UsageError } from '../../util/problem.ts';
import { datasetFile } from './layout.ts';

/** A record, or an object within one, as `JSON.parse` returns it. */
type Fields = Readonly<Record<string, unknown>>;

/** A column of the CSV: a field, or a field of an object, such as `country.code`. */
export interface Column {
  readonly name: string;
  /** The names of the fields that lead to its values, as JSON. */
  readonly path: string;
  /** The types of its values, `null` among them. */
  readonly types: Set<string>;
  /** How many records have the field. */
  count: number;
  /** The first value that is not empty. */
  example?: unknown;
}

/**
 * Renders the records of a collection in every format.
 * @param lines the JSON of each record, without line ends
 * @returns the columns of the CSV, and the text of each file by its path in the snapshot
 * @throws UsageError if the records can't be a table; SyntaxError if a line is not JSON
 */
export function datasetOf(collection: string, lines: readonly string[]) {
  const records = lines.map((line): Fields => JSON.parse(line));
  const columns = columnsOf(collection, records);
  const files = new Map([
    [datasetFile(collection, 'csv'), csvOf(records, columns)],
    [datasetFile(collection, 'json'), LIST_HEAD + lines.join(SEPARATOR) + LIST_TAIL],
    [datasetFile(collection, 'ndjson'), lines.map((line) => `${line}\n`).join('')],
  ]);
  return { columns, files };
}

/**
 * Flattens a record as pandas' `json_normalize` does: the fields of an object become cells of their own,
 * while a list, or an object without fields, is one cell.
 * @returns for each cell the names of the fields that lead to it, and its value
 */
function* cellsOf(fields: Fields, parents: readonly string[] = []): Generator<[string[], unknown]> {
  for (const [field, value] of Object.entries(fields)) {
    const path = [...parents, field];
    const isLeaf = typeOf(value) !== 'object' || Object.keys(value as Fields).length === 0;
    if (isLeaf) yield [path, value];
    else yield* cellsOf(value as Fields, path);
  }
}

/** The name of a JSON type in the README. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : typeof value;
}

/**
 * The columns of records, in the order in which they first appear.
 * @throws UsageError if there are none, or two fields have the same column name
 */
function columnsOf(collection: string, records: readonly Fields[]): Column[] {
  const columns = new Map<string, Column>();
  for (const record of records) {
    for (const [fields, value] of cellsOf(record)) {
      const [name, path] = [fields.join('.'), JSON.stringify(fields)];
      const column = columns.get(name) ?? { name, path, types: new Set(), count: 0 };
      columns.set(name, column);
      if (column.path !== path) throw sameColumn(collection, name);
      column.count++;
      column.types.add(typeOf(value));
      if (!EMPTY.includes(JSON.stringify(value))) column.example ??= value;
    }
  }
  if (columns.size === 0 && records.length > 0) throw noColumns(collection);
  // An object that is null in some records needs no column: its fields have columns.
  const isParent = (name: string) =>
    [...columns.keys()].some((other) => other.startsWith(`${name}.`));
  const isNull = ({ types }: Column) => types.size === 1 && types.has('null');
  return [...columns.values()].filter((column) => !isNull(column) || !isParent(column.name));
}

const EMPTY = ['null', '""', '[]', '{}'];

const sameColumn = (collection: string, name: string): UsageError =>
  new UsageError(
    `Two fields of ${collection} have the same column in the CSV file, ${printable(name)}, because the name of one contains a dot. Rename this field in \`publish\` of ${collection}.`,
  );

const noColumns = (collection: string): UsageError =>
  new UsageError(
    `The records of ${collection} have no published fields, so they can’t be written as CSV. Publish at least one field, such as the key.`,
  );

/**
 * Records as CSV (RFC 4180): a line of column names, then a line for each record; empty without columns.
 * A value that is null or absent is an empty cell, and an empty text is `""`, as in PostgreSQL:
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
function csvOf(records: readonly Fields[], columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name);
  if (names.length === 0) return '';
  const rows = records.map((record) => {
    const values = new Map(Array.from(cellsOf(record), ([path, value]) => [path.join('.'), value]));
    return names.map((name) => values.get(name));
  });
  // CSV readers skip an empty line, which a single empty cell would be.
  const quoted = names.length === 1 ? { quoted_empty: true } : { quoted_match: [/^$/] };
  return stringify([names, ...rows], { ...quoted, cast: { boolean: String } });
}
