import type { z } from 'zod';
import type { Problem } from '../../util/problem.ts';
import { formatNumber } from '../../util/text.ts';
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
        const problem = unknownField([...outer, key], issue.message);
        const help = `${problem.help} To keep the field, add it to the schema.`;
        fields.set(name, { first: locateProblem(entry, { ...problem, help }), count: 1 });
      }
    }
  }
  return Array.from(fields, ([name, { first, count }]) => {
    const message = `Unknown field \`${formatFieldPath([name])}\`: ${formatNumber(count)} times, first here.`;
    return count === 1 ? first : { ...first, message };
  });
}
