import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { readableName, underscored } from '../util/text.ts';
import { type AddressOptions, readAddress } from './address.ts';
import { guessValues } from './cells.ts';
import { filesOf } from './data.ts';
import { isAddress, STANDARD_INPUT } from './encoding.ts';
import { collectionNameFrom, guess } from './guess.ts';
import { assertCount, readFiles } from './read.ts';

/** How data is read. */
export interface ImportOptions extends Pick<AddressOptions, 'count' | 'encoding' | 'header'> {
  /** The names of the fields of its key; absent: they are guessed. */
  readonly key?: readonly string[] | undefined;
}

/**
 * Makes a collection of data: of a file, of a folder with a record in each file, or of a listing of a live API.
 * @returns the collection, whose records are not checked yet
 * @throws UsageError where it can't be a collection and if a server fails, ContentError with the problems of the
 * records, and the signal's reason
 */
export async function importCollection(
  from: string,
  { key, ...options }: ImportOptions,
  task: TaskOptions,
) {
  const isRemote = isAddress(from);
  await yieldToEventLoop(task, 'Reading');
  const read = await (isRemote ? readAddress(from, options, task) : readFiles(from, options));
  assertCount(read, options.count);
  const file = from === STANDARD_INPUT ? 'data' : path.resolve(from.replace(/\.gz$/i, ''));
  const name = collectionNameFrom(read.name ?? path.parse(file).name);
  const guessed = await guess(guessValues(read), pauseWith(task), key);
  const { data } = guessed;
  const files = filesOf(data, name);
  if (isRemote && files.length > 1)
    throw new UsageError(
      `${data.from} has too many records for the one file that \`pull\` writes, of 100 MB. Use --from with a downloaded copy.`,
    );
  const encoding = options.encoding && { encoding: options.encoding };
  return {
    name,
    title: readableName(underscored(name)),
    /** The name of the file or the folder, or the last part of the address: its query can have a secret. */
    origin: path.basename(data.from.replace(/\?.*/, '')),
    data,
    /** The files with its records. */
    files,
    guess: guessed,
    /** The address that the records come from, and how they are read. */
    source: isRemote ? { url: data.from, ...data.reading, ...encoding } : undefined,
  };
}

/** A collection of a new project. */
export interface NewCollection extends Awaited<ReturnType<typeof importCollection>> {
  /** The names of the collections whose keys are in fields, by the names of these. */
  readonly references?: Readonly<Record<string, string>>;
}
