import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBase } from '../api/base.ts';
import { type Api, defineApi } from '../api/definition.ts';
import { bnaApi } from '../bna/bna.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';
import { describeError } from './report.ts';

/** The options of commands that read content: what it is, and where. */
export type ApiArguments = Pick<Arguments, 'content' | 'api' | 'storageUrl'>;

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
  if (!statSync(api, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`There is no module at ${api}.`);
  }
  try {
    const { default: definition } = await import(pathToFileURL(path.resolve(api)).href);
    // The module may not have called defineApi.
    if (Object(definition) === definition) return defineApi(definition);
  } catch (error) {
    if (isUsage(error)) throw new UsageError(`${api}: ${error.message}`);
    // A syntax error has no line number, but Node prints it.
    const hint = error instanceof SyntaxError ? `; \`node ${api}\` shows where.` : '';
    throw new UsageError(`${api} could not be loaded: ${describeError(error)}${hint}`);
  }
  throw new UsageError(`${api} must have a default export made with defineApi.`);
}

/** Compares names, since the module may import defineApi from another copy of this package. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsageError';
