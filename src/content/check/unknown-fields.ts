import type { z } from 'zod';
import type { Problem } from '../../util/problem.ts';
import { formatNumber, shortened } from '../../util/text.ts';
import type { FieldPath } from '../format.ts';
import { type Entry, locateProblem } from '../read.ts';
import { formatFieldPath, unknownField } from './zod-problems.ts';

/** A file with more unknown names than this has a dictionary, or belongs to another collection. */
const MAX_NAMES = 300;

/** A record with unknown fields, and what zod says about them with `ZOD_OPTIONS`. */
export interface UnknownFields {
  readonly entry: Entry;
  readonly issue: z.core.$ZodIssueUnrecognizedKeys;
}

/** One problem for each name of unknown fields, located at the first field. */
export function unknownFieldProblems(found: readonly UnknownFields[]): Problem[] {
  /** By name, with the names of the objects around it. */
  const fields = new Map<string, { readonly first: Problem; count: number }>();
  for (const { entry, issue } of found) {
    const outer = issue.path.filter((step) => typeof step !== 'symbol');
    // The same field of several items of a list is one.
    const names = outer.filter((step) => typeof step === 'string');
    for (const key of issue.keys) {
      const name = [...names, key].join('.');
      const field = fields.get(name);
      if (field) field.count++;
      else if (fields.size < MAX_NAMES) {
        const path = [...outer, key];
        const problem = unknownField(path, issue.message, schemaLine(entry, path));
        fields.set(name, { first: locateProblem(entry, problem), count: 1 });
      }
    }
  }
  return Array.from(fields, ([name, { first, count }]) => {
    const message = `Unknown field \`${formatFieldPath([name])}\`: ${formatNumber(count)} times, first here.`;
    return count === 1 ? first : { ...first, message };
  });
}

/** The line of a schema for a field, with the type of its value. */
function schemaLine({ value }: Entry, path: FieldPath): string {
  const key = shortened(String(path.at(-1)), 60);
  const name = /^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key);
  const type = typeof path.reduce<unknown>((outer, step) => Object(outer)[step], value);
  return `${name}: z.${type === 'object' ? 'unknown' : type}().optional(),`;
}
