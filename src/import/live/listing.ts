import { FORMATS } from '../../content/file.ts';
import { encodeKey } from '../../core/encode-key.ts';
import { isObject } from '../../util/object.ts';
import { RequestError, UsageError } from '../../util/problem.ts';
import type { Row } from '../field.ts';
import type { LiveClient, LiveResponse } from './client.ts';

/** A page of a listing, or a whole list. */
export interface Page {
  readonly records: readonly Row[];
  /** The number of records of the listing, if the page has it. */
  readonly count?: number;
  /** The address of the next page. */
  readonly next?: string;
  /** True if the body is the list itself. */
  readonly isBare: boolean;
}

/** The listings that an address leads to: itself, or those of an API's root. */
export interface Listing {
  /** The last segment of its path, or its name in the root. */
  readonly name: string;
  readonly url: URL;
}

/**
 * Parses the JSON of a response.
 * @throws UsageError if it has another status than 200, is no JSON, or has values that content can't have; RequestError
 * if the server fails
 */
export function parseBody({ url, status, text }: LiveResponse): unknown {
  const answered = `${url} answers with status ${status}.`;
  if (status >= 500) throw new RequestError(`${answered} Try again later.`);
  if (status !== 200) throw new UsageError(`${answered}${HELP[status] ?? ''}`);
  const { value, errors } = FORMATS['.json']?.parse(text) ?? { errors: [] };
  const [error] = errors;
  if (!error) return value;
  const line = text.slice(0, error.offset).split('\n').length;
  throw new UsageError(`${url}, line ${line}: ${error.message}`);
}

const HELP: Readonly<Record<number, string>> = {
  401: ' Use --header "Authorization: …".',
  403: ' Use --header "Authorization: …", or another account.',
  404: ' Check the address.',
};

/** The names of the list in an envelope. */
const LISTS = ['results', 'data', 'items', 'records'];

/** The page that a response has; undefined if it has no list of records. */
export function parsePage(response: LiveResponse): Page | undefined {
  const value = parseBody(response);
  const isBare = Array.isArray(value);
  const body = isObject(value) ? value : {};
  const records = isBare ? value : LISTS.map((name) => body[name]).find(Array.isArray);
  if (!Array.isArray(records) || !records.every(isObject)) return undefined;
  const header = (name: string) => response.headers.get(name) ?? '';
  const [, link] = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(header('link')) ?? [];
  // Some envelopes have objects for these, such as `links` and `meta`.
  const parts = [body, ...Object.values(body).filter(isObject)];
  const texts = parts.map((part) => part.next).filter((text) => typeof text === 'string');
  const next = texts.find(Boolean) ?? link;
  const counts = [
    ...parts.flatMap(({ count, total }) => [count, total]),
    header('x-total-count') || null,
  ];
  const count = counts
    .filter((one) => one !== null)
    .map(Number)
    .find(Number.isInteger);
  // It can be that of the page.
  const isTotal = count !== undefined && (next === undefined || count > records.length);
  return { records, isBare, ...(isTotal && { count }), ...(next && { next }) };
}

/**
 * Finds the listings at an address.
 * @throws UsageError if it leads to none
 */
export async function findListings(client: LiveClient, url: URL): Promise<Listing[]> {
  const response = await client.get(url);
  const own = { name: url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname, url };
  if (parsePage(response)) return [own];
  const entries = Object.entries(Object(parseBody(response))).flatMap(([name, href]) =>
    typeof href === 'string' && /^(?:https?:\/)?\//.test(href)
      ? { name, url: linkFrom(url, href) }
      : [],
  );
  if (entries.length > 0) return entries;
  throw new UsageError(`${url} has no list of records, and no addresses of lists.`);
}

/**
 * The address of a link. A server behind a proxy may write another origin into its links, so only the path and the
 * query are used. No request goes to another server.
 */
export function linkFrom(base: URL, href: string): URL {
  if (!URL.canParse(href, base.href))
    throw new RequestError(`${base} has a link that is no address: ${href.slice(0, 100)}`);
  const { pathname, search } = new URL(href, base);
  return new URL(pathname + search, base);
}

/** The address of a record of a listing, which ends with a slash if that of the listing does. */
export function itemAddress(list: URL, key: string): URL {
  const end = list.pathname.endsWith('/') ? '/' : '';
  return new URL(`${list.pathname.replace(/\/$/, '')}/${encodeKey(key)}${end}`, list);
}
