import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Place, type Problem, UsageError, wholeFile } from '../problem.ts';
import { type Attendance, takeTurn } from '../progress.ts';
import { ContentCache } from './cache.ts';
import type { FileContent } from './file.ts';
import { listFiles, meantBy } from './list.ts';
import type { Path } from './syntax.ts';

/** A record as it stands in a file, not yet checked. */
export interface Entry {
  /** Null: a file with records that is in no collection's folder. */
  readonly collection: string | null;
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

export interface ReadOptions extends Attendance {
  /** What earlier readings of the same folder have found. */
  readonly cache?: ContentCache | undefined;
}

/** How many files are read before others get a turn. */
const BATCH = 250;

/**
 * Reads every record below a folder: `<folder>/<collection>/**`, YAML or JSON, a record or a list of
 * records to a file. Looks outside the folder by no link, and passes nothing over in silence but what
 * begins with a dot and what editors leave.
 * @param folder the content folder; file names in problems begin with it as it is given here
 * @param collections the names of the collections
 * @throws UsageError where the folder isn't there
 */
export async function readContent(
  folder: string,
  collections: readonly string[],
  { cache = new ContentCache(), ...attendance }: ReadOptions = {},
): Promise<Content> {
  requireFolder(folder);
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const files = await listFiles(folder, collections, (file, why) => {
    problems.push({ ...why, place: wholeFile(path.join(folder, file)) });
    entries.push(unread(folder, file, collections));
  });
  for (const [index, file] of files.entries()) {
    if (index % BATCH === 0) await takeTurn(attendance, 'Reading', index, files.length);
    const read = cache.read(path.join(folder, file));
    // Somebody has removed it since the folder was listed.
    if (read.problems.length > 0 && !existsSync(path.join(folder, file))) continue;
    problems.push(...read.problems);
    const own =
      read.problems.length > 0 ? [unread(folder, file, collections)] : entriesOf(file, read);
    // Not all at once as arguments of `push`: a list may hold more than a call can take.
    for (const entry of own) entries.push(entry);
  }
  cache.retain(files.map((file) => path.join(folder, file)));
  return { entries, problems };
}

/** An entry of the collection that the file belongs to, or is probably meant for. */
function unread(folder: string, file: string, collections: readonly string[]): Entry {
  return {
    collection: meantBy(file, collections),
    file,
    alone: true,
    value: UNREAD,
    place: () => wholeFile(path.join(folder, file)),
  };
}

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no content folder at ${folder}.`);
}

function entriesOf(file: string, { value, place }: FileContent): Entry[] {
  const collection = file.slice(0, file.indexOf('/'));
  const entry = (one: unknown, root: Path): Entry => ({
    collection,
    file,
    alone: root.length === 0,
    value: one,
    place: (steps, part = 'value') => place([...root, ...steps], part),
  });
  return Array.isArray(value) ? value.map((one, index) => entry(one, [index])) : [entry(value, [])];
}
