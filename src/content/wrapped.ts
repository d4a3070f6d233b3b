import type { Collection } from '../api/definition.ts';
import { isObject, ownValue } from '../util/object.ts';
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
  if (Object.hasOwn(value, key)) return undefined;
  if (from !== undefined) return notThere(from);
  const fields = Object.entries(value);
  const isKnown = ([name]: FieldEntry) => Object.hasOwn(schema.shape, name);
  const possible = fields.filter((one) => !isKnown(one) && isListOfObjects(one[1]));
  const inner = fields.filter((one) => !isKnown(one) && one[1] instanceof Object);
  // A record without its key, or a list with a title.
  if (fields.some(isKnown)) return possible.length > 0 ? unclear(inner) : undefined;
  // If there is another list or object, this list may hold only some of the records.
  if (inner.length === 1 && possible.length === 1) return possible[0]?.[0];
  return inner.length > 0 ? unclear(inner) : undefined;
}

type FieldEntry = readonly [name: string, value: unknown];

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

function unclear(inner: readonly FieldEntry[]): Unlocated {
  const find = (isList: (one: unknown) => boolean) => inner.find(([, one]) => isList(one));
  const list = find(isListOfObjects) ?? find(Array.isArray);
  const names = inWords(
    inner.map(([name]) => `\`${name.toWellFormed()}\``),
    'and',
  );
  return {
    code: 'wrong-type',
    message: `A file must contain one record or a list, but this object contains ${shortened(names, 200)}.`,
    help: list
      ? `Name the list in the definition: \`content: { from: '${list[0]}' }\`.`
      : 'Write only the list of records into the file.',
  };
}

const notThere = (from: string): Unlocated => ({
  code: 'wrong-type',
  message: `The definition expects the list \`${from}\` in an object, but this file does not contain it.`,
  help: 'Change `content.from` in the definition, or change the file.',
});
