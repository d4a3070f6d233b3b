import type { HostName } from '../../src/hosts/names.ts';
import {
  error,
  type FileAnswer,
  file,
  list,
  page,
  type RedirectAnswer,
  to,
  UNKNOWN_UUID,
  UUID,
} from './cases.ts';

/** The answer of one host where it differs from the contract. */
export type HostExpected =
  | FileAnswer
  | RedirectAnswer
  /** One of the files that the build generates for the host. */
  | { readonly status: number; readonly hostFile: string }
  /** An answer of the host itself: a file of the site, or any body if the name is empty. */
  | { readonly status: number; readonly own: string };

/** Expected answers by their requests, such as `POST /api/`. */
type Answers = Readonly<Record<string, HostExpected>>;

/** The same answer to several targets, by GET. */
const gets = (expected: HostExpected, ...targets: readonly string[]): Answers =>
  Object.fromEntries(targets.map((target) => [`GET ${target}`, expected]));

const own = (status: number): HostExpected => ({ status, own: '' });
const OFFSET = error('offset', 'neighborhoods');
const PATH = error('path');
const NOT_FOUND_PAGE: HostExpected = { status: 404, hostFile: '404.html' };
const [INDEX, COUNTRIES, NORWAY, FIRST, TEN] = [
  file('index'),
  file('countries/list/o-'),
  file('countries/item/NO'),
  page('f-/o-/l-20/0'),
  page('f-/o-/l-10/0'),
] as const;

/** Of every host whose rules are regular expressions. */
const ENCODED_OFFSET = gets(OFFSET, `${list}?offset=%320`);

const TRACE: Answers = {
  'TRACE /api/': own(405),
  'TRACE /api/countries/': own(405),
  'TRACE /api/neighborhoods/?limit=10': own(405),
};

/** Outside of the API. */
const OUTSIDE = gets(own(404), '/x', '/x/', '/API/');

/**
 * Where each host answers a case, or an example of its deviations, otherwise than the contract. On
 * Netlify each 400 is a 404 besides (see `STATUSES`).
 */
export const DIFFERENCES: Readonly<Record<HostName, Answers>> = {
  netlify: {
    ...OUTSIDE,
    ...gets(
      NOT_FOUND_PAGE,
      ...[
        ...['-20', 'two', '020', '20.0', '9007199254740992', '9'.repeat(300), ':offset', '2620'],
        ...['20%zz', '%EF%BC%92%EF%BC%90', '..%2Fl-50%2F50', '../l-50/50', '..%252Fl-50%252F50'],
        ...['20.json', '20.json%3F'],
      ].map((offset) => `${list}?offset=${offset}`),
      ...['limit=50&offset=20', 'limit=10&offset=100000'].map((query) => `${list}?${query}`),
      ...['%6Cimit=50', '%6cimit=abc', 'limit=50&'].map((query) => `${list}?${query}`),
      '/api/countries/?%71=1',
      ...['..%2Fitem%2FNO', 'NO.json', 'NO%00', 'NO%0A', 'ZZ', 'no', 'a%20b'].map(
        (key) => `/api/countries/${key}/`,
      ),
      `${list}${UNKNOWN_UUID}/`,
      `${list}${UUID.toUpperCase()}/`,
      '/api/score_metadata/NO/',
    ),
    ...gets(PATH, '/api/c%6Funtries/'),
    ...gets(FIRST, '/api/neighborhoods'),
    ...gets(TEN, '/api/neighborhoods?limit=10'),
    ...gets(error('limit', 'neighborhoods'), '/api/neighborhoods?limit=0'),
    ...gets(COUNTRIES, '/api/countries?x=%C3%A9%26&y=+'),
    'HEAD /api/countries?format=api': COUNTRIES,
    ...gets(NORWAY, '/api/countries/NO', '/api/countries/NO?format=json'),
    ...gets(NORWAY, '/api/countries//NO/', '/api//countries/NO/'),
    ...gets(INDEX, '/api'),
    ...Object.fromEntries(
      [
        ...['OPTIONS /api/', `OPTIONS ${list}`, 'OPTIONS /api/neighborhoods'],
        ...[
          `OPTIONS ${list}?limit=0&limit=1`,
          'OPTIONS /api/countries/NO/',
          'OPTIONS /api/cities/',
        ],
        ...[`POST ${list}`, 'POST /api/neighborhoods', 'POST /api/countries/NO/'],
        ...['POST /api/cities/', 'PUT /api/cities/', 'PUT /api/countries/NO/'],
        ...['DELETE /api/countries/NO/?x=1', `PATCH ${list}`],
      ].map((request) => [request, own(405)]),
    ),
  },
  cloudflare: {
    ...gets(COUNTRIES, '/api/countries/#', '/api/countries/%2e%2E/countries/'),
    ...gets(TEN, `${list}?limit=10#20`),
    ...gets(INDEX, '/api/countries/../', '/api/.'),
    ...gets(to('/api/countries/?q=it%27s'), "/api/countries?q=it's"),
    ...gets(own(400), '/api/countries/?q=<', '/api/<'),
    'LINK /api/countries/': own(501),
  },
  nginx: {
    ...ENCODED_OFFSET,
    ...OUTSIDE,
    ...gets(own(404), '/countries/', '/api/../countries/'),
    ...gets(own(400), '/api/countries/NO%00/', '/api/%zz/', '/api/../../'),
    ...TRACE,
  },
  apache: {
    ...ENCODED_OFFSET,
    ...OUTSIDE,
    ...gets(own(404), '/api/../x', '/api/countries/..%2Fitem%2FNO/', '/api/countries/NO%00/'),
    ...gets(own(400), '/api/%zz/', '/api/../..'),
    ...gets(own(414), `/api/?q=${'x'.repeat(8191)}`),
    ...TRACE,
  },
  caddy: {
    ...ENCODED_OFFSET,
    ...gets(own(400), '/api/%zz/', '/api/countries/NO%'),
    'POST /api/%4': own(400),
  },
  'service-worker': {
    ...gets(COUNTRIES, '/api/../api/countries/'),
    ...gets({ status: 200, own: 'index.html' }, '/api/%2E%2E/'),
    ...gets(FIRST, '/api/neighborhoods/./'),
    ...gets(own(404), '/elsewhere/'),
    'POST /elsewhere/': own(405),
  },
};

/** Statuses that a host answers with in place of those of the contract. */
export const STATUSES: Readonly<Partial<Record<HostName, Readonly<Record<number, number>>>>> = {
  netlify: { 400: 404 },
};
