import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';

/**
 * Makes folders, each inside the one before it, where they are missing.
 * @param names such as `['neighborhoods', 'US', 'CO']`
 * @throws UsageError where one is a link, so that nothing is ever written anywhere else
 */
export function makeFolders(root: string, names: readonly string[]): void {
  let folder = realpathSync(root);
  for (const name of names) {
    folder = path.join(folder, name);
    mkdirSync(folder, { recursive: true });
    if (realpathSync(folder) === folder) continue;
    throw new UsageError(`${folder} leads to another folder. Put the folder itself there.`);
  }
}

/**
 * Writes a new file into a folder that is there: whole or not at all, and never over another.
 * @param link makes a second name for a file, and fails where there is one already
 * @returns false where there is something of that name already
 */
export function writeNewFile(file: string, text: string, link = linkSync): boolean {
  const temporary = temporaryBeside(file);
  try {
    create(temporary, text);
    give(file, text, () => link(temporary, file));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Gives a file a new text: whole or not at all. */
export function replaceFile(file: string, text: string): void {
  const temporary = temporaryBeside(file);
  try {
    create(temporary, text);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A new name in the folder of a file: the reader of content passes over what begins with a dot. */
const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.staticrest-${randomUUID()}.tmp`);

/** Gives a file its name at once, or where files can't have two names by writing it again. */
function give(file: string, text: string, link: () => void): void {
  try {
    link();
  } catch {
    // FAT, Android and some network drives. If something had the name, this fails for that too.
    create(file, text);
  }
}

/**
 * Writes a file; fails where there is one of that name, which stays as it is. It is not waited for the
 * disk: that can take seconds, in which nothing would be answered.
 */
function create(file: string, text: string): void {
  const descriptor = openSync(file, 'wx');
  try {
    writeFileSync(descriptor, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a file if it is there and says what it is known to say: somebody may have edited it. */
export function removeUnchanged(file: string, text: string): void {
  try {
    if (readFileSync(file).equals(Buffer.from(text))) rmSync(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
