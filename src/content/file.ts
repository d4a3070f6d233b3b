import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Place, type Problem, placeAt, wholeFile } from '../problem.ts';
import { json } from './json.ts';
import type { Parsed, Path, Syntax } from './syntax.ts';
import { yaml } from './yaml.ts';

/** The languages of content, by a file name's ending. */
export const SYNTAXES: Readonly<Record<string, Syntax>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
};

/** What a file says. */
export interface FileContent {
  /** A record or a list of them; meaningless where there are problems. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where a value stands in the file, or the name of the field that holds it. */
  place(path: Path, part: 'value' | 'name'): Place;
}

/** Reads a content file whose name has one of the known endings. */
export function readContentFile(file: string): FileContent {
  const problems: Problem[] = [];
  const syntax = SYNTAXES[path.extname(file).toLowerCase()];
  const text = readText(file, problems);
  if (text === null || !syntax) return { value: null, problems, place: () => wholeFile(file) };
  const { value, faults, find } = parse(syntax, text);
  for (const { offset, length, ...fault } of faults) {
    problems.push({ ...fault, place: placeAt(file, text, offset, length) });
  }
  if (faults.length === 0 && (value === undefined || value === null)) {
    problems.push({ ...EMPTY, place: wholeFile(file) });
  }
  const place = (steps: Path, part: 'value' | 'name') => {
    const { offset, length } = find(steps, part);
    return placeAt(file, text, offset, length);
  };
  return { value, problems, place };
}

/** Parsers call themselves for a value inside another; thousands deep there is no room left. */
function parse(syntax: Syntax, text: string): Parsed {
  try {
    return syntax.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const whole = { offset: 0, length: 1 };
    return { value: undefined, faults: [{ ...TOO_DEEP, ...whole }], find: () => whole };
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

/** A file's text without a byte order mark, or null where it can't be had. */
function readText(file: string, problems: Problem[]): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const message = `This file can’t be read: ${(error as Error).message}.`;
    const help = 'Check its permissions.';
    problems.push({ code: 'unreadable', message, help, place: wholeFile(file) });
    return null;
  }
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\u{feff}/u, '');
  // Decoding puts U+FFFD for what is not UTF-8.
  const text = bytes.toString('utf8');
  problems.push({ ...NOT_UTF8, place: placeAt(file, text, text.indexOf('\u{fffd}')) });
  return null;
}

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This file is not UTF-8 from here on.',
  help: 'Save it as UTF-8.',
} as const;
