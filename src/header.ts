import { METHODS } from './address/resolve.ts';

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
