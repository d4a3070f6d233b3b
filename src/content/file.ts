import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileLocation, locationAt, type Problem } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';
import { type ContentFormat, NESTED_TOO_DEEPLY, type ParseResult } from './format.ts';
import { json } from './json.ts';
import { yaml } from './yaml.ts';

/** The content formats by file extension. */
export const FORMATS: Readonly<Record<string, ContentFormat>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
};

/** A file's format; undefined for an unknown extension. */
export const formatOf = (file: string): ContentFormat | undefined =>
  FORMATS[path.extname(file).toLowerCase()];

/** What a file says, as plain data. Its text is not kept: thousands of them would fill the memory. */
export interface FileContent {
  /** A record or a list of them; meaningless where there are problems. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** Shared by all files without problems. */
const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Reads a content file with one of the known extensions. A file that is not there, because somebody
 * has just removed it, contains no records.
 */
export function readContentFile(file: string): FileContent {
  const failed = (problem: Omit<Problem, 'location'>, location = fileLocation(file)) => ({
    value: null,
    problems: [{ ...problem, location }],
  });
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { value: [], problems: NO_PROBLEMS };
    return failed(unreadable('file', error));
  }
  const text = decode(bytes);
  // Decoding replaces what is not UTF-8 by U+FFFD.
  if (!isUtf8(bytes)) return failed(NOT_UTF8, locationAt(file, text, text.indexOf('\u{fffd}')));
  const { value, errors } = parse(formatOf(file) ?? yaml, text);
  if (errors.length === 0) return value == null ? failed(EMPTY) : { value, problems: NO_PROBLEMS };
  const problems = errors.map(({ offset, length, ...error }) => ({
    ...error,
    location: locationAt(file, text, offset, length),
  }));
  return { value, problems };
}

/** A file's text, without a byte order mark. */
export const decode = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\u{feff}/u, '');

/** Parses a text; values that are nested too deeply are one more error. */
function parse(format: ContentFormat, text: string): ParseResult {
  try {
    return format.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: undefined, errors: [NESTED_TOO_DEEPLY] };
  }
}

/** A file or folder that the system does not let us read. */
export const unreadable = (kind: 'file' | 'folder', error: unknown) =>
  ({
    code: 'unreadable',
    message: `This ${kind} can’t be read: ${(error as Error).message}.`,
    help: 'Check its permissions.',
  }) as const;

const EMPTY = {
  code: 'empty',
  message: 'This file is empty.',
  help: 'Write a record into it, or delete it; a list without records is `[]`.',
} as const;

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This file is not UTF-8 from here on.',
  help: 'Save it as UTF-8.',
} as const;
