import type { Collection } from '../api/definition.ts';
import type { Problem } from '../util/problem.ts';

/** Field names and list positions that lead from a document's root to a value in it. */
export type FieldPath = readonly (string | number)[];

/** A value, or the name of the field that holds it. */
export interface FieldPart {
  readonly path: FieldPath;
  readonly part: 'value' | 'name';
}

/** A part of a file's text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** A problem that has no location yet. */
export type Unlocated = Omit<Problem, 'location'>;

/** Why a text can't be read. */
export interface ParseError extends TextRange, Unlocated {}

/** Returns the converter of a field's text to a value, or to undefined where the field is absent. */
export type ConverterOf = (name: string) => (text: string) => unknown;

/** How a file is read. */
export interface FileOptions extends NonNullable<Collection['content']> {
  /** For formats that have only texts. Without it, the values are texts. */
  readonly converterOf?: ConverterOf;
}

/** A language that content is written in. `FORMATS` in file.ts lists them by file extension. */
export interface ContentFormat {
  /** The size of the largest file that is read. */
  readonly maxBytes: number;
  /** Can a file wrap the list of its records in an object? */
  readonly canWrap?: true;
  /** Returns the content of a text as plain data, which is meaningless where there are errors. */
  parse(
    text: string,
    options?: FileOptions,
  ): { readonly value: unknown; readonly errors: readonly ParseError[] };
  /**
   * Parses a text once more, for positions only, so that valid content doesn't pay for them. Returns
   * where a value is, or the name of the field that holds it; for a missing value, its parent's range.
   * Both may throw where the text has an error: a file may have changed since it was read.
   */
  locator(text: string, options?: FileOptions): RangeOf;
}

/** Returns where a value is, or the name of the field that holds it. */
type RangeOf = (path: FieldPath, part: 'value' | 'name') => TextRange;

/** The problem of a text that is not in its format. */
export const syntaxProblem = (format: string, reason: string, help: string): Unlocated => ({
  code: 'syntax',
  message: `This is not ${format}: ${reason}.`,
  help,
});

/** The start of a text, for what has no position of its own. */
export const TEXT_START: TextRange = { offset: 0, length: 1 };

/**
 * The deepest nesting that is read. No record comes near it, and the functions that parse, check and
 * serialize values are recursive: without a limit they would exhaust the stack.
 */
export const MAX_DEPTH = 200;

/**
 * @param range where in the text the value is
 * @throws RangeError, as JavaScript does for an exhausted stack
 */
export function assertDepth(depth: number, range: TextRange): void {
  if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply', { cause: range });
}

/** Returns a parser that reports a RangeError as an error of the text: values are nested too deeply. */
export const reportRangeErrors =
  (parse: ContentFormat['parse']): ContentFormat['parse'] =>
  (text, options) => {
    try {
      return parse(text, options);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { value: undefined, errors: [{ ...NESTED_TOO_DEEPLY, ...Object(error.cause) }] };
    }
  };

const NESTED_TOO_DEEPLY = {
  code: 'syntax',
  message: 'Nested too deeply.',
  help: 'Check the brackets, or use fewer levels.',
  ...TEXT_START,
} as const;

/** The parsers accept such a field, or drop one of the two, without an error. */
export const DUPLICATE_FIELD = {
  code: 'duplicate-field',
  message: 'This record has the same field twice.',
  help: 'Remove one of them.',
} as const;

/** An assignment to such a field would set the prototype of its object, and zod drops it. */
export const PROTO_FIELD = {
  code: 'unknown-field',
  message: 'A field can’t have the name `__proto__`.',
  help: 'Rename the field.',
} as const;

/** Escapes of JSON and YAML can make such a text, which UTF-8 can't have. https://www.rfc-editor.org/rfc/rfc8259#section-8.2 */
export const ILL_FORMED = {
  code: 'encoding',
  message: 'This text contains half of a surrogate pair, which is not a character.',
  help: 'Write the whole character, or remove this half.',
} as const;
