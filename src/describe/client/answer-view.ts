import { formatCount, formatNumber } from '../../util/text.ts';
import type { Answer } from './api-client.ts';
import { element, find } from './dom.ts';
import { renderError, renderHeaders, renderJson, renderTable } from './render-answer.ts';
import { kindOf } from './request-form.ts';
import { rowsIn } from './table.ts';
import { startTabs } from './tabs.ts';
import { parseTarget, type Target } from './target.ts';

/** How a page of a listing continues; empty for another response. */
type Page = Partial<Record<'next' | 'previous', string | null>> & { readonly count?: number };

/**
 * Starts the part of the page that shows the response to the last request.
 * @param go sends another request
 */
export function startAnswerView(root: HTMLElement, go: (target: Target) => void) {
  const status = find(root, '.status');
  const pager = find(root, '.pager');
  const problem = find(root, '.problem');
  const showTabs = startTabs(find(root, '.tabs'));

  /** Shows that a request is on its way; the last response stays readable. */
  function showProgress(): void {
    root.setAttribute('aria-busy', 'true');
    status.textContent = 'Loading …';
  }

  /**
   * Shows a response of the API, which can be an error.
   * @param form the form of the endpoint that answered
   */
  function show(answer: Answer, target: Target, form: HTMLFormElement): void {
    const { response, value, text, milliseconds } = answer;
    const rows = response.ok ? rowsIn(value) : null;
    const time = Math.max(1, Math.round(milliseconds));
    const page: Page = rows ? Object(value) : {};
    const records = rows ? `, ${describeRecords(rows.length, page.count, target)}` : '';
    const details = ` ${formatSize(new Blob([text]).size)} in ${time} ms${records}`;
    showStatus(statusText(response), response.ok ? [] : renderError(value, target), details);
    showPager(page, target);
    showTabs({
      Table: rows && (() => renderTable(rows, form)),
      JSON: () => renderJson(value, kindOf(form) === 'index'),
      Headers: () => renderHeaders(response.headers),
    });
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
    const isGood = problems.length === 0;
    status.replaceChildren(element('b', { class: isGood ? 'good' : 'bad' }, text), details);
    problem.hidden = isGood;
    problem.replaceChildren(...problems);
  }

  function showPager(page: Page, target: Target): void {
    pager.hidden = page.count === undefined;
    for (const button of pager.querySelectorAll('button')) {
      const link = page[button.name as 'next' | 'previous'] ?? null;
      // Not `disabled`: the button would lose the focus of keyboard users.
      button.setAttribute('aria-disabled', String(link === null));
      // The link may have any base address: the site can be built for another host than this.
      button.onclick = () => link !== null && go(parseTarget(target).path + new URL(link).search);
    }
  }

  /** Moves the focus to the response. */
  const focus = () => find(root, 'h3').focus({ preventScroll: true });

  return { showProgress, show, showFailure, focus };
}

/** Which records a response contains, such as `records 21–40 of 2,620`. */
function describeRecords(length: number, total: number | undefined, target: Target): string {
  if (total === undefined) return formatCount(length, 'record');
  const offset = Number(parseTarget(target).values.get('offset') ?? 0);
  const count = formatNumber(total);
  if (total === 0) return 'no records';
  if (length === 0) return `no records from ${formatNumber(offset)} on, of ${count}`;
  return `records ${formatNumber(offset + 1)}–${formatNumber(offset + length)} of ${count}`;
}

/** The statuses of the API by name, because HTTP/2 and service workers do not transfer names. */
const STATUSES: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const statusText = ({ status, statusText }: Response): string =>
  `${status} ${STATUSES[status] ?? statusText}`.trim();

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
