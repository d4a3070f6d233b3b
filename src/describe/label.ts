import type { JsonSchema } from '../api/json-schema.ts';
import { type KeyField, keyFields, keyOf } from '../core/key.ts';
import { ownValue } from '../core/object.ts';

/*
 * The names of records, and the order of their fields. The script of the page uses them too.
 */

/** The fields that name a record, the best one first. */
export const NAME_FIELDS: readonly string[] = ['label', 'title', 'name'];

/**
 * The field that names a record; empty if it has no fields.
 * @param label the one that the definition names
 */
export const findLabel = (fields: readonly string[], label = ''): string =>
  [label, ...NAME_FIELDS, ...fields].find((one) => fields.includes(one)) ?? '';

/**
 * The value that names a record: that of a field, or the whole key if the field is a part of it.
 * @param field as `findLabel` returns it
 */
export const nameOf = (record: object, field: string, key: KeyField = ''): unknown =>
  keyFields(key).includes(field) ? keyOf(key, record) : ownValue(Object(record), field);

/** A text without the space around it; empty if nothing of it can be seen, such as U+200B. */
export const visibleText = (text: string): string =>
  /[^\s\p{Cc}\p{M}\p{DI}\u2800]/u.test(text) ? text.trim() : '';

/** The field that names the records of a schema. @param order of the fields, in a definition */
export const labelField = ({ properties }: JsonSchema, label?: string, order?: readonly string[]) =>
  findLabel(inOrder(Object.keys(Object(properties)), order), label);

/**
 * Sorts fields in the order of a definition. Those that it does not name follow.
 * @param columns the names of fields; a field of an object has the place of the object
 * @param pathOf returns the path of a field, as in `SchemaField`
 */
export function inOrder<T>(
  fields: readonly T[],
  columns: readonly string[] = [],
  pathOf: (field: T) => string = String,
): T[] {
  const places = new Map(columns.map((name, place) => [name, place]));
  const placeAt = (path: string) => places.get(path) ?? places.get(path.replace(/[.[].*/s, ''));
  const placeOf = (field: T) => placeAt(pathOf(field)) ?? columns.length;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}
