import { bothWays, type Pagination } from '../core/grid.ts';
import { UsageError } from '../util/problem.ts';
import { nearest } from '../util/suggestion.ts';
import type { Api, Collection } from './definition.ts';

/**
 * What of an API is pre-rendered, where that is not all. What is left out is composed where our own
 * code runs, and is an error where only rules do.
 */
export interface Selection {
  /** Page sizes of every paginated collection, the default ones among them. */
  readonly limits?: readonly number[];
  /** Values of `ordering`, of whichever collection has them. */
  readonly orderings?: readonly string[];
  /** Values of `format`. */
  readonly formats?: readonly string[];
}

/**
 * Checks that a selection fits an API.
 * @throws UsageError that names what does not
 */
export function requireSelection(api: Api, { limits, orderings, formats }: Selection): void {
  const known = [...new Set(api.collections.flatMap(orderingsOf))];
  requireAmong(orderings, known, '--orderings', 'ordering');
  requireAmong(formats, api.formats, '--formats', 'format');
  for (const { name, pagination } of api.collections) {
    if (!limits || !pagination || limits.includes(pagination.default)) continue;
    throw new UsageError(
      `--limits leaves out ${pagination.default}, the page size of ${name} where a request names none.`,
    );
  }
}

function requireAmong(
  selected: readonly string[] | undefined,
  known: readonly string[],
  option: string,
  what: string,
): void {
  const wrong = selected?.find((value) => !known.includes(value));
  if (wrong === undefined) return;
  const meant = nearest(wrong, known);
  const hint = meant ? `did you mean ${meant}?` : `there are ${known.join(', ') || 'none'}.`;
  throw new UsageError(`${option}: no ${what} is called ${wrong}; ${hint}`);
}

const orderingsOf = ({ orderings = {} }: Collection): string[] => bothWays(Object.keys(orderings));

/** The values of `ordering` of a collection that are pre-rendered. */
export const selectedOrderings = (definition: Collection, { orderings }: Selection): string[] =>
  orderingsOf(definition).filter((value) => !orderings || orderings.includes(value));

/** How a collection is cut into pages. */
export const selectedPagination = (
  { pagination }: Collection,
  { limits }: Selection,
): Pagination | undefined => pagination && { ...pagination, limits: limits ?? pagination.limits };

/** The values of `format` that are pre-rendered. */
export const selectedFormats = (api: Api, { formats }: Selection): string[] =>
  api.formats.filter((value) => !formats || formats.includes(value));
