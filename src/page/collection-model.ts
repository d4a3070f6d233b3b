import { relativeEndpointPath } from '../core/endpoint.ts';
import { type CollectionGrid, defaultOrdering, windowNames } from '../core/grid.ts';
import type { DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { labelField } from '../describe/field.ts';
import type { PageParts } from './head.ts';
import type { CollectionModel, Column, Directions } from './view/collection-model.ts';
import { parseRows, type TableRow } from './view/record-table.ts';
import { UUID } from './view/text-value.ts';

/** The first records of a collection, as rows of a table. */
export const firstRows = ({ records }: DescribedCollection): TableRow[] => parseRows(records) ?? [];

/** What the page and its script know about a collection. */
export function modelOf({ grid, assets }: PageParts, one: DescribedCollection): CollectionModel {
  const { collection, facets, hasMap } = one;
  const { items, name, pagination, keyField } = collection;
  const keyFilter = findKeyFilter(collection);
  const hasAddresses = items !== false || keyFilter !== undefined;
  return {
    name,
    noun: spaced(name),
    list: relativeEndpointPath(grid, { kind: 'collection', collection }),
    keyColumn: hasAddresses ? keyField : undefined,
    keyFilter,
    columns: columnsOf(one),
    sorts: sortableColumns(collection),
    order: defaultOrdering(collection),
    facets,
    pages: pagination && [...windowNames(collection), pagination.default],
    points: hasMap ? assets.points[name] : undefined,
  };
}

/** The sortable columns of a collection, each with the first ordering by it. */
const sortableColumns = ({ sorts = {} }: CollectionGrid): Record<string, Directions> =>
  Object.fromEntries(
    Object.entries(sorts)
      .reverse()
      .map(([name, { field, descending }]) => [
        field,
        descending ? [`-${name}`, name] : [name, `-${name}`],
      ]),
  );

/** The filter that selects one record, of a collection whose records have no addresses of their own. */
function findKeyFilter({ items, filters = {}, keyField = '' }: CollectionGrid) {
  if (items !== false) return undefined;
  return Object.keys(filters).find((name) => {
    const { fields, match } = filters[name] ?? { fields: [] };
    return match === 'equals' && fields[0] === keyField;
  });
}

/**
 * The columns of a collection's table: first the one that names a record, then those that sort and filter the
 * records. Last come those with the same value in every row, and UUIDs.
 */
function columnsOf(described: DescribedCollection): Column[] {
  const { collection, metadata, fields } = described;
  const rows = firstRows(described);
  const first = labelField(metadata.record, metadata.label);
  const { defaultSort, sorts = {}, filters = {} } = collection;
  const filtered = Object.values(filters).flatMap(({ match, fields }) =>
    match === 'search' ? [] : fields,
  );
  const rankOf = (name: string): number => {
    if (name === first) return 0;
    const values = new Set(rows.map((row) => String(row[name] ?? '')));
    if ([...values].some((value) => UUID.test(value))) return 6;
    if (name === defaultSort?.field) return 1;
    if (filtered.includes(name)) return 2;
    if (rows.length > 1 && values.size === 1) return 5;
    return collection.orderings.some((one) => sorts[one]?.field === name) ? 3 : 4;
  };
  const names = [...new Set(rows.flatMap(Object.keys))];
  const ranks = new Map(names.map((name) => [name, rankOf(name)]));
  return names
    .sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
    .map((name) => ({ name, ...fields.get(name) }));
}
