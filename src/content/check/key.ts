import type { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { keyFields, keyOf } from '../../core/key.ts';
import { type Problem, type ProblemCode, positionOf } from '../../util/problem.ts';
import { type Entry, locateProblem } from '../read.ts';

/** The key of a record as text, even if other fields are invalid; null if the key is invalid. */
export function readKey({ key, schema }: Collection, one: Pick<Entry, 'value'>): string | null {
  const values = keyFields(key).map((name) => {
    const field: z.ZodType = schema.shape[name];
    return [name, field.safeParse(Object(one.value)[name]).data];
  });
  const own = keyOf(key, Object.fromEntries(values));
  return own === undefined ? null : String(own);
}

/** Requires that each key is unique, and can be a segment of a path. */
export function checkKeys(
  definition: Collection,
  entries: readonly Entry[],
  keys: readonly (string | null)[],
  problems: Problem[],
): void {
  const { name, keyPattern = '[^]*' } = definition;
  const fields = keyFields(definition.key);
  const path = fields.slice(0, 1);
  const subject = fields.map((field) => `\`${field}\``).join('-');
  const ownPattern = new RegExp(`^(?:${keyPattern})$`);
  const seen = new Map<string, Entry>();
  for (const [index, entry] of entries.entries()) {
    const key = keys[index] ?? null;
    if (key === null) continue;
    const addProblem = (code: ProblemCode, what: string, help: string, other?: string) => {
      const problem = { code, message: `${subject} ${what}.`, help, ...(other && { other }) };
      problems.push(locateProblem(entry, { ...problem, path }));
    };
    if (['', '.', '..'].includes(key)) addProblem('bad-key', NO_KEY, KEY_HELP);
    else if (!ownPattern.test(key)) {
      const help = `Use a key that matches the regular expression ${keyPattern}.`;
      addProblem('bad-key', `is not a valid key of ${name}`, help);
    }
    const other = seen.get(key);
    if (other) {
      const where = positionOf(other.locate(path));
      const what = `is the same as in ${where}`;
      addProblem('duplicate', what, 'Use a different value for each record.', where);
    } else seen.set(key, entry);
  }
}

const NO_KEY = 'is the record’s key, but can’t be part of an address';
const KEY_HELP =
  'Use any text except an empty one, `.` and `..`, which browsers remove from addresses.';
