import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileLocation, type Problem, type SourceLocation, UsageError } from '../util/problem.ts';
import type { ContentCache } from './cache.ts';
import { listFiles, meantBy } from './list.ts';
import { type PlaceIn, Places } from './places.ts';
import { readFiles, type ShareOptions } from './share.ts';
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
  place(path: Path, part?: 'value' | 'name'): SourceLocation;
}

/** Stands for the records of a file that has a problem, so that nobody takes them for missing. */
export const UNREAD = Symbol('unread');

export interface Content {
  /** By file, then as they stand in it. */
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

export interface ReadOptions extends ShareOptions {
  /** What earlier readings of the same folder have found. */
  readonly cache?: ContentCache | undefined;
}

/**
 * Reads every record below a folder: `<folder>/<collection>/**`, YAML or JSON, a record or a list of
 * records to a file. Looks outside the folder by no link, and passes nothing over in silence but what
 * begins with a dot and what editors leave.
 * @param folder the content folder; file names in problems begin with it as it is given here
 * @param collections the names of the collections
 * @throws UsageError where the folder isn't there; whatever ends the second thread; the signal's reason
 */
export async function readContent(
  folder: string,
  collections: readonly string[],
  options: ReadOptions = {},
): Promise<Content> {
  const { cache, ...sharing } = options;
  requireFolder(folder);
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const files = listFiles(folder, collections, (file, why) => {
    problems.push({ ...why, location: fileLocation(path.join(folder, file)) });
    entries.push(unread(folder, file, collections));
  });
  const paths = files.map((file) => path.join(folder, file));
  const read = await (cache ? cache.readFiles(paths, sharing) : readFiles(paths, sharing));
  const places = new Places();
  for (const [index, { value, problems: own }] of read.entries()) {
    const [file, full] = [files[index] as string, paths[index] as string];
    // Somebody has removed it since the folder was listed.
    if (own.length > 0 && !existsSync(full)) continue;
    // Not all at once as arguments of `push`: there may be more than a call can take.
    for (const problem of own) problems.push(problem);
    if (own.length > 0) entries.push(unread(folder, file, collections));
    else for (const entry of entriesOf(file, value, places.in(full))) entries.push(entry);
  }
  return { entries, problems };
}

/** An entry of the collection that the file belongs to, or is probably meant for. */
function unread(folder: string, file: string, collections: readonly string[]): Entry {
  return {
    collection: meantBy(file, collections),
    file,
    alone: true,
    value: UNREAD,
    place: () => fileLocation(path.join(folder, file)),
  };
}

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`There is no content folder at ${folder}.`);
}

/** The records of a file. */
function* entriesOf(file: string, value: unknown, place: PlaceIn): Generator<Entry> {
  const collection = file.slice(0, file.indexOf('/'));
  const entry = (one: unknown, root: Path): Entry => ({
    collection,
    file,
    alone: root.length === 0,
    value: one,
    place: (steps, part = 'value') => place([...root, ...steps], part),
  });
  if (!Array.isArray(value)) yield entry(value, []);
  else for (const [index, one] of value.entries()) yield entry(one, [index]);
}
