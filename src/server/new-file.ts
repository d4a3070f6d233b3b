import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';

/**
 * Makes the missing folders of a path below a root.
 * @param names such as `['neighborhoods', 'US', 'CO']`
 * @throws UsageError where one is a link, so that nothing is ever written outside of the root
 */
export function makeFolders(root: string, names: readonly string[]): void {
  let folder = fs.realpathSync(root);
  for (const name of names) {
    folder = path.join(folder, name);
    fs.mkdirSync(folder, { recursive: true });
    if (fs.realpathSync(folder) === folder) continue;
    throw new UsageError(`${folder} leads to another folder. Put the folder itself there.`);
  }
}

/**
 * Writes a new file into an existing folder, completely or not at all.
 * @param link makes a second name for a file
 * @returns false where that name exists already, even as a broken link
 */
export function writeNewFile(file: string, text: string, link = fs.linkSync): boolean {
  // Content files never begin with a dot, so that no build reads a half-written one.
  const temporary = path.join(path.dirname(file), `.staticrest-${randomUUID()}.tmp`);
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx' });
    try {
      // Unlike the rename of the system, a link replaces nothing.
      link(temporary, file);
    } catch {
      // FAT and some network drives have no links. An existing file makes this fail too.
      fs.copyFileSync(temporary, file, fs.constants.COPYFILE_EXCL);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
