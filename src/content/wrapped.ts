import type { Collection } from '../api/definition.ts';
import { formatNumber } from '../util/text.ts';
import type { Unlocated } from './format.ts';

interface FoundRecords {
  /** A list of records, or one record. */
  readonly records: unknown;
  /** The field that has the list, where an object wraps it. */
  readonly wrapper?: string;
}

/** Finds the records in the value of a file: itself, or a list in it. A problem where that is unclear. */
export function findRecords(
  value: unknown,
  { content, key, schema }: Collection,
): FoundRecords | Unlocated {
  const from = content?.from;
  if (!isObject(value)) return from === undefined ? { records: value } : notThere(from, value);
  const lists = Object.entries(value).filter((field): field is [string, unknown[]] =>
    Array.isArray(field[1]),
  );
  const named = lists.find(([name]) => name === from);
  if (named) return { records: named[1], wrapper: named[0] };
  // A record, such as one from a POST.
  if (Object.hasOwn(value, key)) return { records: value };
  if (from !== undefined) return notThere(from, value);
  const unknown = lists.filter(([name]) => !Object.hasOwn(schema.shape, name));
  const [found, ...others] = unknown.filter(([, list]) => list.length > 0 && list.every(isObject));
  if (found && others.length === 0) return { records: found[1], wrapper: found[0] };
  return unknown.length === 0 ? { records: value } : unclear(Object.fromEntries(unknown));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unclear = (lists: Readonly<Record<string, unknown>>): Unlocated => ({
  code: 'wrong-type',
  message: `A file holds one record or a list; this object holds ${summary(lists)}.`,
  help: `Name the list in the definition: \`content: { from: '${Object.keys(lists)[0]}' }\`.`,
});

const notThere = (from: string, value: unknown): Unlocated => ({
  code: 'wrong-type',
  message: `The records are in the list \`${from}\` of an object, but this is ${
    isObject(value) ? `an object that holds ${summary(value) || 'nothing'}` : kindOf(value)
  }.`,
  help: 'Change `content.from` in the definition, or this file.',
});

/** The first fields of an object. */
const summary = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .slice(0, 5)
    .map(([name, inner]) => `\`${name.slice(0, 40).toWellFormed()}\`, ${kindOf(inner)}`)
    .join(', and ');

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${formatNumber(value.length)}`;
  return isObject(value) ? 'an object' : 'a single value';
};
