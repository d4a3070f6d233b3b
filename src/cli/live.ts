import { isWholeNumber } from '../core/endpoint.ts';
import { createLiveClient } from '../import/live/client.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import type { Arguments } from './options.ts';

/** The options of commands that request a live API. */
export type LiveArguments = Partial<Pick<Arguments, 'header' | 'maxPages'>>;

/** The folder of a project that keeps the answers of an unfinished import. */
export const KEPT = '.import';

export const liveClient = (
  address: URL,
  folder: string,
  { header }: LiveArguments,
  task: TaskOptions,
) => createLiveClient(address, { header, folder, task });

const MAX_PAGES = 10_000;

/** @throws UsageError if it is no number of pages */
export function parseMaxPages({ maxPages }: LiveArguments): number {
  if (maxPages === undefined) return MAX_PAGES;
  if (isWholeNumber(maxPages) && maxPages !== '0') return Number(maxPages);
  throw new UsageError(`--max-pages is ${JSON.stringify(maxPages)}. It must be a number from 1.`);
}
