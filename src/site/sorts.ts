import { isName } from '../api/definition.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { bothWays, type Sorts } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';

/**
 * What a collection can be ordered by besides its pre-rendered orderings: the others of its
 * definition, and every field that holds a single value, or none, in all of its records. Nothing where
 * its records don't show their keys, so that equal values could not be ordered; undefined where the
 * collection takes no `ordering`.
 */
export function freeSorts(
  { definition, records }: PublishedCollection,
  rendered: readonly string[],
): Sorts | undefined {
  const { key, orderings = {} } = definition;
  if (Object.keys(orderings).length === 0) return undefined;
  if (!records.every((record) => record.value[key] === record.key)) return { key, by: {} };
  const others = Object.entries(orderings).filter(
    ([name]) => !bothWays([name]).every((value) => rendered.includes(value)),
  );
  const fields = [...new Set(records.flatMap(({ value }) => Object.keys(value)))];
  const sorts = fields.flatMap((field): [string, Sort][] => {
    const name = parameterOf(field);
    // Two fields can have one name here: it is the one's that is called so, or else nobody's.
    const isOwn = fields.every((one) => one === field || parameterOf(one) !== name);
    if ((name !== field && !isOwn) || Object.hasOwn(orderings, name) || !isName(name)) return [];
    const kind = kindOf(records.map(({ value }) => value[field] ?? null));
    return kind ? [[name, { field, kind }]] : [];
  });
  return { key, by: Object.fromEntries([...others, ...sorts]) };
}

/** A field's name as a value of `ordering`: `createdAt` is `created_at` there. */
const parameterOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** How values are compared; null where one of them is no single value. */
function kindOf(values: readonly unknown[]): Sort['kind'] | null {
  const present = values.filter((value) => value !== null);
  if (present.some((value) => typeof value === 'object')) return null;
  const isNumeric = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
  return present.length > 0 && present.every(isNumeric) ? 'number' : 'code';
}
