import type { Deviation } from '../host.ts';

/** Why some malformed requests are not answered by the rules. */
export const BEFORE_RULES = 'The server answers before it reads any rule.';

/** Of hosts with rules. */
export const ENCODED_VALUE: Deviation = {
  given: 'a percent-encoded `offset` or filter, or white space around a filter',
  gets: 'the error for that parameter',
  why: 'Rules copy these values from the query but cannot decode them.',
};

/** Of hosts whose rules are regular expressions. */
export const LONG_FILTER: Deviation = {
  given:
    'a filter of more than 200 letters and digits, or beside an `offset` with more digits than the count',
  gets: 'another error with the same status',
  why: 'Rules cannot count characters, and match no larger number than a page may begin at.',
};

/** Of hosts with rules for the API only. */
export const OUTSIDE_API: Deviation = {
  given: 'a path outside of the API',
  gets: 'the file at that path, or the host’s own 404 page',
  why: 'The rules only apply to the API.',
};

/** Of servers that answer this method themselves. */
export const TRACE: Deviation = {
  given: 'the method `TRACE`',
  gets: 'the server’s own 405 page',
  why: BEFORE_RULES,
};

/** Of servers that limit the first line of a request. */
export const longRequestLine = (bytes: number): Deviation => ({
  given: `a request line of more than ${bytes} bytes`,
  gets: 'the server’s own 414 page',
  why: BEFORE_RULES,
});
