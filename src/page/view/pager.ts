import { type Markup, markup } from '../../util/markup.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import { type FormatLink, parseTarget, type RequestTarget, withValues } from './request-target.ts';

/** How requests ask for a page: the parameters of its size and its start, and the size of a page without one. */
export type PageParameters = readonly [size: string, start: string, defaultSize: number];

/** What contains the records of a response: `list` is an array, the others are members of an object. */
export type RecordsPlace = 'list' | 'results' | 'features';

/** The numbers of the pages that a pager links to; 0 is a gap. */
export function pageNumbers(current: number, last: number): number[] {
  const near = [1, current - 1, current, current + 1, last];
  const shown = [...new Set(near)]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const skipped = page - (shown[index - 1] ?? 0) - 1;
    return skipped === 0 ? [page] : skipped === 1 ? [page - 1, page] : [0, page];
  });
}

/** The page of a target: its number, that of the last one, the records of each, and how many are before it. */
export function pageAt(target: RequestTarget, parameters: PageParameters, count: number) {
  const [size, start, defaultSize] = parameters;
  const { values } = parseTarget(target);
  const given = values.get(size) || String(defaultSize);
  const perPage = given === 'all' ? Math.max(1, count) : Number(given);
  const at = Number(values.get(start) || 0);
  const offset = start === 'page' ? (Math.max(1, at) - 1) * perPage : at;
  const current = Math.floor(offset / perPage) + 1;
  return { start, perPage, offset, current, last: Math.max(1, Math.ceil(count / perPage)) };
}

/**
 * Links to the pages of a listing by number, between links to the previous and the next one; empty for one page.
 * @param hasField whether a form with the number of a page follows where not every page has a link; a script sends it
 */
export function pageLinks(
  target: RequestTarget,
  parameters: PageParameters,
  count: number,
  formatLink: FormatLink,
  hasField = false,
): Markup {
  const { current, last } = pageAt(target, parameters, count);
  if (last === 1) return markup``;
  const linkTo = (page: number) => formatLink(pageTarget(target, parameters, page));
  const step = (rel: string, text: string, page: number) =>
    markup`<a rel="${rel}" data-key="${rel}" role="link" tabindex="0"${page < 1 || page > last ? markup` aria-disabled="true"` : linkTo(page)}>${text}</a>`;
  const numbers = pageNumbers(current, last).map((page) =>
    page === 0
      ? markup`<span>…</span>`
      : markup`<a${linkTo(page)} data-key="${page}" aria-label="Page ${formatNumber(page)}"${page === current && markup` aria-current="page"`}>${formatNumber(page)}</a>`,
  );
  return markup`${step('prev', '← Previous', Math.min(current - 1, last))} ${numbers} ${step('next', 'Next →', current + 1)}${hasField && last > numbers.length && markup`<form><label>Go to page <input type="number" data-key="page" min="1" max="${last}" required></label></form>`}`;
}

/** The target of a page of a listing by its number. */
export function pageTarget(target: RequestTarget, parameters: PageParameters, page: number) {
  const { start, perPage } = pageAt(target, parameters, 1);
  const value = start === 'page' ? page : (page - 1) * perPage;
  return withValues(target, { [start]: page === 1 ? '' : String(value) });
}

/**
 * Which records a response contains, such as `records 21–40 of 2,620`.
 * @param offset how many records of the listing are before them
 * @param total how many records the listing has
 */
export function describeRecords(length: number, offset: number, total: number): string {
  const count = formatNumber(total);
  if (total === 0) return 'no records';
  if (length === 0) return `no records from ${formatNumber(offset)} on, of ${count}`;
  if (length === total) return formatCount(total, 'record');
  if (length === 1) return `record ${formatNumber(offset + 1)} of ${count}`;
  return `records ${formatNumber(offset + 1)}–${formatNumber(offset + length)} of ${count}`;
}
