import type { z } from 'zod';
import { issueMessage } from '../../api/issue.ts';
import type { ProblemCode } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';
import { shortened } from '../../util/text.ts';
import type { FieldPart, FieldPath, Unlocated } from '../format.ts';
import { isChangedNumber } from '../number.ts';

/** Parse records with these, so that `toProblems` can turn zod's issues into problems. */
export const ZOD_OPTIONS = { error: issueMessage, reportInput: true } as const;

const formatFieldPath = (path: FieldPath): string => shortened(path.join('.'), 200);

/** A problem of a record. */
export type FieldProblem = FieldPart & Unlocated;

/** The problems that zod found in a record with `ZOD_OPTIONS`, one for every unknown field. */
export const toProblems = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  issues.flatMap((issue): FieldProblem | FieldProblem[] => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownField([...path, key], issue.message));
    const name = path.length > 0 ? `\`${formatFieldPath(path)}\`` : 'A record';
    const message = `${name} ${issue.input === undefined ? 'is missing' : issue.message}.`;
    const [code, help] = diagnose(issue);
    return { code, path, part: 'value', message, help };
  });

function diagnose(issue: z.core.$ZodIssue): [ProblemCode, help: string] {
  const { code, input, path } = issue;
  const change = 'Correct the value.';
  if (input === undefined) return ['missing-field', `Add the field \`${String(path.at(-1))}\`.`];
  if (code !== 'invalid_type') return ['bad-value', change];
  if (issue.expected === 'number' && isChangedText(input)) return ['bad-value', TEXT_HELP];
  const needsQuotes = issue.expected === 'string' && typeof input !== 'object';
  return ['wrong-type', needsQuotes ? 'Put it in quotes.' : change];
}

/** A cell of a CSV file stays text where it is a number that JavaScript would change. */
const isChangedText = (input: unknown): boolean =>
  typeof input === 'string' && !Number.isNaN(Number(input)) && isChangedNumber(input.trim());

const TEXT_HELP =
  'JavaScript can’t hold this number. Make the field text (`z.string()` in the definition), or round it.';

/** @param known the names of the fields of the object */
function unknownField(path: FieldPath, known: string) {
  const similar = nearest(String(path.at(-1)), known.split(', '));
  const action = similar ? `Did you mean \`${similar}\`? Else add it` : 'Add it';
  const message = `Unknown field \`${formatFieldPath(path)}\`.`;
  const help = `${action} to the schema, or remove it. The fields are ${known}.`;
  return { code: 'unknown-field', path, part: 'name', message, help } as const;
}
