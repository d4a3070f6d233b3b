import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBase } from '../api/base.ts';
import { type Api, DEFINITION_FILES, defineApi } from '../api/definition.ts';
import { bnaApi } from '../bna/bna.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';
import { describeError, messagePrinter } from './report.ts';

/** The options of commands that read content: what it is, and where. */
export type ApiArguments = Pick<Arguments, 'content' | 'api' | 'storageUrl'> &
  Partial<Pick<Arguments, 'json'>>;

/**
 * Finds the API and prints which definition and which content are used: the definition that the options
 * name, else the one next to the content folder, else the shipped one.
 * @returns the path of the definition, null for the shipped one, and the content folder; and a function that
 * loads the API, which throws a UsageError if the definition can't be loaded
 * @throws UsageError if there is more than one definition
 */
export function findApi(options: ApiArguments) {
  const { api: named, content, storageUrl } = options;
  const file = named ?? definitionBeside(content);
  if (file !== undefined && storageUrl !== undefined) {
    throw new UsageError(`--storage-url needs the shipped API, but ${file} is the definition.`);
  }
  const found = file ?? shippedApi(storageUrl);
  const name = typeof found === 'string' ? found : `the shipped ${found.name} API`;
  messagePrinter(options)(`Definition: ${name}; content: ${path.join(content, path.sep)}`);
  const load = async () => (typeof found === 'string' ? importApi(found) : found);
  return { source: { definition: file ?? null, content }, load };
}

const shippedApi = (storageUrl: string | undefined): Api =>
  bnaApi(storageUrl === undefined ? undefined : parseBase(storageUrl, '--storage-url'));

/** The path of the definition next to a content folder, if there is one. */
function definitionBeside(content: string): string | undefined {
  const files = DEFINITION_FILES.map((name) => path.join(content, '..', name));
  const [first, second] = files.filter(isFile);
  if (second === undefined) return first;
  throw new UsageError(
    `There are two definitions: ${first} and ${second}. Remove one, or choose one with --api.`,
  );
}

const isFile = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

async function importApi(file: string): Promise<Api> {
  if (!isFile(file)) throw new UsageError(`There is no file ${file}.`);
  try {
    const { default: definition } = await import(pathToFileURL(path.resolve(file)).href);
    // The module may not have called defineApi.
    if (Object(definition) === definition) return defineApi(definition);
  } catch (error) {
    if (isUsage(error)) throw new UsageError(`${file}: ${error.message}`);
    throw new UsageError(`Can’t load ${file}: ${describeLoading(error, file)}`);
  }
  throw new UsageError(`The default export of ${file} must be the result of defineApi.`);
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

/** Compares names, since the module may import defineApi from another copy of this package. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsageError';
