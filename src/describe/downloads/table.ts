import type { Steps } from '../../util/progress.ts';
import type { SchemaField } from '../field.ts';
import { inOrder } from '../label.ts';
import { escapeName, type JsonObject, rowMaker, visitCells } from './csv-line.ts';
import { type ParquetType, parquetTypesFor } from './parquet-type.ts';

/** A column of a table: a field, or a field of an object, such as `country.code`; with what the schema tells of it. */
export interface TableColumn extends Partial<Pick<SchemaField, 'type' | 'meaning'>> {
  readonly name: string;
  /** The types of its values in the terms of JSON Schema, `null` among them. */
  readonly types: Set<string>;
  /** How many records have the field. */
  count: number;
  /** Whether a value is an empty text, which many readers of CSV take for a missing value. */
  hasEmptyText: boolean;
  /** The types that it can have in a Parquet file, the best one first. */
  parquetTypes: readonly ParquetType[];
}

/** The value of each column. */
export type Row = readonly unknown[];

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: () => Iterable<Row>;
}

/**
 * Makes a table of records.
 * @param records what `JSON.parse` returns for each record; they are iterated twice
 * @param order the order of the fields
 * @param fields what is known of fields, by the names of their columns
 * @returns the columns, and the rows, which are made when they are read
 */
export function* tableOf(
  records: Iterable<JsonObject>,
  order: readonly string[] = [],
  fields: KnownFields = new Map(),
): Steps<Table> {
  const found = yield* collectColumns(records, fields);
  const columns = inOrder(found, order.map(escapeName), ({ name }) => name);
  const rowOf = rowMaker(columns.map(({ name }) => name));
  const rows = function* (): Generator<Row> {
    for (const record of records) yield rowOf(record);
  };
  return { columns, rows };
}

type KnownFields = ReadonlyMap<string, Pick<TableColumn, 'type' | 'meaning'>>;

/** What a value is, in the terms of JSON Schema. */
function valueType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The columns of records, in the order in which they first appear. */
function* collectColumns(records: Iterable<JsonObject>, fields: KnownFields): Steps<TableColumn[]> {
  const columns = new Map<string, TableColumn>();
  const addCell = (name: string, value: unknown) => {
    const column = columns.get(name) ?? {
      ...fields.get(name),
      name,
      types: new Set<string>(),
      count: 0,
      hasEmptyText: false,
      parquetTypes: parquetTypesFor(fields.get(name)?.type),
    };
    columns.set(name, column);
    column.count++;
    column.types.add(valueType(value));
    column.hasEmptyText ||= value === '';
    const canHold = ({ holds }: ParquetType) => holds(value);
    if (value !== null && !column.parquetTypes.every(canHold))
      column.parquetTypes = column.parquetTypes.filter(canHold);
  };
  let count = 0;
  for (const record of records) {
    yield count++;
    visitCells(record, addCell);
  }
  // An object that is null in some records needs no column: its fields have columns.
  const names = [...columns.keys()];
  const isObject = (name: string) => names.some((other) => other.startsWith(`${name}.`));
  return [...columns.values()].filter(
    ({ name, types }) => types.size > 1 || !types.has('null') || !isObject(name),
  );
}
