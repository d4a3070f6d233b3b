/**
 * The differences of a host from the API's contract, by ids that name them in the tests: what a request has, and
 * what it gets, in Markdown.
 */
export type Deviations = Readonly<Record<string, readonly [request: string, answer: string]>>;

/** Those of rules: they select a file by the names and values of a request. */
export const OF_RULES: Deviations = {
  // Rules copy most values from the query but cannot decode them. They decode only values that need an encoding.
  'encoded-value': [
    'a percent-encoded character in the name of any parameter, a percent-encoded letter, digit or `_ . -` in a value, or white space around the value of a filter',
    'the error that lists the prerendered values',
  ],
  // Rules for each form would be as many again.
  'other-form': [
    'the value of a filter in another form than in the list, such as `1` or `TRUE` for `true`',
    'the error that lists the prerendered values',
  ],
  // Links with it would need another copy of each page.
  'other-format': ['a `format` that is not prerendered, such as `json`', 'links without it'],
  'letter-case': [
    'a key or the value of a filter in another case, on a disk that ignores case',
    'possibly the answer for the existing one',
  ],
  'filter-of-record': [
    'a filter or an unknown parameter at the address of a record, or a filter at that of GeoJSON',
    "the record, even if it does not match, or the GeoJSON of all records, with `unknownParameters: 'refuse'` an error",
  ],
  'encoded-key': [
    'a percent-encoded letter, digit or `_ . -` in a key, or a UUID in another case or without hyphens',
    'possibly the error for an unknown key',
  ],
};

/** Those of servers with rules. */
export const OF_SERVERS: Deviations = {
  ...OF_RULES,
  // Sizes are those of default settings, as measured.
  'own-answer': [
    'the method `TRACE`, an unencoded `#`, a broken percent-encoding, `%00`, `%2F`, `..` above the root, a name of more than 255 bytes, or a request line of more than 8190 bytes',
    'possibly the server’s own page, with another 4xx status',
  ],
  // They decode such paths before rules see them.
  'encoded-slash': [
    'a key with an encoded slash, backslash or control character',
    'the error for an unknown path',
  ],
  // It would need a rule for each key, and few clients request that path.
  'unusual-key': [
    'a key with characters other than letters, digits and `_ . -`, without the trailing slash',
    'the error for an unknown key',
  ],
};
