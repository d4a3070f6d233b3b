import type { Answer } from './api-client.ts';
import { element, formatNumber } from './dom.ts';
import { renderError, renderHeaders, renderJson, renderTable } from './render-answer.ts';
import { tableOf } from './table.ts';
import { createTabs, type Views } from './tabs.ts';
import { pageTarget, parseTarget, type Target } from './target.ts';

/** How a page of a listing continues; empty for another answer. */
type Page = Partial<Record<'next' | 'previous', string | null>> & { readonly count?: number };

/**
 * Creates the part of the page that shows the answer to the last request.
 * @param go sends another request
 */
export function createAnswerView(go: (target: Target) => void) {
  const heading = element('h3', { tabindex: -1 }, 'Answer');
  const status = element('p', { role: 'status', class: 'status' });
  const previous = element('button', { type: 'button' }, '← Previous');
  const next = element('button', { type: 'button' }, 'Next →');
  const pagerAttributes = { class: 'pager', role: 'group', 'aria-label': 'Pages', hidden: true };
  const pager = element('div', pagerAttributes, previous, next);
  const head = element('div', { class: 'head' }, heading, status, pager);
  const problem = element('div', { class: 'problem', hidden: true });
  const tabs = createTabs();
  const root = element('div', { class: 'answer' }, head, problem, tabs.element);

  /** Shows that a request is on its way; the last answer stays readable. */
  function showProgress(): void {
    root.setAttribute('aria-busy', 'true');
    status.textContent = 'Asking …';
  }

  /**
   * Shows an answer of the API, which can be an error.
   * @param form the form of the endpoint that answered
   */
  function show(answer: Answer, target: Target, form: HTMLFormElement): void {
    const { response, value, text, milliseconds } = answer;
    const isGood = response.status < 400;
    const table = isGood ? tableOf(value) : null;
    const time = Math.max(1, Math.round(milliseconds));
    const page: Page = table ? Object(value) : {};
    const records = table ? `, ${describeRecords(table.rows.length, page.count, target)}` : '';
    const details = ` ${formatSize(new Blob([text]).size)} in ${time} ms${records}`;
    showStatus(statusText(response), isGood, details);
    showProblem(isGood ? [] : renderError(value, target));
    showPager(page, target);
    const views: Views = new Map([
      ['JSON', () => renderJson(text, form.dataset.kind === 'index')],
      ['Headers', () => renderHeaders(response.headers)],
    ]);
    tabs.show(table ? new Map([['Table', () => renderTable(table, form)], ...views]) : views);
  }

  /** Shows why there is no answer. */
  function showFailure(reason: string): void {
    showStatus('No answer', false, '');
    showProblem([element('p', {}, reason)]);
    showPager({}, '');
    tabs.show(new Map());
  }

  function showStatus(text: string, isGood: boolean, details: string): void {
    root.removeAttribute('aria-busy');
    status.replaceChildren(element('b', { class: isGood ? 'good' : 'bad' }, text), details);
  }

  function showProblem(content: readonly Node[]): void {
    problem.hidden = content.length === 0;
    problem.replaceChildren(...content);
  }

  function showPager(page: Page, target: Target): void {
    pager.hidden = page.count === undefined;
    const { path } = parseTarget(target);
    const setLink = (button: HTMLButtonElement, link: string | null = null) => {
      // Not `disabled`: the button would lose the focus of keyboard users.
      button.setAttribute('aria-disabled', String(link === null));
      button.onclick = () => link !== null && go(pageTarget(link, path));
    };
    setLink(previous, page.previous);
    setLink(next, page.next);
  }

  /** Moves the focus to the answer. */
  const focus = () => heading.focus({ preventScroll: true });

  return { element: root, showProgress, show, showFailure, focus };
}

/** Which records an answer contains, such as `records 21–40 of 2,620`. */
function describeRecords(length: number, total: number | undefined, target: Target): string {
  if (total === undefined) return `${formatNumber(length)} records`;
  const offset = Number(parseTarget(target).values.get('offset') ?? 0);
  const count = formatNumber(total);
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
