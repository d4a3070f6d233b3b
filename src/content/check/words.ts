import { z } from 'zod';
import type { ProblemCode } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * What is wrong with a value, in words that follow its name: `must be a text, but this is …`. Given
 * to zod as its error map, so that a schema's own message goes before it.
 */
export function words(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${typeWords(issue.expected)}, but this is ${valueWords(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return formatWords(issue.format);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${amount(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${amount(issue.origin, issue.maximum)}`;
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
const typeWords = (expected: string): string => TYPES[expected] ?? `of type ${expected}`;

function valueWords(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'fields with values';
  const shown = JSON.stringify(value) ?? String(value);
  const cut = shown.length > 40 ? `${shown.slice(0, 40)}…` : shown;
  return typeof value === 'number' ? `the number ${value}` : cut;
}

function formatWords(format: string): string {
  if (format === 'uuid') return 'must be a UUID, such as 4f374ae8-09cf-4f81-aa1e-902cc879da7d';
  if (format === 'url') return 'must be an absolute URL';
  if (format === 'date') return 'must be a date such as 2024-02-29';
  if (format === 'datetime') return 'must be a time such as 2024-02-29T12:00:00Z';
  return `must have the form of a ${format}`;
}

const amount = (origin: string, bound: number | bigint): string => {
  if (origin === 'string') return `${bound} characters long`;
  return origin === 'array' ? `${bound} values long` : String(bound);
};

/** One issue of zod's, told apart by what a person has to do. */
export interface Wrong {
  readonly code: ProblemCode;
  readonly path: readonly (string | number)[];
  /** Does the problem lie in a field's name rather than in its value? */
  readonly part: 'value' | 'name';
  readonly message: string;
  /** @param source the value as it is written, such as `0152300` */
  help(source: string): string;
}

/** Zod's issues about a record, with a part for every unknown field. */
export function wrongs(issue: z.core.$ZodIssue, record: unknown, schema: z.ZodObject): Wrong[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const name = path.length > 0 ? `\`${nameOf(path)}\`` : 'A record';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField([...path, key], fieldsAt(schema, path)));
  }
  const value = path.reduce<unknown>((one, step) => (one as never)?.[step], record);
  const base = { path, part: 'value', message: `${name} ${issue.message}.` } as const;
  if (value === undefined) {
    const field = path.at(-1);
    const message = `${name} is missing.`;
    return [{ ...base, code: 'missing-field', message, help: () => `Add the field \`${field}\`.` }];
  }
  if (issue.code !== 'invalid_type') {
    return [{ ...base, code: 'bad-value', help: () => 'Change it to a value that fits.' }];
  }
  return [{ ...base, code: 'wrong-type', help: (source) => typeHelp(issue, value, source) }];
}

function typeHelp({ expected }: { expected: string }, value: unknown, source: string): string {
  if (value === null) return 'Write a value, or remove it.';
  // Double quotes: they are right in YAML and in JSON.
  const isScalar = typeof value !== 'object';
  if (expected === 'string' && isScalar) return `Put it in quotes: \`"${source}"\`.`;
  const isNumeral =
    typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
  const wantsNumber = expected === 'number' || expected === 'int';
  return wantsNumber && isNumeral ? 'Remove the quotes.' : 'Change it to a value that fits.';
}

function unknownField(path: (string | number)[], known: readonly string[]): Wrong {
  const meant = nearest(String(path.at(-1)), known);
  const fields = known.length > 0 ? ` The fields are ${known.join(', ')}.` : '';
  return {
    code: 'unknown-field',
    path,
    part: 'name',
    message: `\`${nameOf(path)}\` is not a field here.`,
    help: () => (meant ? `Is it meant to be \`${meant}\`?${fields}` : `Remove it.${fields}`),
  };
}

/** The fields that a schema has at a path in it; none where that can't be told. */
function fieldsAt(schema: unknown, path: readonly (string | number)[]): string[] {
  let at = bare(schema);
  for (const step of path) at = bare(at instanceof z.ZodObject ? at.shape[step] : elementOf(at));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

const elementOf = (schema: unknown): unknown =>
  schema instanceof z.ZodArray ? schema.element : undefined;

/** A schema without what makes its value optional. */
function bare(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? bare(schema.unwrap()) : schema;
}

/** A path as a person writes it: `subdivisions[0].code`. */
const nameOf = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index ? `.${step}` : step))
    .join('');
