import { button, element } from './dom.ts';
import { linesOf, type Token } from './json.ts';
import { cellText, type Rows } from './rows.ts';
import { hashOf } from './target.ts';

/** How many lines and rows are shown before someone asks for all of them. */
const [LINES, ROWS] = [200, 100];

/** Beyond so many lines of JSON none is coloured: that would take the browser seconds. */
const COLOURED = 20_000;

/** A key that is longer than this is shown by its beginning. */
const KEY_LENGTH = 14;

const number = new Intl.NumberFormat('en');
export const grouped = (amount: number): string => number.format(amount);

/** Where a text within JSON leads; null where it doesn't. */
export type HrefOf = (text: string) => string | null;

/** A JSON text, readable. */
export function jsonView(text: string, hrefOf: HrefOf): HTMLElement {
  const lines = linesOf(text);
  const code = element('code');
  const block = element('pre', { tabindex: 0, 'aria-label': 'JSON' }, code);
  const show = (some: readonly Token[][]) =>
    code.replaceChildren(some.length > COLOURED ? plainText(some) : coloured(some, hrefOf));
  return capped(block, lines, LINES, 'lines', show);
}

const plainText = (lines: readonly Token[][]): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

function coloured(lines: readonly Token[][], hrefOf: HrefOf): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const line of lines) {
    for (const { kind, text } of line) {
      const href = kind === 'string' ? hrefOf(JSON.parse(text)) : null;
      const shown = href === null ? text : element('a', { href }, text);
      made.append(kind === 'mark' ? text : element('span', { class: `json-${kind}` }, shown));
    }
    made.append('\n');
  }
  return made;
}

/** Where the rows of a table lead. */
export interface RowLinks {
  /** The field whose value is the record's key. */
  readonly field: string;
  /** The path of the listing, which a key is put behind. */
  readonly list: string;
}

/** Records as a table. */
export function tableView({ rows, ...table }: Rows, links: RowLinks | null): HTMLElement {
  const columns = inOrder(table.columns, links?.field);
  if (rows.length === 0) return element('p', { class: 'empty' }, 'There are no records here.');
  const head = element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)));
  const body = element('tbody');
  const block = element('table', {}, element('thead', {}, head), body);
  const attributes = { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Records' };
  const scroller = element('div', attributes, block);
  return capped(scroller, rows, ROWS, 'records', (some) =>
    body.replaceChildren(...some.map((row) => rowOf(row, columns, links))),
  );
}

/** Columns with what a record is called by before all others: a table is wider than a screen. */
function inOrder(columns: readonly string[], key: string | undefined): string[] {
  const name = ['label', 'title', 'name'].find((one) => columns.includes(one));
  const first = columns.filter((one) => one === key || one === name);
  return [...first, ...columns.filter((one) => !first.includes(one))];
}

function rowOf(
  row: Rows['rows'][number],
  columns: readonly string[],
  links: RowLinks | null,
): HTMLElement {
  const cells = columns.map((name) => {
    const value = row[name];
    return element('td', { class: typeof value === 'number' && 'number' }, cell(name, value));
  });
  return element('tr', {}, ...cells);

  function cell(name: string, value: unknown): Node | string {
    const text = cellText(value);
    if (links?.field === name && text !== '') {
      const href = hashOf(`${links.list}${encodeURIComponent(text)}/`);
      const isLong = text.length > KEY_LENGTH;
      const short = isLong ? `${text.slice(0, KEY_LENGTH - 6)}…` : text;
      return element('a', { href, title: text, 'aria-label': isLong && text }, short);
    }
    if (value === null) return element('span', { class: 'json-word' }, 'null');
    if (!/^https?:\/\//.test(text)) return text;
    return element('a', { href: text, rel: 'noopener noreferrer' }, text);
  }
}

/** Headers as a list of names and values. */
export function headersView(headers: readonly (readonly [string, string])[]): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  );
  const note = 'What the browser lets a page read; a host may send more.';
  const list = element('dl', { class: 'headers' }, ...rows);
  return element('div', {}, list, element('p', { class: 'aside' }, note));
}

/** A long thing of which only the beginning is shown until someone asks for the rest. */
function capped<Item>(
  block: HTMLElement,
  items: readonly Item[],
  limit: number,
  noun: string,
  show: (some: readonly Item[]) => void,
): HTMLElement {
  show(items.slice(0, limit));
  if (items.length <= limit) return block;
  const all = button(`Show all ${grouped(items.length)} ${noun}`, () => {
    show(items);
    more.remove();
    block.focus();
  });
  const more = element(
    'p',
    { class: 'more' },
    `The first ${grouped(limit)} of ${grouped(items.length)} ${noun}. `,
    all,
  );
  return element('div', {}, block, more);
}
