import { orderingToSend } from '../../core/grid.ts';
import type { Markup } from '../../util/markup.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import { FIRST_PAGE } from '../view/facet-list.ts';
import { colouredJson } from '../view/json.ts';
import { type Column, recordFields, recordTable, type TableRow } from '../view/record-table.ts';
import {
  endpointTarget,
  formatHash,
  parseTarget,
  type RequestTarget,
  toQuery,
  withValues,
} from '../view/request-target.ts';
import { addressLink, type ToTarget } from '../view/text-value.ts';
import { apiFolder, button, element, findElement } from './dom.ts';
import type { Collection } from './request-form.ts';

/** How many lines and records are shown until the user asks for all of them. */
const [LINES, RECORDS] = [200, 100];

/** JSON with more lines has no colours, because they would take the browser seconds. */
const COLOURED_LINES = 20_000;

/** A value as JSON, indented and coloured, in which addresses are links. */
export function renderJson(value: unknown, toTarget: ToTarget): HTMLElement {
  const code = element('code');
  const block = element('pre', { tabindex: 0, 'aria-label': 'JSON' }, code);
  const showValue = (text: string) =>
    /^"https?:\/\/\S+"$/.test(text) ? addressLink(JSON.parse(text), text, toTarget) : text;
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
  collection: Collection | undefined,
  target: RequestTarget,
  toTarget: ToTarget,
  shownColumns: { limit: number },
): HTMLElement {
  if (rows.length === 0) return element('p', { class: 'empty' }, 'No records.');
  const { columns = [], order = '', sorts = {}, keyColumn } = collection ?? {};
  const given = parseTarget(target).values.get('ordering');
  const links = {
    columns,
    keyColumn,
    recordTarget: collection?.recordTarget ?? String,
    sorts,
    ordering: given || order,
    sortedBy: (ordering: string) =>
      withValues(target, { ...FIRST_PAGE, ordering: orderingToSend(ordering, order) }),
    toTarget,
  };
  const block = element('div', { tabindex: -1 });
  const columnCount = new Set(rows.flatMap(Object.keys)).size;
  const hidden = columnCount - shownColumns.limit;
  let shown = rows;
  const fill = () => fillWith(block, recordTable(shown, links, shownColumns.limit));
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
  toTarget: ToTarget,
): HTMLElement {
  const fields = element('div');
  fillWith(fields, recordFields(record, toTarget, columns));
  const where = element('div', { class: 'where' });
  const side = element('div', { class: 'side' }, where, renderJson(record, toTarget));
  return element('div', { class: 'record-view' }, fields, side);
}

/** Shows escaped HTML in a part of the page. If a link in it has the focus, the one with the same name gets it. */
export function fillWith(part: HTMLElement, { text }: Markup): void {
  const focused = part.querySelector('a:focus');
  const titleOf = (one: Element) => one.parentElement?.getAttribute('aria-label');
  const opened = [...part.querySelectorAll('details[open]')].map(titleOf);
  part.innerHTML = text;
  linkToRequests(part);
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

/** Makes the links to the API in a part of the page send their requests here. */
export function linkToRequests(part: ParentNode): void {
  for (const link of part.querySelectorAll('a[data-try]')) {
    const target = link.getAttribute('data-try') || link.getAttribute('href') || '';
    link.setAttribute('href', formatHash(toQuery(apiFolder(), target)));
  }
}

/**
 * The text of an error of the API, and links to requests that may work instead.
 * @param order the value of `ordering` that equals the default order
 */
export function renderError(error: unknown, target: RequestTarget, order?: string): HTMLElement[] {
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
      : suggestion(value, target);
  if (values.length === 0) return [text, ...without];
  const items = values.map((value) => element('li', {}, linkTo(value)));
  const title = parameter ? `Supported values of ${parameter}:` : 'Supported:';
  return [text, ...without, element('p', {}, title), element('ul', { class: 'values' }, ...items)];
}

/** A link to an endpoint, or to the listing of a target with other filters. */
function suggestion(addressOrQuery: string, target: RequestTarget): Node {
  const endpoint = endpointTarget(apiFolder(), addressOrQuery);
  const { path } = parseTarget(target);
  return link(endpoint ?? addressOrQuery, endpoint ?? `${path}?${addressOrQuery}`);
}

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
