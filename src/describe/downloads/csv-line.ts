import { isObject } from '../../core/object.ts';

/** A record, or an object within one, as `JSON.parse` returns it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The values of a record in some columns; undefined where it has none. */
export function cellsOf(record: JsonObject, columns: readonly string[]): unknown[] {
  const values = new Map(flattenRecord(record));
  return columns.map((name) => values.get(name));
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
 * @returns the column and the value of each cell. A dot or a backslash in the name of a field follows a backslash,
 * so that no two columns have the same name.
 */
export function* flattenRecord(fields: JsonObject, parent = ''): Generator<[string, unknown]> {
  for (const [field, value] of Object.entries(fields)) {
    const name = parent + escapeName(field);
    if (isObject(value) && Object.keys(value).length > 0) yield* flattenRecord(value, `${name}.`);
    else yield [name, value];
  }
}

export const escapeName = (field: string): string => field.replace(/[\\.]/g, '\\$&');
