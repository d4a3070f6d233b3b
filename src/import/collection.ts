import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { readableName, underscored } from '../util/text.ts';
import { readAddress } from './address.ts';
import { guessValues } from './cells.ts';
import { type Data, filesOf } from './data.ts';
import { STANDARD_INPUT } from './encoding.ts';
import { parseAddress, parseHeaders } from './fetch.ts';
import { findParquet } from './folder.ts';
import { collectionNameFrom, guess } from './guess.ts';
import { type ReadOptions, readData } from './read.ts';

/** How data is read. */
export interface ImportOptions extends Pick<ReadOptions, 'count' | 'encoding'> {
  /** The headers of each request. */
  readonly header?: readonly string[] | undefined;
  /** The names of the fields of its key; absent: they are guessed. */
  readonly key?: readonly string[] | undefined;
}

/**
 * Makes a collection of data: of a file, of a folder with a record in each file, or of a listing of a live API.
 * @returns the collection, whose records are not checked yet
 * @throws UsageError where it can't be a collection, ContentError with the problems of the records, RequestError if
 * a server fails, and the signal's reason
 */
export async function importCollection(
  from: string,
  { header, key, ...options }: ImportOptions,
  task: TaskOptions,
) {
  const address = isAddress(from) ? parseAddress(from) : undefined;
  await yieldToEventLoop(task, 'Reading');
  const convert = (data: Data) => guessValues(data, true);
  const parquet = address ? [] : findParquet(from);
  const read = address
    ? await readAddress(address, { ...options, headers: parseHeaders(header), convert }, task)
    : parquet.length > 0
      ? await (await import('./parquet.ts')).readParquet(from, parquet, options)
      : readData(from, options);
  const file = from === STANDARD_INPUT ? 'data' : path.resolve(from.replace(/\.gz$/i, ''));
  const name = collectionNameFrom(read.name ?? path.parse(file).name);
  const guessed = await guess(read, pauseWith(task), key);
  const { data } = guessed;
  const files = filesOf(data, name);
  if (address && files.length > 1)
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
    source: address && { url: address.href, ...data.reading, ...encoding },
  };
}

export const isAddress = (from: string): boolean => /^[a-z][a-z+.-]*:\/\//i.test(from);

/** A collection of a new project. */
export interface NewCollection extends Awaited<ReturnType<typeof importCollection>> {
  /** The names of the collections whose keys are in fields, by the names of these. */
  readonly references?: Readonly<Record<string, string>>;
}
