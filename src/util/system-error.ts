import { type Dirent, lstatSync, readdirSync } from 'node:fs';

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

/** The entries of a folder; none if it does not exist, for example because it was just removed. */
export const entriesIn = (folder: string): Dirent[] =>
  unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? [];
