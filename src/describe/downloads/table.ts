import type { Steps } from '../../util/progress.ts';
import type { SchemaField } from '../field.ts';
import { inOrder } from '../label.ts';
import { type ColumnType, columnTypesFor } from './column-type.ts';
import { escapeName, type JsonObject, rowMaker, visitCells } from './csv-line.ts';

/** A column of a table: a field, or a field of an object, such as `country.code`. */
export interface TableColumn {
  readonly name: string;
  /** The description in the schema, if it has one. */
  readonly meaning?: string | undefined;
  /** How many records have a value other than null. */
  count: number;
  /** The types that hold all of its values, the best one first. */
  columnTypes: readonly ColumnType[];
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

type KnownFields = ReadonlyMap<string, Partial<Pick<SchemaField, 'type' | 'meaning'>>>;

/** The columns of records, in the order in which they first appear. */
function* collectColumns(records: Iterable<JsonObject>, fields: KnownFields): Steps<TableColumn[]> {
  const columns = new Map<string, TableColumn>();
  const addCell = (name: string, value: unknown) => {
    const column = columns.get(name) ?? {
      name,
      meaning: fields.get(name)?.meaning,
      count: 0,
      columnTypes: columnTypesFor(fields.get(name)?.type),
    };
    columns.set(name, column);
    if (value === null) return;
    column.count++;
    const canHold = ({ holds }: ColumnType) => holds(value);
    if (!column.columnTypes.every(canHold)) column.columnTypes = column.columnTypes.filter(canHold);
  };
  let count = 0;
  for (const record of records) {
    yield count++;
    visitCells(record, addCell);
  }
  // An object that is null in some records needs no column: its fields have columns.
  const names = [...columns.keys()];
  const isObject = (name: string) => names.some((other) => other.startsWith(`${name}.`));
  return [...columns.values()].filter(({ name, count }) => count > 0 || !isObject(name));
}
