import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Api, Collection } from '../api/definition.ts';
import { type JsonSchema, writtenShape } from '../api/json-schema.ts';
import { UsageError } from '../util/problem.ts';
import { makeFolders } from './new-file.ts';

/** A collection's JSON Schema, in its folder. Builds ignore files that begin with a dot. */
const SCHEMA_FILE = '.schema.json';

/**
 * Writes the JSON schema of each collection's content files to its folder, for editors.
 * @param content the content folder
 * @returns the files, below that folder
 * @throws UsageError where there is no such folder, or a collection's is a link
 */
export function writeSchemas({ collections }: Api, content: string): string[] {
  if (!existsSync(content)) throw new UsageError(`There is no content folder ${content}.`);
  return collections.map((collection) => {
    makeFolders(content, [collection.name]);
    const file = path.join(content, collection.name, SCHEMA_FILE);
    // Removed first, so that a link is replaced and not written through.
    rmSync(file, { force: true });
    writeFileSync(file, `${JSON.stringify(contentSchema(collection), null, 2)}\n`, { flag: 'wx' });
    return path.join(collection.name, SCHEMA_FILE);
  });
}

/**
 * The JSON Schema of a collection's content files, for editors. A file contains one record, or a list
 * of records.
 * https://json-schema.org/draft-07
 */
const contentSchema = ({ title, description, schema, content }: Collection): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  description,
  // With `anyOf`, editors could not say what is wrong with a file that matches neither.
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: { type: 'array', items: { $ref: '#/definitions/record' } },
  else: { $ref: '#/definitions/record' },
  definitions: { record: writtenShape(schema, content?.fileName) },
});
