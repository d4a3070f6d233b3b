import { isObject } from '../../util/object.ts';
import { formatBytes, formatCount, formatNumber } from '../../util/text.ts';
import { findLabel, parseRows } from '../view/record-table.ts';
import { formatHash, parseTarget, type RequestTarget, toQuery } from '../view/request-target.ts';
import type { ToTarget } from '../view/text-value.ts';
import type { ApiResponse } from './api-client.ts';
import { apiFolder, element, findElement } from './dom.ts';
import {
  renderError,
  renderHeaders,
  renderJson,
  renderRecord,
  renderTable,
} from './render-response.ts';
import { endpointKind, listPath, requestedKey } from './request-form.ts';
import { startTabs } from './tabs.ts';

/** Adds a button that shows where a record is; see `startMapSection`. */
export type AddMapButton = (
  container: HTMLElement,
  list: RequestTarget,
  key: string,
) => Promise<void>;

/** How a page of a listing continues; empty for another response. */
type Page = Partial<Record<'next' | 'previous', string | null>> & { readonly count?: number };

/**
 * Starts the part of the page that shows the response to the last request.
 * @param toTarget finds the targets of addresses in responses
 */
export function startResponseView(
  root: HTMLElement,
  toTarget: ToTarget,
  addMapButton?: AddMapButton,
) {
  const status = findElement(root, '.status');
  const pager = findElement(root, '.pager');
  const problem = findElement(root, '.problem');
  const heading = findElement(root, 'h3');
  const back = findElement(root, '.back');
  const showTabs = startTabs(findElement(root, '.tabs'));
  /** The listing that was shown last. */
  let lastList = '';

  /** Shows that a request is on its way; the last response stays readable. */
  const showProgress = () => root.setAttribute('aria-busy', 'true');

  /**
   * Shows a response of the API, which can be an error.
   * @param form the form of the endpoint that answered
   */
  function show(answer: ApiResponse, target: RequestTarget, form: HTMLFormElement): void {
    const { response, value, text, milliseconds } = answer;
    const rows = response.ok ? parseRows(value) : null;
    const time = Math.max(1, Math.round(milliseconds));
    const page: Page = rows ? Object(value) : {};
    const records = rows ? `, ${describeRecords(rows.length, page, target)}` : '';
    const details = ` ${formatBytes(new Blob([text]).size)} in ${time} ms${records}`;
    const record = endpointKind(form) === 'item' && response.ok && isObject(value) && value;
    showStatus(statusText(response), response.ok ? [] : renderError(value, target, form), details);
    showPager(page, target);
    showHeading(form, record, target);
    if (endpointKind(form) === 'collection' && rows) lastList = target;
    showTabs({
      Table: rows && (() => renderTable(rows, form, target, toTarget)),
      Record: record && (() => showRecord(record, form, target)),
      JSON: () => renderJson(value, toTarget),
      Headers: () => renderHeaders(response.headers),
    });
  }

  /** Names what is shown, and links from a record to the listing that it is in. */
  function showHeading(form: HTMLFormElement, record: object | false, target: RequestTarget): void {
    const [list, noun] = [listPath(form), form.getAttribute('data-noun')];
    back.hidden = endpointKind(form) !== 'item';
    const isKnown = parseTarget(lastList).path === list && lastList !== list;
    back.textContent = isKnown ? '← Back to the results' : `← All ${noun}`;
    back.setAttribute('href', formatHash(isKnown ? lastList : list));
    const label = findLabel(Object.keys(record), form.getAttribute('data-label') ?? '');
    const name = Object(record)[label ?? ''];
    const isText = typeof name === 'number' || (typeof name === 'string' && name !== '');
    const ofRecord = isText ? String(name) : requestedKey(form, target);
    heading.textContent = record ? ofRecord : (noun ?? 'Response');
  }

  function showRecord(record: object, form: HTMLFormElement, target: RequestTarget): Node {
    const view = renderRecord(record, toTarget);
    void addMapButton?.(findElement(view, '.where'), listPath(form), requestedKey(form, target));
    return view;
  }

  /** Shows why there is no response. */
  function showFailure(reason: string): void {
    showStatus('No response', [element('p', {}, reason)]);
    showPager({}, '');
    showTabs({});
  }

  /** @param problems what is wrong; empty for a success */
  function showStatus(text: string, problems: readonly Node[], details = ''): void {
    root.removeAttribute('aria-busy');
    root.classList.remove('tall');
    const isGood = problems.length === 0;
    status.replaceChildren(element('b', { class: isGood ? 'good' : 'bad' }, text), details);
    problem.hidden = isGood;
    problem.replaceChildren(...problems);
  }

  function showPager(page: Page, target: RequestTarget): void {
    pager.hidden = page.count === undefined;
    const addresses = { prev: page.previous, next: page.next };
    for (const link of pager.querySelectorAll<HTMLAnchorElement>('a')) {
      const address = addresses[link.rel as 'next' | 'prev'];
      // A link without an address keeps the focus of keyboard users.
      link.setAttribute('aria-disabled', String(!address));
      link.removeAttribute('href');
      // It may have any base address: the site can be built for another host than this.
      if (address) link.href = formatHash(linkedTarget(parseTarget(target).path, address));
    }
  }

  /** Moves the focus to the response. */
  const focus = () => heading.focus({ preventScroll: true });

  return { showProgress, show, showFailure, focus };
}

/** The target of a link to another page of a listing. */
const linkedTarget = (list: string, address: string): RequestTarget =>
  address.endsWith('.json')
    ? toQuery(apiFolder(), address.slice(address.lastIndexOf(`/${list}`) + 1))
    : list + new URL(address).search;

/** Which records a response contains, such as `records 21–40 of 2,620`. */
function describeRecords(
  length: number,
  { count: total, next }: Page,
  target: RequestTarget,
): string {
  if (total === undefined) return formatCount(length, 'record');
  const { values } = parseTarget(target);
  const page = Number(values.get('page') || 1);
  // The last page with a number can have fewer records than the others.
  const before = next || page === 1 ? (page - 1) * length : total - length;
  const offset = Number(values.get('offset') || before);
  const count = formatNumber(total);
  if (total === 0) return 'no records';
  if (length === 0) return `no records from ${formatNumber(offset)} on, of ${count}`;
  return `records ${formatNumber(offset + 1)}–${formatNumber(offset + length)} of ${count}`;
}

/** The statuses of the API by name, because HTTP/2 and service workers do not transfer names. */
const STATUSES: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const statusText = ({ status, statusText }: Response): string =>
  `${status} ${STATUSES[status] ?? statusText}`.trim();
