import { z } from 'zod';
import type { ProblemCode } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';

/**
 * What is wrong with a value, to follow its name in a sentence: `must be a text, but this is …`. It is
 * zod's error map, so a message of the schema itself comes before it.
 */
export function zodMessage(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  switch (issue.code) {
    case 'invalid_type': {
      const { expected, input } = issue;
      if (input === undefined) return 'is missing';
      return `must be ${TYPES[expected] ?? `of type ${expected}`}, but this is ${describe(input)}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return `must ${FORMATS[issue.format] ?? `have the form of a ${issue.format}`}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue)}`;
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue)}`;
    default:
      return 'is not what the schema asks for';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields with values',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d',
  url: 'be an absolute URL',
  date: 'be a date such as 2024-02-29',
  datetime: 'be a time such as 2024-02-29T12:00:00Z',
};

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters long',
  array: ' values long',
};
const unit = ({ origin }: { readonly origin: string }): string => UNITS[origin] ?? '';

function describe(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'fields with values';
  if (typeof value === 'number') return `the number ${value}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** A problem of a record that has no location in a file yet. */
export interface FieldProblem {
  readonly code: ProblemCode;
  readonly path: readonly (string | number)[];
  /** Is the problem the name of the field, or its value? */
  readonly part: 'value' | 'name';
  readonly message: string;
  /** @param source the value as written, such as `0152300` */
  help(source: string): string;
}

/** The problems that zod has found in a record, one for every unknown field. */
export const toProblems = (
  { issues }: z.ZodError,
  record: unknown,
  schema: z.ZodObject,
): FieldProblem[] => issues.flatMap((issue) => problemsOf(issue, record, schema));

function problemsOf(issue: z.core.$ZodIssue, record: unknown, schema: z.ZodObject): FieldProblem[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField([...path, key], fieldsAt(schema, path)));
  }
  const name = path.length > 0 ? `\`${nameOf(path)}\`` : 'A record';
  const value = path.reduce<unknown>((parent, step) => (parent as never)?.[step], record);
  const problem = (code: ProblemCode, what: string, help: FieldProblem['help']): FieldProblem[] => [
    { code, path, part: 'value', message: `${name} ${what}.`, help },
  ];
  if (value === undefined) {
    return problem('missing-field', 'is missing', () => `Add the field \`${path.at(-1)}\`.`);
  }
  if (issue.code !== 'invalid_type') return problem('bad-value', issue.message, () => CHANGE);
  return problem('wrong-type', issue.message, (source) => typeHelp(issue, value, source));
}

const CHANGE = 'Change it to a value that fits.';

function typeHelp({ expected }: { expected: string }, value: unknown, source: string): string {
  if (value === null) return 'Write a value, or remove it.';
  // Double quotes are right in YAML and in JSON.
  if (expected === 'string' && typeof value !== 'object')
    return `Put it in quotes: \`"${source}"\`.`;
  const isNumeral = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(+value);
  return isNumeral && ['number', 'int'].includes(expected) ? 'Remove the quotes.' : CHANGE;
}

function unknownField(path: (string | number)[], known: readonly string[]): FieldProblem {
  const similar = nearest(String(path.at(-1)), known);
  const fields = known.length > 0 ? ` The fields are ${known.join(', ')}.` : '';
  const message = `\`${nameOf(path)}\` is not a field here.`;
  const help = `${similar ? `Is it meant to be \`${similar}\`?` : 'Remove it.'}${fields}`;
  return { code: 'unknown-field', path, part: 'name', message, help: () => help };
}

/** The fields that a schema has at a path in it; none where that is not known. */
function fieldsAt(schema: z.ZodObject, path: readonly (string | number)[]): string[] {
  let inner: unknown = schema;
  for (const step of path) {
    const child: unknown =
      inner instanceof z.ZodArray
        ? inner.element
        : inner instanceof z.ZodObject && inner.shape[step];
    inner = unwrapped(child);
  }
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** A schema without what makes its value optional. */
function unwrapped(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** A path as people write it: `subdivisions[0].code`. */
const nameOf = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index ? `.${step}` : step))
    .join('');
