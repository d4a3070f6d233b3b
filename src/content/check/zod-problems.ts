import type { z } from 'zod';
import { TYPES } from '../../api/definition-mistake.ts';
import type { ProblemCode } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';
import { shortened } from '../../util/text.ts';
import type { FieldPart, FieldPath, Unlocated } from '../format.ts';
import { isChangedNumber } from '../number.ts';

/** Parse records with these, so that `toProblems` can turn zod's issues into problems. */
export const ZOD_OPTIONS = { error: zodMessage, reportInput: true } as const;

/**
 * What is wrong with a value, to follow its name in a sentence: `must be text, but this is …`. Where
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
      return 'does not match the schema';
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d',
  url: 'be an absolute URL',
  date: 'be a date such as 2024-02-29',
  decimal: 'be a decimal number in the form of "-9.50", without needless zeros at its start',
  datetime: 'be a time such as 2024-02-29T12:00:00Z',
};

const unit = ({ origin }: { readonly origin: string }): string =>
  ({ string: ' characters long', array: ' values long' })[origin] ?? '';

const describe = (value: unknown): string =>
  shortened(typeof value === 'number' ? `the number ${value}` : `${JSON.stringify(value)}`);

const formatFieldPath = (path: FieldPath): string => shortened(path.join('.'), 200);

/** A problem of a record. */
export type FieldProblem = FieldPart & Unlocated;

/**
 * The problems that zod found in a record with `ZOD_OPTIONS`, one for every unknown field.
 * @param sourceOf returns a value as written, such as `0152300`
 */
export const toProblems = (
  issues: readonly z.core.$ZodIssue[],
  sourceOf: (path: FieldPath) => string,
): FieldProblem[] =>
  issues.flatMap((issue): FieldProblem | FieldProblem[] => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownField([...path, key], issue.message));
    const name = path.length > 0 ? `\`${formatFieldPath(path)}\`` : 'A record';
    const message = `${name} ${issue.input === undefined ? 'is missing' : issue.message}.`;
    const [code, help] = diagnose(issue, () => sourceOf(path));
    return { code, path, part: 'value', message, help };
  });

function diagnose(issue: z.core.$ZodIssue, source: () => string): [ProblemCode, help: string] {
  const { code, input, path } = issue;
  const change = 'Correct the value.';
  if (input === undefined) return ['missing-field', `Add the field \`${String(path.at(-1))}\`.`];
  if (code !== 'invalid_type') return ['bad-value', change];
  if (issue.expected === 'number' && isChangedText(input)) return ['bad-value', TEXT_HELP];
  if (issue.expected !== 'string' || typeof input === 'object') return ['wrong-type', change];
  // In a large file, the source may be another.
  const written = Number(source()) === input ? source() : String(input);
  // Double quotes are right in YAML and in JSON.
  return ['wrong-type', `Put it in quotes: \`"${written}"\`.`];
}

/** A cell of a CSV file stays text where it is a number that JavaScript would change. */
const isChangedText = (input: unknown): boolean =>
  typeof input === 'string' && !Number.isNaN(Number(input)) && isChangedNumber(input.trim());

const TEXT_HELP =
  'JavaScript can’t hold this number. Make the field text (`z.string()` in the definition), or round it.';

/** @param known the names of the fields of the object */
function unknownField(path: FieldPath, known: string) {
  const similar = nearest(String(path.at(-1)), known.split(', '));
  const action = similar ? `Did you mean \`${similar}\`?` : 'Remove it.';
  const message = `Unknown field \`${formatFieldPath(path)}\`.`;
  const help = `${action} The fields are ${known}.`;
  return { code: 'unknown-field', path, part: 'name', message, help } as const;
}
