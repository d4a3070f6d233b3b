import type { HostName } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { valuesOf } from '../support/table.ts';
import { requestOf } from './cases.ts';

const BEFORE_RULES = 'The server answers before it reads any rule.';

/** Why a host can't follow the contract, for the documents. */
export const WHY: Readonly<Record<string, string>> = {
  'encoded-value':
    'Rules copy most values from the query but cannot decode them. They decode only values that need an encoding.',
  'encoded-slash': 'Servers disagree on such paths.',
  'unusual-key': 'Few clients request that path, and it would need a rule for each key.',
  'unprinted-format': 'It would need another copy of each page.',
  'foreign-parameter': 'One list of names is shorter than one for each collection.',
  'letter-case': 'It is the name of a file.',
  'filter-of-record': 'A record is a file, whatever it matches.',
  uuid: 'A record is a file, which has one name.',
  outside: 'The rules only apply to the API.',
  'empty-segment': 'The engine skips an empty segment if a rule has a placeholder.',
  'no-redirect': 'The engine ignores that slash, so no rule can redirect to the path with it.',
  'encoded-path':
    'The engine does not decode paths. The local server does, before it calls the engine.',
  'no-page': 'A rule whose file does not exist leads to that page, not to the next rule.',
  'parameter-of-unknown': 'No rule can tell this path from that of a file with percent-encoding.',
  'parameter-of-record':
    'No rule can tell this path from that of the record without `.json`, which ignores such a parameter.',
  'name-of-file': 'No rule can check a key.',
  'status-400': 'Netlify treats a rule with status 400 as a redirect.',
  method: 'Rules cannot match methods.',
  'no-allow': 'Netlify ignores a rule for it.',
  fragment: 'The runtime takes the rest for a fragment, which is not part of a request.',
  dots: 'The runtime normalizes the path before the Worker gets it.',
  apostrophe: 'The runtime encodes it before the Worker gets it.',
  'invalid-request': 'The runtime answers without the Worker.',
  'unread-request': 'The runtime answers without the server.',
  'strong-tag': 'The platform compresses after the Worker has answered.',
  trace: BEFORE_RULES,
  'broken-path-nginx': BEFORE_RULES,
  'long-line': BEFORE_RULES,
  'broken-path-apache': BEFORE_RULES,
  'long-name': BEFORE_RULES,
  'number-sign': BEFORE_RULES,
  'site-folder': 'The configuration adds it, if the base address has a path.',
  'broken-path-caddy': BEFORE_RULES,
  'query-of-file': 'A host of files looks at the path only.',
  folder:
    'No folder of the API has an `index.html`, so that no query string gets a page that ignores it.',
  'no-file': 'That page lists the addresses of the API, for people and as JSON for programs.',
  'method-of-file': 'Only code can answer it.',
};

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
