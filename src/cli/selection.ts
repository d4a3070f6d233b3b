import type { Selection } from '../api/selection.ts';
import { isWholeNumber } from '../core/endpoint.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';

export type SelectionArguments = Pick<Arguments, keyof Selection>;

/**
 * Parses what to pre-render: lists with commas.
 * @throws UsageError if a limit is not a page size
 */
export const parseSelection = (options: SelectionArguments): Selection => ({
  limits: parseLimits(options.limits),
  orderings: listOf(options.orderings),
  formats: listOf(options.formats),
  filters: listOf(options.filters),
});

/** `all` is always pre-rendered, so it may be given or not. */
function parseLimits(text: string | undefined): number[] | undefined {
  const sizes = listOf(text)?.filter((size) => size !== 'all');
  if (sizes?.length === 0 || sizes?.some((size) => size === '0' || !isWholeNumber(size))) {
    throw new UsageError(
      `--limits is ${JSON.stringify(text)}. It must be a list of whole numbers from 1, such as 20,100.`,
    );
  }
  return sizes?.map(Number);
}

/** The different values of a list with commas; `none` is the empty list. */
export function listOf(text: string | undefined): string[] | undefined {
  if (text === 'none') return [];
  return text === undefined ? text : [...new Set(text.split(',').map((part) => part.trim()))];
}
