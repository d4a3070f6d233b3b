import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../api/definition.ts';
import type { Entry } from '../content/read.ts';
import { printable, UsageError } from '../util/problem.ts';

/**
 * Checks that content fits a definition: a wrong definition would be reported as a problem of every file.
 * @throws UsageError if there are files, but no folder is that of a collection
 */
export function assertCollectionFolder(
  { name: api, collections }: Api,
  content: string,
  entries: readonly Entry[],
): void {
  const names = collections.map(({ name }) => name);
  if (entries.length === 0 || names.some((name) => existsSync(path.join(content, name)))) return;
  const found = [...new Set(entries.map(({ file }) => printable(file.replace(/\/.*/s, '/'))))];
  // A folder that can't be read is a problem, with the name '' if it is the content folder.
  if (found.some((file) => file === '' || names.includes(file))) return;
  const folder = path.join(content, path.sep);
  throw new UsageError(
    `${folder} contains no folder of a collection. It contains ${found[0]}${found.length > 1 ? ' and others' : ''}. ` +
      `The definition ${JSON.stringify(api)} has the collections ${names.join(', ')}. ` +
      `Rename the folders, or use another definition: api.mjs next to ${folder}, or a file given with --api.`,
  );
}
