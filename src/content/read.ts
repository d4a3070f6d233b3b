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
  readonly value: unknown;
  /** Where a value of the record stands, or the name of the field that holds it. */
  place(path: Path, part?: 'value' | 'name'): Place;
}

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
  const files = await listFiles(folder, collections, problems);
  for (const [index, file] of files.entries()) {
    if (index % BATCH === 0) {
      onProgress('Reading', index, files.length);
      await setImmediate();
    }
    readRecords(folder, file, entries, problems);
  }
  return { entries, problems };
}

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no content folder at ${folder}.`);
}

/** The files that hold records, in the order of their paths; a problem for each that is amiss. */
async function listFiles(
  folder: string,
  collections: readonly string[],
  problems: Problem[],
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
      const why =
        (dirent.isSymbolicLink() && linkProblem(root, file)) || fileProblem(file, collections);
      if (why) problems.push({ ...why, place: wholeFile(path.join(folder, file)) });
      return !why;
    })
    .map((entry) => entry.path);
}

type Why = Pick<Problem, 'message' | 'help'> & { readonly code: ProblemCode };

function linkProblem(root: string, file: string): Why | null {
  const help = 'Put a copy of the file itself here.';
  try {
    const target = realpathSync(path.join(root, file));
    if (path.relative(root, target).startsWith('..')) {
      return { code: 'link', message: 'This link leads outside the content folder.', help };
    }
    if (!statSync(target).isDirectory()) return null;
    return { code: 'link', message: 'This link leads to a folder.', help };
  } catch {
    return { code: 'link', message: 'This link leads nowhere.', help };
  }
}

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

function readRecords(folder: string, file: string, entries: Entry[], problems: Problem[]): void {
  const shown = path.join(folder, file);
  const text = readText(shown, problems);
  if (text === null) return;
  const parsed = SYNTAXES[path.extname(file).toLowerCase()]?.parse(text);
  if (!parsed) return;
  for (const { offset, length, ...fault } of parsed.faults) {
    problems.push({ ...fault, place: placeAt(shown, text, offset, length) });
  }
  if (parsed.faults.length > 0) return;
  if (parsed.value === undefined || parsed.value === null) {
    problems.push({ ...EMPTY, place: wholeFile(shown) });
    return;
  }
  entries.push(
    ...entriesOf(file, parsed, (offset, length) => placeAt(shown, text, offset, length)),
  );
}

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
