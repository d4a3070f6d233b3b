import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/** The code of a system error, such as `ENOENT`; undefined for other errors. */
export const errorCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException).code;

/** A file whose name is too long for the file system can't exist either. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Does an error say that a file does not exist? */
export const isAbsent = (error: unknown): boolean => ABSENT.includes(errorCode(error) ?? '');

/** What a system call returns; null where the file does not exist. */
export function unlessAbsent<T>(call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Is there anything of this name? @throws a system error such as EACCES */
export const exists = (file: string): boolean => unlessAbsent(() => lstatSync(file)) !== null;

/** A folder and all above it, the nearest first. */
export function foldersFrom(folder: string): string[] {
  const full = path.resolve(folder);
  const parent = path.dirname(full);
  return parent === full ? [full] : [full, ...foldersFrom(parent)];
}

/** The entries of a folder; none if it does not exist, for example because it was just removed. */
export const entriesIn = (folder: string): Dirent[] =>
  unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? [];

/**
 * Reads a regular file. A link could lead anywhere, and reading a pipe could block forever.
 * @throws a system error
 */
export function readRegularFile(file: string): Buffer {
  if (lstatSync(file).isFile()) return readFileSync(file);
  const message = `${file} is not a regular file, but a folder, a link or a special file`;
  throw Object.assign(new Error(message), { syscall: 'open' });
}

/**
 * An unexpected error in one line: its message, and the file and line that threw it, which helps with
 * errors in a user's own definition.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? inspect(error) : String(error);
  const [, file, line] = STACK_POSITION.exec(error.stack ?? '') ?? [];
  if (file === undefined) return error.message;
  return `${error.message} (${file.startsWith('file:') ? fileURLToPath(file) : file}:${line})`;
}

/** The first position in a file. Node prints a path where a source map applies, and a URL elsewhere. */
const STACK_POSITION =
  /(file:\/\/[^\s()]+?|(?<=^ +at (?:.*[ (])?)(?:\/|[A-Z]:\\)[^()]+?):(\d+(?::\d+)?)/m;
