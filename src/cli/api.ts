import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseBase } from '../base.ts';
import { bnaApi } from '../bna/bna.ts';
import { type Api, defineApi } from '../definition.ts';
import { UsageError } from '../problem.ts';

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
  if (!Array.isArray((definition as Partial<Api> | null)?.collections)) {
    throw new UsageError(`${api} must have a default export made with defineApi.`);
  }
  return defineApi(definition as Api);
}

async function importDefault(file: string): Promise<unknown> {
  try {
    const module = await import(pathToFileURL(path.resolve(file)).href);
    return module.default;
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') throw error;
    throw new UsageError(`${file} could not be loaded: ${(error as Error).message}`);
  }
}
