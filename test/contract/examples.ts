import type { HostName } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { valuesOf } from '../support/table.ts';
import { requestOf } from './cases.ts';

/** Requests that show a deviation, on every host that has it; see `cases.ts`. Some need more than one request. */
const REQUESTS: Readonly<Record<string, string>> = {
  'encoded-value':
    'utm%5Fsource=x&%71=1&limit=10 | offset=%320 | country=%55S | country=+US%20 | country=+',
  'encoded-slash': '/api/countries/NO%0A/',
  'unusual-key': '/api/countries/a%20b',
  'foreign-parameter': '/api/countries.json?limit=10 | /api/countries/?limit=1&limit=2',
  outside: '/x | /x/ | /API/',
  'empty-segment': '/api/countries//NO/ | /api//countries/NO/',
  'no-redirect': '/api/neighborhoods?limit=10 | /api/countries/NO | /api',
  'encoded-path': '/api/c%6Funtries/',
  'no-page':
    '/api/countries/ZZ/ | /api/countries/a%20b/ | /api/countries/..%2Fitem%2FNO/ | limit=50&offset=20 | country=NO',
  'parameter-of-unknown': '/api/cities/?limit=10',
  'parameter-of-record': '/api/countries/NO.json?format=json',
  'status-400': 'limit=0 | limit=10&limit=20',
  method: 'OPTIONS /api/ | POST /api/neighborhoods/ | PUT /api/cities/',
  'no-allow': '/api/ | /api/countries/NO/',
  fragment: '/api/countries/# | limit=10#20',
  dots: '/api/countries/../ | /api/countries/%2e%2E/countries/ | /api/.',
  apostrophe: "/api/countries?q=it's",
  'invalid-request': '/api/countries/?q=< | /api/< | LINK /api/countries/',
  'unread-request': `/api/?q=${'x'.repeat(17_000)}`,
  trace: 'TRACE /api/ | TRACE limit=10',
  'broken-path-nginx': '/api/countries/NO%00/ | /api/%zz/ | /api/../../',
  'broken-path-apache':
    '/api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/ | /api/%zz/ | /api/../..',
  'long-name': `/api/countries/${'x'.repeat(256)}/`,
  'number-sign': '/api/countries/# | limit=10#20',
  'long-line': `/api/?q=${'x'.repeat(8191)}`,
  'broken-path-caddy': '/api/%zz/ | /api/countries/NO% | POST /api/%4',
  'query-of-file': '/api/countries.json?format=xml | /api/neighborhoods.json?limit=37',
  folder: '/api/ | /api/countries/ | /api/neighborhoods/?limit=50 | /api/countries/NO/',
  'no-file': '/api/countries/ZZ.json | /api/neighborhoods/limit/37.json | /api/countries',
  'method-of-file': 'POST /api/',
};

/** A row for each example of a host's deviations. */
export const examplesOf = (name: HostName) =>
  Object.keys(HOSTS[name].deviations).flatMap((id) =>
    valuesOf(REQUESTS[id] ?? '').map((request) => {
      const { method, target } = requestOf(request);
      return [id, method, target] as const;
    }),
  );
