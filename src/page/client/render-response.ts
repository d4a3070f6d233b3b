import { orderingToSend } from '../../core/grid.ts';
import type { Markup } from '../../util/markup.ts';
import { formatNumber } from '../../util/text.ts';
import { colouredJson } from '../view/json.ts';
import { recordFields, recordTable, type TableRow } from '../view/record-table.ts';
import {
  endpointTarget,
  formatHash,
  parseTarget,
  type RequestTarget,
  toQuery,
  withValues,
} from '../view/request-target.ts';
import { addressLink, type ToTarget } from '../view/text-value.ts';
import { apiFolder, button, element } from './dom.ts';
import { listPath } from './request-form.ts';

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

/** Records as a table that links to them, and to the same listing in other orders. */
export function renderTable(
  rows: readonly TableRow[],
  form: HTMLFormElement,
  target: RequestTarget,
  toTarget: ToTarget,
): HTMLElement {
  if (rows.length === 0) return element('p', { class: 'empty' }, 'No records.');
  const given = parseTarget(target).values.get('ordering');
  const data = (name: string) => form.getAttribute(`data-${name}`) ?? undefined;
  const links = {
    list: listPath(form),
    keyColumn: data('key'),
    labelColumn: data('label'),
    sorts: JSON.parse(data('sorts') ?? '{}'),
    ordering: given || (data('order') ?? ''),
    sortedBy: (ordering: string) =>
      withValues(target, {
        offset: '',
        page: '',
        ordering: orderingToSend(ordering, data('order')),
      }),
    toTarget,
  };
  const block = element('div', { tabindex: -1 });
  return limited(block, rows, RECORDS, 'records', (shown) =>
    fillWith(block, recordTable(shown, links)),
  );
}

/** A record as fields, with its JSON and the space for a button to the map beside them. */
export function renderRecord(record: object, toTarget: ToTarget): HTMLElement {
  const fields = element('div');
  fillWith(fields, recordFields(record, toTarget));
  const where = element('p', { class: 'where' });
  const side = element('div', { class: 'side' }, where, renderJson(record, toTarget));
  return element('div', { class: 'record-view' }, fields, side);
}

/** Shows escaped HTML in a part of the page. */
function fillWith(part: HTMLElement, { text }: Markup): void {
  part.innerHTML = text;
  linkToRequests(part);
}

/** Makes the links to the API in a part of the page send their requests here. */
export function linkToRequests(part: ParentNode): void {
  for (const link of part.querySelectorAll('a[data-try]')) {
    link.setAttribute('href', formatHash(toQuery(apiFolder(), link.getAttribute('href') ?? '')));
  }
}

/** Headers as a list of names and values. */
export function renderHeaders(headers: Headers): HTMLElement {
  const rows = [...headers].map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  );
  const note = 'The headers that the browser lets a page read; a host may send more.';
  const list = element('dl', { class: 'headers' }, ...rows);
  return element('div', {}, list, element('p', { class: 'aside' }, note));
}

/**
 * The text of an error of the API, and links to requests that it suggests.
 * @param form the form of the endpoint that answered
 */
export function renderError(
  error: unknown,
  target: RequestTarget,
  form: HTMLFormElement,
): HTMLElement[] {
  const { detail, parameter, supported } = Object(error);
  // What follows the first sentence is about other hosts too.
  const [reason = ''] = String(detail ?? 'The response does not say why.').split(/(?<=\.) /);
  const text = element('p', {}, reason);
  const order = (parameter === 'ordering' && form.getAttribute('data-order')) || undefined;
  const withParameter = (value: string) =>
    withValues(target, { [parameter]: orderingToSend(value, order) });
  if (Array.isArray(supported) && supported.length > 0) {
    const linkTo = (value: string) =>
      parameter ? link(value, withParameter(value)) : suggestion(value, target);
    const title = parameter ? `Supported values of ${parameter}:` : 'Try:';
    const items = supported.map((value) => element('li', {}, linkTo(value)));
    return [text, element('p', {}, title), element('ul', { class: 'values' }, ...items)];
  }
  if (!parameter) return [text];
  return [text, element('p', {}, link(`Leave out ${parameter}`, withParameter('')))];
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
