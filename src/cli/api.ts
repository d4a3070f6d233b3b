import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBase } from '../api/base.ts';
import { type Api, defineApi } from '../api/definition.ts';
import { bnaApi } from '../bna/bna.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';
import { describeError } from './report.ts';

export type ApiArguments = Partial<Pick<Arguments, 'api' | 'storageUrl'>>;

/**
 * Loads the API that the options name: a user's own definition, or the shipped one.
 * @throws UsageError if the definition can't be loaded
 */
export async function loadApi({ api, storageUrl }: ApiArguments): Promise<Api> {
  if (api === undefined) {
    return bnaApi(storageUrl === undefined ? undefined : parseBase(storageUrl, '--storage-url'));
  }
  if (storageUrl !== undefined) {
    throw new UsageError('--storage-url is for the shipped API and does not go with --api.');
  }
  const definition = await importDefault(api);
  if (Object(definition) !== definition) {
    throw new UsageError(`${api} must have a default export made with defineApi.`);
  }
  try {
    // The module may not have called defineApi.
    return defineApi(definition as Api);
  } catch (error) {
    if (isUsage(error)) throw new UsageError(`${api}: ${error.message}`);
    throw error;
  }
}

async function importDefault(file: string): Promise<unknown> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new UsageError(`There is no module at ${file}.`);
  try {
    const module = await import(pathToFileURL(path.resolve(file)).href);
    return module.default;
  } catch (error) {
    if (isUsage(error)) throw new UsageError(`${file}: ${error.message}`);
    // A syntax error has no line number, but Node prints it.
    const hint = error instanceof SyntaxError ? `; \`node ${file}\` shows where.` : '';
    throw new UsageError(`${file} could not be loaded: ${describeError(error)}${hint}`);
  }
}

/** Compares names, since the module may import defineApi from another copy of this package. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsageError';
