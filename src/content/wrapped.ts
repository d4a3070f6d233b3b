import type { Collection } from '../api/definition.ts';
import { formatNumber } from '../util/text.ts';
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
  if (!isObject(value)) return from === undefined ? from : notThere(from, value);
  const lists = Object.entries(value).filter(([, inner]) => Array.isArray(inner));
  if (lists.some(([name]) => name === from)) return from;
  // A record, such as one from a POST.
  if (Object.hasOwn(value, key)) return undefined;
  if (from !== undefined) return notThere(from, value);
  const unknown = lists.filter(([name]) => !Object.hasOwn(schema.shape, name));
  const [list, ...others] = unknown.filter(([, inner]) => isListOfObjects(inner));
  if (list && others.length === 0) return list[0];
  return unknown.length === 0 ? undefined : unclear(Object.fromEntries(unknown));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const unclear = (lists: object): Unlocated => ({
  code: 'wrong-type',
  message: `A file holds one record or a list; this object holds ${fieldsOf(lists)}.`,
  help: `Name the list in the definition: \`content: { from: '${Object.keys(lists)[0]}' }\`.`,
});

const notThere = (from: string, value: unknown): Unlocated => ({
  code: 'wrong-type',
  message: `The records are in the list \`${from}\` of an object; this file holds ${
    isObject(value) ? fieldsOf(value) : sizeOf(value) || 'a single value'
  }.`,
  help: 'Change `content.from` in the definition, or this file.',
});

const sizeOf = (value: unknown): string =>
  Array.isArray(value) ? `a list of ${formatNumber(value.length)}` : '';

/** The first fields of an object. */
const fieldsOf = (value: object): string =>
  Object.entries(value)
    .slice(0, 5)
    .map(([name, inner]) =>
      [`\`${name.slice(0, 40).toWellFormed()}\``, sizeOf(inner)].filter(Boolean).join(', '),
    )
    .join(' and ') || 'no fields';
