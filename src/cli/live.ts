import { isName } from '../api/definition.ts';
import { isWholeNumber } from '../core/endpoint.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';

/** The options of commands that request a live API. */
export type LiveArguments = Partial<Pick<Arguments, 'header' | 'maxPages'>>;

/** The folder of a project that keeps the responses of an unfinished import. */
export const CACHE = '.staticrest-import';

/** @throws UsageError if it is no number of pages */
export function parseMaxPages({ maxPages = '10000' }: LiveArguments): number {
  if (isWholeNumber(maxPages) && maxPages !== '0') return Number(maxPages);
  throw new UsageError(`--max-pages is ${JSON.stringify(maxPages)}. It must be a number from 1.`);
}

/** @throws UsageError if a filter to look for, `name` or `name=field`, has a name that no parameter can have */
export function parseFilters(text: string | undefined): string[] | undefined {
  const filters = listOf(text);
  const bad = filters?.find((one) => !isName(one.replace(/=.+$/, '')));
  if (bad === undefined) return filters;
  throw new UsageError(
    `--filters contains ${JSON.stringify(bad)}. Use lower-case letters, digits and _, or name=field.`,
  );
}

/** The different values of a list with commas; `none` is the empty list. */
function listOf(text: string | undefined): string[] | undefined {
  if (text === 'none') return [];
  return text === undefined ? text : [...new Set(text.split(',').map((part) => part.trim()))];
}
