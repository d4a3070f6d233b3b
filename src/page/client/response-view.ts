import { markup } from '../../util/markup.ts';
import { isObject } from '../../util/object.ts';
import { formatBytes, formatCount, formatNumber } from '../../util/text.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { pageAt, pageLinks } from '../view/pager.ts';
import { COLUMN_COUNT, findLabel, parseRows } from '../view/record-table.ts';
import { formatHash, hashLink, parseTarget, type RequestTarget } from '../view/request-target.ts';
import type { Linking } from '../view/text-value.ts';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { createLinkButton } from './copy-button.ts';
import { button, element, findElement } from './dom.ts';
import { parsePosition } from './map-address.ts';
import { createMapPanels } from './map-panel.ts';
import { fillWith, renderError, renderJson, renderRecord, renderTable } from './render-response.ts';
import type { CollectionRequest } from './request-form.ts';
import { downloadCsv } from './result-csv.ts';
import { startTabs } from './tabs.ts';

/** Windows with space for a map beside a record. */
const WIDE = '(min-width: 64rem)';

/**
 * Starts the part of the page that shows the response to the last request.
 * @param section contains it, and the code of the request
 * @param mapScript the address of the map's script
 */
export function startResponseView(
  section: HTMLElement,
  api: ApiClient,
  linking: Linking,
  mapScript: string,
) {
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

  /**
   * Shows a response of the API, which can be an error.
   * @param request what the target requests; undefined if it is no list and no record
   */
  function show(answer: ApiResponse, target: RequestTarget, request?: CollectionRequest): void {
    const { response, value, text, milliseconds } = answer;
    const time = Math.max(1, Math.round(milliseconds));
    timing.textContent = `${statusText(response)}, ${formatBytes(new Blob([text]).size)} in ${time} ms`;
    const record = response.ok && request?.kind === 'record' ? findRecord(value) : undefined;
    showHeading(request, record);
    if (!response.ok) showError(response, value, target, request?.collection.order);
    else if (record) showRecord(record, target, request?.collection);
    else showListing(value, target, request);
  }

  function showError(
    response: Response,
    value: unknown,
    target: RequestTarget,
    order: string | undefined,
  ): void {
    showStatus(statusText(response), renderError(value, target, linking, order));
    showTools();
    showPager();
    showTabs({ JSON: () => renderJson(value, linking) });
  }

  function showRecord(record: object, target: RequestTarget, collection?: CollectionModel): void {
    showStatus('');
    showTools(createLinkButton());
    showPager();
    showTabs({
      Record: () => recordView(record, target, collection),
      JSON: () => renderJson(record, linking),
    });
  }

  /** Shows a page of records, or another response. */
  function showListing(value: unknown, target: RequestTarget, request?: CollectionRequest): void {
    const collection = request?.collection;
    const rows = parseRows(value);
    const count = rows ? (Object(value).count ?? rows.length) : 0;
    if (request?.kind === 'list') lastList = target;
    const offset = collection?.pages ? pageAt(target, collection.pages, count).offset : 0;
    showStatus(rows ? describeRecords(rows.length, offset, count) : '');
    showTools(...(collection && count > 0 ? [csvButton(collection, count, target)] : []));
    showPager(collection, count, target);
    const hasMap = collection?.points !== undefined;
    showTabs({
      Table: rows && (() => renderTable(rows, collection, target, linking, shownColumns)),
      Map: hasMap && (() => maps.showListing(collection, target)),
      JSON: () => renderJson(value, linking),
    });
  }

  /** A record, with a map beside it: in a small window only if the user asks for it. */
  function recordView(record: object, target: RequestTarget, collection?: CollectionModel): Node {
    const view = renderRecord(record, collection?.columns ?? [], linking);
    if (collection?.points === undefined) return view;
    const where = findElement(view, '.where');
    const showMap = () => where.replaceChildren(maps.showRecord(collection, target));
    if (matchMedia(WIDE).matches || maps.isLoaded(collection)) showMap();
    else where.append(button('Show on the map', showMap));
    return view;
  }

  /** Names what is shown, and links from a record to the listing that it is in. */
  function showHeading(request: CollectionRequest | undefined, record: object | undefined): void {
    const { list = '', noun = 'response', columns = [] } = request?.collection ?? {};
    const isRecord = request?.kind === 'record';
    back.hidden = !isRecord;
    const isKnown = parseTarget(lastList).path === list && lastList !== list;
    back.textContent = isKnown ? '← Back to the results' : `← All ${noun}`;
    back.setAttribute('href', formatHash(isKnown ? lastList : list));
    const name = record && nameOf(record, columns[0]?.name);
    heading.textContent = name ?? (isRecord ? request.key : noun);
    document.title = name === undefined ? pageTitle : `${name} – ${pageTitle}`;
  }

  /** Shows what can be done with the result. */
  const showTools = (...buttons: readonly Node[]) => tools.replaceChildren(...buttons);

  function csvButton(
    collection: CollectionModel,
    count: number,
    target: RequestTarget,
  ): HTMLElement {
    const text = `CSV of ${count === 1 ? 'this one' : `these ${formatNumber(count)}`}`;
    const download = button(text, async () => {
      download.disabled = true;
      const failure = await downloadCsv(api, collection, target, count).catch(
        (error: Error) => error,
      );
      download.disabled = false;
      if (failure) download.textContent = failure.message;
    });
    return download;
  }

  /** Shows why there is no response. */
  function showFailure(reason: string): void {
    showStatus('No response', [element('p', {}, reason)]);
    showTools();
    showPager();
    showTabs({});
  }

  /** @param problems what is wrong; absent for a success */
  function showStatus(text: string, problems: readonly Node[] = []): void {
    root.removeAttribute('aria-busy');
    const isGood = problems.length === 0;
    status.replaceChildren(isGood ? text : element('b', { class: 'bad' }, text));
    problem.hidden = isGood;
    problem.replaceChildren(...problems);
  }

  function showPager(collection?: CollectionModel, count = 0, target = ''): void {
    const { pages } = collection ?? {};
    const links = pages ? pageLinks(target, pages, count, hashLink) : markup``;
    pager.hidden = links.text === '';
    fillWith(pager, links);
  }

  /** Moves the focus to the response. */
  const focus = () => heading.focus({ preventScroll: true });

  return { showProgress, show, showFailure, focus };
}

/** The record in a response: its body, or the only record of a listing. */
function findRecord(value: unknown): object | undefined {
  const { results, previous } = Object(value);
  const found: unknown =
    previous === undefined && !Array.isArray(value) ? value : (results ?? [])[0];
  return isObject(found) ? found : undefined;
}

/**
 * The text that names a record; undefined if it has none.
 * @param field the one that names the records of its collection
 */
function nameOf(record: object, field: string | undefined): string | undefined {
  const name: unknown = Object(record)[findLabel(Object.keys(record), field) ?? ''];
  const isText = typeof name === 'number' || (typeof name === 'string' && name !== '');
  return isText ? String(name) : undefined;
}

/**
 * Which records a response contains, such as `records 21–40 of 2,620`.
 * @param offset how many records of the listing are before them
 * @param total how many records the listing has
 */
function describeRecords(length: number, offset: number, total: number): string {
  const count = formatNumber(total);
  if (total === 0) return 'no records';
  if (length === 0) return `no records from ${formatNumber(offset)} on, of ${count}`;
  if (length === total) return formatCount(total, 'record');
  return `records ${formatNumber(offset + 1)}–${formatNumber(offset + length)} of ${count}`;
}

/** The statuses of the API by name, because HTTP/2 does not transfer names. */
const STATUSES: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const statusText = ({ status, statusText }: Response): string =>
  `${status} ${STATUSES[status] ?? statusText}`.trim();
