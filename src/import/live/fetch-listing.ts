import { isDeepStrictEqual } from 'node:util';
import type { Pagination } from '../../core/grid.ts';
import { RequestError, UsageError } from '../../util/problem.ts';
import { formatCount } from '../../util/text.ts';
import type { Row } from '../field.ts';
import type { LiveClient } from './client.ts';
import { linkFrom, type Page, parsePage } from './listing.ts';

/** Requests a page of a listing with some parameters; undefined if its status is not 200. */
export type FetchPage = (query: Readonly<Record<string, string>>) => Promise<Page | undefined>;

const pageFetcher =
  (client: LiveClient, url: URL): FetchPage =>
  async (query) => {
    const response = await client.get(withQuery(url, query));
    return response.status === 200 ? parsePage(response) : undefined;
  };

function withQuery(url: URL, query: Readonly<Record<string, string>>): URL {
  const found = new URL(url);
  for (const [name, value] of Object.entries(query)) found.searchParams.set(name, value);
  return found;
}

/** The page size to fetchPage for, to learn the largest one. */
const LARGE = 1000;

/** The page size of a definition, where the live API does not show its own. */
const UNKNOWN_SIZE = 100;

/**
 * Fetches all records of a listing, in the largest pages that it has.
 * @returns also its pagination, undefined if it is a list without pages, and the parameter for its largest pages
 * @throws UsageError if it is no listing, and as `fetchRecords`
 */
export async function fetchListing(client: LiveClient, url: URL, maxPages: number) {
  const fetchPage = pageFetcher(client, url);
  const first = parsePage(await client.get(url));
  if (!first) throw new UsageError(`${url} has no list of records.`);
  if (first.next === undefined) await assertWhole(fetchPage, url, first);
  if (first.isBare)
    return { fetchPage, largePages: {}, records: await fetchRecords(client, url, maxPages) };
  const style = await findStyle(fetchPage, first);
  const size = style === 'page' ? 'page_size' : 'limit';
  const query = { [size]: String(LARGE) };
  const large = url.searchParams.has(size) ? undefined : await ignoreFailure(fetchPage(query));
  const isLarger = large !== undefined && large.records.length > first.records.length;
  const start = isLarger ? withQuery(url, query) : url;
  const records = await fetchRecords(client, start, maxPages);
  const byDefault = first.next === undefined ? UNKNOWN_SIZE : first.records.length;
  const isLargest = large?.next !== undefined && large.records.length < LARGE;
  const largest = isLargest ? large.records.length : UNKNOWN_SIZE;
  const limits = [...new Set([byDefault, Math.max(byDefault, largest)])];
  const pagination: Pagination = { ...(style === 'page' && { style }), limits, default: byDefault };
  return { fetchPage, records, pagination, largePages: isLarger ? query : {} };
}

/** Makes sure that a page without a link to the next one is all there is. */
async function assertWhole(
  fetchPage: FetchPage,
  url: URL,
  { count, records }: Page,
): Promise<void> {
  const second = await fetchPage({ page: '2' });
  const isMore = second && second.records.length > 0 && !isDeepStrictEqual(second.records, records);
  if (isMore || (count !== undefined && count > records.length))
    throw new UsageError(`${url} has more pages, but no link that leads to the next one.`);
}

/** The result of a request that is not needed; undefined if it fails. */
export const ignoreFailure = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (error instanceof UsageError || error instanceof RequestError) return undefined;
    throw error;
  });

async function findStyle(
  fetchPage: FetchPage,
  { next, records }: Page,
): Promise<Pagination['style']> {
  if (next !== undefined) return /[?&]page=/.test(next) ? 'page' : 'offset';
  const one = await fetchPage({ limit: '1' });
  if (records.length > 1 && one?.records.length === 1) return 'offset';
  // A page number that does not exist is an error.
  return (await fetchPage({ page: '2' })) ? 'offset' : 'page';
}

/**
 * Requests all records of a listing, page by page.
 * @throws RequestError where the pages don't end, or the data changes meanwhile
 */
async function fetchRecords(
  client: LiveClient,
  start: URL,
  maxPages: number,
): Promise<readonly Row[]> {
  const records = new Map<string, Row>();
  const changed = (how: string) =>
    new RequestError(
      `The data of ${start} changed while it was fetched: ${how}. To fetch it again, remove ${client.folder}.`,
    );
  let count: number | undefined;
  for await (const { url, page } of pagesFrom(client, start, maxPages)) {
    if (page.isBare && page.next === undefined && records.size === 0) return page.records;
    count ??= page.count;
    if (page.count !== count) throw changed(`the count was ${count}, and ${page.count} at ${url}`);
    for (const record of page.records) {
      const text = JSON.stringify(record);
      if (records.has(text))
        throw changed(`a record is there twice, again at ${url}: ${text.slice(0, 100)}`);
      records.set(text, record);
    }
  }
  if (count !== undefined && records.size !== count)
    throw changed(`the count is ${count}, but ${formatCount(records.size, 'record')} came`);
  return [...records.values()];
}

/** Requests one page after another. */
async function* pagesFrom(client: LiveClient, start: URL, maxPages: number) {
  const seen = new Set<string>();
  for (let url: URL | undefined = start; url; ) {
    if (seen.has(url.href))
      throw new RequestError(`The pages of ${start} have no end: \`next\` leads to ${url} again.`);
    if (seen.size === maxPages)
      throw new RequestError(
        `${start} has more than ${formatCount(maxPages, 'page')}. To fetch more, use --max-pages.`,
      );
    seen.add(url.href);
    const page: Page | undefined = parsePage(await client.get(url));
    if (!page) throw new RequestError(`${url} has no list of records.`);
    yield { url, page };
    url = page.next === undefined ? undefined : linkFrom(url, page.next);
  }
}
