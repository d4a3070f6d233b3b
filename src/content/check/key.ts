import type { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { KEY } from '../../core/address.ts';
import { type Problem, type ProblemCode, positionOf } from '../../util/problem.ts';
import type { Entry } from '../read.ts';

const IS_KEY = new RegExp(`^(?:${KEY})$`);

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Can a text be the name of a file or a folder, on every system and in every path? */
export const isFileName = (text: string): boolean =>
  IS_KEY.test(text) && !DEVICE.test(text) && text.length <= 200;

/** The key of a record as text, even if other fields are invalid; null if the key is invalid. */
export function readKey({ key, schema }: Collection, { value }: Entry): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const field: z.ZodType = schema.shape[key];
  const { success, data } = field.safeParse((value as Record<string, unknown>)[key]);
  return success ? String(data) : null;
}

/** Requires that each key can be a file name, and is unique also where case is ignored. */
export function checkKeys(
  definition: Collection,
  entries: readonly Entry[],
  keys: readonly (string | null)[],
  problems: Problem[],
): void {
  const { name, key: field, keyPattern = KEY } = definition;
  const ownPattern = new RegExp(`^(?:${keyPattern})$`);
  const seen = new Map<string, Entry>();
  for (const [index, entry] of entries.entries()) {
    const key = keys[index] ?? null;
    if (key === null) continue;
    const addProblem = (code: ProblemCode, what: string, help: string, other?: string) => {
      const problem = { code, message: `\`${field}\` ${what}.`, help };
      problems.push({ ...problem, location: entry.locate([field]), ...(other && { other }) });
    };
    if (!isFileName(key)) addProblem('bad-key', NO_FILE_NAME, FILE_NAME_HELP);
    else if (!ownPattern.test(key)) {
      const help = `Use a key that matches the regular expression ${keyPattern}.`;
      addProblem('bad-key', `is not a valid key of ${name}`, help);
    }
    const id = key.toLowerCase();
    const other = seen.get(id);
    if (other) {
      const where = positionOf(other.locate([field]));
      const what = `is the same as in ${where}, ignoring case`;
      addProblem('duplicate', what, 'Use a different value for each record.', where);
    } else seen.set(id, entry);
  }
}

const NO_FILE_NAME = 'is the record’s key, but can’t be a file name';
const FILE_NAME_HELP =
  'Use up to 200 letters, digits and _ . -, beginning with a letter, digit or _. Device names such as `con` are reserved.';
