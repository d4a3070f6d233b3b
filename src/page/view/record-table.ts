import { orderingToSend } from '../../core/grid.ts';
import { keyOf } from '../../core/key.ts';
import { findLabel, inOrder } from '../../describe/field.ts';
import { type Markup, type MarkupPart, markup } from '../../util/markup.ts';
import { isObject, withoutPrototype } from '../../util/object.ts';
import { formatNumber } from '../../util/text.ts';
import { type CollectionModel, type Column, recordTarget } from './collection-model.ts';
import { type FormatLink, listingWith, parseTarget, type RequestTarget } from './request-target.ts';

/*
 * Renders records as tables, lists of fields and JSON, in the page and in its script.
 */

/** How addresses and requests become links. */
export interface Linking {
  /** Finds the request of this API that an address is; null if the address is of another site. */
  toTarget(address: string): RequestTarget | null;
  readonly formatLink: FormatLink;
}

/** A record as a row of a table: its values by column, without a prototype. */
export type TableRow = Readonly<Record<string, unknown>>;

/** How many columns a table shows until the user asks for all of them. */
export const COLUMN_COUNT = 7;

/** The listing that has the records of a table. */
export interface Listed {
  readonly collection: CollectionModel;
  readonly target: RequestTarget;
}

/** The records in an answer: a page, a list or a FeatureCollection; null if it is none of these. */
export function parseRows(value: unknown): TableRow[] | null {
  const { type, features } = Object(value);
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.map(featureRow);
  const records = recordsIn(value);
  return Array.isArray(records) ? records.map(flatten) : null;
}

/** The records of a page; any other answer as it is. */
export function recordsIn(value: unknown): unknown {
  const { previous, results } = Object(value);
  // A record can have fields called `count` and `results`, too.
  return previous === undefined ? value : results;
}

function featureRow({ id, geometry, properties }: TableRow): TableRow {
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return withoutPrototype({ id, longitude, latitude, ...Object(properties) });
}

/** A record with the fields of its objects as fields of its own, such as `country.code`. */
function flatten(record: unknown): TableRow {
  if (!isObject(record)) return { value: record };
  const entries = Object.entries(record).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
      : [[name, value]],
  );
  return withoutPrototype(Object.fromEntries(entries));
}

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
  const [first = '', ...others] = columns.map(({ name }) => name);
  const known = new Set(columns.flatMap(({ name, isNumeric }) => (isNumeric ? name : [])));
  const numeric = new Set(others.filter((name) => known.has(name) || isNumeric(rows, name)));
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
  const title = [label === column ? '' : column, meaning].filter(Boolean).join(': ');
  const attributes = markup`${numberClass}${title !== '' && markup` title="${title}"`}`;
  const [ascending, descending] = (Object.hasOwn(sorts, column) && sorts[column]) || [];
  if (!ascending || !descending) return markup`<th scope="col"${attributes}>${label}</th>`;
  const ordering = parseTarget(target).values.get('ordering') || order;
  const state = { [ascending]: 'ascending', [descending]: 'descending' }[ordering];
  const other = state === 'ascending' ? descending : ascending;
  // Safari only gives the focus to links that have a `tabindex`.
  const sorted = listingWith(target, { ordering: orderingToSend(other, order) });
  return markup`<th scope="col"${attributes} data-column="${column}"${state && markup` aria-sort="${state}"`}><a tabindex="0"${formatLink(sorted)}>${label}</a></th>`;
}

/** The name of a record, as a link to the record if the row has its key. */
function nameCell(row: TableRow, column: string, linking: Linking, listed?: Listed): Markup {
  const [value, key] = [row[column], textOf(keyOf(listed?.collection.keyColumn ?? '', row))];
  if (!listed || key === '') return shownValue(value, linking, true);
  const link = linking.formatLink(recordTarget(listed.collection, key));
  return markup`<a${link}>${textOf(value) || key}</a>`;
}

/** A text or a number as a text; empty for another value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

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
  if (value.every(isFlat)) return recordTable(value.map(flatten), linking);
  const items = value.map((item) => shownValue(item, linking, false));
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

/** A number, with separators if it is a large whole number. A year has none. */
const formatAmount = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) >= 10_000 ? formatNumber(value) : String(value);

/** The first items of a list by name: `Alabama, Alaska, Arizona and 48 more`. */
function itemsText(list: readonly unknown[]): string {
  const names = list.slice(0, ITEMS).map(itemName).join(', ');
  return list.length > ITEMS ? `${names} and ${formatNumber(list.length - ITEMS)} more` : names;
}

function itemName(item: unknown): string {
  const name = isObject(item) ? item[findLabel(Object.keys(item))] : item;
  return typeof name === 'string' ? name : JSON.stringify(item);
}

const isFlat = (item: unknown): item is TableRow =>
  isObject(item) &&
  Object.values(item).every((value) => typeof value !== 'object' || value === null);

/**
 * A record as a list of its fields, in groups.
 * @param collection what is known of its fields
 */
export function recordFields(
  record: object,
  linking: Linking,
  { columns = [], fieldOrder }: Partial<CollectionModel> = {},
): Markup {
  let group: string | undefined;
  const known = new Map(columns.map((column) => [column.name, column]));
  const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value);
  const ordered = inOrder(Object.entries(record), fieldOrder, ([name]) => name);
  // UUIDs come last.
  const fields = ordered.sort(([, a], [, b]) => Number(isUuid(a)) - Number(isUuid(b)));
  return markup`<dl class="record">${fields.map(([name, value]) => {
    const column = known.get(name) ?? { name };
    const { label = name } = column;
    const isNewGroup = Boolean(column.group) && column.group !== group && column.group !== label;
    group = column.group;
    const meaning = label !== name && column.meaning;
    return markup`${isNewGroup && markup`<div class="group"><dt>${group}</dt><dd></dd></div>`}<div><dt${label !== name && markup` class="label"`}>${label}</dt><dd>${shownValue(value, linking, false)}${meaning && markup`<p class="aside">${meaning}</p>`}</dd></div>`;
  })}</dl>`;
}

/** A value that is not shown as a text of its own: null, or empty. */
const noValue = (kind: string): Markup => markup`<span class="none" title="${kind}">–</span>`;

/** A link to an address in a response, which sends a request if it is of this API. */
export function addressLink(address: string, text: string, linking: Linking): Markup {
  const target = linking.toTarget(address);
  if (target !== null) return markup`<a${linking.formatLink(target)}>${text}</a>`;
  return markup`<a href="${address}" rel="noopener noreferrer">${text}</a>`;
}

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How much of a UUID and of an address a cell shows. */
const [UUID_LENGTH, ADDRESS_LENGTH] = [8, 40];

/**
 * A text of a record: times are readable, and addresses are links.
 * @param isCell whether it is in a cell of a table, which shows only a part of UUIDs and addresses
 */
function textValue(text: string, isCell: boolean, linking: Linking): Markup {
  if (text === '') return noValue('empty text');
  const time = formatTime(text);
  if (time !== text) return markup`<time datetime="${text}" title="${text}">${time}</time>`;
  if (isCell && UUID.test(text))
    return markup`<span title="${text}">${text.slice(0, UUID_LENGTH)}…</span>`;
  if (!/^https?:\/\/\S+$/.test(text)) return markup`${text}`;
  const isLong = isCell && text.length > ADDRESS_LENGTH;
  // The end of an address says more than its beginning.
  const [end = text] = /\/[^/]+\/?$/.exec(text) ?? [];
  const shown = isLong ? (linking.toTarget(text) ?? `…${end.slice(1 - ADDRESS_LENGTH)}`) : text;
  return addressLink(text, shown, linking);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const TIME =
  /^((\d{4})-(\d\d)-(\d\d))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** An ISO 8601 date or date-time as people write it: `5 May 2025, 14:03 UTC`; another text as it is. */
export function formatTime(text: string): string {
  const [, date, year, month, day, time, zone] = TIME.exec(text) ?? [];
  // `Date.parse` accepts 30 February.
  if (!date || !new Date(Date.parse(date) || 0).toISOString().startsWith(date)) return text;
  const shown = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  return [time ? `${shown},` : shown, time, zone === 'Z' ? 'UTC' : zone].filter(Boolean).join(' ');
}

const VALUE = /("[^"\\]*(?:\\.[^"\\]*)*"|[-\d][-+\d.eE]*|[a-z]+)/;

/**
 * Indented JSON with colours.
 * @param showValue shows the text of a key or a value, which may be a link
 */
export const colouredJson = (formatted: string, showValue: (text: string) => MarkupPart): Markup =>
  markup`${formatted.split(VALUE).map((text, index, parts) => {
    // Between the values are punctuation and space.
    if (index % 2 === 0) return text;
    const textKind = parts[index + 1]?.startsWith(':') ? 'key' : 'string';
    const otherKind = /^[a-z]/.test(text) ? 'word' : 'number';
    return markup`<span class="json-${text.startsWith('"') ? textKind : otherKind}">${showValue(text)}</span>`;
  })}`;
