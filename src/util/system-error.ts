import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/** The code of a system error, such as `ENOENT`; undefined for other errors. */
export const errorCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException).code;

/** A file whose name is too long for the file system can't exist either. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Does an error say that a file does not exist? */
export const isAbsent = (error: unknown): boolean => ABSENT.includes(errorCode(error) ?? '');

/** The entries of a folder; none if it does not exist, for example because it was just removed. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Does its folder still list a file or folder that can't be found? If so, it has not been removed. */
export const isListed = (file: string): boolean =>
  entriesIn(path.dirname(file)).some(({ name }) => name === path.basename(file));
