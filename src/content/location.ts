import { lastUpTo } from '../core/search.ts';
import type { SourceLocation } from '../util/problem.ts';

/**
 * Returns a function that locates `length` characters at an offset of a file's text. A range over
 * several lines ends with its first line. An offset in the white space at the end is moved to the end of
 * the last line. The lines are found once, so that thousands of locations don't each search the text.
 */
export function locationsIn(file: string, text: string) {
  const starts = [0];
  const lineBreaks = /\r\n?|\n/g;
  while (lineBreaks.test(text)) starts.push(lineBreaks.lastIndex);
  const { length: textEnd } = text.trimEnd();
  return (offset: number, length = 1): SourceLocation => {
    const from = Math.min(offset, textEnd);
    const line = lastUpTo(starts, from);
    const start = starts[line] as number;
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    // V8 doesn't copy it: a file that is a single line may have many problems.
    const lineText = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    const column = from - start + 1;
    const marked = Math.max(1, Math.min(length, lineText.length - column + 1));
    return { file, line: line + 1, column, length: marked, text: lineText };
  };
}
