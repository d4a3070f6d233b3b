import { bothDirections, type Pagination, type Partitions } from '../core/grid.ts';
import { UsageError } from '../util/problem.ts';
import type { Api, Collection } from './definition.ts';

/**
 * The part of an API that is pre-rendered; absent properties select everything. The rest is composed by
 * hosts that run code, and is an error on hosts that follow rules.
 */
export interface Selection {
  /** Page sizes of all paginated collections; must include their default sizes. */
  readonly limits?: readonly number[] | undefined;
  /** Values of `ordering`, each for the collections that have it. */
  readonly orderings?: readonly string[] | undefined;
  /** Values of `format`. */
  readonly formats?: readonly string[] | undefined;
  /** Filters, each for the collections that pre-render it. */
  readonly filters?: readonly string[] | undefined;
}

/**
 * Checks that a selection fits an API.
 * @throws UsageError that names the first value that does not
 */
export function assertSelection(api: Api, selection: Selection): void {
  const { limits, orderings, formats, filters } = selection;
  requireKnown('ordering', orderings, [...new Set(api.collections.flatMap(orderingsOf))]);
  requireKnown('format', formats, api.formats);
  const partitioned = api.collections.flatMap((one) => selectedFilters(one, {}));
  requireKnown('filter', filters, [...new Set(partitioned)]);
  for (const { name, pagination } of api.collections) {
    if (!limits || !pagination || limits.includes(pagination.default)) continue;
    throw new UsageError(
      `--limits must include ${pagination.default}, the default page size of ${name}.`,
    );
  }
}

function requireKnown(
  name: 'ordering' | 'format' | 'filter',
  selected: readonly string[] = [],
  known: readonly string[],
): void {
  const unknown = selected.find((value) => !known.includes(value));
  if (unknown === undefined) return;
  const choices = known.join(', ') || '(none)';
  throw new UsageError(`Unknown ${name} "${unknown}" in --${name}s. Choose: ${choices}.`);
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

/** The filters of a collection that are pre-rendered, sorted. */
export const selectedFilters = ({ partitions }: Collection, { filters }: Selection): string[] =>
  [...new Set(partitions?.filters)].filter((name) => filters?.includes(name) ?? true).sort();

/** The orderings and page sizes of pre-rendered filters: the default size and the largest. */
export function selectedPartitions(
  definition: Collection,
  selection: Selection,
): Pick<Partitions, 'orderings' | 'limits'> {
  const pagination = selectedPagination(definition, selection);
  const { orderings = [] } = definition.partitions ?? {};
  return {
    orderings: selectedOrderings(definition, selection).filter((one) => orderings.includes(one)),
    limits: pagination ? [...new Set([pagination.default, Math.max(...pagination.limits)])] : [],
  };
}

/** The values of `format` that are pre-rendered. */
export const selectedFormats = (api: Api, { formats }: Selection): string[] =>
  api.formats.filter((value) => formats?.includes(value) ?? true);
