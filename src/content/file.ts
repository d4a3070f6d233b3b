import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { once } from '../util/once.ts';
import { fileLocation, type Problem, type SourceLocation } from '../util/problem.ts';
import { formatNumber } from '../util/text.ts';
import { findConflict } from './conflict.ts';
import { csv, tsv } from './csv.ts';
import type { ContentFormat, FieldPath, FileOptions, Unlocated } from './format.ts';
import { json } from './json.ts';
import { jsonLines } from './json-lines.ts';
import { locationsIn } from './location.ts';
import { markdown } from './markdown.ts';
import { yaml } from './yaml.ts';

/** The content formats by file extension. */
export const FORMATS: Readonly<Record<string, ContentFormat>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
  '.jsonl': jsonLines,
  '.ndjson': jsonLines,
  '.csv': csv,
  '.tsv': tsv,
  '.md': markdown,
};

/** A file's format; undefined for an unknown extension. */
export const formatOf = (file: string): ContentFormat | undefined =>
  FORMATS[path.extname(file).toLowerCase()];

/** The content of a file as plain data. Its text is not kept: thousands of them would fill the memory. */
export interface FileContent {
  /** A record or a list of them; meaningless where there are problems. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/**
 * Reads a content file with one of the known extensions.
 * @param draft its bytes, if they are read already or not written yet
 */
export function readContentFile(
  file: string,
  options?: FileOptions,
  draft?: Uint8Array,
): FileContent {
  const format = formatOf(file) ?? yaml;
  let bytes: Uint8Array;
  try {
    const problem = sizeProblem(draft?.length ?? statSync(file).size, format);
    if (problem) return failed(problem, fileLocation(file));
    bytes = draft ?? readFileSync(file);
  } catch (error) {
    return failed(unreadable('file', (error as Error).message), fileLocation(file));
  }
  return parseBytes(format, file, bytes, options);
}

const failed = (problem: Unlocated, location: SourceLocation): FileContent => ({
  value: null,
  problems: [{ ...problem, location }],
});

/**
 * Parses the bytes of a file.
 * @param file its name in problems
 */
export function parseBytes(
  format: ContentFormat,
  file: string,
  bytes: Uint8Array,
  options?: FileOptions,
): FileContent {
  const text = decode(bytes);
  // Every second byte of English in UTF-16 is 0. Decoding replaces invalid UTF-8 by U+FFFD.
  if (!isUtf8(bytes) || bytes.includes(0))
    return failed(NOT_UTF8, locationsIn(file, text)(text.search(/[\0\u{fffd}]/u)));
  const conflict = findConflict(text);
  const { value, errors } = conflict
    ? { value: null, errors: [conflict] }
    : format.parse(text, options);
  if (errors.length === 0)
    return value == null ? failed(EMPTY, fileLocation(file)) : { value, problems: [] };
  const locationOf = locationsIn(file, text);
  const problems = errors.map(({ offset, length, ...error }) => ({
    ...error,
    location: locationOf(offset, length),
  }));
  return { value, problems };
}

/** The text of a file in UTF-8, without a byte order mark. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The problem of a file or folder that can't be read. */
export const unreadable = (
  kind: 'file' | 'folder',
  reason: string,
  help = 'Check the name and the permissions.',
): Unlocated => ({
  code: 'unreadable',
  message: `This ${kind} can’t be read: ${reason}.`,
  help,
});

/** The problem of a file that is larger than its format allows. */
export const sizeProblem = (size: number, { maxBytes } = yaml): Unlocated | undefined =>
  size <= maxBytes
    ? undefined
    : {
        code: 'too-large',
        message: `This file is too large: ${formatNumber(Math.ceil(size / 1e6))} MB.`,
        help: 'Split it into several files. A YAML or Markdown file can have 50 MB, any other 100 MB.',
      };

const EMPTY = {
  code: 'empty',
  message: 'This file is empty.',
  help: 'Add a record, write `[]` for an empty list, or delete the file.',
} as const;

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This is not UTF-8 text.',
  help: 'Save the file as UTF-8.',
} as const;

/** Returns where a value is in a file, or the name of the field that holds it. */
export type Locate = (path: FieldPath, part?: 'value' | 'name') => SourceLocation;

/**
 * Returns a function that locates the values of a text. It reads and parses the text when the first location is
 * needed, so that valid content doesn't pay for locations, neither in time nor in memory. Where a file has changed
 * since it was read, locations are those in its present text, which its author sees.
 * @param file its name in locations
 * @param read returns its bytes; where it throws, or the text has become wrong, the location is that of the file
 */
export function createLocator(
  format: ContentFormat,
  file: string,
  read: () => Uint8Array,
  options?: FileOptions,
): Locate {
  const parse = once(() => {
    const text = decode(read());
    return [format.locator(text, options), locationsIn(file, text)] as const;
  });
  return (path, part = 'value') => {
    try {
      const [rangeOf, locationOf] = parse();
      const { offset, length } = rangeOf(path, part);
      return locationOf(offset, length);
    } catch {
      return fileLocation(file);
    }
  };
}
