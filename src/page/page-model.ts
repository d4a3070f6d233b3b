import { relativeEndpointPath } from '../core/endpoint.ts';
import { findKeyFilter } from '../core/filter.ts';
import { type CollectionGrid, defaultOrdering, findCollection, rangeNames } from '../core/grid.ts';
import { ownValue } from '../core/object.ts';
import { findFile } from '../core/resolve.ts';
import {
  answeringKind,
  type Described,
  type DescribedCollection,
  describedCollections,
} from '../describe/described.ts';
import { linkOf, spaced } from '../describe/endpoint.ts';
import { inOrder, labelField } from '../describe/label.ts';
import { parametersForPage } from '../describe/parameter.ts';
import { markup } from '../util/markup.ts';
import { readableName, underscored } from '../util/text.ts';
import {
  type CollectionModel,
  type Column,
  isListed,
  type PageFile,
  type Reference,
} from './view/collection-model.ts';
import { COLUMN_COUNT, parseRows, type TableRow, textOf, UUID } from './view/record-table.ts';
import type { FormatLink } from './view/request-target.ts';

/**
 * Everything that the page is made of. `assets` has the addresses of its files, relative to it, with
 * hashes: `explorer.js?89abcdef`.
 */
export type PageParts = Described & {
  readonly assets: Readonly<Record<'script' | 'style' | 'map', string>> & {
    /** The points of each collection with a map. */
    readonly points: Readonly<Record<string, PageFile>>;
  };
};

/** A collection with what each part of the page shows of it. */
export type PageCollection = ReturnType<typeof pageCollections>[number];

/** The collections of the page, in the order of the definition. */
export const pageCollections = (parts: PageParts) =>
  describedCollections(parts).map((one) => {
    const { collection, metadata, records, facets } = one;
    const { name, items, keyField, pagination, single } = collection;
    const { listed } = metadata;
    const rows = parseRows(records, 'list');
    const { columns = [] } = parts.datasets?.find((one) => one.name === name) ?? {};
    const own = referenceTo(parts, name);
    const parameters = parametersForPage(parts.grid, one);
    const labels = parameters.flatMap(({ name, kind, label }) =>
      kind === 'filter' ? [[name, label]] : [],
    );
    const references = Object.entries(metadata.references ?? {}).map(
      ([field, other = '']) => [field, referenceTo(parts, other)] as const,
    );
    const shownColumns = columnsOf(one, rows);
    const model: CollectionModel = {
      name,
      noun: spaced(name),
      heading: metadata.heading ?? readableName(spaced(name)),
      place: single ? undefined : pagination ? 'results' : 'list',
      ...own,
      keyColumn: items === false && own.keyFilter === undefined ? undefined : keyField,
      columns: shownColumns,
      listed,
      references: Object.fromEntries(references),
      fieldOrder: one.metadata.columns,
      sorts: sortableColumns(collection),
      order: defaultOrdering(collection),
      labels: Object.fromEntries(labels),
      facets,
      pages: pagination && [...rangeNames(collection), pagination.default],
      points: ownValue(parts.assets.points, name),
      csvColumns: columns.flatMap(({ name }) => (isListed(listed, name) ? name : [])),
    };
    const orders = offeredOrders(model, collection.orderings);
    // `rows` are the first records, and `id` is in the ids of elements.
    return { ...one, id: underscored(name), model, parameters, orders, rows };
  });

/** How requests find a record of a collection by its key. */
function referenceTo({ grid }: Described, name: string): Reference {
  const collection = findCollection(grid, { collection: name });
  const { items, filters = {}, keyField } = collection;
  const listing = relativeEndpointPath(grid, { kind: 'collection', collection });
  return { listing, keyFilter: items === false ? findKeyFilter(filters, keyField) : undefined };
}

/** The sortable columns of a collection, each with the first ordering by it. */
function sortableColumns({ sorts = {} }: CollectionGrid): CollectionModel['sorts'] {
  return Object.fromEntries(
    Object.entries(sorts)
      .reverse()
      .map(([name, { field, descending }]) => [
        field,
        descending ? [`-${name}`, name] : [name, `-${name}`],
      ]),
  );
}

/** The values of `ordering` to choose from: those with pages, and those by the columns that are shown first. */
const offeredOrders = (model: CollectionModel, prerendered: readonly string[]) =>
  model.columns.flatMap(({ name, isConstant }, index) => {
    const orders = model.sorts[name] ?? [];
    const isColumn = index < COLUMN_COUNT || !isListed(model.listed, name);
    const isShown = isColumn || orders.some((one) => prerendered.includes(one));
    return isShown && !isConstant ? orders : [];
  });

/**
 * The columns of a collection's table: first the one that names a record, then those that the definition orders, and
 * those that sort and filter the records. Last come those with the same value in all records, and UUIDs.
 */
function columnsOf(described: DescribedCollection, rows: readonly TableRow[]): Column[] {
  const { collection, metadata, fields } = described;
  const first = labelField(metadata.record, metadata.label, metadata.columns);
  const { defaultSort, sorts = {}, filters = {} } = collection;
  const filtered = Object.values(filters).flatMap(({ match, fields }) =>
    match === 'search' ? [] : fields,
  );
  const rankOf = (name: string): number => {
    if (rows.some((row) => UUID.test(textOf(row[name])))) return 6;
    if (name === defaultSort?.field) return 1;
    if (filtered.includes(name)) return 2;
    if (fields.get(name)?.isConstant) return 5;
    return collection.orderings.some((one) => sorts[one]?.field === name) ? 3 : 4;
  };
  const all = [...rows, ...parseRows([described.example ?? {}], 'list')];
  const names = [...new Set(all.flatMap(Object.keys))].sort((a, b) => rankOf(a) - rankOf(b));
  const ordered = inOrder(names, [first, ...(metadata.columns ?? [])]);
  return ordered.map((name) => ({ name, ...fields.get(name) }));
}

/** Returns the function that makes links to answers where the host has them. The script sends their requests itself. */
export const linksIn =
  (described: Described): FormatLink =>
  (target) => {
    const { grid } = described;
    if (answeringKind(described) !== 'code' && findFile(grid, target) === null)
      return markup` data-try="${target}"`;
    const href = linkOf(grid, target);
    return markup` data-try${href !== target && markup`="${target}"`} href="${href}"`;
  };
