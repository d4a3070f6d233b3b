import { ContentError, formatProblem, UsageError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';

import { describeError } from './describe-error.ts';

/** Exit codes: the content or the machine is at fault; the call is; Ctrl-C. */
const [FAILED, MISUSED, INTERRUPTED] = [1, 2, 130];

/**
 * Tells what went wrong, in words for the person who called.
 * @param outcome what becomes of the site then
 * @returns the exit code
 */
export function report(error: unknown, outcome = 'nothing was written'): number {
  if (error instanceof ContentError) {
    for (const problem of error.problems) console.error(`${formatProblem(problem)}\n`);
    const files = new Set(error.problems.map(({ location: place }) => place.file)).size;
    const found = `${formatCount(error.problems.length, 'problem')} in ${formatCount(files, 'file')}`;
    console.error(`${found}; ${outcome}.`);
    return FAILED;
  }
  if (error instanceof UsageError) {
    console.error(
      error.message + (error.cause === undefined ? '' : ` ${describeError(error.cause)}`),
    );
    return MISUSED;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    console.error('Stopped; nothing was changed.');
    return INTERRUPTED;
  }
  const isSystem = error instanceof Error && 'syscall' in error;
  console.error(
    isSystem
      ? refusal(error as NodeJS.ErrnoException, outcome)
      : `Unforeseen: ${describeError(error)}`,
  );
  return FAILED;
}

/** What the system's commonest refusals mean, by their codes. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EROFS: 'The file system can only be read',
  EACCES: 'The system does not permit it',
  EPERM: 'The system does not permit it',
  EMFILE: 'Too many files are open',
};

const refusal = (error: NodeJS.ErrnoException, outcome: string): string =>
  `${REFUSALS[error.code ?? ''] ?? 'The system refused'}: ${error.message}; ${outcome}.`;
