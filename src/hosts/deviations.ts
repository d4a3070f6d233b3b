/** A difference of a host from the API's contract: what a request has, and what it gets, in Markdown. */
type Deviation = readonly [request: string, answer: string];

/** Every deviation of a host. */
export const DEVIATIONS = {
  // Of rules: they read names, and most values, only as they are.
  'encoded-value': [
    'a percent-encoded character in the name of any parameter, a percent-encoded letter, digit or `_ . -` in a value, or white space around a filter',
    'the error that lists what is prerendered',
  ],
  // Servers decode such paths before rules see them.
  'encoded-slash': [
    'a key with an encoded slash, backslash or control character',
    'the error for an unknown path',
  ],
  'unusual-key': [
    'a key with other characters than letters, digits and `_ . -`, without the trailing slash',
    'the error for an unknown key',
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
  outside: ['a path outside of the API', 'the file at that path, or the host’s own 404 page'],

  // Netlify.
  'empty-segment': [
    'the path of an item with two slashes before the key or the collection',
    'the item',
  ],
  'no-redirect': ['a path without its trailing slash', 'the answer without a redirect'],
  'encoded-path': [
    'a path with percent-encoding before the key of an item',
    'the error for an unknown path; from Netlify’s local server, the answer to the decoded path',
  ],
  'no-page': [
    'an unknown or invalid key, an `offset` at which no page begins, a `page` that does not exist, or a filter that is not prerendered, or not with the other parameters',
    '404 with `404.html`, which lists the supported values',
  ],
  'parameter-of-unknown': [
    'a parameter after an unknown path',
    'the error for a parameter after `.json`',
  ],
  'parameter-of-record': [
    'a parameter of the collection behind the path of a record, such as `<key>.json?limit=10`',
    'the record',
  ],
  'name-of-file': [
    'a key that is the name of the file of another record, such as `--a.2fb`',
    'possibly that record',
  ],
  'status-400': ['an error that has status 400 elsewhere', '404, with the same body'],
  // https://github.com/netlify/cli/blob/main/src/utils/static-server.ts has status 405, which
  // https://github.com/netlify/cli/blob/main/src/utils/proxy.ts replaces. The CDN was seen to answer
  // OPTIONS with 404: https://github.com/silverbulletmd/silverbullet/issues/231
  method: [
    'a method other than GET and HEAD, including OPTIONS',
    'from Netlify’s local server, the text `Method Not Allowed` with the status of the rule, such as 200, or with 405 for a file at its path; for its CDN, this is not documented',
  ],
  'no-allow': ['any path', 'no `Allow` header'],

  // Cloudflare's runtime parses a request before the Worker gets it. All of this was measured with workerd.
  fragment: ['an unencoded `#`', 'the answer to the part before it'],
  dots: [
    'a path segment `.` or `..`, encoded or not, or a `\\`',
    'the answer for the normalized path',
  ],
  apostrophe: [
    "a path without its trailing slash, and a `'` in the query",
    'a redirect with `%27` instead',
  ],
  'invalid-request': [
    'a character that must be percent-encoded, such as `<`, or an unknown method, such as `LINK`',
    'the runtime’s own 400 or 501 in plain text',
  ],
  // https://developers.cloudflare.com/cache/reference/etag-headers/
  'strong-tag': [
    'the header `Accept-Encoding: gzip`',
    'from `wrangler dev`, compressed bytes with the strong `ETag` of the plain ones; Cloudflare’s network makes it weak',
  ],

  // nginx.
  'trace-nginx': ['the method `TRACE`', 'the server’s own 405 page'],
  'broken-path-nginx': [
    'a path with `%00`, a broken percent-encoding or `..` above the root',
    'nginx’s own 400 page',
  ],
  // The default size of a buffer without the line end, as measured.
  // https://nginx.org/en/docs/http/ngx_http_core_module.html#large_client_header_buffers
  'long-line-nginx': ['a request line of more than 8190 bytes', 'the server’s own 414 page'],

  // Apache.
  'trace-apache': [
    'the method `TRACE`',
    'the server’s own 405 page; with `TraceEnable On`, a copy of the request',
  ],
  // https://httpd.apache.org/docs/2.4/mod/core.html#allowencodedslashes
  'broken-path-apache': [
    'a path with an encoded slash or NUL, a broken percent-encoding, or `..` above the root',
    'the server’s own page, with 404 for the first two and 400 for the others',
  ],
  'long-name': ['a path with a name of more than 255 bytes', 'the server’s own 403 page'],
  'number-sign': ['an unencoded `#`', 'the server’s own 400 page'],
  // The default of `LimitRequestLine` and one more byte, as measured.
  // https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestline
  'long-line-apache': ['a request line of more than 8191 bytes', 'the server’s own 414 page'],

  // Caddy.
  'site-folder': [
    'the path of the site’s folder without its trailing slash',
    'a redirect to the folder',
  ],
  // Go's server parses the address itself: https://pkg.go.dev/net/url#ParseRequestURI
  'broken-path-caddy': ['a path with a broken percent-encoding', 'Caddy’s own 400 page'],

  // Hosts of files.
  'query-of-file': ['a query string after `.json`', 'the file, whatever the query is'],
  folder: [
    'a path that ends with `/`, such as `/api/countries/`',
    '404, or a list of the files of that folder',
  ],
  'no-file': ['a path without a file', 'the page `404.html` with status 404'],
  'method-of-file': ['another method than GET and HEAD', 'an error of the host'],
} as const satisfies Readonly<Record<string, Deviation>>;
export type DeviationId = keyof typeof DEVIATIONS;

/** The deviations of servers with rules. */
export const OF_RULES = [
  ...(['encoded-value', 'encoded-slash', 'unusual-key'] as const),
  ...(['unprinted-format', 'foreign-parameter', 'letter-case'] as const),
] satisfies DeviationId[];
