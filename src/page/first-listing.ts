import { relativeEndpointPath } from '../core/endpoint.ts';
import {
  apiFolder,
  type CollectionGrid,
  defaultOrdering,
  orderingToSend,
  parseOrdering,
  windowNames,
} from '../core/grid.ts';
import type { Described, DescribedCollection } from '../describe/described.ts';
import { type Markup, markup } from '../util/markup.ts';
import { columnsOf } from './columns.ts';
import { pageLinks } from './view/pager.ts';
import {
  COLUMN_COUNT,
  type Directions,
  parseRows,
  recordTable,
  type TableRow,
} from './view/record-table.ts';
import { recordTarget } from './view/record-target.ts';
import { findRequestTarget, formatTarget } from './view/request-target.ts';

/*
 * The first records of the collection that the page opens with, before its script shows more of them.
 */

/** The first records of a collection, as rows of a table. */
export const firstRows = ({ first }: DescribedCollection): TableRow[] => parseRows(first) ?? [];

/** The sortable columns of a collection, with the pre-rendered values of `ordering`. */
export function sortableColumns(collection: CollectionGrid): Record<string, Directions> {
  const sorts = new Map<string, Directions>();
  for (const ordering of collection.orderings) {
    const [sort, ...others] = parseOrdering(collection, ordering) ?? [];
    if (!sort || others.length > 0) continue;
    const [ascending, descending] = sorts.get(sort.field) ?? ['', ''];
    const found: Directions = sort.descending
      ? [ascending, descending || ordering]
      : [ascending || ordering, descending];
    sorts.set(sort.field, found);
  }
  return Object.fromEntries(sorts);
}

/** The filter that selects one record, of a collection whose records have no addresses of their own. */
export function findKeyFilter({ items, filters = {}, keyField = '' }: CollectionGrid) {
  if (items !== false) return undefined;
  return Object.keys(filters).find((name) => {
    const { fields, match } = filters[name] ?? { fields: [] };
    return match === 'equals' && fields[0] === keyField;
  });
}

/** The first records as a table. */
export function firstTable({ grid, hostKind }: Described, one: DescribedCollection): Markup {
  const { collection } = one;
  const rows = firstRows(one);
  const keyFilter = findKeyFilter(collection);
  const hasAddresses =
    collection.items !== false || (keyFilter !== undefined && hostKind === undefined);
  const list = relativeEndpointPath(grid, { kind: 'collection', collection });
  const links = {
    columns: columnsOf(one, rows),
    keyColumn: hasAddresses ? collection.keyField : undefined,
    recordTarget: (key: string) => recordTarget(list, keyFilter, key),
    sorts: sortableColumns(collection),
    ordering: defaultOrdering(collection) ?? '',
    sortedBy: (ordering: string) =>
      formatTarget(list, { ordering: orderingToSend(ordering, defaultOrdering(collection)) }),
    toTarget: (address: string) => findRequestTarget(apiFolder(grid), address, [`${grid.base}/`]),
  };
  return recordTable(rows, links, COLUMN_COUNT);
}

/** Links to the other pages; false if there are none. */
export function firstPager({ grid }: Described, one: DescribedCollection): Markup | false {
  const { collection } = one;
  const { pagination } = collection;
  if (!pagination || pagination.default >= collection.count) return false;
  const [size, place] = windowNames(collection);
  const list = relativeEndpointPath(grid, { kind: 'collection', collection });
  return pageLinks(
    list,
    [size, place, pagination.default],
    collection.count,
    (path) => markup` data-try href="${path}"`,
  );
}
