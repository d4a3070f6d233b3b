import { parseContent } from '../content/file.ts';
import { json } from '../content/json.ts';
import { RequestError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { assertWhole, type ListingPage, parsePage } from './listing-page.ts';

/** The longest time without a byte, in ms, and the most bytes of one body and of all bodies. */
export const LIMITS = { silence: 30_000, body: 64e6, total: 1e9 };

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
export async function fetchListing(url: URL, headers: Headers, task: TaskOptions, limits = LIMITS) {
  const pages = new Map<string, ListingPage>();
  let { total } = limits;
  for (let target: URL | null = url; target; ) {
    if (pages.has(target.href)) throw new RequestError(`The pages of ${url} repeat at ${target}.`);
    task.onProgress?.(`Request ${pages.size + 1}: ${target}`);
    const { page, size } = await fetchPage(target, headers, task, { ...limits, total });
    assertFollows(target, page, pages.get(url.href));
    pages.set(target.href, page);
    total -= size;
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
  assertWhole(url.href, whole, pages.size);
  return whole;
}

/** Makes sure that a page can be the first one of a listing, or one after it. */
function assertFollows(url: URL, page: ListingPage, first: ListingPage | undefined): void {
  if (!first && (page.previous || Number(page.page) > 1))
    throw new UsageError(`${url} is not the first page of its listing.`);
  if (first && (page.isList || page.count !== first.count))
    throw new RequestError(`${url} has another count than the pages before it. Try again.`);
  if (page.next && page.results.length === 0)
    throw new RequestError(`${url} has no records, but a next page.`);
}

/** A server behind a proxy can write another origin into its links. No request goes to another server. */
function linkFrom(base: URL, link: string): URL {
  const { pathname, search } = new URL(link, base);
  // Not a relative reference: in one, a path that begins with two slashes names another server.
  return Object.assign(new URL(base), { pathname, search });
}

/** A `Link` header with a next page. https://www.rfc-editor.org/rfc/rfc8288 */
const NEXT_LINK = /<([^>]*)>[^<]*;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next[\s"]|next\b)/i;

async function fetchPage(url: URL, headers: Headers, task: TaskOptions, limits: typeof LIMITS) {
  const { response, text, size } = await send(url, headers, task, limits);
  if (response.status !== 200) {
    const location = response.headers.get('location');
    // A header must not go to another server, so redirects are not followed.
    const help = location ? `It redirects to ${location}.` : 'Check the address and --header.';
    throw new RequestError(`${url} answers with status ${response.status}. ${help}`);
  }
  const { value, errors } = parseContent(json, text);
  if (errors[0]) throw new RequestError(`${url}: ${errors[0].message}`);
  const page = parsePage(value, url.href);
  const [, link] = NEXT_LINK.exec(response.headers.get('link') ?? '') ?? [];
  if (!page.next && link) assertWhole(url.href, { ...page, next: link });
  return { page, size };
}

async function send(url: URL, headers: Headers, { signal }: TaskOptions, limits: typeof LIMITS) {
  const ended = new AbortController();
  const silent = new RequestError(`${url} sent nothing for ${limits.silence / 1000} s.`);
  const timer = setTimeout(() => ended.abort(silent), limits.silence);
  const signals = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: signals });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [text, size] = ['', 0];
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      size += chunk.length;
      if (size > Math.min(limits.body, limits.total)) throw new RequestError(`${url} ${TOO_LARGE}`);
      text += decoder.decode(chunk, { stream: true });
    }
    return { response, text: text + decoder.decode(), size };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RequestError) throw error;
    // The message of `fetch` itself gives no reason.
    const { message } = ((error as Error).cause ?? error) as Error;
    throw new RequestError(`${url} can’t be fetched: ${message}.`);
  } finally {
    clearTimeout(timer);
    // It closes the connection of a body that was not read.
    ended.abort();
  }
}

const TOO_LARGE = `is too large: a response can have ${LIMITS.body / 1e6} MB, and all together ${LIMITS.total / 1e6} MB.`;
