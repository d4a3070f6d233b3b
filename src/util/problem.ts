/** The kinds of problems that content can have. The codes are stable, so that scripts can match them. */
export type ProblemCode =
  | 'syntax'
  | 'conflict'
  | 'encoding'
  | 'empty'
  | 'several-documents'
  | 'unknown-file'
  | 'unreadable'
  | 'too-large'
  | 'link'
  | 'duplicate-field'
  | 'unknown-field'
  | 'missing-field'
  | 'wrong-type'
  | 'bad-value'
  | 'bad-key'
  | 'duplicate'
  | 'reference'
  | 'callback'
  | 'path';

/** A position in a content file. `line` and `column` start at 1; `text` is the whole line. */
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
  /** The position of the record that this one conflicts with, as in the message. */
  readonly other?: string;
}

/** Content that can't be published, with all of its problems. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  constructor(readonly problems: readonly Problem[]) {
    super(`The content has problems (${problems.length}). The first: ${problems[0]?.message}`);
  }
}

/** Wrong options or a wrong definition; `message` is one sentence for the person who made it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The location of a file as a whole, for a problem that has no line. */
export const fileLocation = (file: string) => ({ file, line: 1, column: 1, length: 1, text: '' });

/** Compares problems by file, line and column. */
export function byLocation(a: Problem, b: Problem): number {
  const [p, q] = [a.location, b.location];
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.column - q.column;
}

/** The maximum length of an excerpt: a JSON file may be a single long line. */
const EXCERPT_LENGTH = 100;

/** A location as text. */
export const positionOf = ({ file, line, column }: SourceLocation): string =>
  `${file}:${line}:${column}`;

/** A problem as text for a terminal: position, line with caret, message, help. */
export function formatProblem({ code, location, message, help }: Problem): string {
  const position = positionOf(location);
  const lines = [`${position}  ${code}`, ...excerpt(location), `  ${message}`, `  → ${help}`];
  return lines.map(printable).join('\n');
}

function excerpt({ line, column, length, text }: SourceLocation): string[] {
  if (text === '') return [];
  const start = column - 1;
  const isFar = start + Math.min(length, EXCERPT_LENGTH / 2) > EXCERPT_LENGTH;
  const from = isFar ? start - EXCERPT_LENGTH / 2 : 0;
  const to = from + EXCERPT_LENGTH;
  const [head, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shown = text.slice(from, to);
  const before = (head + text.slice(from, start)).replace(/[^\t]/g, ' ');
  const caret = '^'.repeat(Math.max(1, Math.min(length, to - start)));
  const gutter = String(line);
  const blank = ' '.repeat(gutter.length);
  return [`  ${gutter} | ${head}${shown}${tail}`, `  ${blank} | ${before}${caret}`];
}

/** Replaces control characters, which could move a terminal's cursor or rewrite its output. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
  text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, '\u{fffd}');
