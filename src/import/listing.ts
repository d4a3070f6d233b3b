import { parseBytes } from '../content/file.ts';
import { json } from '../content/json.ts';
import { isObject, ownValue } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, inWords, shortened } from '../util/text.ts';
import { envelopeOf, lacksOf } from './envelope.ts';
import { type Fetched, fetchWhole, type RequestHeaders } from './fetch.ts';
import type { Row } from './field.ts';

/** How a listing is fetched. */
export interface ListingOptions {
  /** The headers of each request. */
  readonly headers: RequestHeaders;
  /** The number of its records, if it is known to have all, so that nothing that hints at more matters. */
  readonly count?: string | undefined;
  /** Whether a list that is not paginated is known to be whole. */
  readonly isWhole?: boolean;
}

/**
 * Fetches the other pages of a listing, one after another.
 * @param first its first page
 * @returns all records
 * @throws UsageError for a form that `parsePage` does not accept, for a part of a listing, and if the server
 * fails or its data change meanwhile, and the signal's reason
 */
export async function fetchListing(
  first: Fetched,
  { headers, count, isWhole }: ListingOptions,
  task: TaskOptions,
): Promise<readonly Row[]> {
  const { url } = first;
  const firstPage = pageIn(first);
  if (firstPage.previous || Number(firstPage.page) > 1)
    throw new UsageError(`${url} is not the first page of its listing.`);
  const { records, pages, last } = await fetchPages(first, firstPage, headers, task);
  const { count: total = records.length, isList } = firstPage;
  if (total === 0 && records.length === 0) throw new UsageError(`${url} has no records.`);
  if (total < records.length || (pages > 1 && total > records.length))
    throw new UsageError(
      `${url} has ${total} records, but ${records.length} came. They can have changed meanwhile: try again.`,
    );
  if (count !== undefined) return records;
  const whole = { ...firstPage, ...('next' in firstPage && { next: null }) };
  assertWhole(url.href, [whole, envelopeOf(last.headers)], records, { pages });
  if (isList && !isWhole)
    throw new UsageError(
      `${url} has ${formatCount(records.length, 'record')} and does not say whether these are all. If they are all, use --count ${records.length}.`,
    );
  return records;
}

/** @returns the records of all pages, the number of pages, and the last response */
async function fetchPages(
  first: Fetched,
  firstPage: ListingPage,
  headers: RequestHeaders,
  task: TaskOptions,
) {
  const records = [...firstPage.results];
  const requested = new Set([first.url.href]);
  let [target, last, page] = [first.url, first, firstPage];
  while (page.next) {
    target = linkFrom(target, page.next);
    if (requested.has(target.href))
      throw new UsageError(`The pages of ${first.url} repeat at ${target}.`);
    requested.add(target.href);
    task.onProgress?.(`Request ${requested.size}: ${target}`);
    last = await fetchWhole(target, headers, task);
    page = pageIn(last);
    if (page.isList || page.count !== firstPage.count)
      throw new UsageError(`${target} has another count than the pages before it. Try again.`);
    for (const record of page.results) records.push(record);
  }
  return { records, pages: requested.size, last };
}

/** A server behind a proxy can write another origin into its links. No request goes to another server. */
function linkFrom(base: URL, link: string): URL {
  const { pathname, search } = new URL(link, base);
  // Not a relative reference: in one, a path that begins with two slashes names another server.
  return Object.assign(new URL(base), { pathname, search });
}

/** The page in a response. */
function pageIn({ bytes, url }: Fetched): ListingPage {
  const { value, problems } = parseBytes(json, url.href, bytes);
  if (problems[0]) throw new UsageError(`${url}: ${problems[0].message}`);
  return parsePage(value, url.href);
}

/** A page of a listing in the form of Django REST Framework, or a listing that is not paginated. */
interface ListingPage {
  readonly results: readonly Row[];
  /** The number of records of the listing, if the page has it. */
  readonly count?: number | undefined;
  /** The address of the next page; null: this is the last one. */
  readonly next?: string | null;
  readonly previous?: string | null;
  /** The number of the page. */
  readonly page?: number;
  /** True for a listing that is not paginated, which does not say whether it is complete. */
  readonly isList?: boolean;
}

export const FETCH_YOURSELF =
  'Fetch all records yourself, save them as a file, and use `init --from` with the file.';

const areRecords = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(isObject);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isAddress = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && URL.canParse(value, 'http://localhost'));

/** True for a list of records, and for a page in the form of Django REST Framework. */
export const isListing = (value: unknown): boolean =>
  areRecords(value) ||
  (isObject(value) && areRecords(value.results) && ('next' in value || 'count' in value));

/** The members of a page with what they can be. Any other member can mean that there are more records. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ results: areRecords, count: isCount, next: isAddress, previous: isAddress },
  ...{ page: isCount, page_size: isCount, per_page: isCount, total_pages: isCount },
};

/**
 * Parses the body of a page.
 * @param source where it comes from, for errors
 * @throws UsageError if it has any other form, so that a part of a listing is not taken for the whole
 */
function parsePage(value: unknown, source: string): ListingPage {
  if (areRecords(value)) return { results: value, isList: true };
  const page = Object(value);
  const links = Object.values(page);
  if (links.length > 0 && links.every((one) => /^https?:\/\//.test(String(one))))
    throw new UsageError(`${source} is an index. Use one of: ${shortened(links.join(', '), 500)}`);
  const unknown = Object.entries(page).find(([name, one]) => !ownValue(MEMBERS, name)?.(one));
  if (!unknown && 'results' in page && ('next' in page || 'count' in page)) return page;
  const found = unknown ? `: it contains "${unknown[0]}": ${JSON.stringify(unknown[1])}` : '';
  throw new UsageError(
    `${source} is neither a list of records nor a page of Django REST Framework${shortened(found, 100)}. ` +
      `There can be more records than in this response. ${FETCH_YOURSELF}`,
  );
}

/**
 * Makes sure that records are a whole listing.
 * @param envelopes the objects around their list
 * @param pages of how many pages they are
 * @throws UsageError if there are more records or pages
 */
export function assertWhole(
  source: string,
  envelopes: readonly unknown[],
  records: readonly unknown[],
  { pages = 1, help = FETCH_YOURSELF } = {},
): void {
  const lacks = lacksOf(envelopes, records.length, pages);
  if (lacks.length > 0) throw new UsageError(`${source} has ${inWords(lacks, 'and')}. ${help}`);
}
