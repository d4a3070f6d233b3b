import { linesOf, type PublishedRecord, sortedBy } from './page-text.ts';

/** The parameters of a request for a page with a number, as they are sent; absent ones are empty. */
export interface NumberedRequest {
  readonly area: string;
  readonly ordering: string;
  readonly page: string;
  readonly page_size: string;
}

const isPositive = (text: string): boolean => /^[1-9]\d*$/.test(text);

/**
 * The status and the text of the page that Django REST Framework's `PageNumberPagination` would answer with:
 * records in memory, selected, sorted and sliced; an empty text for an error. It shares no code with `src/`.
 * @param href the collection's address
 * @param records all records
 * @param size the page size of a request without `page_size`
 */
export function numberedPage(
  href: string,
  records: readonly PublishedRecord[],
  request: NumberedRequest,
  size: number,
): [status: number, text: string] {
  const { area, ordering, page: given, page_size: sizeText } = request;
  if (sizeText && !isPositive(sizeText)) return [400, ''];
  if (given && !isPositive(given)) return [404, ''];
  const matching = records.filter((record) => area === '' || record.area === area);
  const sorted = ordering ? sortedBy(matching, ordering, 'name') : matching;
  const [page, perPage] = [Number(given || 1), Number(sizeText || size)];
  const last = Math.max(1, Math.ceil(sorted.length / perPage));
  if (page > last) return [404, ''];
  const link = (to: number) => {
    if (to < 1 || to > last) return 'null';
    const query = new URLSearchParams(Object.entries(request).filter(([, value]) => value !== ''));
    if (to === 1) query.delete('page');
    else query.set('page', String(to));
    query.sort();
    return JSON.stringify(href + (query.size > 0 ? `?${query}` : ''));
  };
  const head = `{"count":${sorted.length},"next":${link(page + 1)},"previous":${link(page - 1)},`;
  const results = linesOf(sorted.slice((page - 1) * perPage, page * perPage));
  return [200, `${head}"results":[\n${results}\n]}\n`];
}
