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
    throw new UsageError(`${folder} is a link to another folder. Replace the link by a folder.`);
  }
}

/**
 * Writes a new file into an existing folder, completely or not at all.
 * @returns false where that name exists already, even as a broken link
 */
export function writeNewFile(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // A full disk may have taken a part.
    fs.rmSync(file, { force: true });
    throw error;
  }
}
