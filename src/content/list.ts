import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { nearest } from '../util/suggestion.ts';
import { errorCode } from '../util/system-error.ts';
import { type FileProblem, FORMATS, formatOf, unreadable } from './file.ts';

/** Notes, and the backup copies and temporary files of editors: they are no content. */
export const IGNORED_FILES = /\.md$|~$|#$|\.(?:bak|orig|rej|swp|tmp)$/i;

/**
 * Lists the files with records below a folder, sorted by path. Follows no links to folders, and ignores
 * what starts with a dot.
 * @param onProblem is called for every other file or folder, with its path below the content folder
 * @returns paths below the content folder, with `/` on every system
 */
export function listFiles(
  folder: string,
  collections: readonly string[],
  onProblem: (file: string, problem: FileProblem) => void,
): string[] {
  const root = realpathSync(folder);
  const files: string[] = [];
  // As `onlyFiles` would drop links and pipes silently, everything is listed.
  const entries = glob.sync('**/*', {
    cwd: root,
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: { readdirSync: readFolder as typeof readdirSync },
  });
  for (const entry of entries.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const { path: file, dirent } = entry;
    if (IGNORED_FILES.test(file) && !dirent.isDirectory()) continue;
    const problem = problemOf(entry);
    if (problem) onProblem(file, problem);
    else if (!dirent.isDirectory() && formatOf(file)) files.push(file);
  }
  return files;

  function problemOf({ path: file, dirent }: glob.Entry): FileProblem | null {
    // A glob does not match below such a folder, so its files are not listed.
    if (dirent.isDirectory()) return /[\n\r\u2028\u2029]/.test(file) ? LINE_BREAK : null;
    if (dirent.isSymbolicLink()) {
      if (!leadsToFile(root, file)) return BAD_LINK;
    } else if (!dirent.isFile()) return NOT_A_FILE;
    return nameProblem(file, collections);
  }

  /** An unreadable folder doesn't end the listing; fast-glob itself would enter hidden folders. */
  function readFolder(absolute: string, options: { withFileTypes: true }) {
    try {
      return readdirSync(absolute, options).filter(({ name }) => !name.startsWith('.'));
    } catch (error) {
      const below = path.relative(root, absolute).replaceAll(path.sep, '/');
      if (errorCode(error) !== 'ENOENT')
        onProblem(below, unreadable('folder', (error as Error).message));
      return [];
    }
  }
}

/** Does a link lead to a file in the same content folder? */
function leadsToFile(root: string, link: string): boolean {
  try {
    const target = realpathSync(path.join(root, link));
    return target.startsWith(path.join(root, path.sep)) && statSync(target).isFile();
  } catch {
    return false;
  }
}

const BAD_LINK = {
  code: 'link',
  message: 'This link does not lead to a file in the content folder.',
  help: 'Put a copy of the file itself here.',
} as const;

const LINE_BREAK = unreadable('folder', 'its name contains a line break', 'Rename the folder.');

/** Reading a pipe could block forever. */
const NOT_A_FILE = unreadable('file', 'it is a pipe, a socket or a device', 'Remove it.');

function nameProblem(file: string, collections: readonly string[]): FileProblem | null {
  const inCollection = collections.some((collection) => file.startsWith(`${collection}/`));
  if (Boolean(formatOf(file)) === inCollection) return null;
  const folders = collections.map((collection) => `${collection}/`).join(', ');
  const extensions = Object.keys(FORMATS).join(', ');
  const message = `Content is in files that end with ${extensions}, in the folders ${folders}.`;
  const help = 'Rename or move this file, or put it outside the content folder.';
  return { code: 'unknown-file', message, help };
}

/** The collection that a file is in, or is probably meant for; null where no name is similar. */
export const nearestCollection = (file: string, collections: readonly string[]): string | null =>
  nearest(file.replace(/\/.*|\.[^./]*$/gs, ''), collections);
