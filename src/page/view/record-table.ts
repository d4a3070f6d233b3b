import { type KeyField, keyFields, keyOf } from '../../core/key.ts';
import { isObject, ownValue, withoutPrototype } from '../../core/object.ts';
import { findLabel, inOrder, visibleText } from '../../describe/label.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { formatAmount, formatNumber, readableName, shortened } from '../../util/text.ts';
import {
  type CollectionModel,
  type Column,
  isListed,
  recordTarget,
  sortedTarget,
} from './collection-model.ts';
import type { RecordsPlace } from './pager.ts';
import { type FormatLink, parseTarget, type RequestTarget } from './request-target.ts';

/*
 * Renders records as tables, lists of fields and JSON, in the page and in its script.
 */

/** How addresses and requests become links. */
export interface Linking {
  /** Finds the request of this API that an address is; null if the address is of another site. */
  toTarget(address: string): RequestTarget | null;
  readonly formatLink: FormatLink;
}

/** How a value is shown. */
interface Context extends Linking {
  /** Those of the collection of the records, and the start of the names of fields: `country.` in that object. */
  readonly references?: CollectionModel['references'];
  readonly path?: string;
  /** Whether it is in a cell of a table, which abbreviates it. */
  readonly isCell?: boolean;
  /** Whether numbers are no amounts. */
  readonly areCodes?: boolean;
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

/**
 * The records in a response.
 * @param place as the request tells: a record can have fields of the same names; absent: it has none
 */
export function recordsIn(value: unknown, place?: RecordsPlace): readonly unknown[] {
  const records: unknown = place === 'list' ? value : Object(value)[place ?? ''];
  return Array.isArray(records) ? records : [];
}

/** The records in a response as rows. */
export const parseRows = (value: unknown, place?: RecordsPlace): TableRow[] =>
  recordsIn(value, place).map(place === 'features' ? featureRow : flatten);

function featureRow(feature: unknown): TableRow {
  const { id, geometry, properties } = Object(feature);
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return withoutPrototype({ id, longitude, latitude, ...Object(properties) });
}

/** A record with the fields of its objects as fields of its own, such as `country.code`. */
function flatten(record: unknown): TableRow {
  const entries = Object.entries(Object(record)).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
      : [[name, value]],
  );
  return withoutPrototype(Object.fromEntries(entries));
}

/**
 * The columns that a table shows: the known ones, then others.
 * @param limit how many it shows; then it leaves out those with the same value in all records
 */
export function columnsOf(rows: readonly TableRow[], listed?: Listed, limit = Infinity): Column[] {
  const { columns: given = [], listed: fields } = listed?.collection ?? {};
  const known = given.filter(({ name }) => isListed(fields, name));
  const names = new Set(rows.flatMap(Object.keys));
  const others = [...names].filter((name) => !known.some((column) => column.name === name));
  const first = known.length === 0 && findLabel(others);
  const sorted = others.sort((a, b) => Number(b === first) - Number(a === first));
  const all = [...known, ...sorted.map((name): Column => ({ name }))];
  const isShown = ({ isConstant = false }: Column) => limit === Infinity || !isConstant;
  return all.filter((column, index) => index === 0 || isShown(column)).slice(0, limit);
}

/**
 * Records as a table in which their names are links, and the headers sort it.
 * @param listed absent: they are no records of the API
 * @param limit how many columns are shown; absent: all
 */
export function recordTable(
  rows: readonly TableRow[],
  links: Linking,
  listed?: Listed,
  limit?: number,
): Markup {
  const { references } = listed?.collection ?? {};
  const context = { ...links, references, isCell: true, areCodes: false };
  const columns = columnsOf(rows, listed, limit).map((one, index) => {
    const isAmount = index > 0 && (one.isNumeric ?? isNumeric(rows, one.name));
    const areCodes = isCode(one.name, listed?.collection.keyColumn);
    const attributes = markup`${isAmount && NUMBER}${areCodes && UNTRANSLATED}${DIRECTION}`;
    return { ...one, isAmount, areCodes, attributes };
  });
  const [first = { name: '', attributes: '' }, ...others] = columns;
  return markup`<div class="scroller" tabindex="0" role="region" aria-label="Records"><table>
<thead><tr>${columns.map((column) => columnHeader(column, links, listed))}</tr></thead>
<tbody>${rows.map(
    (row) => markup`
<tr><th scope="row"${first.attributes}>${nameCell(row, first.name, context, listed)}</th>${others.map(
      ({ name, attributes, areCodes }) =>
        markup`<td${attributes}>${cell(row[name], name, { ...context, areCodes })}</td>`,
    )}</tr>`,
  )}
</tbody></table></div>`;
}

const NUMBER = markup` class="number"`;

/** For texts of people: their first strong character tells their direction. */
const DIRECTION = markup` dir="auto"`;

/** For texts that no translation may change. */
const UNTRANSLATED = markup` translate="no"`;

/** Are the values of a field no amounts, even if they are numbers? */
const isCode = (name: string, key: KeyField = ''): boolean =>
  keyFields(key).includes(name) || /(?:\b(?:id|zip|year)|code|fips)$/i.test(readableName(name));

const isNumeric = (rows: readonly TableRow[], column: string): boolean => {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number');
};

/** Texts that have several lines in a cell, of which the first are shown; and how much of a text it contains. */
const [LONG, TEXT_LENGTH] = [/\n|^(?=.{49}).*\s/s, 200];

function cell(value: unknown, name: string, context: Context): Markup {
  const shown = fieldValue(value, name, context);
  const text = Array.isArray(value) ? itemsText(value) : value;
  const isLong = typeof text === 'string' && LONG.test(text);
  return isLong ? markup`<div class="long" title="${cut(text)}">${shown}</div>` : shown;
}

const cut = (text: string): string => shortened(text, TEXT_LENGTH);

type ShownColumn = Column & { readonly isAmount: boolean; readonly attributes: Markup };

function columnHeader(shown: ShownColumn, { formatLink }: Linking, listed?: Listed): Markup {
  const { name: column, label = readableName(column), meaning, isAmount } = shown;
  const title = [label === column ? '' : column, meaning].filter(Boolean).join(': ');
  const attributes = markup`${shown.attributes}${title !== '' && markup` title="${title}"`}`;
  const [ascending, descending] = ownValue(listed?.collection.sorts ?? {}, column) ?? [];
  if (!listed || !ascending || !descending)
    return markup`<th scope="col"${attributes}>${label}</th>`;
  const { collection, target } = listed;
  const ordering = parseTarget(target).values.get('ordering') || collection.order || '';
  const state = { [ascending]: 'ascending', [descending]: 'descending' }[ordering];
  // The highest numbers come first.
  const [first, second] = isAmount ? [descending, ascending] : [ascending, descending];
  const next = ordering === first ? second : first;
  const link = formatLink(sortedTarget(collection, target, next));
  // Safari only gives the focus to links that have a `tabindex`. Without an address, this is no link.
  return markup`<th scope="col"${attributes} data-column="${column}"${state && markup` aria-sort="${state}"`}><a data-key="${column}"${link.text.includes('href=') && markup` tabindex="0"`}${link}>${label}</a></th>`;
}

/** The name of a record, as a link to the record if the row has its key. */
function nameCell(row: TableRow, column: string, context: Context, listed?: Listed): Markup {
  const [value, key] = [row[column], textOf(keyOf(listed?.collection.keyColumn ?? '', row))];
  if (!listed || key === '') return fieldValue(value, column, context);
  const link = context.formatLink(recordTarget(listed.collection, key));
  return markup`<a${link}>${cut(visibleText(textOf(value))) || key}</a>`;
}

/** A text or a number as a text; empty for another value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** How many items of a list a cell names. */
const ITEMS = 3;

const itemLimit = ({ isCell }: Context) => (isCell ? ITEMS : undefined);

/** A value of a field: keys of other records are links to them. */
function fieldValue(value: unknown, name: string, context: Context): Markup {
  const path = `${context.path ?? ''}${name}`;
  const reference = ownValue(context.references ?? {}, path);
  const keys = [value].flat().map(textOf).filter(Boolean);
  if (!reference || keys.length === 0) return shownValue(value, { ...context, path: `${path}.` });
  const links = keys.slice(0, itemLimit(context)).map((key, index) => {
    const shown = UUID.test(key) ? textValue(key, context) : key;
    return markup`${index > 0 && ', '}<a${context.formatLink(recordTarget(reference, key))}>${shown}</a>`;
  });
  return markup`${links}${keys.length > links.length && '…'}`;
}

/** A value of a record; in a cell of a table, lists and objects are abbreviated. */
function shownValue(value: unknown, context: Context): Markup {
  if (value === undefined) return markup``;
  if (value === null) return noValue('null');
  const addresses = addressesIn(value);
  if (addresses.length > 0) return addressLinks(addresses, context);
  if (typeof value === 'string') return textValue(value, context);
  if (typeof value === 'number' && !context.areCodes) return markup`${formatAmount(value)}`;
  if (typeof value !== 'object') return markup`${String(value)}`;
  const isList = Array.isArray(value);
  if (Object.keys(value).length === 0) return noValue(isList ? 'empty list' : 'empty object');
  if (context.isCell)
    return isList
      ? markup`${cut(itemsText(value))}`
      : markup`<code${UNTRANSLATED}>${cut(JSON.stringify(value))}</code>`;
  if (!isList) return recordFields(value, context);
  if (value.every(isFlat)) return recordTable(value.map(flatten), context);
  return markup`<ul>${value.map((item) => markup`<li>${shownValue(item, context)}</li>`)}</ul>`;
}

/** The first items of a list by name: `Alabama, Alaska, Arizona and 48 more`. */
function itemsText(list: readonly unknown[]): string {
  const names = list.slice(0, ITEMS).map(itemName).join(', ');
  return names + othersText(list.length - ITEMS);
}

const othersText = (count: number): string => (count > 0 ? ` and ${formatNumber(count)} more` : '');

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
  context: Context,
  { columns = [], fieldOrder, keyColumn }: Partial<CollectionModel> = {},
): Markup {
  let group: string | undefined;
  const known = new Map(columns.map((column) => [column.name, column]));
  const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value);
  const ordered = inOrder(Object.entries(record), fieldOrder, ([name]) => name);
  // UUIDs come last.
  const fields = ordered.sort(([, a], [, b]) => Number(isUuid(a)) - Number(isUuid(b)));
  return markup`<dl class="record">${fields.map(([name, value]) => {
    const column = known.get(name) ?? { name };
    const { label = readableName(name), meaning } = column;
    const isNewGroup = Boolean(column.group) && column.group !== group && column.group !== label;
    group = column.group;
    return markup`${isNewGroup && markup`<div class="group"><dt>${group}</dt><dd></dd></div>`}<div><dt${DIRECTION}${label !== name && markup` title="${name}"`}>${label}</dt><dd${DIRECTION}>${fieldValue(value, name, { ...context, areCodes: isCode(name, keyColumn) })}${meaning && markup`<p class="aside">${meaning}</p>`}</dd></div>`;
  })}</dl>`;
}

/** A value that is not shown as a text of its own: null, or empty. */
const noValue = (kind: string): Markup => markup`<span class="none" title="${kind}">–</span>`;

/** A link to an address in a response, which sends a request if it is of this API. */
export function addressLink(address: string, text: string, linking: Linking): Markup {
  const target = linking.toTarget(address);
  if (target !== null) return markup`<a${linking.formatLink(target)}${UNTRANSLATED}>${text}</a>`;
  return markup`<a href="${address}" rel="noopener noreferrer"${UNTRANSLATED}>${text}</a>`;
}

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How much of a UUID a cell shows. */
const UUID_LENGTH = 8;

/** A text of a record: times are readable. A cell of a table shows only a part of UUIDs. */
function textValue(text: string, { isCell }: Context): Markup {
  if (text === '') return noValue('empty text');
  const time = formatTime(text);
  if (time !== text) return markup`<time datetime="${text}" title="${text}">${time}</time>`;
  if (isCell && UUID.test(text))
    return markup`<span title="${text}"${UNTRANSLATED}>${text.slice(0, UUID_LENGTH)}…</span>`;
  return markup`${isCell ? cut(text) : text}`;
}

/** The addresses that a list or a text consists of. In tables of texts, a list is one text. */
function addressesIn(value: unknown): readonly string[] {
  const all = typeof value === 'string' ? value.trim().split(/[\s,;|]+(?=https?:\/\/)/) : value;
  const isAddress = (one: unknown) => typeof one === 'string' && /^https?:\/\/\S+$/.test(one);
  return Array.isArray(all) && all.every(isAddress) ? all : [];
}

/** Links to addresses: in a cell to the first ones, by their beginnings, else each on a line. */
function addressLinks(addresses: readonly string[], context: Context): Markup {
  const { isCell, toTarget } = context;
  const shown = addresses.slice(0, itemLimit(context)).map((address, index) => {
    const text = isCell ? shortened(toTarget(address) ?? address) : address;
    return markup`${index > 0 && (isCell ? ', ' : '\n')}${addressLink(address, text, context)}`;
  });
  return markup`${shown}${othersText(addresses.length - shown.length)}`;
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
  // Many dates are written as the time of midnight.
  if (/[T ]00:00(?::00(?:\.0+)?)?Z?$/.test(text)) return shown;
  return [time ? `${shown},` : shown, time, zone === 'Z' ? 'UTC' : zone].filter(Boolean).join(' ');
}
