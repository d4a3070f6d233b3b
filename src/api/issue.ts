import type { z } from 'zod';
import { suggestion } from '../util/suggestion.ts';
import { shortened } from '../util/text.ts';

/*
 * What is wrong with a definition or a record, by the issues that zod finds.
 */

/**
 * What is wrong with a value, to follow its name in a sentence: `must be text, but this is …`. Where
 * a schema has a message of its own, zod prefers that. For unknown fields: the names of the known ones.
 */
export function issueMessage(issue: Parameters<z.core.$ZodErrorMap>[0]): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
      if (issue.input === undefined) return `is missing or undefined. It ${expected}`;
      return `${expected}, but this is ${describe(issue.input)}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return `must ${FORMATS[issue.format] ?? `have the form of a ${issue.format}`}`;
    case 'too_small':
      if (unit(issue) && issue.minimum === 1) return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue)}`;
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue)}`;
    case 'unrecognized_keys':
      return Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}).join(', ');
    case 'invalid_key':
      return issue.issues[0]?.message;
    default:
      return 'does not match the schema';
  }
}

/** The types of zod in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d',
  url: 'be an absolute URL',
  date: 'be a date such as 2024-02-29',
  decimal: 'be a decimal number in the form of "-9.50", without needless zeros at its start',
  datetime: 'be a time such as 2024-02-29T12:00:00Z',
};

const unit = ({ origin }: { readonly origin: string }): string =>
  ({ string: ' characters long', array: ' values long' })[origin] ?? '';

function describe(value: unknown): string {
  if (typeof value === 'number') return `the number ${value}`;
  const isPlain = typeof value !== 'function' && !(value instanceof RegExp);
  return shortened((isPlain && JSON.stringify(value)) || String(value));
}

/** Where a definition is wrong, and why, as a sentence. @param issue with a message by `issueMessage` */
export function describeIssue(api: unknown, issue: z.core.$ZodIssue): string {
  const { code, path, message } = issue;
  if (code === 'invalid_type' && path.length === 0) return `The definition ${message}.`;
  const [list, index, ...inner] = path;
  const name: unknown = list === 'collections' && Object(api).collections?.[Number(index)]?.name;
  const isNamed = typeof name === 'string';
  const where = isNamed ? `The collection ${name}` : 'The definition is invalid';
  const unknown = (key: string) =>
    `there is no property ${JSON.stringify(key)}.${suggestion(key, message.split(', '), 'The properties are')}`;
  const what = code === 'unrecognized_keys' ? issue.keys.map(unknown).join(' ') : message;
  return [where, (isNamed ? inner : path).join('.'), what.replace(/[^.?]$/, '$&.')]
    .filter(Boolean)
    .join(': ');
}
