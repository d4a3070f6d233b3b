import type { ParseError } from './format.ts';
import { FRONT_MATTER } from './markdown.ts';

/**
 * Finds the first conflict of a merge that Git has left in a text. Fenced code of Markdown may show a whole one.
 * https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
 */
export function findConflict(text: string, isMarkdown: boolean): ParseError | undefined {
  if (!text.includes('<<<<<<< ')) return undefined;
  const head = isMarkdown ? (FRONT_MATTER.exec(text)?.[0] ?? '') : text;
  const blanks = ({ length }: string) => ' '.repeat(length);
  const body = text
    .slice(head.length)
    .replace(FENCED_CODE, (fenced) => fenced.replace(CONFLICT, blanks));
  const offset = (head + body).search(CONFLICT);
  return offset === -1 ? undefined : { ...PROBLEM, offset, length: 7 };
}

const CONFLICT = /^<<<<<<< .*?^=======$.*?^>>>>>>> /gms;

/** https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
const FENCED_CODE = /^ {0,3}(`{3,}(?![^\n]*`)|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|(?!.))/gms;

const PROBLEM = {
  code: 'conflict',
  message: 'This is a conflict marker of Git: two versions of the file could not be merged.',
  help: 'Keep one version, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.',
} as const;
