import type { HostName } from '../../src/hosts/names.ts';
import { valuesOf } from '../support/table.ts';
import { requestOf } from './cases.ts';

const ENCODED_VALUE = {
  'a percent-encoded `offset` or filter, or white space around a filter':
    'offset=%320 | country=%55S | country=+US%20 | country=+',
};
const LONG_FILTER = {
  'a filter of more than 200 letters and digits, or beside an `offset` with more digits than the count': `country=${'x'.repeat(201)} | country=CA&offset=100000`,
};
const OUTSIDE_API = { 'a path outside of the API': '/x | /x/ | /API/' };
const TRACE = { 'the method `TRACE`': 'TRACE /api/ | TRACE limit=10' };
const NUMBER_SIGN = { 'an unencoded `#`': '/api/countries/# | limit=10#20' };
const longRequestLine = (bytes: number) => ({
  [`a request line of more than ${bytes} bytes`]: `/api/?q=${'x'.repeat(bytes)}`,
});

/** Requests that show each deviation of a host; see `cases.ts`. Some need more than one request. */
export const EXAMPLES: Readonly<Record<HostName, Readonly<Record<string, string>>>> = {
  netlify: {
    'the path of an item with a doubled slash before the key or the collection':
      '/api/countries//NO/ | /api//countries/NO/',
    'a path without the slash at its end': '/api/neighborhoods?limit=10 | /api/countries/NO | /api',
    'a path that is percent-encoded before an item’s key': '/api/c%6Funtries/',
    'an unknown or invalid key, an `offset` at which no page begins, or a filter without pages': `
      /api/countries/ZZ/ | /api/countries/a%20b/ | /api/countries/..%2Fitem%2FNO/
      limit=50&offset=20 | country=NO
    `,
    ...ENCODED_VALUE,
    'an empty filter, unless a pre-rendered one beside it has a value, or a filter and an empty `format`':
      'name= | country= | country=US&format=',
    'a pre-rendered filter beside an unsupported value of another parameter': 'country=US&limit=0',
    'a key or a filter that differs from a pre-rendered one only in the case of letters': '',
    'a percent-encoded letter, digit or underscore in the name of a parameter, or an `&` at the end of the query after a parameter of the API':
      '%6Cimit=50 | /api/countries/?%71=1 | state%5Fabbrev=CO | limit=50&',
    'an error that has status 400 elsewhere': 'limit=0 | limit=10&limit=20',
    ...OUTSIDE_API,
    'another method than GET and HEAD, OPTIONS too':
      'OPTIONS /api/ | POST /api/neighborhoods/ | PUT /api/cities/',
    'any path': '/api/ | /api/countries/NO/',
  },
  cloudflare: {
    ...NUMBER_SIGN,
    'a path segment `.` or `..`, encoded or not, or a `\\`':
      '/api/countries/../ | /api/countries/%2e%2E/countries/ | /api/.',
    "no slash at the end of its path, and a `'` in its query": "/api/countries?q=it's",
    'a character that must be percent-encoded, such as `<`, or an unknown method, such as `LINK`':
      '/api/countries/?q=< | /api/< | LINK /api/countries/',
  },
  nginx: {
    ...ENCODED_VALUE,
    ...LONG_FILTER,
    ...OUTSIDE_API,
    ...TRACE,
    'a path with `%00`, a broken percent-encoding or `..` above the root':
      '/api/countries/NO%00/ | /api/%zz/ | /api/../../',
    ...longRequestLine(8190),
  },
  apache: {
    ...ENCODED_VALUE,
    ...LONG_FILTER,
    ...OUTSIDE_API,
    ...TRACE,
    'a path with an encoded slash or NUL, a broken percent-encoding, or `..` above the root':
      '/api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/ | /api/%zz/ | /api/../..',
    ...NUMBER_SIGN,
    ...longRequestLine(8191),
  },
  caddy: {
    ...ENCODED_VALUE,
    ...LONG_FILTER,
    'the path of the site’s folder without the slash at its end': '',
    'a path with a broken percent-encoding': '/api/%zz/ | /api/countries/NO% | POST /api/%4',
  },
  'service-worker': {
    'a client without the worker: `curl`, a search engine, a page of another site, a first visit':
      '',
    '`.` or `..` in its path, a `\\`, a `#`, or another character that a URL cannot have':
      '/api/../api/countries/ | /api/%2E%2E/ | /api/neighborhoods/./',
    'a path outside of the API': '/elsewhere/ | POST /elsewhere/',
  },
};

/** A row for each example of a host's deviations. */
export const examplesOf = (name: HostName) =>
  Object.entries(EXAMPLES[name]).flatMap(([given, requests]) =>
    valuesOf(requests).map((request) => {
      const { method, target } = requestOf(request);
      return [given, method, target] as const;
    }),
  );
