import { type Dirent, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Problem, ProblemCode } from '../util/problem.ts';
import { nearest } from '../util/suggestion.ts';
import { entriesIn } from '../util/system-error.ts';
import { SYNTAXES } from './file.ts';

/** What editors and people leave beside content: notes, and copies under another name. */
export const LEFTOVER = /\.md$|~$|#$|\.(?:bak|orig|rej|swp|tmp)$/i;

/** The files that hold records, in the order of their paths; each that is amiss is refused. */
export function listFiles(
  folder: string,
  collections: readonly string[],
  refuse: (file: string, why: Why) => void,
): string[] {
  const root = realpathSync(folder);
  return [...walk(folder, '')]
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .filter(({ file, dirent }) => {
      if (LEFTOVER.test(file)) return false;
      const isLink = dirent.isSymbolicLink();
      const why =
        (isLink && linkProblem(root, file)) ||
        (!isLink && !dirent.isFile() && NO_FILE) ||
        fileProblem(file, collections);
      if (why) refuse(file, why);
      return !why;
    })
    .map(({ file }) => file);
}

/** All that is below a folder but folders; follows no link, and passes over what begins with a dot. */
function* walk(folder: string, below: string): Generator<{ file: string; dirent: Dirent }> {
  for (const dirent of entriesIn(path.join(folder, below))) {
    if (dirent.name.startsWith('.')) continue;
    const file = below === '' ? dirent.name : `${below}/${dirent.name}`;
    if (dirent.isDirectory()) yield* walk(folder, file);
    else yield { file, dirent };
  }
}

/** Why a file is none that holds records. */
export type Why = Pick<Problem, 'message' | 'help'> & { readonly code: ProblemCode };

function linkProblem(root: string, file: string): Why | null {
  const help = 'Put a copy of the file itself here.';
  try {
    const target = realpathSync(path.join(root, file));
    const way = path.relative(root, target);
    if (way.split(path.sep)[0] === '..' || path.isAbsolute(way)) {
      return { code: 'link', message: 'This link leads outside the content folder.', help };
    }
    if (statSync(target).isFile()) return null;
    return { code: 'link', message: 'This link leads to a folder, not to a file.', help };
  } catch {
    return { code: 'link', message: 'This link leads nowhere.', help };
  }
}

/** Reading one could wait for ever. */
const NO_FILE = {
  code: 'unreadable',
  message: 'This is a pipe, a socket or a device, not a file.',
  help: 'Remove it, or move it out of the content folder.',
} as const;

function fileProblem(file: string, collections: readonly string[]): Why | null {
  const isData = path.extname(file).toLowerCase() in SYNTAXES;
  const [name = ''] = file.split('/');
  const inCollection = file.includes('/') && collections.includes(name);
  if (isData === inCollection) return null;
  if (inCollection) {
    return {
      code: 'unknown-file',
      message: `The name of a content file ends in ${either(Object.keys(SYNTAXES))}.`,
      help: 'Rename the file, or move it out of the content folder.',
    };
  }
  const meant = meantBy(file, collections);
  const folders = either(collections.map((collection) => `${collection}/`));
  return {
    code: 'unknown-file',
    message: `This file belongs to no collection; their folders are ${folders}.`,
    help: meant ? `Is it meant for ${meant}/?` : 'Move it into one of them, or out of the folder.',
  };
}

/** The collection that a file is in, or was probably meant for; null where none is near. */
export const meantBy = (file: string, collections: readonly string[]): string | null =>
  nearest(file.replace(/\/.*|\.[^./]*$/gs, ''), collections);

const either = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
