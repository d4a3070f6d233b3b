import { findLabel, inOrder, nameOf } from '../../describe/field.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { isObject } from '../../util/object.ts';
import { formatBytes, formatNumber } from '../../util/text.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { describeRecords, pageAt, pageLinks } from '../view/pager.ts';
import { COLUMN_COUNT, parseRows, recordsIn, textOf } from '../view/record-table.ts';
import {
  formatHash,
  hashLink,
  parseTarget,
  type RequestTarget,
  withValues,
} from '../view/request-target.ts';
import type { ApiClient, ApiResponse } from './api-client.ts';
import {
  button,
  createLinkButton,
  element,
  findElement,
  refill,
  startTabs,
  type Views,
} from './dom.ts';
import { parsePosition } from './map-address.ts';
import { createMapPanels } from './map-panel.ts';
import { renderError, renderJson, renderRecord, renderTable } from './render-response.ts';
import type { PageRequest } from './request-form.ts';

/** What is shown of a response. */
interface Shown {
  readonly status?: string;
  /** What is wrong; absent for a success. */
  readonly problem?: Markup;
  /** What can be done with the result. */
  readonly tool?: Node | undefined;
  readonly pager?: Markup | undefined;
  readonly views: Views;
}

/** Windows with space for a map beside a record. */
const WIDE = '(min-width: 64rem)';

/**
 * Starts the part of the page that shows the response to the last request.
 * @param section contains it, and the code of the request
 * @param mapScript the address of the map's script
 */
export function startResponseView(section: HTMLElement, api: ApiClient, mapScript: string) {
  const maps = createMapPanels(section, api, mapScript);
  const root = findElement(section, '.answer');
  const timing = findElement(section, '.timing');
  const status = findElement(root, '.status');
  const tools = findElement(root, '.result-tools');
  const pager = findElement(root, '.pager');
  const problem = findElement(root, '.problem');
  const heading = findElement(root, 'h3');
  const back = findElement(root, '.back');
  // The address has the position of a map that is shared.
  const wanted = parsePosition(location.search) ? 'Map' : undefined;
  const showTabs = startTabs(findElement(root, '.tabs'), wanted);
  const pageTitle = document.title;
  const shownColumns = { limit: COLUMN_COUNT };
  /** The listing that was shown last. */
  let lastList = '';

  /** Shows that a request is on its way; the last response stays readable. */
  const showProgress = () => root.setAttribute('aria-busy', 'true');

  /** Shows a response of the API, which can be an error. */
  function show(answer: ApiResponse, request: PageRequest): void {
    const { response, value, text, milliseconds } = answer;
    const { target, collection, key } = request;
    const time = Math.max(1, Math.round(milliseconds));
    timing.textContent = `${statusText(response)}, ${formatBytes(new Blob([text]).size)} in ${time} ms`;
    const record = response.ok && key !== undefined ? findRecord(value) : undefined;
    const views = { JSON: () => renderJson(record ?? value, api) };
    showHeading(request, record);
    if (!response.ok) {
      const problem = renderError(value, target, api, collection?.order);
      render({ status: statusText(response), problem, views });
    } else if (record) {
      render({
        tool: createLinkButton(),
        views: { Record: () => recordView(record, request), ...views },
      });
    } else {
      if (collection && key === undefined) lastList = target;
      showListing(value, request, views);
    }
  }

  /** Shows a page of records, or another response. */
  function showListing(value: unknown, { target, collection }: PageRequest, views: Views): void {
    const rows = parseRows(value);
    const count = rows ? (Object(value).count ?? rows.length) : 0;
    const { pages, points } = collection ?? {};
    const offset = pages ? pageAt(target, pages, count).offset : 0;
    const listed = collection && { collection, target };
    render({
      status: rows ? describeRecords(rows.length, offset, count) : '',
      tool: collection && count > 0 ? csvButton(collection, count, target) : undefined,
      pager: pages && pageLinks(target, pages, count, hashLink),
      views: {
        Table: rows && (() => renderTable(rows, api, shownColumns, listed)),
        Map: collection && points !== undefined && (() => maps.showListing(collection, target)),
        ...views,
      },
    });
  }

  /** A record, with a map beside it: in a small window only if the user asks for it. */
  function recordView(record: object, { target, collection }: PageRequest): Node {
    const view = renderRecord(record, api, collection);
    if (collection?.points === undefined) return view;
    const where = findElement(view, '.where');
    const showMap = () => where.replaceChildren(maps.showRecord(collection, target));
    if (matchMedia(WIDE).matches || maps.isLoaded(collection)) showMap();
    else where.append(button('Show on the map', showMap));
    return view;
  }

  /** Names what is shown, and links from a record to the listing that it is in. */
  function showHeading({ collection, key }: PageRequest, record: object | undefined): void {
    const { list = '', noun = 'response', columns = [], keyColumn } = collection ?? {};
    back.hidden = key === undefined;
    const isKnown = parseTarget(lastList).path === list && lastList !== list;
    back.textContent = isKnown ? '← Back to the results' : `← All ${noun}`;
    back.setAttribute('href', formatHash(isKnown ? lastList : list));
    const field = findLabel(Object.keys(record ?? {}), columns[0]?.name);
    const name = (record && textOf(nameOf(record, field, keyColumn))) || undefined;
    heading.textContent = name ?? key ?? noun;
    document.title = name === undefined ? pageTitle : `${name} – ${pageTitle}`;
  }

  function csvButton(collection: CollectionModel, count: number, target: RequestTarget): Node {
    const text = `CSV of ${count === 1 ? 'this one' : `these ${formatNumber(count)}`}`;
    const download = button(text, async () => {
      download.disabled = true;
      const downloading = downloadCsv(api, collection, target, count);
      await downloading.catch(({ message }: Error) => download.replaceChildren(message));
      download.disabled = false;
    });
    return download;
  }

  /** Shows why there is no response. */
  const showFailure = (reason: string) =>
    render({ status: 'No response', problem: markup`<p>${reason}</p>`, views: {} });

  function render({ status: text = '', problem: wrong, ...shown }: Shown): void {
    root.removeAttribute('aria-busy');
    status.replaceChildren(wrong ? element('b', { class: 'bad' }, text) : text);
    refill(problem, wrong);
    refill(tools, shown.tool);
    refill(pager, shown.pager);
    showTabs(shown.views);
  }

  /** Moves the focus to the response. */
  const focus = () => heading.focus({ preventScroll: true });

  return { showProgress, show, showFailure, focus };
}

/** The record in a response: its body, or the only record of a listing. */
function findRecord(value: unknown): object | undefined {
  const found = recordsIn(value);
  const record: unknown = Array.isArray(found) ? found[0] : found;
  return isObject(record) ? record : undefined;
}

/** The statuses of the API by name, because HTTP/2 does not transfer names. */
const STATUSES: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const statusText = ({ status, statusText }: Response): string =>
  `${status} ${STATUSES[status] ?? statusText}`.trim();

/**
 * Downloads all records of a listing as CSV (RFC 4180), in the form of the files of `downloads/`.
 * @param count how many records it has
 * @throws Error with a message for users if they can't be read
 */
async function downloadCsv(
  api: ApiClient,
  { name, pages, columns, fieldOrder }: CollectionModel,
  target: RequestTarget,
  count: number,
): Promise<void> {
  const [size = '', place = ''] = pages ?? [];
  const all = pages ? withValues(target, { [size]: String(count), [place]: '' }) : target;
  const { response, value } = await api.compose(all);
  const rows = parseRows(value);
  if (!response.ok || !rows) throw new Error('The records can’t be read. Reload the page.');
  const known = columns.map((column) => column.name);
  const names = inOrder([...new Set([...rows.flatMap(Object.keys), ...known])], fieldOrder);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  const text = lines.map((values) => values.map(formatCell).join(',')).join('\n');
  const href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/csv' }));
  element('a', { href, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/** Null is an empty cell, and an empty text is `""`, as in the files of `downloads/`. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
