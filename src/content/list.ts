import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import type { Collection } from '../api/definition.ts';
import { suggestion } from '../util/suggestion.ts';
import { FORMATS, formatOf, unreadable } from './file.ts';
import type { Unlocated } from './format.ts';

/** Notes, and temporary files and backup copies of editors and other programs; `4913` is of Vim. */
export const IGNORED_FILES =
  /(?:^|[/\\])(?:readme\.md|Thumbs\.db|desktop\.ini|4913|(?:~\$|\.#)[^/\\]*)$|[~#]$|\.(?:bak|orig|rej|swp|tmp)$/i;

/**
 * Lists the files with records below a folder, sorted by path. Follows no links to folders, and ignores
 * what starts with a dot.
 * @param collections those with a folder
 * @param onProblem is called for every other file or folder, with its path below the content folder
 * @returns paths below the content folder, with `/` on every system
 */
export function listFiles(
  folder: string,
  collections: readonly Collection[],
  onProblem: (file: string, problem: Unlocated) => void,
): string[] {
  const root = realpathSync(folder);
  const files: string[] = [];
  // As `onlyFiles` would drop links and pipes silently, everything is listed.
  const entries = glob.sync('**/*', {
    // It would change a backslash in the path of the folder.
    cwd: TOP,
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: { readdirSync: readFolder as typeof readdirSync },
  });
  for (const { path: file, dirent } of entries.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (dirent.isDirectory()) continue;
    const problem = problemOf(file, dirent);
    if (problem) onProblem(file, problem);
    else if (formatOf(file)) files.push(file);
  }
  return files;

  /** An unreadable folder doesn't end the listing; fast-glob itself would enter hidden folders. */
  function readFolder(absolute: string, options: { withFileTypes: true }): Dirent[] {
    const below = path.relative(TOP, absolute).replaceAll(path.sep, '/');
    try {
      return readdirSync(path.join(root, below), options).filter((dirent) => {
        if (isIgnored(dirent)) return false;
        if (!UNUSABLE_NAME.test(dirent.name)) return true;
        const kind = dirent.isDirectory() ? 'folder' : 'file';
        onProblem(path.posix.join(below, dirent.name), unreadable(kind, NAME_REASON, 'Rename it.'));
        return false;
      });
    } catch (error) {
      onProblem(below, unreadable('folder', (error as Error).message));
      return [];
    }
  }

  function problemOf(file: string, dirent: glob.Entry['dirent']): Unlocated | null {
    if (dirent.isSymbolicLink()) {
      if (!leadsToFile(root, file)) return BAD_LINK;
    } else if (!dirent.isFile()) return NOT_A_FILE;
    return nameProblem(file, collections);
  }
}

/** The problem of a collection without a folder. An empty one shows that no record is meant. */
export const NO_FOLDER = {
  code: 'unreadable',
  message: 'The definition has a collection of this name, but there is no folder.',
  help: 'Create it, if only with a file .gitkeep, or correct or remove the collection in the definition.',
} as const;

/** What the glob takes for the content folder. */
const TOP = path.resolve('/');

const isIgnored = (dirent: Dirent): boolean =>
  dirent.name.startsWith('.') || (IGNORED_FILES.test(dirent.name) && !dirent.isDirectory());

/** Does a path, which may be a link, lead to a file in a folder? */
export function leadsToFile(root: string, link: string): boolean {
  try {
    const target = realpathSync(path.join(root, link));
    return target.startsWith(path.join(root, path.sep)) && statSync(target).isFile();
  } catch {
    return false;
  }
}

const BAD_LINK = {
  code: 'link',
  message: 'This link does not point to a file in the content folder.',
  help: 'Replace the link by a copy of the file.',
} as const;

/** Node decodes invalid UTF-8 as U+FFFD and then can't find the file. A glob matches no line break. */
export const UNUSABLE_NAME = /[\u{fffd}\n\r\u2028\u2029]/u;
const NAME_REASON = 'its name is not UTF-8, or contains U+FFFD or a line break';

/** Reading a pipe could block forever. */
const NOT_A_FILE = unreadable('file', 'it is a pipe, a socket or a device', 'Remove it.');

function nameProblem(file: string, collections: readonly Collection[]): Unlocated | null {
  const collection = findCollectionOfFile(file, collections);
  const format = formatOf(file);
  const isMarkdown = format === FORMATS['.md'];
  const isRead = collection && !(isMarkdown && collection.content?.body === undefined);
  // Files such as LICENSE are allowed outside the collections' folders.
  if (format ? isRead : !collection && path.extname(file) === '') return null;
  const [folder, inner] = file.split('/');
  if (format && inner !== undefined && !collection) return unknownFolder(`${folder}`, collections);
  const folders = collections.map(({ name }) => `${name}/`).join(', ');
  const extensions = Object.keys(FORMATS).join(', ');
  const message = `This is not a content file. Content files end with ${extensions} and are in ${folders}.`;
  const help = 'Rename the file, or move it to one of these folders or out of the content folder.';
  if (isMarkdown) return { code: 'unknown-file', message: UNREAD_MARKDOWN, help: MARKDOWN_HELP };
  return { code: 'unknown-file', message, help };
}

/** The problem of a file in a folder of no collection. */
function unknownFolder(folder: string, collections: readonly Collection[]): Unlocated {
  const names = collections.map(({ name }) => name);
  return {
    code: 'unknown-file',
    message: `No collection has a folder \`${folder}\`. Collections with folders: ${names.join(', ') || 'none'}.`,
    help: `Rename the folder, or add the collection to \`collections\` of \`defineApi\`.${suggestion(folder, names)}`,
  };
}

const UNREAD_MARKDOWN = 'No collection reads this Markdown file.';
const MARKDOWN_HELP =
  "If it is a record, name the field for its text in the definition, such as `content: { body: 'text' }`. If not, rename it to README.md or move it out of the content folder.";

/** The collection in whose folder a file is. */
export const findCollectionOfFile = (file: string, collections: readonly Collection[]) =>
  collections.find(({ name }) => file.startsWith(`${name}/`));
