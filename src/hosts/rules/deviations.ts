import type { Host } from '../host.ts';

/*
 * How several hosts with rules differ from the contract: what they answer, by the request.
 */

/** Rules copy these values from the query but cannot decode them. */
export const ENCODED_VALUE = {
  'a percent-encoded `offset` or `page`, a filter with a percent-encoded letter or digit, or white space around a filter':
    'the error for that parameter',
};

/** Paths that servers decode before rules see them, and those that rules have no pattern for. */
export const ENCODED_KEY = {
  'a key with an encoded slash, backslash or control character': 'the error for an unknown path',
  'a key with other characters than letters, digits and `_ . -`, without the trailing slash':
    'the error for an unknown key',
};

/**
 * Of regular expressions, which cannot count characters, and match no larger number than a page may
 * begin at.
 */
export const LONG_FILTER = {
  'a filter of more than 200 letters and digits, or a filter together with an `offset` or `page` that has more digits than the count':
    'another error with the same status',
};

/** Of rules for the API only. */
export const OUTSIDE_API = {
  'a path outside of the API': 'the file at that path, or the host’s own 404 page',
};

/** Of servers that limit the first line of a request. */
export const longRequestLine = (bytes: number): Host['deviations'] => ({
  [`a request line of more than ${bytes} bytes`]: 'the server’s own 414 page',
});
