import type { Collection } from '../../api/definition.ts';
import { keyFields } from '../../core/key.ts';
import { type Problem, positionOf } from '../../util/problem.ts';
import { type Entry, locateProblem, locateValue } from '../read.ts';
import { callDefinition, definitionError } from './call-definition.ts';

type Mistake = readonly [what: string, help: string];

/** Returns the function that tells what is wrong with a key, and what to do; undefined for one that can be in a path. */
function keyChecker({ name, keyPattern = '[^]*' }: Collection) {
  const pattern = new RegExp(`^(?:${keyPattern})$`);
  const help = `Use a key that matches the regular expression ${keyPattern}.`;
  return (key: string): Mistake | undefined => {
    if (/^\.{0,2}$|\p{Surrogate}/u.test(key)) return [NO_KEY, KEY_HELP];
    return pattern.test(key) ? undefined : [`is not a valid key of ${name}`, help];
  };
}

const NO_KEY = 'can’t be part of an address';
const KEY_HELP =
  'Use any text except an empty one, `.` and `..`, which browsers remove from addresses.';

/**
 * Requires that each key is unique, and can be a segment of a path.
 * @returns the first record with each key
 */
export function checkKeys(
  definition: Collection,
  records: readonly ValidRecord[],
  problems: Problem[],
): ReadonlyMap<string, ValidRecord> {
  const fields = keyFields(definition.key);
  const path = fields.slice(0, 1);
  const subject = fields.map((field) => `\`${field}\``).join('-');
  const mistakeIn = keyChecker(definition);
  const seen = new Map<string, ValidRecord>();
  for (const one of records) {
    const { entry } = one;
    const key = String(one.key);
    const mistake = mistakeIn(key);
    if (mistake) {
      const [what, help] = mistake;
      const message = `${subject} ${what}.`;
      problems.push(locateProblem(entry, { code: 'bad-key', message, help, path }));
    }
    const first = seen.get(key);
    seen.set(key, first ?? one);
    if (!first) continue;
    const other = positionOf(locateValue(first.entry, path));
    const [message, help] = definition.single
      ? [`This is not the only record: another is in ${other}.`, SINGLE_HELP]
      : [`${subject} is the same as in ${other}.`, 'Use a different value for each record.'];
    problems.push(locateProblem(entry, { code: 'duplicate', message, help, other, path }));
  }
  return seen;
}

const SINGLE_HELP = 'A collection with `single` has one record. Keep one, or remove `single`.';

/** A record that matches its schema. */
export interface ValidRecord {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
  /** Undefined until the definition is asked. A map of all records would take more memory. */
  isPublic: boolean | undefined;
}

/**
 * Requires that each alias leads to one record, and can be a segment of a path.
 * @param keys the first record with each key
 * @returns the record of each alias
 */
export function checkAliases(
  definition: Collection,
  records: readonly ValidRecord[],
  keys: ReadonlyMap<string, ValidRecord>,
  problems: Problem[],
): ReadonlyMap<string, ValidRecord> {
  const found = new Map<string, ValidRecord>();
  if (!definition.aliases) return found;
  const mistakeIn = keyChecker(definition);
  /** The keys and aliases in small letters, because some file systems take such names for the same. */
  const taken = new Map<string, Entry>();
  for (const [key, { entry }] of keys) taken.set(key.toLowerCase(), entry);
  for (const one of records) for (const alias of callAliases(definition, one)) add(alias, one);
  return found;

  function add(alias: string, one: ValidRecord): void {
    const { entry, key } = one;
    if (alias === String(key)) return;
    const other = taken.get(alias.toLowerCase());
    const mistake = mistakeIn(alias) ?? (other && takenMistake(other));
    if (mistake) {
      const message = `The alias ${JSON.stringify(alias)} ${mistake[0]}.`;
      const code = other ? 'duplicate' : 'bad-key';
      problems.push({ code, message, help: mistake[1], location: locateValue(entry) });
    } else {
      taken.set(alias.toLowerCase(), entry);
      found.set(alias, one);
    }
  }
}

const takenMistake = (other: Entry): Mistake => [
  `is also, if case is ignored, a key or an alias of the record in ${positionOf(locateValue(other))}`,
  'Change `aliases` in the definition, or the record.',
];

/** The aliases that the definition gives a record, as texts. */
function callAliases(definition: Collection, { entry, record }: ValidRecord): ReadonlySet<string> {
  const run = () => definition.aliases?.(record);
  const made: unknown = callDefinition(definition, 'aliases', entry, run);
  const given = Array.isArray(made)
    ? made.filter((one) => one !== undefined && one !== null)
    : [{}];
  if (given.every((one) => ['string', 'number'].includes(typeof one)))
    return new Set(given.map(String));
  throw definitionError(definition, entry, 'aliases must return a list of texts or numbers.');
}
