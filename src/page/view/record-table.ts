import { encodeKey } from '../../core/encode-key.ts';
import { NAME_FIELDS } from '../../describe/field.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { isObject } from '../../util/object.ts';
import { formatNumber } from '../../util/text.ts';
import { noValue, requestLink, type ToTarget, textValue, UUID } from './text-value.ts';

/*
 * Renders records as tables and lists of fields, in the page and in its script.
 */

/** A record as a row of a table: its values by column. */
export type TableRow = Readonly<Record<string, unknown>>;

/** The values of `ordering` that sort by a column; empty where there is none. */
export type Directions = readonly [ascending: string, descending: string];

/** What a table links to. */
export interface TableLinks {
  /** The path of the listing that contains the records. */
  readonly list: string;
  /** The column with the keys of records; absent if no column has them. */
  readonly keyColumn?: string | undefined;
  /** The column that names a record. */
  readonly labelColumn?: string | undefined;
  /** The sortable columns. */
  readonly sorts: Readonly<Record<string, Directions>>;
  /** The value of `ordering` that the records are sorted by. */
  readonly ordering: string;
  /** The path of the same listing in another order. */
  sortedBy(ordering: string): string;
  readonly toTarget: ToTarget;
}

/** The records in an answer: a page, a list or a FeatureCollection; null if it is none of these. */
export function parseRows(value: unknown): TableRow[] | null {
  const { type, features, previous, results } = Object(value);
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.map(featureRow);
  // A record can have fields called `count` and `results`, too.
  const records = previous === undefined ? value : results;
  return Array.isArray(records) ? records.map(flatten) : null;
}

function featureRow({ id, geometry, properties }: TableRow): TableRow {
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return { id, longitude, latitude, ...Object(properties) };
}

/** A record with the fields of its objects as fields of its own, such as `country.code`. */
function flatten(record: unknown): TableRow {
  if (!isObject(record)) return { value: record };
  const entries = Object.entries(record).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, innerValue]) => [`${name}.${inner}`, innerValue])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** The column that names the records: the given one, one with a usual name, or the first one. */
export const findLabel = (columns: readonly string[], label = ''): string | undefined =>
  [label, ...NAME_FIELDS, ...columns].find((one) => columns.includes(one));

/**
 * The columns of rows: first the one that names a record. Last come UUIDs, and then those with the same
 * value in every row, which distinguish no records.
 * @param sorted a column that keeps its place although its values may be the same
 */
export function arrangeColumns(
  rows: readonly TableRow[],
  label?: string,
  sorted?: string,
): string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const first = findLabel(columns, label);
  const rankOf = (column: string): number => {
    if (column === first) return 0;
    const values = new Set(rows.map((row) => String(row[column] ?? '')));
    if (rows.length > 1 && values.size === 1 && column !== sorted) return 3;
    values.delete('');
    return values.size > 0 && [...values].every((value) => UUID.test(value)) ? 2 : 1;
  };
  const ranks = new Map(columns.map((column) => [column, rankOf(column)]));
  return columns.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** Records as a table in which their names are links, and the headers sort it. */
export function recordTable(
  rows: readonly TableRow[],
  links: TableLinks,
  columnCount?: number,
): Markup {
  const { labelColumn, ordering, sorts, toTarget } = links;
  const sorted = Object.keys(sorts).find((column) => sorts[column]?.includes(ordering));
  const columns = arrangeColumns(rows, labelColumn, sorted).slice(0, columnCount);
  const [first, ...others] = columns;
  const numeric = new Set(others.filter((column) => isNumeric(rows, column)));
  const numberClass = (column: string) => numeric.has(column) && markup` class="number"`;
  return markup`<div class="scroller" tabindex="0" role="region" aria-label="Records"><table>
<thead><tr>${columns.map((column) => columnHeader(column, links, numberClass(column)))}</tr></thead>
<tbody>${rows.map(
    (row) => markup`
<tr><th scope="row">${nameCell(row, first, links)}</th>${others.map(
      (column) =>
        markup`<td${numberClass(column) || isLong(row[column])}>${shownValue(row[column], toTarget, true)}</td>`,
    )}</tr>`,
  )}
</tbody></table></div>`;
}

const isNumeric = (rows: readonly TableRow[], column: string): boolean => {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number');
};

/** Longer texts have several lines in a cell. */
const LINE_LENGTH = 48;

function isLong(value: unknown): Markup | false {
  const text = Array.isArray(value) ? itemsText(value) : value;
  if (typeof text !== 'string' || text.length <= LINE_LENGTH) return false;
  return /\s/.test(text) && markup` class="long"`;
}

function columnHeader(column: string, links: TableLinks, attributes: Markup | false): Markup {
  const { sorts, ordering, sortedBy } = links;
  const [ascending, descending] = (Object.hasOwn(sorts, column) && sorts[column]) || ['', ''];
  if (!ascending && !descending) return markup`<th scope="col"${attributes}>${column}</th>`;
  const state = ordering && { [ascending]: 'ascending', [descending]: 'descending' }[ordering];
  const other = (state !== 'ascending' && ascending) || descending || ascending;
  // Safari only gives the focus to links that have a `tabindex`.
  return markup`<th scope="col"${attributes} data-column="${column}"${state && markup` aria-sort="${state}"`}><a data-try tabindex="0" href="${sortedBy(other)}">${column}</a></th>`;
}

/** The name of a record, as a link to the record if the row has its key. */
function nameCell(row: TableRow, column: string | undefined, links: TableLinks): Markup {
  const { keyColumn = '', list, toTarget } = links;
  const [value, key] = [row[column ?? ''], row[keyColumn]];
  if (!['string', 'number'].includes(typeof key) || key === '')
    return shownValue(value, toTarget, true);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return requestLink(`${list}${encodeKey(String(key))}/`, text || String(key));
}

/** How many items of a list a cell names. */
const ITEMS = 3;

/** A value of a record; in a cell of a table, lists and objects are abbreviated. */
function shownValue(value: unknown, toTarget: ToTarget, isCell: boolean): Markup {
  if (value === undefined) return markup``;
  if (value === null) return noValue('null');
  if (typeof value === 'string') return textValue(value, isCell, toTarget);
  if (typeof value !== 'object') return markup`${String(value)}`;
  const isList = Array.isArray(value);
  if (Object.keys(value).length === 0) return noValue(isList ? 'empty list' : 'empty object');
  if (isCell && isList) return markup`${itemsText(value)}`;
  if (isCell) return markup`<code>${JSON.stringify(value)}</code>`;
  if (!isList) return recordFields(value, toTarget);
  if (value.every(isFlat)) return recordTable(value, { ...NO_LINKS, toTarget });
  const items = value.map((item) => shownValue(item, toTarget, false));
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

/** The first items of a list by name: `Alabama, Alaska, Arizona and 48 more`. */
function itemsText(list: readonly unknown[]): string {
  const names = list.slice(0, ITEMS).map(itemName).join(', ');
  return list.length > ITEMS ? `${names} and ${formatNumber(list.length - ITEMS)} more` : names;
}

function itemName(item: unknown): string {
  if (!isObject(item)) return typeof item === 'string' ? item : JSON.stringify(item);
  const name = item[findLabel(Object.keys(item)) ?? ''];
  return typeof name === 'string' ? name : JSON.stringify(item);
}

const isFlat = (item: unknown): item is TableRow =>
  isObject(item) &&
  Object.values(item).every((value) => typeof value !== 'object' || value === null);

/** A list of objects inside a record is no listing of the API. */
const NO_LINKS = { list: '', sorts: {}, ordering: '', sortedBy: String };

/** A record as a list of its fields. */
export const recordFields = (record: object, toTarget: ToTarget): Markup =>
  markup`<dl class="record">${Object.entries(record).map(
    ([name, value]) =>
      markup`<div><dt>${name}</dt><dd>${shownValue(value, toTarget, false)}</dd></div>`,
  )}</dl>`;
