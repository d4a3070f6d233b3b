import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatOf, sizeProblem } from '../content/file.ts';
import { ContentError, fileLocation } from '../util/problem.ts';
import type { NewFile } from './data.ts';

/** How a file is decoded that is not UTF-8 or UTF-16, which `--encoding` names. */
const ENCODINGS = ['windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A data file, with its text in UTF-8. */
export interface Source extends NewFile {
  /** True if the bytes differ from those of the file. */
  readonly isDecoded: boolean;
}

/**
 * Reads a data file, decompresses it, and decodes it.
 * @throws UsageError for a format that must be converted by another program, ContentError for a file that is too large
 */
export function readSource(from: string, _encoding?: Encoding): Source {
  const file = path.basename(from);
  const problem = sizeProblem(statSync(from).size, formatOf(file));
  if (problem) throw new ContentError([{ ...problem, location: fileLocation(from) }]);
  return { from, file, bytes: readFileSync(from), isDecoded: false };
}
