/**
 * The differences of a host from the API's contract, by ids that name them in the tests and the documents: what a
 * request has, and what it gets, in Markdown.
 */
export type Deviations = Readonly<Record<string, readonly [request: string, answer: string]>>;

/** Those of rules: they read names, and most values, only as they are. */
export const OF_RULES: Deviations = {
  'encoded-value': [
    'a percent-encoded character in the name of any parameter, a percent-encoded letter, digit or `_ . -` in a value, or white space around a filter',
    'the error that lists what is prerendered',
  ],
  'unprinted-format': ['a `format` without pages of its own, such as `json`', 'links without it'],
  'foreign-parameter': [
    'a parameter of another collection after `.json`, twice or in brackets',
    'the error for a parameter of the collection',
  ],
  'letter-case': [
    'a key or a filter in other letters, where names of files ignore case',
    'possibly the answer for the existing one',
  ],
  'filter-of-record': [
    'a filter of the collection at the address of a record or of GeoJSON',
    'the record, also if it does not match, or the GeoJSON with all of them',
  ],
  uuid: ['a UUID as a key, in other letters or without hyphens', 'the answer to an unknown key'],
};

/** Those of servers with rules. */
export const OF_SERVERS: Deviations = {
  ...OF_RULES,
  // They decode such paths before rules see them.
  'encoded-slash': [
    'a key with an encoded slash, backslash or control character',
    'the error for an unknown path',
  ],
  'unusual-key': [
    'a key with other characters than letters, digits and `_ . -`, without the trailing slash',
    'the error for an unknown key',
  ],
};

/** That of hosts whose rules are for the API only. */
export const OUTSIDE: Deviations = {
  outside: ['a path outside of the API', 'the file at that path, or the host’s own 404 page'],
};
