import { isObject } from '../../core/object.ts';

/** A record, or an object within one, as `JSON.parse` returns it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the function that makes the row of a record: its value in each column, undefined where it has none. */
export function rowMaker(columns: readonly string[]): (record: JsonObject) => unknown[] {
  const places = new Map(columns.map((name, place) => [name, place]));
  return (record) => {
    const row = new Array<unknown>(columns.length).fill(undefined);
    visitCells(record, (name, value) => {
      const place = places.get(name);
      if (place !== undefined) row[place] = value;
    });
    return row;
  };
}

/** A line of CSV. CSV readers skip an empty line, which a single empty cell would be. */
export const formatLine = (values: readonly unknown[]): string =>
  `${values.map(formatCell).join(',') || '""'}\n`;

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Flattens a record as pandas' `json_normalize` does: the fields of an object become cells of their own,
 * while a list, or an object without fields, is one cell.
 * @param visit is called with the column and the value of each cell. A dot or a backslash in the name of a field follows
 * a backslash, so that no two columns have the same name.
 */
export function visitCells(
  fields: JsonObject,
  visit: (column: string, value: unknown) => void,
  parent = '',
): void {
  for (const field of Object.keys(fields)) {
    const { [field]: value } = fields;
    const name = parent + escapeName(field);
    if (isObject(value) && Object.keys(value).length > 0) visitCells(value, visit, `${name}.`);
    else visit(name, value);
  }
}

/** The test is much faster than a replacement of nothing. */
export const escapeName = (field: string): string =>
  /[\\.]/.test(field) ? field.replace(/[\\.]/g, '\\$&') : field;
