import { isName } from '../api/definition.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import type { Sort } from '../core/ordering.ts';

/**
 * What the terms of `ordering` can sort a collection by: the orderings of its definition, and every
 * field with a single value, or none, in all records. Undefined if the collection takes no `ordering`:
 * it is one list, and its definition has no orderings.
 */
export function sortsIn({
  definition,
  records,
}: PublishedCollection): Readonly<Record<string, Sort>> | undefined {
  const { orderings = {}, pagination } = definition;
  if (!pagination && Object.keys(orderings).length === 0) return undefined;
  const types = typesIn(records);
  /** How many fields have a parameter. */
  const counts = new Map<string, number>();
  for (const name of Array.from(types.keys(), parameterOf)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorts = [...types].flatMap(([field, own]): [string, Sort][] => {
    const name = parameterOf(field);
    const kind = kindOf(own);
    // Where two fields have the same parameter, it means the field of that name, else neither.
    const isMeant = name === field || counts.get(name) === 1;
    if (!kind || !isMeant || Object.hasOwn(orderings, name) || !isName(name)) return [];
    return [[name, { field, kind }]];
  });
  return { ...orderings, ...Object.fromEntries(sorts) };
}

/** The value of `ordering` for a field: `created_at` for `createdAt`. */
const parameterOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The types of the values of every field, without null and undefined. */
function typesIn(records: readonly PublishedRecord[]): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  for (const { value } of records) {
    for (const field of Object.keys(value)) {
      const own = types.get(field) ?? new Set();
      types.set(field, own);
      if ((value[field] ?? null) !== null) own.add(typeof value[field]);
    }
  }
  return types;
}

/** The kind of comparison for values of these types; null if one of them is an object or a list. */
function kindOf(types: ReadonlySet<string>): Sort['kind'] | null {
  if (types.has('object')) return null;
  const isNumeric = types.size > 0 && [...types].every((type) => NUMERIC.includes(type));
  return isNumeric ? 'number' : 'code';
}

const NUMERIC = ['number', 'boolean'];
