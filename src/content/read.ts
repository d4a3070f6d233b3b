import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { isObject } from '../core/object.ts';
import { fileLocation, type Problem, type SourceLocation, UsageError } from '../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { exists } from '../util/system-error.ts';
import type { ContentCache } from './cache.ts';
import { textConverter } from './convert.ts';
import { createLocator, type FileContent, formatOf, type Locate, readContentFile } from './file.ts';
import type { FieldPart, FieldPath, FileOptions, Unlocated } from './format.ts';
import { findCollectionOfFile, listFiles, NO_FOLDER } from './list.ts';
import { wrapperOf } from './wrapped.ts';
import { yaml } from './yaml.ts';

/** A record as it is in a file, not yet checked. */
export interface Entry {
  /** Null for a file in no collection's folder. */
  readonly collection: string | null;
  /** The file's path below the content folder, with `/` on every system. */
  readonly file: string;
  /** True for a record of a request, which is in no file. */
  readonly isPosted?: true;
  /**
   * `UNREAD` for a file that has a problem, whose records are not known. The check replaces it by what the schema makes of
   * it, so that not all records are in memory twice.
   */
  value: unknown;
  /** The field whose value is the name of the file; absent if there is none. */
  readonly nameField?: string;
  /** Its index in the list of the file; absent: the file is the record. */
  readonly index?: number;
  /** Where a value of the file or its list is, or the name of the field that holds it. */
  readonly locate: Locate;
}

/** Where a value of a record is, or the name of the field that holds it. Without a path, where the record is. */
export const locateValue = (
  { index, locate }: Entry,
  path: FieldPath = [],
  part?: FieldPart['part'],
): SourceLocation => locate(index === undefined ? path : [index, ...path], part);

/** A problem of a record with its location. The value of one field can be the name of the file. */
export function locateProblem(
  entry: Entry,
  { path, part, ...problem }: Unlocated & Pick<FieldPart, 'path'> & Partial<FieldPart>,
): Problem {
  const location = locateValue(entry, path, part);
  if (path.length !== 1 || path[0] !== entry.nameField) return { ...problem, location };
  const message = `${problem.message} Its value is the name of the file.`;
  return { ...problem, message, location: fileLocation(location.file) };
}

/** Stands for the records of a file that has a problem, so that they are not reported as missing. */
export const UNREAD = Symbol('unread');

export interface Content {
  /** By file, then in the order of the file. */
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

export interface ReadOptions extends TaskOptions {
  /** What earlier readings of the same folder have found. */
  readonly cache?: ContentCache | undefined;
  /** Whether a collection may have no folder, so that it has no records; absent: no. */
  readonly allowMissingFolders?: boolean | undefined;
  /** Files with what was pulled, which are not written yet, by their paths below the folder; absent: none. */
  readonly drafts?: ReadonlyMap<string, Uint8Array>;
}

/** How many files are read between two turns of the event loop. */
const BATCH = 32;

/**
 * Reads every record below a folder: `<folder>/<collection>/**`, in the formats of `FORMATS`, one record
 * or a list of records in a file. Follows no link out of the folder. Ignores only names that start with a
 * dot, temporary files of programs, `README.md`, and files without an extension outside the collections.
 * @param folder the content folder; file names in problems start with it as given here
 * @throws UsageError if the folder does not exist; the signal's reason
 */
export async function readContent(
  folder: string,
  all: readonly Collection[],
  { cache, allowMissingFolders, drafts, ...task }: ReadOptions = {},
): Promise<Content> {
  const collections = all.filter(({ records }) => !records);
  assertFolderExists(folder, collections[0]?.name);
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const addUnread = (file: string) => {
    const locate = () => fileLocation(path.join(folder, file));
    const collection = findCollectionOfFile(file, collections)?.name ?? null;
    entries.push({ collection, file, value: UNREAD, locate });
  };
  const addProblem = (file: string, problem: Unlocated) => {
    problems.push({ ...problem, location: fileLocation(path.join(folder, file)) });
    addUnread(file);
  };
  const listed = listFiles(folder, collections, addProblem);
  const files = [...new Set([...listed, ...(drafts?.keys() ?? [])])];
  // Another problem may be that of the folder: a misspelt or an unreadable name.
  const isMissing = ({ name }: Collection) =>
    !allowMissingFolders && problems.length === 0 && !exists(path.join(folder, name));
  for (const { name } of collections.filter(isMissing)) addProblem(name, NO_FOLDER);
  const optionsOf = new Map(
    collections.map((one) => [one, { ...one.content, converterOf: textConverter(one.schema) }]),
  );
  for (const [index, file] of files.entries()) {
    if (index % BATCH === 0) await yieldToEventLoop(task, 'Reading', index, files.length);
    const draft = drafts?.get(file);
    const fullPath = nameInProblems(path.join(folder, file), draft);
    const collection = findCollectionOfFile(file, collections);
    if (!collection) continue;
    const options = optionsOf.get(collection);
    const content = cache?.read(fullPath, options) ?? readContentFile(fullPath, options, draft);
    const read = () => draft ?? readFileSync(fullPath);
    const locate = createLocator(formatOf(file) ?? yaml, fullPath, read, options);
    const own = makeEntries(file, collection, content, locate, options);
    // One by one: a file may have more records or problems than a call takes arguments.
    for (const problem of own.problems) problems.push(problem);
    for (const entry of own.entries) entries.push(entry);
    if (own.problems.length > 0) addUnread(file);
  }
  return { entries, problems };
}

const nameInProblems = (file: string, draft?: Uint8Array): string =>
  draft ? `as pulled: ${file}` : file;

function assertFolderExists(folder: string, collection = ''): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(
    `There is no content folder ${folder}. Create it with a folder for each collection, such as ${path.join(folder, collection, path.sep)}, or choose another with --content.`,
  );
}

/**
 * The records of a file, or its problems.
 * @param file its path below the content folder
 */
export function makeEntries(
  file: string,
  definition: Collection,
  { value, problems }: FileContent,
  locate: Locate,
  { fileName, converterOf }: FileOptions = {},
): Content {
  if (problems.length > 0) return { entries: [], problems };
  const failed = (problem: Unlocated, ...field: string[]) => ({
    entries: [],
    problems: [{ ...problem, location: locate(field, 'name') }],
  });
  const collection = definition.name;
  const wrapper = formatOf(file)?.canWrap ? wrapperOf(value, definition) : undefined;
  if (typeof wrapper === 'object') return failed(wrapper);
  const records = wrapper === undefined ? value : Object(value)[wrapper];
  if (!Array.isArray(records)) {
    const entry = { collection, file, value, locate };
    if (fileName === undefined || !isObject(value)) return { entries: [entry], problems };
    if (Object.hasOwn(value, fileName)) return failed(NAMED_BY_FILE, fileName);
    const name = recordName(file);
    const named = { [fileName]: converterOf?.(fileName)(name) ?? name, ...value };
    return { entries: [{ ...entry, value: named, nameField: fileName }], problems };
  }
  if (fileName !== undefined) return failed(SEVERAL_RECORDS);
  const locateInList: Locate =
    wrapper === undefined ? locate : (path, part) => locate([wrapper, ...path], part);
  // One function for all: an object with a function of its own for each would take twice the memory.
  const entryOf = (value: unknown, index: number): Entry => {
    return { collection, file, value, locate: locateInList, index };
  };
  return { entries: records.map(entryOf), problems };
}

/**
 * The name of a file without its extension; for `index` in a folder below that of the collection, the name of the folder.
 * @param file its path below the content folder
 */
export const recordName = (file: string): string =>
  // Systems write the same name in different Unicode forms.
  path.posix.parse(file.replace(IN_OWN_FOLDER, '')).name.normalize('NFC');

const IN_OWN_FOLDER = /(?<=\/[^/]+)\/index(?=\.[^.]+$)/;

const SEVERAL_RECORDS: Unlocated = {
  code: 'wrong-type',
  message: 'This file contains a list, but a file name is a field of one record.',
  help: 'Write each record into a file of its own, or use only this file. In a definition, remove `content.fileName`.',
};

const NAMED_BY_FILE: Unlocated = {
  code: 'duplicate-field',
  message: 'The value of this field is the name of the file.',
  help: 'Remove the field here, or remove `content.fileName` from the definition.',
};
