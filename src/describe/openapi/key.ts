import type { CollectionGrid } from '../../core/grid.ts';
import type { JsonSchema } from '../../site/shape.ts';

/**
 * The shape of a record's key.
 * @param record the shape of a published record
 */
export function keySchema(
  { key: pattern, keyField = '', numericKeys, count }: CollectionGrid,
  record: JsonSchema,
): JsonSchema {
  const { type } = Object(Object(record.properties)[keyField]);
  // Of no record at all every key is a number.
  const isNumber = ['integer', 'number'].includes(type) || (numericKeys && count > 0);
  // It is a file's name too, so that a number is whole and has no sign.
  if (isNumber) return { type: 'integer', minimum: 0 };
  return { type: 'string', pattern: `^(?:${pattern})$` };
}
