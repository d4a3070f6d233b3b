import { ContentError, formatProblem, printable, UsageError } from '../util/problem.ts';
import { describeError } from '../util/system-error.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import type { Arguments } from './options.ts';

/** Exit codes: an error in the content or the system; a wrong call; Ctrl-C. */
const [FAILED, USAGE_ERROR, INTERRUPTED] = [1, 2, 130];

/** How many problems are printed. */
const MAX_PROBLEMS = 20;
const NOT_ALL = `Only the first ${MAX_PROBLEMS} are shown. With --json, \`build\` and \`validate\` print all.`;

/** Prints the result of a command as lines for people, and with `--json` also as an object for programs. */
export function printResult(
  lines: readonly string[],
  result: { readonly ok: boolean; readonly [name: string]: unknown },
  { json }: Pick<Arguments, 'json'>,
): void {
  for (const line of lines) console.log(printable(line));
  if (json) printObject(result);
}

/** Redirects all output, also of a definition, to standard error, until the object of `--json` is printed. */
export function reserveStdout(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

function printObject(object: object): void {
  // The method of the prototype applies again.
  Reflect.deleteProperty(process.stdout, 'write');
  console.log(JSON.stringify(object));
}

/** Prints what went wrong. @returns the exit code */
export function report(error: unknown, json = false): number {
  const problems = error instanceof ContentError ? error.problems : [];
  const [exitCode, message] = failureOf(error);
  for (const problem of problems.slice(0, MAX_PROBLEMS))
    console.error(`${formatProblem(problem)}\n`);
  for (const line of message.split('\n')) console.error(printable(line));
  if (problems.length > MAX_PROBLEMS) console.error(NOT_ALL);
  const objects = problems.map(({ location: { file, line, column }, code, message, help }) => ({
    ...{ code, file, line, column, message, help },
  }));
  if (json) printObject({ ok: false, error: message, problems: objects });
  return exitCode;
}

function failureOf(error: unknown): [exitCode: number, message: string] {
  if (error instanceof ContentError) {
    const { problems } = error;
    const files = new Set(problems.map(({ location }) => location.file)).size;
    const found = `${formatCount(problems.length, 'problem')} in ${formatCount(files, 'file')}`;
    const isPulled = problems.some(({ location }) => /^as pulled:/.test(location.file));
    return [FAILED, `${found}.${isPulled ? PULLED : ''}`];
  }
  if (error instanceof UsageError) {
    const cause = error.cause === undefined ? '' : ` ${describeError(error.cause)}`;
    return [USAGE_ERROR, error.message + cause];
  }
  if (error instanceof Error && error.name === 'AbortError')
    return [INTERRUPTED, 'Stopped; nothing was changed.'];
  if (error instanceof Error && 'syscall' in error)
    return [FAILED, `System error: ${error.message}.`];
  return [FAILED, `Unexpected error: ${describeError(error)}`];
}

/** How to correct records whose lines are in no file. */
const PULLED =
  ' Correct what is “as pulled” at the source, or write the record with its key and the right values into the content file: `pull` keeps it.';

/** `20 records`, or `20 records (3 made of others)`. */
export const recordsText = (count: number, made: number, noun = 'record'): string =>
  formatCount(count, noun) + (made > 0 ? ` (${formatNumber(made)} made of others)` : '');

/**
 * Prints a warning for each collection that has no records.
 * @returns the warnings
 */
export function warnOfEmptyCollections(
  collections: readonly { readonly name: string; readonly count: number }[],
): string[] {
  const empty = collections.filter(({ count }) => count === 0);
  return empty.map(({ name }) => {
    const message = `The collection ${name} is empty: it has no published record.`;
    console.error(message);
    return message;
  });
}
