import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Api, DEFINITION_FILES, defineApi } from '../api/definition.ts';
import { isObject } from '../util/object.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';
import { describeError } from './report.ts';

/**
 * Finds the definition, and prints which definition and which content are used.
 * @returns the path of the definition, and the content folder; and a function that loads the API as the file
 * is now, which throws a UsageError if the definition can't be loaded
 * @throws UsageError if there is no definition
 */
export function findApi({ content, api }: Arguments) {
  const definition = api ?? findDefinition(content);
  console.log(`Definition: ${definition}; content: ${path.join(content, path.sep)}`);
  let version = 0;
  return { source: { definition, content }, load: () => importApi(definition, version++) };
}

/** The path of the definition next to a content folder, else of the one in the current folder. */
function findDefinition(content: string): string {
  for (const folder of [path.join(content, '..'), '.']) {
    const file = DEFINITION_FILES.map((name) => path.join(folder, name)).find(isFile);
    if (file !== undefined) return file;
  }
  throw new UsageError(
    `There is no definition (${DEFINITION_FILES.join(', ')}) next to ${content} or in the current folder. ` +
      'Create a project with `npx staticrest init`, or choose a definition with --api.',
  );
}

const isFile = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

async function importApi(file: string, version: number): Promise<Api> {
  if (!isFile(file)) throw new UsageError(`There is no file ${file}.`);
  let definition: unknown;
  try {
    // Node loads a module once for each address.
    const query = version > 0 ? `?version=${version}` : '';
    ({ default: definition } = await import(pathToFileURL(path.resolve(file)).href + query));
    // The module may not have called defineApi.
    if (isObject(definition) && 'collections' in definition) return defineApi(definition as never);
  } catch (error) {
    // By its name: the module may import defineApi from another copy of this package.
    if (error instanceof Error && error.name === 'UsageError')
      throw new UsageError(`${file}: ${error.message}`);
    throw new UsageError(`Can’t load ${file}: ${describeLoading(error, file)}`);
  }
  throw new UsageError(
    `The default export of ${file} must be the result of defineApi: write \`export default defineApi({ … })\`.`,
  );
}

function describeLoading(error: unknown, file: string): string {
  // It may be a file that the definition imports.
  if (/^TypeError.*Unknown file extension "\.[cm]?ts"/.test(String(error))) {
    return `TypeScript needs Node 22.18 or newer, but this is Node ${process.versions.node}.`;
  }
  // A syntax error has no line number, but Node prints it.
  const hint = error instanceof SyntaxError ? `; \`node ${file}\` shows where.` : '';
  return describeError(error) + hint;
}
