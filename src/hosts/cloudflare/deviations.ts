import type { ApiRequest } from '../../core/resolve.ts';
import type { Deviation } from '../deviation.ts';

/*
 * The runtime reads a request before the Worker sees it, which no configuration changes. All of this
 * was found by asking workerd.
 */

/** The methods that it knows. */
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'CONNECT', 'QUERY'],
  ...['ACL', 'BAN', 'CHECKOUT', 'COPY', 'LOCK', 'MERGE', 'MKACTIVITY', 'MKCOL', 'MOVE', 'MSEARCH'],
  ...['NOTIFY', 'PROPFIND', 'PROPPATCH', 'PURGE', 'REPORT', 'SEARCH', 'SUBSCRIBE', 'UNLOCK'],
  'UNSUBSCRIBE',
];

/** Has a target bytes that must be percent-encoded, and are refused where they are not? */
const isRefused = ({ path, query }: ApiRequest): boolean =>
  /[<>`]|[^!-~]/.test(path) || /["<>]|[^!-~]/.test(query);

/** A path that is another one as a URL. */
const RESOLVED = /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

export const cloudflareDeviations = [
  {
    given: 'a `#` as it stands',
    gets: 'the answer to what is before it',
    why: 'The runtime takes the rest for a fragment, which is no part of a request.',
    examples: ['/api/countries/#', '/api/neighborhoods/?limit=10#20'],
    reads: ({ path, query, ...rest }) => ({
      ...rest,
      path: path.replace(/#.*/s, ''),
      query: path.includes('#') ? '' : query.replace(/#.*/s, ''),
    }),
  },
  {
    given: 'a segment `.` or `..` in its path, encoded or not, or a `\\`',
    gets: 'the answer to the path that a browser would make of it',
    why: 'The runtime resolves the path before the Worker sees it.',
    examples: ['/api/countries/../', '/api/countries/%2e%2E/countries/', '/api/.'],
    reads(request) {
      if (!RESOLVED.test(request.path) || isRefused(request)) return request;
      return { ...request, path: new URL(`http://host${request.path}`).pathname };
    },
  },
  {
    given: "no slash at the end of its path, and a `'` in its query",
    gets: 'a redirect that has `%27` instead',
    why: 'The runtime encodes it before the Worker sees it.',
    examples: ["/api/countries?q=it's"],
    answers: (outcome) =>
      'location' in outcome
        ? { ...outcome, location: outcome.location.replaceAll("'", '%27') }
        : outcome,
  },
  {
    given: 'a character as it stands that must be percent-encoded, such as `<`',
    gets: 'an error 400 in plain text',
    why: 'The runtime takes nothing for a URL that is none.',
    examples: ['/api/countries/?q=<', '/api/<'],
    answers: (outcome, request) =>
      isRefused(request) ? { status: 400, own: 'a target that is no URL' } : outcome,
  },
  {
    given: 'a method that the runtime does not know, such as `LINK`',
    gets: 'an error 501 in plain text',
    why: 'The runtime answers before the Worker is asked.',
    examples: ['LINK /api/countries/'],
    answers: (outcome, { method }) =>
      METHODS.includes(method) ? outcome : { status: 501, own: 'a method that it does not know' },
  },
] satisfies readonly Deviation[];
