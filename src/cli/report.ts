import { fileURLToPath } from 'node:url';
import { ContentError, formatProblem, UsageError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';

/** Exit codes: an error in the content or the system; a wrong call; Ctrl-C. */
const [FAILED, USAGE_ERROR, INTERRUPTED] = [1, 2, 130];

/**
 * Prints what went wrong.
 * @param outcome what happens to the site as a result
 * @returns the exit code
 */
export function report(error: unknown, outcome = 'nothing was written'): number {
  if (error instanceof ContentError) {
    for (const problem of error.problems) console.error(`${formatProblem(problem)}\n`);
    const files = new Set(error.problems.map(({ location }) => location.file)).size;
    const found = `${formatCount(error.problems.length, 'problem')} in ${formatCount(files, 'file')}`;
    console.error(`${found}; ${outcome}.`);
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
