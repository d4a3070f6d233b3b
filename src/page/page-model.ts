import { relativeEndpointPath } from '../core/endpoint.ts';
import { type CollectionGrid, defaultOrdering, windowNames } from '../core/grid.ts';
import { findFile } from '../core/resolve.ts';
import {
  type Described,
  type DescribedCollection,
  describedCollections,
} from '../describe/described.ts';
import { linkOf, spaced } from '../describe/endpoint.ts';
import { describeType, inOrder, labelField } from '../describe/field.ts';
import { parametersForPage } from '../describe/parameter.ts';
import { type Markup, markup } from '../util/markup.ts';
import { underscored } from '../util/text.ts';
import type { CollectionModel, Column, Directions } from './view/collection-model.ts';
import { parseRows, type TableRow, textOf, UUID } from './view/record-table.ts';
import type { FormatLink } from './view/request-target.ts';

/**
 * Everything that the page is made of. `assets` has the addresses of its files, relative to it, with
 * hashes: `explorer.js?89abcdef`.
 */
export type PageParts = Described & {
  readonly assets: Readonly<Record<'script' | 'style' | 'map', string>> & {
    /** The points of each collection with a map. */
    readonly points: Readonly<Record<string, string>>;
  };
};

/** A collection with what each part of the page shows of it. */
export type PageCollection = ReturnType<typeof pageCollections>[number];

/** The collections of the page, in the order of the definition. */
export const pageCollections = (parts: PageParts) =>
  describedCollections(parts).map((one) => {
    const { collection, records, facets, hasMap } = one;
    const { name, items, filters = {}, keyField, pagination } = collection;
    const listing = { kind: 'collection', collection } as const;
    const rows = parseRows(records) ?? [];
    const [keyFilter] =
      Object.entries(filters).find(
        ([, { match, fields }]) => items === false && match === 'equals' && fields[0] === keyField,
      ) ?? [];
    const model: CollectionModel = {
      name,
      noun: spaced(name),
      list: relativeEndpointPath(parts.grid, listing),
      keyColumn: items === false && keyFilter === undefined ? undefined : keyField,
      keyFilter,
      columns: columnsOf(one, rows),
      fieldOrder: one.metadata.columns,
      sorts: sortableColumns(collection),
      order: defaultOrdering(collection),
      facets,
      pages: pagination && [...windowNames(collection), pagination.default],
      points: hasMap ? parts.assets.points[name] : undefined,
    };
    const parameters = parametersForPage(parts, listing);
    // `rows` are the first records, and `id` is in the ids of elements.
    return { ...one, id: underscored(name), model, parameters, rows };
  });

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

/**
 * The columns of a collection's table: first the one that names a record, then those that the definition orders, and
 * those that sort and filter the records. Last come those with the same value in every row, and UUIDs.
 */
function columnsOf(described: DescribedCollection, rows: readonly TableRow[]): Column[] {
  const { collection, metadata, fields } = described;
  const first = labelField(metadata.record, metadata.label, metadata.columns);
  const { defaultSort, sorts = {}, filters = {} } = collection;
  const filtered = Object.values(filters).flatMap(({ match, fields }) =>
    match === 'search' ? [] : fields,
  );
  const rankOf = (name: string): number => {
    const values = new Set(rows.map((row) => JSON.stringify(row[name] ?? '')));
    if (rows.some((row) => UUID.test(textOf(row[name])))) return 6;
    if (name === defaultSort?.field) return 1;
    if (filtered.includes(name)) return 2;
    if (rows.length > 1 && values.size === 1) return 5;
    return collection.orderings.some((one) => sorts[one]?.field === name) ? 3 : 4;
  };
  const names = [...new Set(rows.flatMap(Object.keys))].sort((a, b) => rankOf(a) - rankOf(b));
  const ordered = inOrder(names, [first, ...(metadata.columns ?? [])]);
  const properties: Readonly<Record<string, object>> = Object(metadata.record.properties);
  const isDecimal = (name: string) =>
    /^decimal/.test(describeType(metadata.record, { ...properties[name] }));
  return ordered.map((name) => ({
    name,
    ...(isDecimal(name) && { isNumeric: true }),
    ...fields.get(name),
  }));
}

/** Returns the function that makes links to answers where the host has them. The script sends their requests itself. */
export const linksIn =
  ({ grid, hostKind }: Described): FormatLink =>
  (target) => {
    if (hostKind && findFile(grid, target) === null) return markup` data-try="${target}"`;
    const href = linkOf(grid, target);
    return markup` data-try${href !== target && markup`="${target}"`} href="${href}"`;
  };

/** The base address, which the script replaces by the address of the page's folder. */
export const baseAddress = ({ grid }: Described): Markup =>
  markup`<span data-base>${grid.base}</span>`;
