import { counted } from '../amount.ts';
import { ContentError, formatProblem, UsageError } from '../problem.ts';

import { toldOf } from './told.ts';

/** Exit codes: the content or the machine is at fault; the call is; Ctrl-C. */
const [FAILED, MISUSED, INTERRUPTED] = [1, 2, 130];

/**
 * Tells what went wrong, in words for the person who called.
 * @param outcome what becomes of the site where the content has problems
 * @returns the exit code
 */
export function report(error: unknown, outcome = 'nothing was written'): number {
  if (error instanceof ContentError) {
    for (const problem of error.problems) console.error(`${formatProblem(problem)}\n`);
    const files = new Set(error.problems.map(({ place }) => place.file)).size;
    const found = `${counted(error.problems.length, 'problem')} in ${counted(files, 'file')}`;
    console.error(`${found}; ${outcome}.`);
    return FAILED;
  }
  if (error instanceof UsageError) {
    console.error(error.message + (error.cause === undefined ? '' : ` ${toldOf(error.cause)}`));
    return MISUSED;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    console.error('Stopped; nothing was changed.');
    return INTERRUPTED;
  }
  const isSystem = error instanceof Error && 'syscall' in error;
  console.error(isSystem ? `The system refused: ${error.message}` : `Unforeseen: ${toldOf(error)}`);
  return FAILED;
}
