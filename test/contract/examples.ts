import type { HostName } from '../../src/hosts/names.ts';
import { valuesOf } from '../support/table.ts';
import { requestOf } from './cases.ts';

/** A host's deviation from the contract. */
interface Example {
  /** Why the host can't follow the contract here, for the documents. */
  readonly why: string;
  /** Requests that show it; see `cases.ts`. Some deviations need more than one request. */
  readonly requests: string;
}

const BEFORE_RULES = 'The server answers before it reads any rule.';

const ENCODED_VALUE = {
  'a percent-encoded character in the name of any parameter, a percent-encoded letter, digit or `_ . -` in a value, or white space around a filter':
    {
      why: 'Rules copy most values from the query but cannot decode them. They decode only values that need an encoding.',
      requests:
        'utm%5Fsource=x&%71=1&limit=10 | offset=%320 | country=%55S | country=+US%20 | country=+',
    },
};
const COMPOSED_PATH = {
  'a `format` without pages of its own, such as `json`': {
    why: 'It would need another copy of each page.',
    requests: '',
  },
  'a parameter of another collection after `.json`, twice or in brackets': {
    why: 'One list of names is shorter than one for each collection.',
    requests: '/api/countries.json?limit=10 | /api/countries/?limit=1&limit=2',
  },
  'a key or a filter in other letters, where names of files ignore case': {
    why: 'It is the name of a file.',
    requests: '',
  },
};
const ENCODED_KEY = (requests: string) => ({
  'a key with an encoded slash, backslash or control character': {
    why: 'Servers disagree on such paths.',
    requests,
  },
  'a key with other characters than letters, digits and `_ . -`, without the trailing slash': {
    why: 'Few clients request that path, and it would need a rule for each key.',
    requests: '/api/countries/a%20b',
  },
});
const OUTSIDE_API = {
  'a path outside of the API': {
    why: 'The rules only apply to the API.',
    requests: '/x | /x/ | /API/',
  },
};
const TRACE = {
  'the method `TRACE`': { why: BEFORE_RULES, requests: 'TRACE /api/ | TRACE limit=10' },
};
const numberSign = (why: string) => ({
  'an unencoded `#`': { why, requests: '/api/countries/# | limit=10#20' },
});
const longRequestLine = (bytes: number) => ({
  [`a request line of more than ${bytes} bytes`]: {
    why: BEFORE_RULES,
    requests: `/api/?q=${'x'.repeat(bytes)}`,
  },
});

const PLAIN_FILES: Readonly<Record<string, Example>> = {
  'a query string after `.json`': {
    why: 'A host of files looks at the path only.',
    requests: '/api/countries.json?format=xml | /api/neighborhoods.json?limit=37',
  },
  'a path that ends with `/`, such as `/api/countries/`': {
    why: 'No folder of the API has an `index.html`, so that no query string gets a page that ignores it.',
    requests: '/api/ | /api/countries/ | /api/neighborhoods/?limit=50 | /api/countries/NO/',
  },
  'a path without a file': {
    why: 'That page lists the addresses of the API, for people and as JSON for programs.',
    requests: '/api/countries/ZZ.json | /api/neighborhoods/limit/37.json | /api/countries',
  },
  'another method than GET and HEAD': { why: 'Only code can answer it.', requests: 'POST /api/' },
};

/** Each deviation of a host. */
export const EXAMPLES: Readonly<Record<HostName, Readonly<Record<string, Example>>>> = {
  netlify: {
    'the path of an item with two slashes before the key or the collection': {
      why: 'The engine skips an empty segment if a rule has a placeholder.',
      requests: '/api/countries//NO/ | /api//countries/NO/',
    },
    'a path without its trailing slash': {
      why: 'The engine ignores that slash, so no rule can redirect to the path with it.',
      requests: '/api/neighborhoods?limit=10 | /api/countries/NO | /api',
    },
    'a path with percent-encoding before the key of an item': {
      why: 'The engine does not decode paths. The local server does, before it calls the engine.',
      requests: '/api/c%6Funtries/',
    },
    'an unknown or invalid key, an `offset` at which no page begins, a `page` that does not exist, or a filter that is not prerendered, or not with the other parameters':
      {
        why: 'A rule whose file does not exist leads to that page, not to the next rule.',
        requests: `
        /api/countries/ZZ/ | /api/countries/a%20b/ | /api/countries/..%2Fitem%2FNO/
        limit=50&offset=20 | country=NO
      `,
      },
    ...ENCODED_VALUE,
    'a parameter after an unknown path': {
      why: 'No rule can tell this path from that of a file with percent-encoding.',
      requests: '/api/cities/?limit=10',
    },
    'a parameter of the collection behind the path of a record, such as `<key>.json?limit=10`': {
      why: 'No rule can tell this path from that of the record without `.json`, which ignores such a parameter.',
      requests: '/api/countries/NO.json?format=json',
    },
    'a key that is the name of the file of another record, such as `--a.2fb`': {
      why: 'No rule can check a key.',
      requests: '',
    },
    ...COMPOSED_PATH,
    'an error that has status 400 elsewhere': {
      why: 'Netlify treats a rule with status 400 as a redirect.',
      requests: 'limit=0 | limit=10&limit=20',
    },
    ...OUTSIDE_API,
    'a method other than GET and HEAD, including OPTIONS': {
      why: 'Rules cannot match methods.',
      requests: 'OPTIONS /api/ | POST /api/neighborhoods/ | PUT /api/cities/',
    },
    'any path': {
      why: 'Netlify ignores a rule for it.',
      requests: '/api/ | /api/countries/NO/',
    },
  },
  cloudflare: {
    ...numberSign('The runtime takes the rest for a fragment, which is not part of a request.'),
    'a path segment `.` or `..`, encoded or not, or a `\\`': {
      why: 'The runtime normalizes the path before the Worker gets it.',
      requests: '/api/countries/../ | /api/countries/%2e%2E/countries/ | /api/.',
    },
    "a path without its trailing slash, and a `'` in the query": {
      why: 'The runtime encodes it before the Worker gets it.',
      requests: "/api/countries?q=it's",
    },
    'a character that must be percent-encoded, such as `<`, or an unknown method, such as `LINK`': {
      why: 'The runtime answers without the Worker.',
      requests: '/api/countries/?q=< | /api/< | LINK /api/countries/',
    },
    'the header `Accept-Encoding: gzip`': {
      why: 'The platform compresses after the Worker has answered.',
      requests: '',
    },
  },
  nginx: {
    ...ENCODED_VALUE,
    ...ENCODED_KEY('/api/countries/..%2Fitem%2FNO/ | /api/countries/NO%0A/'),
    ...COMPOSED_PATH,
    ...OUTSIDE_API,
    ...TRACE,
    'a path with `%00`, a broken percent-encoding or `..` above the root': {
      why: BEFORE_RULES,
      requests: '/api/countries/NO%00/ | /api/%zz/ | /api/../../',
    },
    ...longRequestLine(8190),
  },
  apache: {
    ...ENCODED_VALUE,
    ...ENCODED_KEY('/api/countries/a%5Cb/ | /api/countries/NO%0A/'),
    ...COMPOSED_PATH,
    ...OUTSIDE_API,
    ...TRACE,
    'a path with an encoded slash or NUL, a broken percent-encoding, or `..` above the root': {
      why: BEFORE_RULES,
      requests: '/api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/ | /api/%zz/ | /api/../..',
    },
    'a path with a name of more than 255 bytes': {
      why: BEFORE_RULES,
      requests: `/api/countries/${'x'.repeat(256)}/`,
    },
    ...numberSign(BEFORE_RULES),
    ...longRequestLine(8191),
  },
  caddy: {
    ...ENCODED_VALUE,
    ...ENCODED_KEY('/api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/'),
    ...COMPOSED_PATH,
    'the path of the site’s folder without its trailing slash': {
      why: 'The configuration adds it, if the base address has a path.',
      requests: '',
    },
    'a path with a broken percent-encoding': {
      why: BEFORE_RULES,
      requests: '/api/%zz/ | /api/countries/NO% | POST /api/%4',
    },
  },
  'github-pages': PLAIN_FILES,
  files: PLAIN_FILES,
};

/** A row for each example of a host's deviations. */
export const examplesOf = (name: HostName) =>
  Object.entries(EXAMPLES[name]).flatMap(([given, { requests }]) =>
    valuesOf(requests).map((request) => {
      const { method, target } = requestOf(request);
      return [given, method, target] as const;
    }),
  );
