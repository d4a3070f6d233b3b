import { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { isOpen, strictUnlessLoose } from '../../api/json-schema.ts';
import { keyOf } from '../../core/key.ts';
import { withoutPrototypes } from '../../core/object.ts';
import { once } from '../../util/once.ts';
import { type Problem, positionOf } from '../../util/problem.ts';
import type { Steps } from '../../util/progress.ts';
import { type Entry, locateProblem, UNREAD } from '../read.ts';
import { callDefinition, type Parser } from './call-definition.ts';
import { checkAliases, checkKeys, type ValidRecord } from './key.ts';
import { type FieldProblem, toProblems, ZOD_OPTIONS } from './zod-problems.ts';

/** The records of one collection, parsed by its schema. */
export interface ParsedCollection {
  readonly definition: Collection;
  readonly valid: readonly ValidRecord[];
  /** The record of `valid` with a key or an alias. */
  find(key: string): ValidRecord | undefined;
  /** The records of `valid` by their aliases. */
  readonly aliases: ReadonlyMap<string, ValidRecord>;
  /** True if all of its records are known and valid. */
  isComplete: boolean;
  readonly problems: Problem[];
  /** The collections of whose records the records are made, and those behind these. */
  readonly sources: ReadonlySet<ParsedCollection>;
}

/** True if all records of a collection are known, and none has a problem. */
export const isSound = ({ problems, isComplete }: ParsedCollection): boolean =>
  problems.length === 0 && isComplete;

/** The time to compile a schema is quadratic in its fields, and a function of all of them exhausts the stack. */
const MAX_COMPILED = 500;

/** A field with the name of what each object inherits, in a JSON Schema. */
const INHERITED = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})":`);

/**
 * A compiled schema is faster from the first record on, and falls back to the other for wrong ones. Of a field such
 * as `constructor`, zod would read what every object inherits.
 */
export function compile(schema: z.ZodObject): Parser {
  // Before zod 4.5, there is no `compile`.
  const canCompile = 'compile' in z && Object.keys(schema.shape).length <= MAX_COMPILED;
  const parser: Parser = canCompile
    ? z.compile(schema)
    : { safeParse: (value, options) => schema.safeParse(value, { ...options, jitless: true }) };
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (!INHERITED.test(JSON.stringify(shape))) return parser;
  return { safeParse: (value, options) => parser.safeParse(withoutPrototypes(value), options) };
}

/** Parses the records of a collection by its schema, and checks their keys. */
export function* parseRecords(
  definition: Collection,
  entries: readonly Entry[],
): Steps<ParsedCollection> {
  const { key, schema, single, name } = definition;
  const problems: Problem[] = [];
  const strict = compile(strictUnlessLoose(schema));
  /** Compiled when it is needed: most content has no unknown field. */
  const lenient = once(() => compile(isOpen(schema) ? schema : schema.strip()));
  const valid: ValidRecord[] = [];
  /**
   * The records of a CSV file share the positions of its columns, and one mistake of `records` has many. An unknown field
   * is reported once: it is mostly one that the schema lacks.
   */
  const reported = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    yield index;
    const record = parse(entry);
    if (!record) continue;
    const own = single ? name : keyOf(key, record);
    valid.push({ entry, record, key: own as string | number, isPublic: undefined });
  }
  const isComplete = valid.length === entries.length;
  const firsts = checkKeys(definition, valid, problems);
  const aliases = checkAliases(definition, valid, firsts, problems);
  const find = (wanted: string) => firsts.get(wanted) ?? aliases.get(wanted);
  return { definition, valid, find, aliases, isComplete, problems, sources: new Set() };

  function parse(entry: Entry): ValidRecord['record'] | undefined {
    if (entry.value === UNREAD) return undefined;
    const run = () => strict.safeParse(entry.value, ZOD_OPTIONS);
    const { data, error } = callDefinition(definition, 'schema', entry, run);
    if (!error) {
      entry.value = data;
      return data;
    }
    for (const one of toProblems(error.issues)) report(entry, one);
    // A record whose only problem is unknown fields is checked further without them.
    return lenient().safeParse(entry.value).data;
  }

  function report(entry: Entry, one: FieldProblem): void {
    const problem = locateProblem(entry, one);
    const place = definition.records ? 'records' : positionOf(problem.location);
    // The same field of several items of a list is one.
    const names = one.path.filter((step) => typeof step === 'string').join('.');
    const id = one.code === 'unknown-field' ? names : `${place} ${problem.message}`;
    if (!reported.has(id)) problems.push(problem);
    reported.add(id);
  }
}
