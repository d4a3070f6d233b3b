import { isUtf8 } from 'node:buffer';
import { parseContent } from '../content/file.ts';
import { json } from '../content/json.ts';
import { isObject, ownValue } from '../core/object.ts';
import { RequestError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { inWords, shortened } from '../util/text.ts';
import { lacksOf } from './envelope.ts';
import type { Row } from './field.ts';

/** Parses the address of a listing. @throws UsageError if it is none with http or https, or contains a password */
export function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new UsageError(
    'The address of a live API must begin with http:// or https://, and contain no password: use --header for it.',
  );
}

/** Parses the values of `--header`. @throws UsageError for a text that is no header; it can be a secret */
export function parseHeaders(texts: readonly string[] = []): Headers {
  const pairs = texts.map((text) => /^([^:\s]+):\s*(.*)$/.exec(text)?.slice(1) ?? []);
  try {
    return new Headers([['accept', 'application/json'], ...(pairs as [string, string][])]);
  } catch {
    throw new UsageError('--header must be such as "Authorization: Token 1234".');
  }
}

/**
 * Fetches all pages of a listing, one after another.
 * @returns the listing as one page
 * @throws UsageError for a form that `parsePage` does not accept, RequestError if the server fails or its data
 * change meanwhile, and the signal's reason
 */
export async function fetchListing(url: URL, headers: Headers, task: TaskOptions) {
  const pages = new Map<string, ListingPage>();
  for (let target: URL | null = url; target; ) {
    if (pages.has(target.href)) throw new RequestError(`The pages of ${url} repeat at ${target}.`);
    task.onProgress?.(`Request ${pages.size + 1}: ${target}`);
    const page = await fetchPage(target, headers, task);
    assertFollows(target, page, pages.get(url.href));
    pages.set(target.href, page);
    target = page.next ? linkFrom(target, page.next) : null;
  }
  const results = [...pages.values()].flatMap((page) => page.results);
  const whole: ListingPage = { ...pages.get(url.href), next: null, results };
  const { count = results.length } = whole;
  if (count === 0 && results.length === 0) throw new UsageError(`${url} has no records.`);
  if (count < results.length || (pages.size > 1 && count > results.length))
    throw new RequestError(
      `${url} has ${count} records, but ${results.length} came. They can have changed meanwhile: try again.`,
    );
  assertWhole(url.href, [whole], results, { pages: pages.size });
  return whole;
}

/** Makes sure that a page can be the first one of a listing, or one after it. */
function assertFollows(url: URL, page: ListingPage, first: ListingPage | undefined): void {
  if (!first && (page.previous || Number(page.page) > 1))
    throw new UsageError(`${url} is not the first page of its listing.`);
  if (first && (page.isList || page.count !== first.count))
    throw new RequestError(`${url} has another count than the pages before it. Try again.`);
}

/** A server behind a proxy can write another origin into its links. No request goes to another server. */
function linkFrom(base: URL, link: string): URL {
  const { pathname, search } = new URL(link, base);
  // Not a relative reference: in one, a path that begins with two slashes names another server.
  return Object.assign(new URL(base), { pathname, search });
}

/** A `Link` header with a next page. https://www.rfc-editor.org/rfc/rfc8288 */
const NEXT_LINK = /<([^>]*)>[^<]*;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next[\s"]|next\b)/i;

/** Fetches a page. A response of which nothing comes for five minutes ends with an error of Node. */
async function fetchPage(url: URL, headers: Headers, { signal }: TaskOptions) {
  const init = { headers, redirect: 'manual', ...(signal && { signal }) } as const;
  const [response, body] = await fetch(url, init)
    .then(async (response) => [response, await response.arrayBuffer()] as const)
    .catch((error: Error) => {
      signal?.throwIfAborted();
      // The message of `fetch` itself gives no reason.
      const { message } = (error.cause ?? error) as Error;
      throw new RequestError(`${url} can’t be fetched: ${message}.`);
    });
  if (response.status !== 200) {
    const location = response.headers.get('location');
    // A header must not go to another server, so redirects are not followed.
    const help = location ? `It redirects to ${location}.` : 'Check the address and --header.';
    throw new RequestError(`${url} answers with status ${response.status}. ${help}`);
  }
  if (!isUtf8(new Uint8Array(body))) throw new RequestError(`${url} is not UTF-8.`);
  const { value, errors } = parseContent(json, new TextDecoder().decode(body));
  if (errors[0]) throw new RequestError(`${url}: ${errors[0].message}`);
  const page = parsePage(value, url.href);
  const [, link] = NEXT_LINK.exec(response.headers.get('link') ?? '') ?? [];
  if (!page.next && link) assertWhole(url.href, [{ next: link }], page.results);
  return page;
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
