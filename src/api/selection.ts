import { bothDirections, type Pagination } from '../core/grid.ts';
import { UsageError } from '../util/problem.ts';
import type { Api, Collection } from './definition.ts';

/**
 * The part of an API that is pre-rendered; absent properties select everything. The rest is composed by
 * hosts that run our code, and is an error at hosts that only have rules.
 */
export interface Selection {
  /** Page sizes of all paginated collections; must include their default sizes. */
  readonly limits?: readonly number[];
  /** Values of `ordering`, each for the collections that have it. */
  readonly orderings?: readonly string[];
  /** Values of `format`. */
  readonly formats?: readonly string[];
}

/**
 * Checks that a selection fits an API.
 * @throws UsageError that names the first value that does not
 */
export function requireSelection(api: Api, { limits, orderings, formats }: Selection): void {
  requireKnown('ordering', orderings, [...new Set(api.collections.flatMap(orderingsOf))]);
  requireKnown('format', formats, api.formats);
  for (const { name, pagination } of api.collections) {
    if (!limits || !pagination || limits.includes(pagination.default)) continue;
    throw new UsageError(
      `--limits leaves out ${pagination.default}, the page size of ${name} where a request names none.`,
    );
  }
}

function requireKnown(
  name: 'ordering' | 'format',
  selected: readonly string[] = [],
  known: readonly string[],
): void {
  const unknown = selected.find((value) => !known.includes(value));
  if (unknown === undefined) return;
  const choices = known.join(', ') || '(none)';
  throw new UsageError(`--${name}s: unknown ${name} "${unknown}". Choose: ${choices}.`);
}

const orderingsOf = ({ orderings = {} }: Collection): string[] =>
  bothDirections(Object.keys(orderings));

/** The values of `ordering` of a collection that are pre-rendered. */
export const selectedOrderings = (definition: Collection, { orderings }: Selection): string[] =>
  orderingsOf(definition).filter((value) => orderings?.includes(value) ?? true);

/** The pagination of a collection, with the selected page sizes. */
export const selectedPagination = (
  { pagination }: Collection,
  { limits }: Selection,
): Pagination | undefined => pagination && { ...pagination, ...(limits && { limits }) };

/** The values of `format` that are pre-rendered. */
export const selectedFormats = (api: Api, { formats }: Selection): string[] =>
  api.formats.filter((value) => formats?.includes(value) ?? true);
