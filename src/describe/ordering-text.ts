import type { JsonSchema } from '../api/json-schema.ts';
import { type CollectionGrid, parseOrdering } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import type { FieldTexts } from './described.ts';

/**
 * An order in words: `createdAt, newest first`.
 * @param ordering a value of the parameter; empty for the default order
 * @param record the schema of a record
 * @param fields what people see of its fields
 */
export function orderingText(
  collection: CollectionGrid,
  ordering: string,
  record: JsonSchema,
  fields: FieldTexts,
): string {
  const sorts = ordering
    ? (parseOrdering(collection, ordering) ?? [])
    : [collection.defaultSort].filter((sort) => sort !== undefined);
  const texts = sorts.map((sort) => {
    const schema = Object(Object(record.properties)[sort.field]);
    return `${fields.get(sort.field)?.label ?? sort.field}, ${directionText(sort, schema)}`;
  });
  return texts.join('; ') || 'in the order of the content';
}

function directionText({ kind, descending }: Sort, { format, anyOf = [] }: JsonSchema): string {
  const formats = [format, ...(anyOf as JsonSchema[]).map((one) => one.format)];
  if (formats.some((one) => String(one).startsWith('date')))
    return descending ? 'newest first' : 'oldest first';
  if (kind === 'number') return descending ? 'highest first' : 'lowest first';
  return descending ? 'Z to A' : 'A to Z';
}
