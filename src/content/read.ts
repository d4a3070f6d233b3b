import { isUtf8 } from 'node:buffer';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import glob from 'fast-glob';
import {
  type Place,
  type Problem,
  type ProblemCode,
  placeAt,
  UsageError,
  wholeFile,
} from '../problem.ts';
import { nearest } from '../suggestion.ts';
import { json } from './json.ts';
import type { Parsed, Path, Syntax } from './syntax.ts';
import { yaml } from './yaml.ts';

/** A record as it stands in a file, not yet checked. */
export interface Entry {
  readonly collection: string;
  /** The file's path below the content folder, with `/` on every system. */
  readonly file: string;
  /** Is the record the only one in its file? */
  readonly alone: boolean;
  /** `UNREAD` for a file whose records, however many, can't be had. */
  readonly value: unknown;
  /** Where a value of the record stands, or the name of the field that holds it. */
  place(path: Path, part?: 'value' | 'name'): Place;
}

/** Stands for the records of a file that has a problem, so that nobody takes them for missing. */
export const UNREAD = Symbol('unread');

export interface Content {
  /** By file, then as they stand in it. */
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

/** Called now and then in a long step with how much of it is done. */
export type OnProgress = (step: string, done: number, total?: number) => void;

/** The languages of content, by a file name's ending. */
const SYNTAXES: Readonly<Record<string, Syntax>> = { '.yaml': yaml, '.yml': yaml, '.json': json };

/** What editors and people leave beside content: notes, and copies under another name. */
const LEFTOVER = /\.md$|~$|#$|\.(?:bak|orig|rej|swp|tmp)$/i;

/** How many files are read before others get a turn: a progress line, Ctrl-C. */
const BATCH = 250;

/**
 * Reads every record below a folder: `<folder>/<collection>/**`, YAML or JSON, a record or a list of
 * records to a file. Looks outside the folder by no link, and passes nothing over in silence.
 * @param folder the content folder; file names in problems begin with it as it is given here
 * @param collections the names of the collections
 * @throws UsageError where the folder isn't there
 */
export async function readContent(
  folder: string,
  collections: readonly string[],
  onProgress: OnProgress = () => {},
): Promise<Content> {
  requireFolder(folder);
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const files = await listFiles(folder, collections, (file, why) => {
    problems.push({ ...why, place: wholeFile(path.join(folder, file)) });
    entries.push(unread(folder, file, collections));
  });
  for (const [index, file] of files.entries()) {
    if (index % BATCH === 0) {
      onProgress('Reading', index, files.length);
      await setImmediate();
    }
    const read = readRecords(folder, file, problems) ?? [unread(folder, file, collections)];
    // Not all at once as arguments of `push`: a list may hold more than a call can take.
    for (const entry of read) entries.push(entry);
  }
  return { entries, problems };
}

/** An entry of the collection that the file belongs to, or is probably meant for. */
function unread(folder: string, file: string, collections: readonly string[]): Entry {
  const [name = ''] = file.split('/');
  const place = () => wholeFile(path.join(folder, file));
  return {
    collection: nearest(name, collections) ?? name,
    file,
    alone: true,
    value: UNREAD,
    place,
  };
}

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no content folder at ${folder}.`);
}

/** The files that hold records, in the order of their paths; each that is amiss is refused. */
async function listFiles(
  folder: string,
  collections: readonly string[],
  refuse: (file: string, why: Why) => void,
): Promise<string[]> {
  const found = await glob('**', {
    // As `cwd` the folder is no pattern: brackets and parentheses in its path mean themselves.
    cwd: folder,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
  });
  const root = realpathSync(folder);
  return found
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .filter(({ path: file, dirent }) => {
      if (dirent.isDirectory() || LEFTOVER.test(file)) return false;
      const isLink = dirent.isSymbolicLink();
      const why =
        (isLink && linkProblem(root, file)) ||
        (!isLink && !dirent.isFile() && NO_FILE) ||
        fileProblem(file, collections);
      if (why) refuse(file, why);
      return !why;
    })
    .map((entry) => entry.path);
}

type Why = Pick<Problem, 'message' | 'help'> & { readonly code: ProblemCode };

function linkProblem(root: string, file: string): Why | null {
  const help = 'Put a copy of the file itself here.';
  try {
    const target = realpathSync(path.join(root, file));
    const way = path.relative(root, target);
    if (way.split(path.sep)[0] === '..' || path.isAbsolute(way)) {
      return { code: 'link', message: 'This link leads outside the content folder.', help };
    }
    if (statSync(target).isFile()) return null;
    return { code: 'link', message: 'This link leads to a folder, not to a file.', help };
  } catch {
    return { code: 'link', message: 'This link leads nowhere.', help };
  }
}

/** Reading one could wait for ever. */
const NO_FILE = {
  code: 'unreadable',
  message: 'This is a pipe, a socket or a device, not a file.',
  help: 'Remove it, or move it out of the content folder.',
} as const;

function fileProblem(file: string, collections: readonly string[]): Why | null {
  const isData = path.extname(file).toLowerCase() in SYNTAXES;
  const [name = ''] = file.split('/');
  const inCollection = file.includes('/') && collections.includes(name);
  if (isData === inCollection) return null;
  if (inCollection) {
    return {
      code: 'unknown-file',
      message: `The name of a content file ends in ${listed(Object.keys(SYNTAXES))}.`,
      help: 'Rename the file, or move it out of the content folder.',
    };
  }
  const meant = nearest(name, collections);
  const folders = listed(collections.map((collection) => `${collection}/`));
  return {
    code: 'unknown-file',
    message: `This file belongs to no collection; their folders are ${folders}.`,
    help: meant ? `Is it meant for ${meant}/?` : 'Move it into one of them, or out of the folder.',
  };
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

/** The records of a file, or null where a problem keeps them from being had. */
function readRecords(folder: string, file: string, problems: Problem[]): Entry[] | null {
  const syntax = SYNTAXES[path.extname(file).toLowerCase()];
  if (!syntax) return [];
  const shown = path.join(folder, file);
  const text = readText(shown, problems);
  if (text === null) return null;
  const at = (offset: number, length: number) => placeAt(shown, text, offset, length);
  const parsed = parse(syntax, text);
  for (const { offset, length, ...fault } of parsed.faults) {
    problems.push({ ...fault, place: at(offset, length) });
  }
  if (parsed.faults.length > 0) return null;
  if (parsed.value !== undefined && parsed.value !== null) return entriesOf(file, parsed, at);
  problems.push({ ...EMPTY, place: wholeFile(shown) });
  return null;
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

function entriesOf(
  file: string,
  { value, find }: Parsed,
  at: (offset: number, length: number) => Place,
): Entry[] {
  const collection = file.slice(0, file.indexOf('/'));
  const entry = (one: unknown, root: Path): Entry => ({
    collection,
    file,
    alone: root.length === 0,
    value: one,
    place: (steps, part = 'value') => {
      const { offset, length } = find([...root, ...steps], part);
      return at(offset, length);
    },
  });
  return Array.isArray(value) ? value.map((one, index) => entry(one, [index])) : [entry(value, [])];
}

/** A file's text without a byte order mark, or null where it can't be had. */
function readText(shown: string, problems: Problem[]): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(shown);
  } catch (error) {
    const message = `This file can’t be read: ${(error as Error).message}.`;
    const help = 'Check its permissions.';
    problems.push({ code: 'unreadable', message, help, place: wholeFile(shown) });
    return null;
  }
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\u{feff}/u, '');
  // Decoding puts U+FFFD for what is not UTF-8.
  const text = bytes.toString('utf8');
  problems.push({ ...NOT_UTF8, place: placeAt(shown, text, text.indexOf('\u{fffd}')) });
  return null;
}

const NOT_UTF8 = {
  code: 'encoding',
  message: 'This file is not UTF-8 from here on.',
  help: 'Save it as UTF-8.',
} as const;
