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
  const kinds = kindsIn(records);
  const counts = new Map<string, number>();
  for (const name of Array.from(kinds.keys(), parameterOf)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorts = [...kinds].flatMap(([field, kind = 'code']): [string, Sort][] => {
    const name = parameterOf(field);
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

/** A kind of comparison; null for objects and lists, undefined where there is no value. */
type Kind = 'number' | 'code' | null | undefined;

/** The kind of comparison of every field. */
function kindsIn(records: readonly PublishedRecord[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const { value } of records) {
    for (const field of Object.keys(value)) {
      kinds.set(field, commonKind(kinds.get(field), kindOf(value[field])));
    }
  }
  return kinds;
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') return null;
  return ['number', 'boolean'].includes(typeof value) ? 'number' : 'code';
}

/** Texts and numbers in one field are compared as texts. */
function commonKind(a: Kind, b: Kind): Kind {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : a && b && 'code';
}
