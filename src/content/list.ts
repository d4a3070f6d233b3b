import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import type { Problem } from '../util/problem.ts';
import { nearest } from '../util/suggestion.ts';
import { errorCode } from '../util/system-error.ts';
import { FORMATS, formatOf, unreadable } from './file.ts';

/** Notes, and the backup copies and temporary files of editors: they are no content. */
export const IGNORED_FILES = /\.md$|~$|#$|\.(?:bak|orig|rej|swp|tmp)$/i;

/** What is wrong with a file as a whole. */
export type FileProblem = Omit<Problem, 'location'>;

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
    if (dirent.isDirectory()) return folderProblem(file);
    if (dirent.isSymbolicLink()) return linkProblem(root, file) ?? fileProblem(file, collections);
    return dirent.isFile() ? fileProblem(file, collections) : NOT_A_FILE;
  }

  /** One unreadable folder doesn't end the listing; fast-glob itself would enter hidden folders. */
  function readFolder(absolute: string, options: { withFileTypes: true }) {
    try {
      return readdirSync(absolute, options).filter(({ name }) => !name.startsWith('.'));
    } catch (error) {
      const below = path.relative(root, absolute).replaceAll(path.sep, '/');
      if (errorCode(error) !== 'ENOENT') onProblem(below, unreadable('folder', error));
      return [];
    }
  }
}

/** A glob does not match below such a folder, so its files are not listed. */
function folderProblem(folder: string): FileProblem | null {
  if (!/[\n\r\u2028\u2029]/.test(folder)) return null;
  const message = 'The name of this folder contains a line break.';
  return { code: 'unreadable', message, help: 'Rename the folder.' };
}

function linkProblem(root: string, file: string): FileProblem | null {
  const help = 'Put a copy of the file itself here.';
  try {
    const target = realpathSync(path.join(root, file));
    const relative = path.relative(root, target);
    if (relative.split(path.sep)[0] === '..' || path.isAbsolute(relative)) {
      return { code: 'link', message: 'This link leads outside the content folder.', help };
    }
    if (statSync(target).isFile()) return null;
    return { code: 'link', message: 'This link leads to a folder, not to a file.', help };
  } catch {
    return { code: 'link', message: 'This link leads nowhere.', help };
  }
}

/** Reading one could block forever. */
const NOT_A_FILE = {
  code: 'unreadable',
  message: 'This is a pipe, a socket or a device, not a file.',
  help: 'Remove it, or move it out of the content folder.',
} as const;

function fileProblem(file: string, collections: readonly string[]): FileProblem | null {
  const [folder = ''] = file.split('/');
  const inCollection = file.includes('/') && collections.includes(folder);
  if (Boolean(formatOf(file)) === inCollection) return null;
  if (inCollection) {
    const message = `The name of a content file ends in ${either(Object.keys(FORMATS))}.`;
    const help = 'Rename the file, or move it out of the content folder.';
    return { code: 'unknown-file', message, help };
  }
  const nearestName = nearestCollection(file, collections);
  const folders = either(collections.map((collection) => `${collection}/`));
  return {
    code: 'unknown-file',
    message: `This file belongs to no collection; the folders of the collections are ${folders}.`,
    help: nearestName
      ? `Is it meant for ${nearestName}/?`
      : 'Move it into one of them, or out of the content folder.',
  };
}

/** The collection that a file is in, or is probably meant for; null where no name is similar. */
export const nearestCollection = (file: string, collections: readonly string[]): string | null =>
  nearest(file.replace(/\/.*|\.[^./]*$/gs, ''), collections);

const either = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
