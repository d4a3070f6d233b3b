import type { z } from 'zod';
import { suggestion } from '../util/suggestion.ts';
import { shortened } from '../util/text.ts';

/** Where a definition is wrong, and why: an issue that zod found, as a sentence. */
export function describeIssue(api: unknown, { code, path, message }: z.core.$ZodIssue): string {
  if (code === 'invalid_type' && path.length === 0) return `The definition ${message}`;
  const [list, index, ...inner] = path;
  const name: unknown = list === 'collections' && Object(api).collections?.[Number(index)]?.name;
  const isNamed = typeof name === 'string';
  const where = isNamed ? `The collection ${name}` : 'The definition is invalid';
  return [where, (isNamed ? inner : path).join('.'), message].filter(Boolean).join(': ');
}

/** The message about a wrong property of a definition, to follow its name. */
export function definitionMistake(issue: Parameters<z.core.$ZodErrorMap>[0]): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {});
      const sentences = issue.keys.map((key) => {
        const help = suggestion(key, known, 'The properties are');
        return `there is no property ${JSON.stringify(key)}.${help}`;
      });
      return sentences.join(' ');
    }
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}, but this is ${describe(issue.input)}.`;
    case 'invalid_type': {
      const expected = `must be ${TYPES[issue.expected] ?? issue.expected}`;
      return issue.input === undefined
        ? `is missing or undefined. It ${expected}.`
        : `${expected}, but this is ${describe(issue.input)}.`;
    }
    case 'too_small':
      return issue.origin === 'array' ? 'must not be empty.' : `must be at least ${issue.minimum}.`;
    case 'invalid_key':
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

/** The types of zod in words. */
export const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A value in a message. */
function describe(value: unknown): string {
  const isPlain = typeof value !== 'function' && !(value instanceof RegExp);
  return shortened((isPlain && JSON.stringify(value)) || String(value), 60);
}
