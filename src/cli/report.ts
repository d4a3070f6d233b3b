import { fileURLToPath } from 'node:url';
import {
  ContentError,
  formatProblem,
  type Problem,
  type ProblemCode,
  UsageError,
} from '../util/problem.ts';
import { formatCount, formatNumber } from '../util/text.ts';

/** Exit codes: an error in the content or the system; a wrong call; Ctrl-C. */
const [FAILED, USAGE_ERROR, INTERRUPTED] = [1, 2, 130];

/** How many problems are printed in full. */
const MAX_PROBLEMS = 20;

interface ReportOptions {
  /** What happens to the site as a result. */
  readonly outcome?: string;
  /** Whether to print more than the first problems. */
  readonly allProblems?: boolean | undefined;
}

/**
 * Prints what went wrong.
 * @returns the exit code
 */
export function report(error: unknown, options: ReportOptions = {}): number {
  const { outcome = 'nothing was written', allProblems } = options;
  if (error instanceof ContentError) {
    printProblems(error.problems, outcome, allProblems ? Infinity : MAX_PROBLEMS);
    return FAILED;
  }
  if (error instanceof UsageError) {
    console.error(
      error.message + (error.cause === undefined ? '' : ` ${describeError(error.cause)}`),
    );
    return USAGE_ERROR;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    console.error('Stopped; nothing was changed.');
    return INTERRUPTED;
  }
  const isSystem = error instanceof Error && 'syscall' in error;
  console.error(
    isSystem
      ? formatSystemError(error as NodeJS.ErrnoException, outcome)
      : `Unexpected error: ${describeError(error)}`,
  );
  return FAILED;
}

function printProblems(problems: readonly Problem[], outcome: string, max: number): void {
  for (const problem of problems.slice(0, max)) console.error(`${formatProblem(problem)}\n`);
  const files = new Set(problems.map(({ location }) => location.file)).size;
  const found = `${formatCount(problems.length, 'problem')} in ${formatCount(files, 'file')}`;
  console.error(`${found}; ${outcome}.`);
  if (problems.length <= max) return;
  const counts = new Map<ProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  const mostFirst = [...counts].sort(([, a], [, b]) => b - a);
  for (const [code, count] of mostFirst) console.error(`  ${code}  ${formatNumber(count)}`);
  console.error(`The first ${max} are shown. Use --all-problems to show all.`);
}

/** The meaning of common system errors, by code. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EROFS: 'The file system is read-only',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EMFILE: 'Too many files are open',
};

const formatSystemError = (error: NodeJS.ErrnoException, outcome: string): string =>
  `${SYSTEM_ERRORS[error.code ?? ''] ?? 'System error'}: ${error.message}; ${outcome}.`;

/**
 * An unexpected error in one line: its message, and the file and line that threw it, which helps with
 * errors in a user's own definition.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, url, line] = /(file:\/\/[^\s()]+?):(\d+(?::\d+)?)/.exec(error.stack ?? '') ?? [];
  return url === undefined ? error.message : `${error.message} (${fileURLToPath(url)}:${line})`;
}
