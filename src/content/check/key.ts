import type { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { keyFields, keyOf } from '../../core/key.ts';
import { type Problem, positionOf } from '../../util/problem.ts';
import { type Entry, locateProblem } from '../read.ts';
import { callDefinition, definitionError, failureOf } from './call-definition.ts';

/** The key of a record as text, even if other fields are invalid; null if the key is invalid. */
export function readKey(
  { key, schema, single, name }: Collection,
  one: Pick<Entry, 'value'>,
): string | null {
  if (single) return name;
  const values = keyFields(key).map((name) => {
    const field: z.ZodType = schema.shape[name];
    return [name, field.safeParse(Object(one.value)[name]).data];
  });
  const own = keyOf(key, Object.fromEntries(values));
  return own === undefined ? null : String(own);
}

type Mistake = readonly [what: string, help: string];

/** Returns the function that tells what is wrong with a key, and what to do; undefined for one that can be in a path. */
function keyChecker({ name, keyPattern = '[^]*' }: Collection) {
  const pattern = new RegExp(`^(?:${keyPattern})$`);
  const help = `Use a key that matches the regular expression ${keyPattern}.`;
  return (key: string): Mistake | undefined => {
    if (['', '.', '..'].includes(key)) return [NO_KEY, KEY_HELP];
    return pattern.test(key) ? undefined : [`is not a valid key of ${name}`, help];
  };
}

const NO_KEY = 'is the record’s key, but can’t be part of an address';
const KEY_HELP =
  'Use any text except an empty one, `.` and `..`, which browsers remove from addresses.';

/**
 * Requires that each key is unique, and can be a segment of a path.
 * @returns the first record with each key
 */
export function checkKeys(
  definition: Collection,
  entries: readonly Entry[],
  keys: readonly (string | null)[],
  problems: Problem[],
): ReadonlyMap<string, Entry> {
  const fields = keyFields(definition.key);
  const path = fields.slice(0, 1);
  const subject = fields.map((field) => `\`${field}\``).join('-');
  const mistakeIn = keyChecker(definition);
  /** Whether the values are equal, and not only the key in which they are joined. */
  const isEqual = (one: Entry, other: Entry) =>
    fields.every((field) => `${Object(one.value)[field]}` === `${Object(other.value)[field]}`);
  const seen = new Map<string, Entry>();
  for (const [index, entry] of entries.entries()) {
    const key = keys[index] ?? null;
    if (key === null) continue;
    const mistake = mistakeIn(key);
    if (mistake) {
      const [what, help] = mistake;
      const message = `${subject} ${what}.`;
      problems.push(locateProblem(entry, { code: 'bad-key', message, help, path }));
    }
    const first = seen.get(key);
    seen.set(key, first ?? entry);
    if (!first) continue;
    const other = positionOf(first.locate(path));
    const [message, help] = definition.single
      ? [`This is not the only record: another is in ${other}.`, SINGLE_HELP]
      : isEqual(first, entry)
        ? [`${subject} is the same as in ${other}.`, 'Use a different value for each record.']
        : [`${subject} is ${key}, as in ${other}, where the values differ.`, JOINED_HELP];
    problems.push(locateProblem(entry, { code: 'duplicate', message, help, other, path }));
  }
  return seen;
}

const SINGLE_HELP = 'A collection with `single` has one record. Keep one, or remove `single`.';
const JOINED_HELP =
  'A key has a hyphen between its values. Change one of those with a hyphen, or choose other fields for the key.';

/** A record that matches its schema. */
export interface ParsedRecord {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
}

/**
 * Requires that each alias leads to one record, and can be a segment of a path.
 * @param keys the first record with each key
 * @returns the record of each alias
 */
export function checkAliases<One extends ParsedRecord>(
  definition: Collection,
  records: readonly One[],
  keys: ReadonlyMap<string, Entry>,
  problems: Problem[],
): ReadonlyMap<string, One> {
  const found = new Map<string, One>();
  if (!definition.aliases) return found;
  const mistakeIn = keyChecker(definition);
  /** The keys and aliases in small letters, because some file systems take such names for the same. */
  const taken = new Map<string, readonly [name: string, entry: Entry]>();
  for (const [key, entry] of keys) taken.set(key.toLowerCase(), [key, entry]);
  const given = records.flatMap((one) =>
    Array.from(callAliases(definition, one, problems), (alias) => [one, alias] as const),
  );
  for (const [one, alias] of given) {
    const { entry, key } = one;
    if (alias === String(key)) continue;
    const other = taken.get(alias.toLowerCase());
    const invalid = mistakeIn(alias);
    const mistake = invalid ?? (other && takenMistake(alias, ...other));
    if (!mistake) {
      taken.set(alias.toLowerCase(), [alias, entry]);
      found.set(alias, one);
      continue;
    }
    const [what, help] = mistake;
    const message = `The alias ${JSON.stringify(alias)} ${what}.`;
    // A clash names a record, which can be private: the answer to a POST does not quote it.
    const code = invalid ? 'bad-key' : 'duplicate';
    problems.push({ code, message, help, location: entry.locate([]) });
  }
  return found;
}

function takenMistake(alias: string, name: string, entry: Entry): Mistake {
  const what = name === alias ? 'is also' : `differs only in case from ${name},`;
  return [`${what} a key or an alias of the record in ${positionOf(entry.locate([]))}`, ALIAS_HELP];
}

const ALIAS_HELP = 'Change `aliases` in the definition, or the record.';

/** The aliases that the definition gives a record, as texts. */
function callAliases(definition: Collection, { entry, record }: ParsedRecord, problems: Problem[]) {
  try {
    const made: unknown = callDefinition(definition, 'aliases', entry, () =>
      definition.aliases?.(record),
    );
    if (Array.isArray(made) && made.every((one) => ['string', 'number'].includes(typeof one)))
      return new Set(made.map(String));
    throw definitionError(definition, entry, 'aliases must return a list of texts or numbers.');
  } catch (error) {
    problems.push(failureOf(entry.locate([]), error));
    return new Set<string>();
  }
}
