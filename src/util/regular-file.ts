import { lstatSync, readFileSync } from 'node:fs';
import { errorCode } from './system-error.ts';

/** The code of an error about a file that is not regular, as on BSD and macOS. */
const NOT_REGULAR = 'EFTYPE';

/**
 * Reads a regular file. A link could lead anywhere, and reading a pipe could block forever.
 * @throws an error that `isNotRegular` recognizes, or a system error
 */
export function readRegularFile(file: string): Buffer {
  if (lstatSync(file).isFile()) return readFileSync(file);
  const message = `${file} is not a regular file, but a folder, a link or a special file`;
  throw Object.assign(new Error(message), { code: NOT_REGULAR, syscall: 'open' });
}

export const isNotRegular = (error: unknown): boolean => errorCode(error) === NOT_REGULAR;
