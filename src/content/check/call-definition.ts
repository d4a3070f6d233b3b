import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { keyOf } from '../../core/key.ts';
import { withoutPrototypes } from '../../core/object.ts';
import { type Problem, type SourceLocation, UsageError } from '../../util/problem.ts';
import { describeError } from '../../util/system-error.ts';
import type { Entry } from '../read.ts';

/** The record that a callback is called for. */
type Subject = Pick<Entry, 'file' | 'value'>;

/** A wrong use of `Context` in a callback, with a cause if that is a record. `callDefinition` adds the callback and the record. */
export class ContextError extends Error {}

/** Returns the error of a definition that fails with one record. Where it has a cause, the record can be the reason. */
export function definitionError(
  { name, key }: Collection,
  { file, value }: Subject,
  message: string,
  cause?: unknown,
): UsageError {
  const recordKey = keyOf(key, value);
  // A single collection has no key.
  const record = (recordKey ?? '') === '' ? file : `record ${recordKey} in ${file}`;
  return new UsageError(`The definition of ${name} fails for ${record}: ${message}`, { cause });
}

/**
 * Calls a callback of a definition.
 * @throws UsageError that names the collection, the callback, the file and the record's key, where the
 * callback throws or returns a promise
 */
export function callDefinition<T>(
  definition: Collection,
  callback: string,
  subject: Subject,
  call: () => T,
): T {
  const isAsync = () =>
    definitionError(definition, subject, `${callback} returned a promise; it must not be async.`);
  let result: T;
  try {
    result = call();
  } catch (error) {
    // It is an error of another record, whose `isPublic` the callback needs.
    if (error instanceof UsageError) throw error;
    // By its name: the program creates it before it loads modules.
    if (error instanceof ContextError || Object(error).name === 'ExitError') {
      const { message, cause } = error as Error;
      throw definitionError(definition, subject, `${callback}: ${message}`, cause);
    }
    // By its name: the definition can have another copy of zod.
    if (Object(error).constructor?.name === '$ZodAsyncError') throw isAsync();
    throw definitionError(definition, subject, `${callback} threw an error.`, error ?? null);
  }
  if (result instanceof Promise) throw isAsync();
  return result;
}

/** The problem of a record with which a callback fails. @throws a mistake of the definition */
export function failureOf(location: SourceLocation, error: unknown): Problem {
  if (!(error instanceof UsageError) || error.cause === undefined) throw error;
  const message = `${error.message} ${describeError(error.cause)}`;
  return { code: 'callback', message, help: FAILURE_HELP, location };
}

const FAILURE_HELP =
  'Correct the record, or change the callback so that it accepts such a record, and changes none.';

/** A schema, compiled or not. */
export type Parser = Pick<z.ZodObject, 'safeParse'>;

/**
 * Requires that what a callback returned is exactly what its schema in the definition describes.
 * @throws UsageError as `callDefinition`
 */
export function assertMatchesSchema(
  definition: Collection,
  callback: string,
  { entry, value, schema }: { entry: Entry; value: unknown; schema: Parser },
): void {
  const parse = () => schema.safeParse(value);
  const { data, error } = callDefinition(definition, callback, entry, parse);
  // The value itself is published, so nested fields that the schema would strip are refused too.
  if (!error && (isDeepStrictEqual(data, value) || isSameData(data, value))) return;
  const [issue] = error?.issues ?? [];
  const message = issue ? [...issue.path, issue.message].join(': ') : CHANGED;
  throw definitionError(definition, entry, `${callback} does not match its schema: ${message}`);
}

/** Are two values equal, whatever the prototypes of their objects? `compile` can give them another one. */
const isSameData = (data: unknown, value: unknown): boolean =>
  isDeepStrictEqual(withoutPrototypes(data), withoutPrototypes(value));

const CHANGED =
  'it returned a field that the schema does not have, or a value that the schema changes by a default, a coercion or a transformation.';
