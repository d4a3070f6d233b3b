import { isObject } from '../../core/object.ts';
import { findLabel, nameOf, visibleText } from '../../describe/label.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import { describeRecords, pageAt, pageLinks, pageTarget } from '../view/pager.ts';
import { COLUMN_COUNT, parseRows, recordsIn, textOf } from '../view/record-table.ts';
import { formatHash, hashLink, parseTarget } from '../view/request-target.ts';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { createCsvTool } from './csv.ts';
import { button, element, findElement, refill, startTabs } from './dom.ts';
import { parseView } from './map-address.ts';
import { createMapPanels } from './map-panel.ts';
import { RECORDS, renderError, renderJson, renderRecord, renderTable } from './render-response.ts';
import { isOneRecord, type PageRequest } from './request-form.ts';
import { saveView } from './save-view.ts';

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
  const httpStatus = findElement(section, '.http-status');
  const status = findElement(root, '.status');
  const tools = findElement(root, '.result-tools');
  const pager = findElement(root, '.pager');
  const problem = findElement(root, '.problem');
  const heading = findElement(root, 'h3');
  const back = findElement(root, '.back');
  const showTabs = startTabs(findElement(root, '.tabs'), (view) => {
    saveView(view);
    if (describeView) status.textContent = describeView(view);
  });
  const pageTitle = document.title;
  const most = { columns: COLUMN_COUNT, records: RECORDS };
  /** What the status says of a listing: a map has all of its records. */
  let describeView: ((view: string) => string) | undefined;
  /** The listing that was shown last. */
  let lastListing = '';

  /** Shows that a request is on its way; the last response stays readable. */
  const showProgress = () => root.setAttribute('aria-busy', 'true');

  /** Shows a response of the API, which can be an error. */
  function show({ response, value }: ApiResponse, request: PageRequest): void {
    httpStatus.textContent = statusOf(response);
    const record = response.ok && isOneRecord(request) ? findRecord(value, request) : undefined;
    showHeading(request, record);
    endWait();
    refill(problem, response.ok ? undefined : renderError(value));
    const isListing = response.ok && !record;
    const views = isListing ? showListing(value, request) : showOther(response, request, record);
    const all = { ...views, json: () => renderJson(record ?? value, api) };
    // A new entry of the history keeps the view of the one before.
    showTabs(all, parseView(location.search) ?? (history.state ? '' : undefined));
  }

  /** Shows what is known of a page of records, or of another response. @returns its views */
  function showListing(value: unknown, { target, collection, key, place }: PageRequest) {
    const rows = parseRows(value, place);
    const count = Object(value).count ?? rows.length;
    const { pages, points } = collection ?? {};
    const offset = pages ? pageAt(target, pages, count).offset : 0;
    const listed = collection && { collection, target };
    if (collection && key === undefined) lastListing = target;
    findElement(section, '.show-results').textContent = `Show ${formatCount(count, 'result')}`;
    const all = formatCount(count, 'record');
    const ofPage = place ? describeRecords(rows.length, offset, count) : '';
    describeView = (view) => (view === 'map' ? all : ofPage);
    const describeMap = (located: number) => {
      if (located < count) status.textContent = `${formatNumber(located)} of ${all} on the map`;
    };
    refill(tools, collection && count > 0 && createCsvTool(api, collection, target, count));
    refill(pager, pages && pageLinks(target, pages, count, hashLink, true));
    pager.onsubmit = (event) => {
      event.preventDefault();
      const { valueAsNumber } = findElement<HTMLInputElement>(pager, 'input');
      if (pages) location.hash = formatHash(pageTarget(target, pages, valueAsNumber));
    };
    return {
      table: place && (() => renderTable(rows, api, most, listed)),
      map: collection && points && (() => maps.show(collection, target, describeMap)),
    };
  }

  /** Shows what is known of a record, or the status of an error. @returns its views */
  function showOther(response: Response, request: PageRequest, record: object | undefined) {
    describeView = undefined;
    status.replaceChildren(record ? '' : element('b', { class: 'bad' }, statusOf(response)));
    refill(tools);
    refill(pager);
    return { record: record && (() => recordView(record, request)) };
  }

  /** A record, with a map beside it: in a small window only if the user asks for it. */
  function recordView(record: object, { target, collection }: PageRequest): Node {
    const view = renderRecord(record, api, collection);
    if (collection?.points === undefined) return view;
    const where = findElement(view, '.where');
    const showMap = () => {
      const map = maps.show(collection, target);
      where.replaceChildren(map);
      return map;
    };
    if (matchMedia(WIDE).matches || maps.loadsNothing(collection)) showMap();
    else where.append(button('Show on the map', () => showMap().focus()));
    return view;
  }

  /** Names what is shown, and links from a record to the listing that it is in. */
  function showHeading({ collection, key }: PageRequest, record: object | undefined): void {
    const { listing = '', noun = 'response', columns = [], keyColumn } = collection ?? {};
    back.hidden = key === undefined;
    const isKnown = parseTarget(lastListing).path === listing && lastListing !== listing;
    back.textContent = isKnown ? '← Back to the results' : `← All ${noun}`;
    back.setAttribute('href', formatHash(isKnown ? lastListing : listing));
    const field = findLabel(Object.keys(record ?? {}), columns[0]?.name);
    const name = visibleText(textOf(nameOf(record ?? {}, field, keyColumn)));
    const isNamed = name !== '' && key !== undefined;
    heading.textContent = (isNamed ? name : key) ?? collection?.heading ?? 'Response';
    document.title = isNamed ? `${name} – ${pageTitle}` : pageTitle;
  }

  /** Shows why there is no response; the last one stays. */
  function showFailure(reason: string): void {
    endWait();
    refill(problem, element('p', {}, `${reason} What is below was loaded before.`));
    problem.scrollIntoView({ block: 'nearest' });
  }

  function endWait(): void {
    root.removeAttribute('aria-busy');
    section.classList.remove('pending');
  }

  /** Moves the focus to the response. */
  const focus = () => heading.focus({ preventScroll: true });

  return { showProgress, show, showFailure, focus };
}

/** The record in a response: its body, or the only record of a listing. */
function findRecord(value: unknown, { place }: PageRequest): object | undefined {
  const record: unknown = place ? recordsIn(value, place)[0] : value;
  return isObject(record) ? record : undefined;
}

/** The statuses of the API by name, because HTTP/2 does not transfer names. */
const STATUSES: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const statusOf = ({ status, statusText }: Response): string =>
  `${status} ${STATUSES[status] ?? statusText}`.trim();
