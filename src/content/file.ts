import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileLocation, locationAt, type Problem } from '../util/problem.ts';
import { json } from './json.ts';
import type { Parsed, Syntax } from './syntax.ts';
import { yaml } from './yaml.ts';

/** The languages of content, by a file name's ending. */
export const SYNTAXES: Readonly<Record<string, Syntax>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
};

/** The language of a file; undefined where its name has none of the known endings. */
export const syntaxOf = (file: string): Syntax | undefined =>
  SYNTAXES[path.extname(file).toLowerCase()];

/** What a file says, as plain data. Its text is not kept: thousands of them would fill the memory. */
export interface FileContent {
  /** A record or a list of them; meaningless where there are problems. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** Reads a content file whose name has one of the known endings. */
export function readContentFile(file: string): FileContent {
  const syntax = syntaxOf(file);
  const text = readText(file);
  if (typeof text !== 'string') return { value: null, problems: [text] };
  if (!syntax) return { value: null, problems: [] };
  const { value, faults } = parse(syntax, text);
  if (faults.length > 0) {
    const problems = faults.map(({ offset, length, ...fault }) => ({
      ...fault,
      location: locationAt(file, text, offset, length),
    }));
    return { value, problems };
  }
  const isEmpty = value === undefined || value === null;
  return { value, problems: isEmpty ? [{ ...EMPTY, location: fileLocation(file) }] : NONE };
}

/** One for all files that are fine. */
const NONE: readonly Problem[] = [];

/** Parsers call themselves for a value inside another; thousands deep there is no room left. */
function parse(syntax: Syntax, text: string): Parsed {
  try {
    return syntax.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: undefined, faults: [{ ...TOO_DEEP, offset: 0, length: 1 }] };
  }
}

const TOO_DEEP = {
  code: 'syntax',
  message: 'Values stand inside values here, too deep to be followed.',
  help: 'Check the brackets; a record is a few levels deep at most.',
} as const;

const EMPTY = {
  code: 'empty',
  message: 'This file is empty.',
  help: 'Write a record into it, or delete it; a list without records is `[]`.',
} as const;

/** A file's text without a byte order mark, or why it can't be had. */
export function readText(file: string): string | Problem {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const message = `This file can’t be read: ${(error as Error).message}.`;
    const help = 'Check its permissions.';
    return { code: 'unreadable', message, help, location: fileLocation(file) };
  }
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return text.replace(/^\u{feff}/u, '');
  // Decoding puts U+FFFD for what is not UTF-8.
  return { ...NOT_UTF8, location: locationAt(file, text, text.indexOf('\u{fffd}')) };
}

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This file is not UTF-8 from here on.',
  help: 'Save it as UTF-8.',
} as const;
