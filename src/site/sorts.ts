import { isName } from '../api/definition.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import type { Sort } from '../core/ordering.ts';

/**
 * What the terms of `ordering` can sort a collection by: the orderings of its definition, and every
 * field with a single value, or none, in all records. Undefined if the collection takes no `ordering`.
 */
export function sortsIn({
  definition,
  records,
}: PublishedCollection): Readonly<Record<string, Sort>> | undefined {
  const { orderings = {} } = definition;
  if (Object.keys(orderings).length === 0) return undefined;
  const names = new Set<string>();
  for (const { value } of records) for (const name of Object.keys(value)) names.add(name);
  const fields = [...names];
  const sorts = fields.flatMap((field): [string, Sort][] => {
    const name = parameterOf(field);
    // Where two fields have the same parameter, it means the field of that name, else neither.
    const isUnique = fields.every((other) => other === field || parameterOf(other) !== name);
    if ((name !== field && !isUnique) || Object.hasOwn(orderings, name) || !isName(name)) return [];
    const kind = kindOf(records, field);
    return kind ? [[name, { field, kind }]] : [];
  });
  return { ...orderings, ...Object.fromEntries(sorts) };
}

/** The value of `ordering` for a field: `created_at` for `createdAt`. */
const parameterOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The kind of comparison for a field; null if one of its values is an object or a list. */
function kindOf(records: readonly PublishedRecord[], field: string): Sort['kind'] | null {
  const types = new Set(records.map(({ value }) => typeof (value[field] ?? undefined)));
  types.delete('undefined');
  if (types.has('object')) return null;
  const isNumeric =
    types.size > 0 && [...types].every((type) => ['number', 'boolean'].includes(type));
  return isNumeric ? 'number' : 'code';
}
