import type { ParseError } from './format.ts';

/**
 * Finds the first conflict of a merge that Git has left in a text.
 * https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
 */
export function findConflict(text: string): ParseError | undefined {
  const offset = text.includes('<<<<<<< ') ? text.search(CONFLICT) : -1;
  return offset === -1 ? undefined : { ...PROBLEM, offset, length: 7 };
}

const CONFLICT = /^<<<<<<< .*?^=======$.*?^>>>>>>> /ms;

const PROBLEM = {
  code: 'conflict',
  message: 'This is a conflict marker of Git: two versions of the file could not be merged.',
  help: 'Keep one version, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`. Indent them if they are text.',
} as const;
