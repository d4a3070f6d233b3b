/** Every kind of problem content can have. The code is stable: scripts may match it. */
const PROBLEM_CODES = [
  'syntax',
  'encoding',
  'empty',
  'several-documents',
  'unknown-file',
  'unreadable',
  'link',
  'duplicate-field',
  'unknown-field',
  'missing-field',
  'wrong-type',
  'bad-value',
  'bad-key',
  'duplicate',
  'reference',
  'path',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** A stretch of a content file. `line` and `column` count from 1; `text` is the whole line. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters to mark, from `column`. */
  readonly length: number;
  readonly text: string;
}

export interface Problem {
  readonly code: ProblemCode;
  readonly location: SourceLocation;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly help: string;
  /** Where the record is that this one clashes with, as the message names it. */
  readonly other?: string;
}

/** Content that can't be published: carries every problem found, never only the first. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  constructor(readonly problems: readonly Problem[]) {
    super(`${problems.length} problem(s) in the content, the first: ${problems[0]?.message}`);
  }
}

/** A call or a setup that can't work: `message` is one clear sentence for the person who made it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The place of `length` characters at `offset` in a file's text. A stretch over several lines is
 * marked to the end of its first line; past all that is written there is the end of the last line.
 */
export function locationAt(file: string, text: string, offset: number, length = 1): SourceLocation {
  const at = Math.min(offset, text.trimEnd().length);
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
  const column = at - start + 1;
  return {
    file,
    line: text.slice(0, start).split('\n').length,
    column,
    length: Math.max(1, Math.min(length, line.length - column + 1)),
    text: line,
  };
}

/** The place of a file as a whole, for what can't be put down to a line of it. */
export const fileLocation = (file: string): SourceLocation => ({
  file,
  line: 1,
  column: 1,
  length: 1,
  text: '',
});

/** In the order of a reader: by file, line and column. */
export function byLocation(a: Problem, b: Problem): number {
  const [p, q] = [a.location, b.location];
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.column - q.column;
}

/** How much of a long line is shown: a JSON file may be a single one. */
const SHOWN = 100;

/** A problem as text for a terminal: where, the line with a caret, what is wrong, what to do. */
export function formatProblem({ code, location: place, message, help }: Problem): string {
  const where = `${place.file}:${place.line}:${place.column}`;
  const lines = [`${where}  ${code}`, ...excerpt(place), `  ${message}`, `  → ${help}`];
  return lines.map(printable).join('\n');
}

function excerpt({ line, column, length, text }: SourceLocation): string[] {
  if (text === '') return [];
  const marked = column - 1;
  const from = marked + Math.min(length, SHOWN / 2) > SHOWN ? marked - SHOWN / 2 : 0;
  const [head, shown] = [from > 0 ? '…' : '', text.slice(from, from + SHOWN)];
  const tail = from + SHOWN < text.length ? '…' : '';
  const before = (head + text.slice(from, marked)).replace(/[^\t]/g, ' ');
  const caret = '^'.repeat(Math.max(1, Math.min(length, from + SHOWN - marked)));
  const gutter = String(line);
  const blank = ' '.repeat(gutter.length);
  return [`  ${gutter} | ${head}${shown}${tail}`, `  ${blank} | ${before}${caret}`];
}

/** Control characters would move the cursor or worse; a mark takes their place. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, '\u{fffd}');
