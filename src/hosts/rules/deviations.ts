import type { Host } from '../host.ts';

/*
 * How several hosts with rules differ from the contract: what they answer, by the request.
 */

/** Rules read names, and most values, only as they are. */
export const ENCODED_VALUE = {
  'a percent-encoded character in the name of any parameter, a percent-encoded letter, digit or `_ . -` in a value, or white space around a filter':
    'the error that lists what is prerendered',
};

/** Paths that servers decode before rules see them, and those that rules have no pattern for. */
export const ENCODED_KEY = {
  'a key with an encoded slash, backslash or control character': 'the error for an unknown path',
  'a key with other characters than letters, digits and `_ . -`, without the trailing slash':
    'the error for an unknown key',
};

/** Of rules that compose the path of a file, and let it decide. */
export const COMPOSED_PATH = {
  'a `format` without pages of its own, such as `json`': 'links without it',
  'a parameter of another collection after `.json`, twice or in brackets':
    'the error for a parameter of the collection',
  'a key or a filter in other letters, where names of files ignore case':
    'possibly the answer for the existing one',
};

/** Of rules for the API only. */
export const OUTSIDE_API = {
  'a path outside of the API': 'the file at that path, or the host’s own 404 page',
};

/** Of servers that limit the first line of a request. */
export const longRequestLine = (bytes: number): Host['deviations'] => ({
  [`a request line of more than ${bytes} bytes`]: 'the server’s own 414 page',
});
