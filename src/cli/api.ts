import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBase } from '../api/base.ts';
import { type Api, defineApi } from '../api/definition.ts';
import { bnaApi } from '../bna/bna.ts';
import { UsageError } from '../util/problem.ts';
import { describeError } from './report.ts';

export interface ApiOptions {
  readonly api?: string | undefined;
  readonly storageUrl?: string | undefined;
}

/**
 * The API that the options ask for: somebody's own definition, or the shipped one.
 * @throws UsageError where the definition can't be had
 */
export async function loadApi({ api, storageUrl }: ApiOptions): Promise<Api> {
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
    // Again, since the module may have been written without defineApi.
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
    // A syntax error does not know its line; Node itself shows it.
    const hint = error instanceof SyntaxError ? `; \`node ${file}\` shows where.` : '';
    throw new UsageError(`${file} could not be loaded: ${describeError(error)}${hint}`);
  }
}

/** By its name: the module may have its defineApi from another copy of this package. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsageError';
