import { formatNumber } from '../../util/text.ts';
import { button, element } from './dom.ts';
import { tokensOf } from './json.ts';
import { kindOf, listOf } from './request-form.ts';
import { cellText, type Row } from './table.ts';
import { endpointTarget, hashOf, parseTarget, type Target, withValue } from './target.ts';

/** How many lines, records and supported values are shown until the user asks for all of them. */
const [LINES, RECORDS, VALUES] = [200, 100, 40];

/** JSON with more lines has no colours, because they would take the browser seconds. */
const COLOURED_LINES = 20_000;

/**
 * A value as JSON, indented and coloured.
 * @param hasLinks whether addresses of endpoints become links that send a request
 */
export function renderJson(value: unknown, hasLinks: boolean): HTMLElement {
  const code = element('code');
  const block = element('pre', { tabindex: 0, 'aria-label': 'JSON' }, code);
  return limited(block, JSON.stringify(value, null, 2).split('\n'), LINES, 'lines', (lines) => {
    const text = lines.join('\n');
    code.replaceChildren(...(lines.length > COLOURED_LINES ? [text] : coloured(text, hasLinks)));
  });
}

const coloured = (formatted: string, hasLinks: boolean): (Node | string)[] =>
  tokensOf(formatted).map(({ kind, text }) => {
    if (kind === 'punctuation') return text;
    const target = hasLinks && kind === 'string' ? endpointTarget(JSON.parse(text)) : null;
    return element('span', { class: `json-${kind}` }, target === null ? text : link(text, target));
  });

/** A link that sends a request. */
const link = (text: string, target: Target, attributes = {}): HTMLElement =>
  element('a', { href: hashOf(target), ...attributes }, text);

/** Records as a table, in which their keys are links. */
export function renderTable(rows: readonly Row[], form: HTMLFormElement): HTMLElement {
  if (rows.length === 0) return element('p', { class: 'empty' }, 'No records');
  const keyField = kindOf(form) === 'features' ? 'id' : form.getAttribute('data-key');
  const columns = [...new Set(rows.flatMap(Object.keys))];
  // The table can be wider than the screen, so what identifies a record comes first.
  const name = ['label', 'title', 'name'].find((field) => columns.includes(field));
  const first = columns.filter((column) => column === keyField || column === name);
  const ordered = [...new Set([...first, ...columns])];
  const headers = ordered.map((column) => element('th', { scope: 'col' }, column));
  const body = element('tbody');
  const attributes = { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Records' };
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...headers)), body);
  return limited(element('div', attributes, table), rows, RECORDS, 'records', (shown) =>
    body.replaceChildren(...shown.map(renderRow)),
  );

  function renderRow(row: Row): HTMLElement {
    const cells = ordered.map((column) => {
      const value = row[column];
      const content = column === keyField ? keyLink(cellText(value), listOf(form)) : cell(value);
      return element('td', { class: typeof value === 'number' && 'number' }, content);
    });
    return element('tr', {}, ...cells);
  }
}

/** A link to the record with a key. */
const keyLink = (key: string, list: string): HTMLElement | '' =>
  key && link(key, `${list}${encodeURIComponent(key)}/`, { title: key, class: 'key' });

function cell(value: unknown): HTMLElement | string {
  const text = cellText(value);
  if (value === null) return element('span', { class: 'json-word' }, text);
  if (!/^https?:\/\//.test(text)) return text;
  return element('a', { href: text, rel: 'noopener noreferrer' }, text);
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

/** The text of an error of the API, and links to requests that it suggests. */
export function renderError(error: unknown, target: Target): HTMLElement[] {
  const { detail, parameter, supported } = Object(error);
  const text = element('p', {}, detail ?? 'The response does not say why.');
  const withParameter = (value: string) => withValue(target, parameter, value);
  if (Array.isArray(supported) && supported.length > 0) {
    const linkTo = (value: string) =>
      parameter ? link(value, withParameter(value)) : suggestion(value, target);
    const title = parameter ? `Supported values of ${parameter}:` : 'Try:';
    const list = element('ul', { class: 'values', tabindex: -1 });
    const show = (shown: readonly string[]) =>
      list.replaceChildren(...shown.map((value) => element('li', {}, linkTo(value))));
    return [text, element('p', {}, title), limited(list, supported, VALUES, 'values', show)];
  }
  if (!parameter) return [text];
  return [text, element('p', {}, link(`Leave out ${parameter}`, withParameter('')))];
}

/** A link to an endpoint, or to the listing of a target with other filters. */
function suggestion(addressOrQuery: string, target: Target): Node {
  const endpoint = endpointTarget(addressOrQuery);
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
