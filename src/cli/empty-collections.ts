import path from 'node:path';

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
    return `The collection ${name} is empty: there is no published record in ${folder}.`;
  });
  for (const warning of warnings) console.error(warning);
  return warnings;
}
