import { orderingToSend } from '../../core/grid.ts';
import type { Markup } from '../../util/markup.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import type { CollectionModel, Column } from '../view/collection-model.ts';
import { colouredJson } from '../view/json.ts';
import { recordFields, recordTable, type TableRow } from '../view/record-table.ts';
import { formatHash, parseTarget, type RequestTarget, withValues } from '../view/request-target.ts';
import { addressLink, type Linking } from '../view/text-value.ts';
import { button, element, findElement } from './dom.ts';

/** How many lines and records are shown until the user asks for all of them. */
const [LINES, RECORDS] = [200, 100];

/** JSON with more lines has no colours, because they would take the browser seconds. */
const COLOURED_LINES = 20_000;

/** A value as JSON, indented and coloured, in which addresses are links. */
export function renderJson(value: unknown, linking: Linking): HTMLElement {
  const code = element('code');
  const block = element('pre', { tabindex: 0, 'aria-label': 'JSON' }, code);
  const showValue = (text: string) =>
    /^"https?:\/\/\S+"$/.test(text) ? addressLink(JSON.parse(text), text, linking) : text;
  return limited(block, JSON.stringify(value, null, 2).split('\n'), LINES, 'lines', (lines) => {
    const text = lines.join('\n');
    if (lines.length > COLOURED_LINES) code.replaceChildren(text);
    else fillWith(code, colouredJson(text, showValue));
  });
}

/** A link that sends a request. */
const link = (text: string, target: RequestTarget): HTMLElement =>
  element('a', { href: formatHash(target) }, text);

/**
 * Records as a table that links to them, and to the same listing in other orders.
 * @param shownColumns how many columns are shown; a button removes the limit
 */
export function renderTable(
  rows: readonly TableRow[],
  collection: CollectionModel | undefined,
  target: RequestTarget,
  linking: Linking,
  shownColumns: { limit: number },
): HTMLElement {
  if (rows.length === 0) return element('p', { class: 'empty' }, 'No records.');
  const listed = collection && { collection, target };
  const block = element('div', { tabindex: -1 });
  const columnCount = new Set(rows.flatMap(Object.keys)).size;
  const hidden = columnCount - shownColumns.limit;
  let shown = rows;
  const fill = () => fillWith(block, recordTable(shown, linking, listed, shownColumns.limit));
  const more = button(formatCount(hidden, 'more column'), () => {
    shownColumns.limit = Number.POSITIVE_INFINITY;
    more.remove();
    fill();
    findElement(block, '.scroller').focus();
  });
  const table = limited(block, rows, RECORDS, 'records', (some) => {
    shown = some;
    fill();
  });
  return hidden > 0 ? element('div', {}, table, element('p', { class: 'more' }, more)) : table;
}

/** A record as fields, with its JSON and the space for a map beside them. */
export function renderRecord(
  record: object,
  columns: readonly Column[],
  linking: Linking,
): HTMLElement {
  const fields = element('div');
  fillWith(fields, recordFields(record, linking, columns));
  const where = element('div', { class: 'where' });
  const side = element('div', { class: 'side' }, where, renderJson(record, linking));
  return element('div', { class: 'record-view' }, fields, side);
}

/** Shows escaped HTML in a part of the page. If a link in it has the focus, the one with the same name gets it. */
export function fillWith(part: HTMLElement, { text }: Markup): void {
  const focused = part.querySelector('a:focus');
  const titleOf = (one: Element) => one.parentElement?.getAttribute('aria-label');
  const opened = [...part.querySelectorAll('details[open]')].map(titleOf);
  part.innerHTML = text;
  for (const details of part.querySelectorAll('details')) {
    details.toggleAttribute('open', opened.includes(titleOf(details)));
  }
  if (!focused) return;
  // Without the number of records, which can change.
  const nameOf = (one: Element) =>
    one.getAttribute('aria-label') ?? (one.querySelector('span') ?? one).textContent;
  const links = [...part.querySelectorAll('a')].filter((link) => link.checkVisibility());
  const same = links.find((link) => nameOf(link) === nameOf(focused));
  (same ?? links[0])?.focus({ preventScroll: true });
}

/**
 * The text of an error of the API, and links to requests that may work instead.
 * @param order the value of `ordering` that equals the default order
 */
export function renderError(
  error: unknown,
  target: RequestTarget,
  { toTarget }: Linking,
  order?: string,
): HTMLElement[] {
  const { detail, parameter, supported } = Object(error);
  // What follows the first sentence is about other hosts too.
  const [reason = ''] = String(detail ?? 'The response does not say why.').split(/(?<=\.) /);
  const text = element('p', {}, reason);
  const given = [...parseTarget(target).values.keys()];
  const removable = parameter ? [parameter] : given;
  const without = removable.map((name) =>
    element('p', {}, link(`The same request without ${name}`, withValues(target, { [name]: '' }))),
  );
  const values = Array.isArray(supported) ? supported : [];
  const linkTo = (value: string) =>
    parameter
      ? link(
          value,
          withValues(target, {
            [parameter]: orderingToSend(value, parameter === 'ordering' ? order : undefined),
          }),
        )
      : suggestion(value, target, toTarget(value));
  if (values.length === 0) return [text, ...without];
  const items = values.map((value) => element('li', {}, linkTo(value)));
  const title = parameter ? `Supported values of ${parameter}:` : 'Supported:';
  return [text, ...without, element('p', {}, title), element('ul', { class: 'values' }, ...items)];
}

/** A link to an endpoint, or to the listing of a target with other parameters. */
const suggestion = (text: string, target: RequestTarget, endpoint: RequestTarget | null): Node =>
  link(endpoint ?? text, endpoint ?? `${parseTarget(target).path}?${text}`);

/** A long list of which only the beginning is shown until the user asks for all of it. */
function limited<Item>(
  block: HTMLElement,
  items: readonly Item[],
  limit: number,
  noun: string,
  show: (shown: readonly Item[]) => void,
): HTMLElement {
  show(items.slice(0, limit));
  if (items.length <= limit) return block;
  const count = formatNumber(items.length);
  const all = button(`Show all ${count} ${noun}`, () => {
    show(items);
    note.remove();
    block.focus();
  });
  const text = `The first ${formatNumber(limit)} of ${count} ${noun}. `;
  const note = element('p', { class: 'more' }, text, all);
  return element('div', {}, block, note);
}
