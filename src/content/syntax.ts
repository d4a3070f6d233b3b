import type { ProblemCode } from '../util/problem.ts';

/** Steps from a document's root to a value in it: field names and list positions. */
export type Path = readonly (string | number)[];

/** A stretch of a file's text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** Something that keeps a text from being read. */
export interface Fault extends Range {
  readonly code: ProblemCode;
  readonly message: string;
  readonly help: string;
}

/** What a text says, as plain data. */
export interface Parsed {
  /** Meaningless where there are faults. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

/**
 * Finds a value, or the name of the field that holds it, in a text; where there is none, the nearest
 * thing around it.
 */
type Find = (path: Path, part: 'value' | 'name') => Range;

/** A language that content is written in. */
export interface Syntax {
  parse(text: string): Parsed;
  /** Reads a text once more for positions, so that good content pays nothing for them. */
  finder(text: string): Find;
}
