import type { z } from 'zod';
import type { ProblemCode } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';

/** Parse records with these, so that `toProblems` can turn zod's issues into problems. */
export const ZOD_OPTIONS = { error: zodMessage, reportInput: true } as const;

/**
 * What is wrong with a value, to follow its name in a sentence: `must be a text, but this is …`. Where
 * a schema has a message of its own, zod prefers that. For unknown fields: the names of the known ones.
 */
function zodMessage(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = TYPES[issue.expected] ?? `of type ${issue.expected}`;
      return `must be ${expected}, but this is ${describe(issue.input)}`;
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
    case 'unrecognized_keys':
      return Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}).join(', ');
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
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d',
  url: 'be an absolute URL',
  date: 'be a date such as 2024-02-29',
  datetime: 'be a time such as 2024-02-29T12:00:00Z',
};

const unit = ({ origin }: { readonly origin: string }): string =>
  ({ string: ' characters long', array: ' values long' })[origin] ?? '';

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

/** The problems that zod found in a record with `ZOD_OPTIONS`, one for every unknown field. */
export const toProblems = ({ issues }: z.ZodError): FieldProblem[] =>
  issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownField([...path, key], issue.message));
    }
    const name = path.length > 0 ? `\`${nameOf(path)}\`` : 'A record';
    const [code, what, help] = diagnose(issue);
    return [{ code, path, part: 'value', message: `${name} ${what}.`, help }];
  });

const CHANGE = 'Change it to a value that fits.';

function diagnose(issue: z.core.$ZodIssue): [ProblemCode, string, FieldProblem['help']] {
  const { code, input, message, path } = issue;
  if (input === undefined) {
    return ['missing-field', 'is missing', () => `Add the field \`${String(path.at(-1))}\`.`];
  }
  if (code !== 'invalid_type') return ['bad-value', message, () => CHANGE];
  if (input === null) return ['wrong-type', message, () => 'Write a value, or remove it.'];
  // Double quotes are right in YAML and in JSON.
  const quote = (source: string) => `Put it in quotes: \`"${source}"\`.`;
  if (issue.expected === 'string' && typeof input !== 'object')
    return ['wrong-type', message, quote];
  const isNumeral = typeof input === 'string' && input.trim() !== '' && !Number.isNaN(+input);
  const wantsNumber = ['number', 'int'].includes(issue.expected);
  return ['wrong-type', message, () => (isNumeral && wantsNumber ? 'Remove the quotes.' : CHANGE)];
}

function unknownField(path: (string | number)[], known: string): FieldProblem {
  const similar = nearest(String(path.at(-1)), known.split(', '));
  const action = similar ? `Is it meant to be \`${similar}\`?` : 'Remove it.';
  const help = known === '' ? action : `${action} The fields are ${known}.`;
  const message = `\`${nameOf(path)}\` is not a field here.`;
  return { code: 'unknown-field', path, part: 'name', message, help: () => help };
}

/** A path as people write it: `subdivisions[0].code`. */
const nameOf = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
