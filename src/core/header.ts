import { METHODS } from './resolve.ts';

/** HTTP headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** The value of `Allow` on a site of files. */
const ALLOW = METHODS.join(', ');

/** The headers of a site's files outside of the API, in addition to their media types. Clients revalidate each file. */
export const FILE_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** The headers of an answer that do not describe its body. */
export const CONSTANT_HEADERS: Headers = {
  Vary: 'Accept',
  Allow: ALLOW,
  ...FILE_HEADERS,
  'Cache-Control': 'public, max-age=60',
};

/** The headers of every answer with a body, errors too: the same on every host that can set them. */
export const HEADERS: Headers = { 'Content-Type': 'application/json', ...CONSTANT_HEADERS };

/** Further headers of an answer to `OPTIONS`: the reply to a browser's CORS preflight. */
export const PREFLIGHT_HEADERS: Headers = {
  'Access-Control-Allow-Methods': ALLOW,
  // `*` does not cover this one: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '86400',
};

/** What our own code adds: the headers that a script of another site may read. */
export const EXPOSING_HEADERS: Headers = {
  'Access-Control-Expose-Headers': 'Allow, ETag, Link, Location',
};

/** The headers of an answer without a body. */
export const REDIRECT_HEADERS: Headers = { ...CONSTANT_HEADERS, 'Content-Length': '0' };

/** The headers of an answer that must not be cached: to a POST, or to a request that failed here. */
export const NO_STORE_HEADERS: Headers = { ...HEADERS, 'Cache-Control': 'no-store' };

const PREFLIGHT_HEADER = 'Access-Control-Allow-Headers';

/**
 * Headers with the methods of a path that also takes others than a site of files does. Where it takes
 * POST, a preflight allows no `Content-Type`: a page of another origin must not post, and without it
 * can't post JSON. Browsers never ask a preflight about the method POST itself.
 */
export function allowing(headers: Headers, methods: readonly string[]): Headers {
  const isPreflight = PREFLIGHT_HEADER in headers && methods.includes('POST');
  const preflight = isPreflight && { [PREFLIGHT_HEADER]: 'If-None-Match' };
  return { ...headers, Allow: methods.join(', '), ...preflight };
}
