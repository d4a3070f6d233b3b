import type { HostName } from '../../src/hosts/host.ts';
import { rowsOf } from '../support/table.ts';
import {
  type FileAnswer,
  fileAnswer,
  type RedirectAnswer,
  requestOf,
  UNKNOWN_UUID,
  UUID,
} from './cases.ts';

/** The answer of one host where it differs from the contract. */
export type HostExpected =
  | FileAnswer
  | RedirectAnswer
  /** One of the files that the build generates for the host. */
  | { readonly status: number; readonly hostFile: string }
  /** Any answer of the host itself. */
  | { readonly status: number; readonly own: true };

/** Expected answers by their requests, such as `POST /api/`. */
type Answers = Readonly<Record<string, HostExpected>>;

function answerOf(text: string): HostExpected {
  const [kind, status, file = ''] = text.split(' ');
  if (kind === 'own') return { status: Number(status), own: true };
  if (kind === 'generated') return { status: Number(status), hostFile: file };
  return kind === '301' ? { status: 301, location: status ?? '' } : fileAnswer(text);
}

/** In each line an answer, and the requests that get it; see `cases.ts`. */
const answersOf = (table: string): Answers =>
  Object.fromEntries(
    rowsOf(table).flatMap(([answer = '', requests = '']) =>
      requests.split(' | ').map((request) => {
        const { method, target } = requestOf(request);
        return [`${method} ${target}`, answerOf(answer)];
      }),
    ),
  );

/** Of every host with rules: they read names and most values only as they are, and names without their collection. */
const ENCODED = `
  error neighborhoods/parameters -> country=+US%20 | country=+ | country=%55S | country=US%0A | state=%43O&country=US
  error neighborhoods/parameters -> %63ountry=US | country%3DUS | limit=%350 | ordering=%2Dcreated_at | offset=%320
  error neighborhoods/parameters -> %6Cimit=50 | limit%3D50 | utm%5Fsource=x&%71=1&limit=10
  error countries/parameters -> /api/countries/?limit=1&limit=2
  error query -> /api/countries.json?limit=10
`;
const OUTSIDE = 'own 404 -> /x | /x/ | /API/';
const TRACE = 'own 405 -> TRACE /api/ | TRACE /api/countries/ | TRACE limit=10';

/**
 * Where each host answers a case, or another request, otherwise than the contract: by its `deviations`. On
 * Netlify each 400 is a 404 besides (see `STATUSES`).
 */
export const DIFFERENCES: Readonly<Record<HostName, Answers>> = {
  netlify: answersOf(`
    ${OUTSIDE}
    ${ENCODED}
    generated 404 404.html -> offset=9007199254740992 | offset=${'9'.repeat(300)} | country=CA&offset=100000
    generated 404 404.html -> offset=2620 | limit=50&offset=20 | country=US&limit=50 | country=US&format=api
    generated 404 404.html -> country=A | country=us&limit=all | country=NO | country=${'x'.repeat(201)}
    generated 404 404.html -> /api/countries/..%2Fitem%2FNO/ | /api/countries/NO.json/ | /api/countries/ZZ.json
    generated 404 404.html -> /api/countries/NO%00/ | /api/countries/NO%0A/ | /api/countries/ZZ/
    generated 404 404.html -> /api/countries/no/ | /api/countries/a%20b/
    generated 404 404.html -> /api/neighborhoods/ordering/
    generated 404 404.html -> /api/neighborhoods/${UNKNOWN_UUID}/
    generated 404 404.html -> /api/neighborhoods/${UUID.toUpperCase()}/ | /api/neighborhoods/${UUID.replaceAll('-', '')}/
    generated 404 404.html -> /api/neighborhoods/${UUID}0/ | /api/neighborhoods/${UNKNOWN_UUID}/?state=CO
    error neighborhoods/key -> /api/neighborhoods/${UUID}.json?%6Cimit=10
    file api/countries/NO -> /api/countries/NO.json?format=json
    error path -> /api/c%6Funtries/
    error query -> /api/cities/?limit=10
    page limit/20 -> /api/neighborhoods
    page limit/10 -> /api/neighborhoods?limit=10
    page country/US/limit/20 -> /api/neighborhoods?country=US
    error neighborhoods/parameters -> /api/neighborhoods?limit=0
    file api/countries -> /api/countries?x=%C3%A9%26&y=+ | HEAD /api/countries?format=api
    file api/countries/NO -> /api/countries/NO
    file api/countries/NO -> /api/countries//NO/ | /api//countries/NO/
    file api/index -> /api
    own 200 -> OPTIONS /api/ | OPTIONS /api/neighborhoods/ | OPTIONS /api/neighborhoods
    own 200 -> OPTIONS /api/countries/NO/ | POST /api/neighborhoods/ | POST /api/neighborhoods
    own 200 -> POST /api/countries/NO/ | PUT /api/countries/NO/ | DELETE /api/countries/NO/?x=1
    own 200 -> PATCH /api/neighborhoods/ | POST country=US
    own 405 -> OPTIONS /api/neighborhoods/limit/20.json | OPTIONS /api/countries/NO.json | POST /api/neighborhoods.json
    own 404 -> OPTIONS country=US&country=CA | OPTIONS limit=0&limit=1 | OPTIONS /api/cities/ | POST /api/cities/ | PUT /api/cities/
  `),
  cloudflare: answersOf(`
    file api/countries -> /api/countries/# | /api/countries/%2e%2E/countries/
    page limit/10 -> limit=10#20
    file api/index -> /api/countries/../ | /api/.
    301 /api/countries/?q=it%27s -> /api/countries?q=it's
    own 400 -> /api/countries/?q=< | /api/<
    own 501 -> LINK /api/countries/
  `),
  node: answersOf(`own 431 -> /api/?q=${'x'.repeat(17_000)}`),
  nginx: answersOf(`
    ${ENCODED}
    ${OUTSIDE}
    ${TRACE}
    own 404 -> /countries/ | /api/../countries/
    own 400 -> /api/countries/NO%00/ | /api/%zz/ | /api/../../
    error path -> /api/countries/..%2Fitem%2FNO/ | /api/countries/NO%0A/
    error countries/key -> /api/countries/a%20b
    own 414 -> /api/?q=${'x'.repeat(8191)}
  `),
  apache: answersOf(`
    ${ENCODED}
    ${OUTSIDE}
    ${TRACE}
    own 404 -> /api/../x | /api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/ | /api/neighborhoods%2Flimit%2F20.json
    own 403 -> /api/countries/${'x'.repeat(256)}/
    error path -> /api/countries/NO%0A/ | /api/countries/a%5Cb/
    error countries/key -> /api/countries/a%20b
    own 400 -> /api/%zz/ | /api/../.. | /api/countries/# | limit=10#20
    own 414 -> /api/?q=${'x'.repeat(8191)}
  `),
  caddy: answersOf(`
    ${ENCODED}
    own 400 -> /api/%zz/ | /api/countries/NO% | POST /api/%4
    error path -> /api/countries/..%2Fitem%2FNO/ | /api/countries/NO%00/ | /api/countries/NO%0A/
    error countries/key -> /api/countries/a%20b
  `),
  // They have addresses of their own, which `test/slow/files.test.ts` requests.
  'github-pages': {},
  files: {},
};

/** Statuses that a host answers with in place of those of the contract. */
export const STATUSES: Readonly<Partial<Record<HostName, Readonly<Record<number, number>>>>> = {
  netlify: { 400: 404 },
};
