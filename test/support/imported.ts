import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { checkNewRecords, defineNewApi, readAsPulled } from '../../src/import/check.ts';
import { type ImportOptions, importCollection } from '../../src/import/collection.ts';
import type { Data } from '../../src/import/data.ts';
import { definitionSource, guessedProperties } from '../../src/import/definition.ts';
import { temporaryFolder } from './folder.ts';

/** What `init` and `dev` make of a file or a folder, whose records are valid. */
export async function importFrom(from: string, options: ImportOptions = {}) {
  const collection = readAsPulled(await importCollection(from, options, {}));
  const api = defineNewApi(collection);
  const { collections } = await checkNewRecords(api, collection, {});
  return {
    collection,
    api,
    /** The guessed properties, as code. */
    guessed: guessedProperties(collection)
      .map(([, code]) => code)
      .join('\n'),
    /** The code of the definition. */
    definition: definitionSource(collection),
    /** The texts of the files in the content, by their paths. */
    content: Object.fromEntries(
      collection.files.map(({ file, bytes }) => [file, bytes.toString()]),
    ),
    notes: collection.data.notes,
    published: collections.flatMap(({ records }) => records.map(({ value }) => value)),
  };
}

/** The same of a file with this text or these bytes. */
export function importText(name: string, text: string | Uint8Array, options?: ImportOptions) {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, text);
  return importFrom(file, options);
}

/** Records of an address. */
export const dataOf = (from: string, records: Data['records']): Data => ({
  ...{ from, records, content: {}, notes: [], originals: [], isConverted: true },
});

/** Requires that a text has some parts, and lacks those that are written after !. */
export function expectParts(text: string, parts: readonly string[]): void {
  for (const part of parts) {
    if (part.startsWith('!')) expect(text).not.toContain(part.slice(1));
    else expect(text).toContain(part);
  }
}
