import { orderingToSend } from '../../core/grid.ts';
import { NAME_FIELDS } from '../../describe/field.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { isObject } from '../../util/object.ts';
import { formatNumber } from '../../util/text.ts';
import { type CollectionModel, type Column, recordTarget } from './collection-model.ts';
import { FIRST_PAGE, parseTarget, type RequestTarget, withValues } from './request-target.ts';
import { type Linking, noValue, textValue, UUID } from './text-value.ts';

/*
 * Renders records as tables and lists of fields, in the page and in its script.
 */

/** A record as a row of a table: its values by column. */
export type TableRow = Readonly<Record<string, unknown>>;

/** How many columns a table shows until the user asks for all of them. */
export const COLUMN_COUNT = 7;

/** The listing that has the records of a table. */
interface Listed {
  readonly collection: CollectionModel;
  readonly target: RequestTarget;
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

/** The columns of rows: the known ones, then others. */
function arrangeColumns(rows: readonly TableRow[], known: readonly Column[]): Column[] {
  const names = new Set(rows.flatMap(Object.keys));
  const others = [...names].filter((name) => !known.some((column) => column.name === name));
  if (known.length > 0) return [...known, ...others.map((name) => ({ name }))];
  const first = findLabel(others);
  return others.sort((a, b) => Number(b === first) - Number(a === first)).map((name) => ({ name }));
}

/**
 * Records as a table in which their names are links, and the headers sort it.
 * @param listed absent: they are no records of the API
 * @param columnCount how many columns are shown; absent: all
 */
export function recordTable(
  rows: readonly TableRow[],
  linking: Linking,
  listed?: Listed,
  columnCount?: number,
): Markup {
  const columns = arrangeColumns(rows, listed?.collection.columns ?? []).slice(0, columnCount);
  const [first, ...others] = columns.map(({ name }) => name);
  const numeric = new Set(others.filter((column) => isNumeric(rows, column)));
  const numberClass = (column: string) => numeric.has(column) && markup` class="number"`;
  return markup`<div class="scroller" tabindex="0" role="region" aria-label="Records"><table>
<thead><tr>${columns.map((column) => columnHeader(column, linking, listed, numberClass(column.name)))}</tr></thead>
<tbody>${rows.map(
    (row) => markup`
<tr><th scope="row">${nameCell(row, first, linking, listed)}</th>${others.map(
      (column) => markup`<td${numberClass(column)}>${cell(row[column], linking)}</td>`,
    )}</tr>`,
  )}
</tbody></table></div>`;
}

const isNumeric = (rows: readonly TableRow[], column: string): boolean => {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number');
};

/** Longer texts have several lines in a cell, of which the first are shown. */
const LINE_LENGTH = 48;

function cell(value: unknown, linking: Linking): Markup {
  const shown = shownValue(value, linking, true);
  const text = Array.isArray(value) ? itemsText(value) : value;
  const isLong = typeof text === 'string' && text.length > LINE_LENGTH && /\s/.test(text);
  return isLong ? markup`<div class="long" title="${text}">${shown}</div>` : shown;
}

function columnHeader(
  { name: column, label = column, meaning }: Column,
  { formatLink }: Linking,
  listed: Listed | undefined,
  numberClass: Markup | false,
): Markup {
  const { collection: { sorts = {}, order = '' } = {}, target = '' } = listed ?? {};
  const ordering = parseTarget(target).values.get('ordering') || order;
  const [ascending, descending] = (Object.hasOwn(sorts, column) && sorts[column]) || ['', ''];
  const title = [label === column ? '' : column, meaning].filter(Boolean).join(': ');
  const attributes = markup`${numberClass}${title !== '' && markup` title="${title}"`}`;
  if (!ascending && !descending) return markup`<th scope="col"${attributes}>${label}</th>`;
  const state = ordering && { [ascending]: 'ascending', [descending]: 'descending' }[ordering];
  const other = (state !== 'ascending' && ascending) || descending || ascending;
  // Safari only gives the focus to links that have a `tabindex`.
  const sorted = withValues(target, { ...FIRST_PAGE, ordering: orderingToSend(other, order) });
  return markup`<th scope="col"${attributes} data-column="${column}"${state && markup` aria-sort="${state}"`}><a tabindex="0"${formatLink(sorted)}>${label}</a></th>`;
}

/** The name of a record, as a link to the record if the row has its key. */
function nameCell(
  row: TableRow,
  column: string | undefined,
  linking: Linking,
  listed: Listed | undefined,
): Markup {
  const [value, key] = [row[column ?? ''], row[listed?.collection.keyColumn ?? '']];
  if (!listed || !['string', 'number'].includes(typeof key) || key === '')
    return shownValue(value, linking, true);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const link = linking.formatLink(recordTarget(listed.collection, String(key)));
  return markup`<a${link}>${text || String(key)}</a>`;
}

/** How many items of a list a cell names. */
const ITEMS = 3;

/** A value of a record; in a cell of a table, lists and objects are abbreviated. */
function shownValue(value: unknown, linking: Linking, isCell: boolean): Markup {
  if (value === undefined) return markup``;
  if (value === null) return noValue('null');
  if (typeof value === 'string') return textValue(value, isCell, linking);
  if (typeof value === 'number') return markup`${formatAmount(value)}`;
  if (typeof value !== 'object') return markup`${String(value)}`;
  const isList = Array.isArray(value);
  if (Object.keys(value).length === 0) return noValue(isList ? 'empty list' : 'empty object');
  if (isCell && isList) return markup`${itemsText(value)}`;
  if (isCell) return markup`<code>${JSON.stringify(value)}</code>`;
  if (!isList) return recordFields(value, linking);
  if (value.every(isFlat)) return recordTable(value, linking);
  const items = value.map((item) => shownValue(item, linking, false));
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

/** A number, with separators if it is a large whole number. A year has none. */
const formatAmount = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) >= 10_000 && Math.abs(value) < 1e15
    ? formatNumber(value)
    : String(value);

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

/**
 * A record as a list of its fields, in groups.
 * @param columns what people see of its fields
 */
export function recordFields(
  record: object,
  linking: Linking,
  columns: readonly Column[] = [],
): Markup {
  let group: string | undefined;
  const known = new Map(columns.map((column) => [column.name, column]));
  const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value);
  // UUIDs come last.
  const fields = Object.entries(record).sort(
    ([, a], [, b]) => Number(isUuid(a)) - Number(isUuid(b)),
  );
  return markup`<dl class="record">${fields.map(([name, value]) => {
    const column = known.get(name) ?? { name };
    const { label = name } = column;
    const isNewGroup = Boolean(column.group) && column.group !== group && column.group !== label;
    group = column.group;
    const meaning = label !== name && column.meaning;
    return markup`${isNewGroup && markup`<div class="group"><dt>${group}</dt><dd></dd></div>`}<div><dt${label !== name && markup` class="label"`}>${label}</dt><dd>${shownValue(value, linking, false)}${meaning && markup`<p class="aside">${meaning}</p>`}</dd></div>`;
  })}</dl>`;
}
