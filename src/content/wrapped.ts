import type { Collection } from '../api/definition.ts';
import { keyFields } from '../core/key.ts';
import { isObject, ownValue } from '../core/object.ts';
import { inWords, shortened } from '../util/text.ts';
import type { Unlocated } from './format.ts';

/**
 * The field of an object that holds the list of its file's records; undefined where the value of the file
 * is itself a record or a list; a problem where that is unclear.
 */
export function wrapperOf(
  value: unknown,
  { content, key, schema }: Collection,
): string | undefined | Unlocated {
  const from = content?.from;
  if (!isObject(value)) return from === undefined ? from : notThere(from);
  if (from !== undefined && Array.isArray(ownValue(value, from))) return from;
  // A record, such as one from a POST.
  if (keyFields(key).every((field) => Object.hasOwn(value, field))) return undefined;
  if (from !== undefined) return notThere(from);
  const names = Object.keys(value);
  const unknown = names.filter((name) => !Object.hasOwn(schema.shape, name));
  const inner = unknown.filter((name) => value[name] instanceof Object);
  const lists = inner.filter((name) => isListOfObjects(value[name]));
  // A record without its key, or a list with a title.
  if (unknown.length < names.length) return lists.length > 0 ? unclear(inner) : undefined;
  // If there is another list or object, this list may hold only some of the records.
  if (inner.length === 1 && lists.length === 1) return lists[0];
  return inner.length > 0 ? unclear(inner) : undefined;
}

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

function unclear(inner: readonly string[]): Unlocated {
  const quoted = inner.map((name) => `\`${name.toWellFormed()}\``);
  const names = inWords(quoted, 'and');
  return {
    code: 'wrong-type',
    message: `A file must contain one record or a list, but this object contains ${shortened(names, 200)}.`,
    help: 'Name the list of records in the definition, in `content: { from: … }`, or write only this list into the file.',
  };
}

const notThere = (from: string): Unlocated => ({
  code: 'wrong-type',
  message: `The definition expects the list \`${from}\` in an object, but this file does not contain it.`,
  help: 'Change `content.from` in the definition, or change the file.',
});
