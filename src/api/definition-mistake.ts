import type { z } from 'zod';
import { suggestion } from '../util/suggestion.ts';
import { shortened } from '../util/text.ts';

/** Where a definition is wrong, and why: the most important of the issues that zod found. */
export function describeIssues(api: unknown, issues: readonly z.core.$ZodIssue[]): string {
  // A misspelt property may be what another issue misses.
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0];
  const { code, path = [], message } = issue ?? {};
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
    case 'unrecognized_keys':
      return unknownProperty(issue);
    case 'invalid_value': {
      const values = issue.values.map(String);
      const given = describe(issue.input);
      const help = suggestion(String(issue.input), values);
      return `must be ${values.join(' or ')}, but this is ${given}.${help}`;
    }
    case 'invalid_type': {
      const example = exampleFor(issue.path ?? []);
      const expected = `must be ${TYPES[issue.expected] ?? issue.expected}${example && `, such as ${example}`}`;
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

/** Properties of earlier versions, by their old names. */
const RENAMED: Readonly<Record<string, string>> = { partitions: 'prerender', gives: 'data' };

function unknownProperty({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>) {
  const known = Object.keys((inst as z.ZodObject | undefined)?.shape ?? {});
  const [key = ''] = keys;
  const { [key]: renamed } = RENAMED;
  if (renamed !== undefined) return `the property ${key} is now called ${renamed}.`;
  const help = suggestion(key, known) || ` The properties are ${known.join(', ')}.`;
  return `there is no property ${JSON.stringify(key)}.${help}`;
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

const SORT = "{ field: 'name', kind: 'text' }";
const FILTER = "{ field: 'name', match: 'equals' }";

/** Correct values of properties, by their names. */
const EXAMPLES: Readonly<Record<string, string>> = {
  collections: '[peaks]',
  sources: "[{ name: 'OpenStreetMap', data: 'the positions' }]",
  formats: "['json']",
  key: "'id'",
  keyPattern: "'[0-9]+'",
  content: "{ delimiter: ';' }",
  orderings: `{ name: ${SORT} }`,
  order: SORT,
  filters: `{ name: ${FILTER} }`,
  search: "['name']",
  prerender: "{ filters: ['country'] }",
  pagination: '{ limits: [20, 100], default: 20 }',
  limits: '[20, 100]',
};

/** Correct values of what is in a property, by its name. */
const INNER_EXAMPLES: Readonly<Record<string, string>> = {
  collections: 'a result of defineCollection',
  sources: "{ name: 'OpenStreetMap', data: 'the positions' }",
  orderings: SORT,
  filters: FILTER,
};

function exampleFor(path: readonly PropertyKey[]): string {
  const [last = '', outer = ''] = path.slice(-2).reverse().map(String);
  if (path.length === 0)
    return "{ name: 'Peaks', description: 'High mountains.', collections: [peaks] }";
  return INNER_EXAMPLES[outer] ?? EXAMPLES[last] ?? '';
}

/** A value in a message. */
function describe(value: unknown): string {
  const isPlain = typeof value !== 'function' && !(value instanceof RegExp);
  return shortened((isPlain && JSON.stringify(value)) || String(value), 60);
}
