import { type Dirent, readdirSync } from 'node:fs';

/** The code of an error of the system, such as `ENOENT`; undefined for any other error. */
export const errorCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException).code;

/** Not there; a name that is too long for the file system is not there either. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Does an error tell that there is no such file? */
export const isAbsent = (error: unknown): boolean => ABSENT.includes(errorCode(error) ?? '');

/** What is in a folder; nothing where there is none, or somebody has just removed it. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
