import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileLocation, locationsIn, type Problem, type SourceLocation } from '../util/problem.ts';
import { formatNumber } from '../util/text.ts';
import { csv, tsv } from './csv.ts';
import type {
  ContentFormat,
  FieldPath,
  FileOptions,
  ParseError,
  RangeOf,
  Unlocated,
} from './format.ts';
import { ILL_FORMED, illFormedTexts } from './ill-formed-text.ts';
import { json } from './json.ts';
import { jsonLines } from './json-lines.ts';
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

/** Reads a content file with one of the known extensions. */
export function readContentFile(file: string, options?: FileOptions): FileContent {
  const failed = (problem: Unlocated, location = fileLocation(file)) => ({
    value: null,
    problems: [{ ...problem, location }],
  });
  const format = formatOf(file) ?? yaml;
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > format.maxBytes) return failed(tooLarge(size));
    text = readText(file);
    if (UTF_16.test(text.slice(0, 5)))
      return failed({ ...NOT_UTF8, message: 'This file is UTF-16.' });
    // Decoding replaces invalid UTF-8 by U+FFFD, a character that valid texts rarely contain.
    const broken = text.indexOf('\u{fffd}');
    if (broken !== -1 && !isUtf8(readFileSync(file))) {
      return failed(NOT_UTF8, locationsIn(file, text)(broken));
    }
  } catch (error) {
    return failed(unreadable('file', (error as Error).message));
  }
  const { value, errors } = parseContent(format, text, options);
  if (errors.length === 0) return value == null ? failed(EMPTY) : { value, problems: [] };
  const locationOf = locationsIn(file, text);
  const problems = errors.map(({ offset, length, ...error }) => ({
    ...error,
    location: locationOf(offset, length),
  }));
  return { value, problems };
}

/** Parses a text, and finds what no content can have. The value is meaningless where there are errors. */
export function parseContent(format: ContentFormat, text: string, options?: FileOptions) {
  const { value, errors } = format.parse(text, options);
  if (errors.length > 0) return { value, errors };
  return { value, errors: encodingErrors(value, text, () => format.locator(text, options)) };
}

/** A file's text, without a byte order mark. */
const readText = (file: string): string => readFileSync(file, 'utf8').replace(/^\u{feff}/u, '');

/** The escape of a half of a surrogate pair, in JSON and in YAML. */
const SURROGATE = /\\u(?:0000)?d[89a-f]/i;

/** The texts of a value that are not well-formed Unicode: an escape such as `\uD800` can make one. */
function encodingErrors(value: unknown, text: string, locator: () => RangeOf): ParseError[] {
  const places = SURROGATE.test(text) ? illFormedTexts(value) : [];
  if (places.length === 0) return [];
  const rangeOf = locator();
  return places.map(({ path, part }) => ({ ...ILL_FORMED, ...rangeOf(path, part) }));
}

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

const tooLarge = (size: number): Unlocated => ({
  code: 'too-large',
  message: `This file is too large: ${formatNumber(Math.ceil(size / 1e6))} MB.`,
  help: 'Split it into several files. A YAML or Markdown file can have 50 MB, any other 100 MB.',
});

const EMPTY = {
  code: 'empty',
  message: 'This file is empty.',
  help: 'Add a record, write `[]` for an empty list, or delete the file.',
} as const;

/** Every second byte of the first characters is 0, also after a byte order mark. */
const UTF_16 = /^.{0,3}\0(?!\0)/s;

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This byte is not valid UTF-8.',
  help: 'Save the file as UTF-8.',
} as const;

/** Returns where a value is in a file, or the name of the field that holds it. */
export type Locate = (path: FieldPath, part?: 'value' | 'name') => SourceLocation;

/** How many files stay parsed: a problem may name two, and one large list may be named by many. */
const MAX_LOCATORS = 8;

/**
 * Returns a function that locates the values of a file. It parses a file when the first location in it
 * is needed, so that valid content doesn't pay for locations, neither in time nor in memory. Where a
 * file has changed since it was read, locations are those in its present text, which its author sees.
 */
export function createLocator(): (file: string, options?: FileOptions) => Locate {
  /** By file, the one used last at the end. */
  const locators = new Map<string, Locate>();
  return (file, options) => (path, part) => {
    try {
      const locate = locators.get(file) ?? createFileLocator(file, options);
      locators.delete(file);
      locators.set(file, locate);
      const [oldest = file] = locators.keys();
      if (locators.size > MAX_LOCATORS) locators.delete(oldest);
      return locate(path, part);
    } catch {
      // Its text can't be read any more, or has become wrong.
      locators.set(file, () => fileLocation(file));
      return fileLocation(file);
    }
  };
}

function createFileLocator(file: string, options?: FileOptions): Locate {
  const text = readText(file);
  const rangeOf = (formatOf(file) ?? yaml).locator(text, options);
  const locationOf = locationsIn(file, text);
  return (path, part = 'value') => {
    const { offset, length } = rangeOf(path, part);
    return locationOf(offset, length);
  };
}
