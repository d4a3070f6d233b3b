import type { Address } from './address.ts';
import { METHODS } from './resolve.ts';

/** HTTP headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** The value of `Allow` on a site of files. */
const ALLOW = METHODS.join(', ');

/** What every answer carries, errors too: the same on every host that can set it. */
export const HEADERS: Headers = {
  'Content-Type': 'application/json',
  Vary: 'Accept',
  Allow: ALLOW,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=60',
};

/** What an answer to `OPTIONS` carries besides: the reply to a browser's CORS preflight. */
export const PREFLIGHT_HEADERS: Headers = {
  'Access-Control-Allow-Methods': ALLOW,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** What an answer carries that has the body of an address. */
export const headersOf = ({ kind }: Address): Headers =>
  kind === 'options' ? { ...HEADERS, ...PREFLIGHT_HEADERS } : HEADERS;

const { 'Content-Type': _, ...others } = HEADERS;

/** What every answer carries, whether or not it has a body. */
export const CONSTANT_HEADERS: Headers = others;

/** What an answer without a body carries. */
export const REDIRECT_HEADERS: Headers = { ...CONSTANT_HEADERS, 'Content-Length': '0' };

/** What an answer carries that nobody should keep: one to a POST, or to a request that failed here. */
export const PASSING_HEADERS: Headers = { ...HEADERS, 'Cache-Control': 'no-store' };

const PREFLIGHT_METHODS = 'Access-Control-Allow-Methods';

/** Headers of a path that has other methods than a site of files. */
export function allowing(headers: Headers, methods: readonly string[]): Headers {
  const allow = methods.join(', ');
  const preflight = PREFLIGHT_METHODS in headers && { [PREFLIGHT_METHODS]: allow };
  return { ...headers, Allow: allow, ...preflight };
}
