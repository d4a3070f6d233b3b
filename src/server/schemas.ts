import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../api/definition.ts';
import { contentSchema } from '../describe/content-schema.ts';
import { UsageError } from '../util/problem.ts';
import { makeFolders, replaceFile } from './new-file.ts';

/** Where a collection's shape is, in its folder: the reader of content passes over what begins with a dot. */
const SCHEMA_FILE = '.schema.json';

/**
 * Writes the shape of each collection's content files beside them, for editors.
 * @param content the content folder
 * @returns the files, below that folder
 * @throws UsageError where there is no such folder, or a collection's is a link
 */
export function writeSchemas({ collections }: Api, content: string): string[] {
  if (!existsSync(content)) throw new UsageError(`There is no content folder ${content}.`);
  return collections.map((collection) => {
    makeFolders(content, [collection.name]);
    const file = path.join(collection.name, SCHEMA_FILE);
    replaceFile(
      path.join(content, file),
      `${JSON.stringify(contentSchema(collection), null, 2)}\n`,
    );
    return file;
  });
}
