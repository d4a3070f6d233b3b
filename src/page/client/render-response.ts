import { type Markup, markup } from '../../util/markup.ts';
import { formatCount, formatNumber, shortened } from '../../util/text.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import {
  addressLink,
  columnsOf,
  type Linking,
  type Listed,
  recordFields,
  recordTable,
  type TableRow,
} from '../view/record-table.ts';
import { button, element, refill } from './dom.ts';

/** How many records of a response are shown until the user asks for all of them. */
export const RECORDS = 100;

/** How much JSON is shown: a browser takes seconds for tens of megabytes. */
const CHARACTERS = 500_000;

/** A value as JSON, indented, in which addresses are links. */
export function renderJson(value: unknown, linking: Linking): HTMLElement {
  const code = element('code');
  const showPart = (text: string, index: number) =>
    index % 2 === 1 ? addressLink(JSON.parse(text), text, linking) : text;
  const text = shortened(JSON.stringify(value, null, 2), CHARACTERS);
  refill(code, markup`${text.split(ADDRESS).map(showPart)}`);
  return element('pre', { tabindex: 0, translate: 'no', 'aria-label': 'JSON' }, code);
}

/** A text in JSON that is an address. */
const ADDRESS = /(?<=: |^ *)("https?:\/\/[^"\s\\]+")/m;

/**
 * Records as a table that links to them, and to the same listing in other orders.
 * @param most how many columns and records are shown; buttons raise these limits
 * @param listed absent: they are no records of the API
 */
export function renderTable(
  rows: readonly TableRow[],
  linking: Linking,
  most: { columns: number; records: number },
  listed?: Listed,
): HTMLElement {
  if (rows.length === 0) return element('p', { class: 'empty' }, 'No records.');
  const table = element('div', { tabindex: -1 });
  const more = element('p', { class: 'more' });

  function fill(): void {
    refill(table, recordTable(rows.slice(0, most.records), linking, listed, most.columns));
    const hidden = columnsOf(rows, listed).length - columnsOf(rows, listed, most.columns).length;
    const raise = (limit: keyof typeof most, to: number) => () => {
      most[limit] = to;
      fill();
      table.focus();
    };
    const buttons = [
      rows.length > most.records &&
        button(`Show all ${formatNumber(rows.length)} records`, raise('records', rows.length)),
      hidden > 0 &&
        button(formatCount(hidden, 'more column'), raise('columns', Number.POSITIVE_INFINITY)),
    ];
    more.replaceChildren(...buttons.filter((one) => one !== false));
  }

  fill();
  return element('div', {}, table, more);
}

/** A record as fields, with its JSON and the space for a map beside them. */
export function renderRecord(record: object, linking: Linking, collection?: CollectionModel) {
  const fields = element('div');
  const links = { ...linking, references: collection?.references };
  refill(fields, recordFields(record, links, collection));
  const where = element('div', { class: 'where' });
  const side = element('div', { class: 'side' }, where, renderJson(record, linking));
  return element('div', { class: 'record-view' }, fields, side);
}

/** The text of an error of the API, with the supported values. */
export function renderError(error: unknown): Markup {
  const { detail = 'The response does not say why.', supported = [] } = Object(error);
  // What follows the first sentence is about other hosts too.
  const [reason] = String(detail).split(/(?<=\.) /);
  return markup`<p>${reason}</p>${supported.length > 0 && markup`<p>Supported: ${supported.join(', ')}</p>`}`;
}
