import path from 'node:path';
import { entriesIn } from '../util/system-error.ts';

/**
 * Prints a warning for each collection that has no records.
 * @returns the warnings
 */
export function warnOfEmptyCollections(
  content: string,
  collections: readonly { readonly name: string; readonly count: number }[],
): string[] {
  const empty = collections.filter(({ count }) => count === 0);
  const warnings = empty.map(({ name }) => {
    const folder = path.join(content, name, path.sep);
    const reason = hasFiles(folder)
      ? `the files in ${folder} contain no published record`
      : `there is no file in ${folder}`;
    return `The collection ${name} has no records: ${reason}.`;
  });
  for (const warning of warnings) console.error(warning);
  return warnings;
}

/** Does a folder have a file at any depth? */
const hasFiles = (folder: string): boolean =>
  entriesIn(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .some((entry) => !entry.isDirectory() || hasFiles(path.join(folder, entry.name)));
