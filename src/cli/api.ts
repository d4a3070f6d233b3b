import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Api, DEFINITION_FILES, defineApi } from '../api/definition.ts';
import { isObject } from '../core/object.ts';
import { finishReplacing } from '../import/replacement.ts';
import { UsageError } from '../util/problem.ts';
import { describeError, errorCode } from '../util/system-error.ts';
import type { Arguments } from './options.ts';

/** Imports a module. */
type Import = (file: string) => Promise<{ readonly default?: unknown }>;

/**
 * Finds the definition, prints which definition and which content are used, and finishes a pull that was killed.
 * @returns the path of the definition, `file`, also with the content folder; and a function that loads the API, which throws a
 * UsageError if the definition can't be loaded
 * @throws UsageError if there is no definition
 */
export function findApi({ content, api }: Arguments, importFile: Import = importOnce) {
  const file = api ?? findDefinition(content);
  if (finishReplacing(content)) console.log('Finished a pull that was interrupted.');
  console.log(`Definition: ${file}; content: ${path.join(content, path.sep)}`);
  return { file, source: { definition: file, content }, load: () => importApi(file, importFile) };
}

/** A definition that was found. */
export type FoundApi = ReturnType<typeof findApi>;

const importOnce: Import = (file) => import(pathToFileURL(path.resolve(file)).href);

/** The path of the definition next to a content folder, else of the one in the current folder. */
function findDefinition(content: string): string {
  for (const folder of [path.join(content, '..'), '.']) {
    const file = DEFINITION_FILES.map((name) => path.join(folder, name)).find(isFile);
    if (file !== undefined) return file;
  }
  throw new UsageError(
    `There is no definition (${DEFINITION_FILES.join(', ')}) next to ${content} or in the current folder. ` +
      'Create a project with `staticrest init`, or choose a definition with --api.',
  );
}

export const isFile = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

export async function importApi(file: string, importFile: Import): Promise<Api> {
  if (!isFile(file)) throw new UsageError(`There is no file ${file}.`);
  let definition: unknown;
  try {
    ({ default: definition } = await importFile(file));
    // The module may not have called defineApi.
    if (isObject(definition) && 'collections' in definition) return defineApi(definition as never);
  } catch (error) {
    // By its name: the module may import defineApi from another copy of this package.
    if (error instanceof Error && error.name === 'UsageError')
      throw new UsageError(error.message.replace(/^/gm, `${file}: `));
    throw new UsageError(`Can’t load ${file}: ${describeLoading(error, file)}`);
  }
  throw new UsageError(
    `The default export of ${file} must be the result of defineApi: write \`export default defineApi({ … })\`.`,
  );
}

function describeLoading(error: unknown, file: string): string {
  // It may be a file that the definition imports.
  if (/^Unknown file extension "\.[cm]?ts"/.test(describeError(error)))
    return `TypeScript needs Node 22.18 or newer, but this is Node ${process.versions.node}.`;
  const [missing] = /^Cannot find package '.*?'/.exec(describeError(error)) ?? [];
  if (missing) return `${missing}. Run \`npm install\` in the folder of its package.json.`;
  // Its position is in this program.
  if (error instanceof Error && errorCode(error) === 'ERR_MODULE_NOT_FOUND') return error.message;
  // A syntax error has no line number, but Node prints it.
  if (error instanceof SyntaxError) return `${error.message}; \`node ${file}\` shows where.`;
  return describeError(error);
}
