import type { Collection, RecordSources } from '../../api/definition.ts';
import { isObject } from '../../core/object.ts';
import { fileLocation, type Problem } from '../../util/problem.ts';
import type { Steps } from '../../util/progress.ts';
import { createLocator, type Locate } from '../file.ts';
import { json } from '../json.ts';
import type { Entry } from '../read.ts';
import { callDefinition, definitionError, failureOf } from './call-definition.ts';
import type { Lookup } from './lookup.ts';
import { type ParsedCollection, parseRecords } from './schema.ts';

/**
 * Makes a collection of the published records of others, which are its sources.
 * @throws UsageError for a mistake of the definition
 */
export function* makeCollection(definition: Collection, lookup: Lookup): Steps<ParsedCollection> {
  lookup.reset();
  const file = `records of ${definition.name}`;
  const failures: Problem[] = [];
  let entries: Entry[] = [];
  try {
    const contextOf = lookup.contextFor(definition);
    entries = callRecords(definition, file, contextOf({ file }));
  } catch (error) {
    failures.push({ ...failureOf(fileLocation(file), error), help: HELP });
  }
  const sources = new Set([...lookup.used].flatMap((one) => [one, ...one.sources]));
  const isKnown = failures.length === 0 && lookup.isCertain;
  const collection = yield* parseRecords(definition, isKnown ? entries : []);
  if (!isKnown) collection.isComplete = false;
  collection.problems.push(...failures);
  return { ...collection, sources };
}

const HELP = 'Change `records` in the definition. It gets `all`, `find` and `where`.';

function callRecords(definition: Collection, file: string, sources: RecordSources): Entry[] {
  const subject = { file, value: undefined };
  const made = callDefinition(definition, 'records', subject, () => {
    const result = definition.records?.(sources);
    // A generator works while it is iterated.
    return result && typeof result === 'object' && Symbol.iterator in result ? [...result] : result;
  });
  if (!Array.isArray(made)) throw definitionError(definition, subject, NO_LIST);
  const wrong = made.findIndex((one) => !isObject(one) || one instanceof Promise);
  const message = `record ${wrong + 1} is ${made[wrong]}, not an object.`;
  if (wrong >= 0) throw definitionError(definition, subject, message, 'Is a `return` missing?');
  /** A record is the line of its JSON. Its schema may allow what JSON does not have. */
  const locate: Locate = ([index, ...path], part) => {
    const write = () => Buffer.from(JSON.stringify(made[Number(index)]));
    return { ...createLocator(json, file, write)(path, part), line: Number(index) + 1 };
  };
  const place = { collection: definition.name, file, locate };
  return made.map((value: unknown, index): Entry => ({ ...place, value, index }));
}

const NO_LIST = 'records must return a list of records, or be a generator of them.';
