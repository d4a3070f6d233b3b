import type { Selection } from '../api/selection.ts';
import { isWholeNumber } from '../core/endpoint.ts';
import { UsageError } from '../util/problem.ts';
import type { Arguments } from './options.ts';

export type SelectionArguments = Pick<Arguments, keyof Selection>;

/**
 * Parses what to pre-render: lists with commas.
 * @throws UsageError if a limit is not a page size, or a value is given twice
 */
export function parseSelection({ limits, ...options }: SelectionArguments): Selection {
  const lists = (['orderings', 'formats', 'filters'] as const).flatMap((name) => {
    const { [name]: text } = options;
    return text === undefined ? [] : [[name, listOf(text, `--${name}`)] as const];
  });
  return {
    ...Object.fromEntries(lists),
    ...(limits !== undefined && { limits: parseLimits(limits) }),
  };
}

/** `all` is always pre-rendered, so it may be given or not. */
function parseLimits(text: string): number[] {
  const sizes = listOf(text, '--limits').filter((size) => size !== 'all');
  const wrong = sizes.find((size) => size === '0' || !isWholeNumber(size));
  if (wrong !== undefined || sizes.length === 0) {
    throw new UsageError(
      `--limits is ${JSON.stringify(text)}: give page sizes from 1, such as 20,100.`,
    );
  }
  return sizes.map(Number);
}

/** The values of a list with commas; `none` is the empty list. */
function listOf(text: string, option: string): string[] {
  if (text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  const repeated = parts.find((part, index) => parts.indexOf(part) !== index);
  if (repeated === undefined) return parts;
  throw new UsageError(`${option} names ${JSON.stringify(repeated)} twice.`);
}
