import type { ErrorAddress, ErrorName } from '../../core/address.ts';
import type { Grid } from '../../core/grid.ts';
import { type ApiRequest, resolve } from '../../core/resolve.ts';
import type { Deviation, Outcome } from '../deviation.ts';
import { rulesOf } from '../rules/route.ts';
import { ENCODED_NAME, KEY, LOST_PARAMETER, NOT_FOUND_PAGE, pathPattern } from './lines.ts';

const PAGE: Outcome = { status: 404, file: NOT_FOUND_PAGE };
const PAGE_WORDS = '404 with `404.html`, which lists what there is';

const rootOf = (grid: Grid): string => rulesOf(grid, KEY).root;

/** Has a request the path of an item, as the engine reads paths? */
const isItem = ({ path }: ApiRequest, grid: Grid): boolean =>
  rulesOf(grid, KEY).routes.some(
    (route) => route.path.includes(KEY) && pathPattern(route.path).test(path),
  );

const errorOf = (outcome: Outcome): ErrorAddress | null =>
  'address' in outcome && outcome.address.kind === 'error' ? outcome.address : null;

const isError = (outcome: Outcome, error: ErrorName): boolean => errorOf(outcome)?.error === error;

const withSlash = (path: string): string => path.replace(/\/?$/, '/');

const DOUBLED_SLASH = {
  given: 'the path of an item with a slash twice, before the key or the collection',
  gets: 'the item',
  why: 'Its engine skips an empty segment where a rule has a placeholder.',
  examples: ['/api/countries//NO/', '/api//countries/NO/'],
  reads: (request, grid) =>
    isItem(request, grid) ? { ...request, path: request.path.replaceAll('//', '/') } : request,
} satisfies Deviation;

const NO_SLASH = {
  given: 'a path without the slash at its end',
  gets: 'the answer at once, without a redirect',
  why: 'Its rules ignore that slash, so none can lead to the path with it.',
  examples: ['/api/neighborhoods?limit=10', '/api/countries/NO', '/api'],
  reads: (request, grid) =>
    withSlash(request.path).startsWith(rootOf(grid))
      ? { ...request, path: withSlash(request.path) }
      : request,
} satisfies Deviation;

const ENCODED_PATH = {
  given: 'a path that is percent-encoded before an item’s key',
  gets: 'the error for an unknown path',
  why: 'Its engine compares paths as they come.',
  examples: ['/api/c%6Funtries/'],
  reads: (request, grid) => {
    const segments = request.path.split('/');
    const collection = rootOf(grid).split('/').length - 1;
    const literal = segments.map((one, at) =>
      at <= collection ? one.replaceAll('%', '%25') : one,
    );
    return { ...request, path: literal.join('/') };
  },
} satisfies Deviation;

const NO_KEY = {
  given: 'a key that no collection can have',
  gets: `what is wrong with its parameters, or ${PAGE_WORDS}`,
  why: 'A rule can only take any key, and there is no such file.',
  examples: ['/api/countries/a%20b/', '/api/countries/..%2Fitem%2FNO/'],
  answers: (outcome, request, grid) => {
    if (!isError(outcome, 'path') || !isItem(request, grid)) return outcome;
    const another = resolve(grid, { ...request, path: request.path.replace(/[^/]+\/$/, '0/') });
    const isRefused =
      'address' in another && another.address.kind === 'error' && another.address.error !== 'key';
    return isRefused ? another : PAGE;
  },
} satisfies Deviation;

const UNKNOWN_KEY = {
  given: 'an unknown key',
  gets: PAGE_WORDS,
  why: 'A rule whose file is missing leads to that page, not to the next rule.',
  examples: ['/api/countries/ZZ/'],
  answers: (outcome) => (isError(outcome, 'key') ? PAGE : outcome),
} satisfies Deviation;

const NO_WINDOW = {
  given: 'an `offset` at which no page begins',
  gets: PAGE_WORDS,
  why: 'A rule whose file is missing leads to that page, not to the next rule.',
  examples: ['/api/neighborhoods/?limit=50&offset=20', '/api/neighborhoods/?offset=two'],
  answers: (outcome, { query }) =>
    isError(outcome, 'offset') && new URLSearchParams(query).get('limit') !== 'all'
      ? PAGE
      : outcome,
} satisfies Deviation;

/** A query that has a pattern is refused, whatever the path. */
const refusing = (pattern: string) => (outcome: Outcome, request: ApiRequest, grid: Grid) =>
  request.path.startsWith(rootOf(grid)) && new RegExp(pattern).test(request.query) ? PAGE : outcome;

/** What the rules that refuse a query as a whole rest on; see `having` in `lines.ts`. */
const GUARDED =
  'The rule that refuses it rests on how the engine matches names, which is not documented.';

const ENCODED_LETTER = {
  given: 'a percent-encoded letter in the name of a parameter',
  gets: PAGE_WORDS,
  why: `Its engine does not decode names: it would ignore the parameter. ${GUARDED}`,
  examples: ['/api/neighborhoods/?%6Cimit=50', '/api/countries/?%71=1'],
  answers: refusing(ENCODED_NAME),
} satisfies Deviation;

const LAST_AMPERSAND = {
  given: 'one `&` at the end of the query, after a parameter of ours',
  gets: PAGE_WORDS,
  why: `Its engine loses the parameter before it. ${GUARDED}`,
  examples: ['/api/neighborhoods/?limit=50&'],
  answers: refusing(LOST_PARAMETER),
} satisfies Deviation;

const NO_400 = {
  given: 'what is answered with 400',
  gets: '404, with the same body',
  why: 'It takes a rule with status 400 for a redirect.',
  examples: ['/api/neighborhoods/?limit=0', '/api/neighborhoods/?limit=10&limit=20'],
  answers: (outcome) => (outcome.status === 400 ? { ...outcome, status: 404 } : outcome),
} satisfies Deviation;

const OUTSIDE = {
  given: 'a path outside of the API',
  gets: 'the file that is there, or 404 with `404.html`',
  why: 'What else is served there is not for the rules to say.',
  examples: ['/x', '/API/'],
  answers: (outcome, { path }, grid) =>
    path.startsWith(rootOf(grid)) ? outcome : { status: 404, own: 'no file is at this path' },
} satisfies Deviation;

/**
 * What the CDN does with other methods is not documented. This is what Netlify's own local server
 * does: https://github.com/netlify/cli/blob/main/src/utils/static-server.ts. Others saw it answer
 * OPTIONS with 404: https://github.com/silverbulletmd/silverbullet/issues/231
 */
const METHOD = {
  given: 'another method than GET and HEAD, OPTIONS too',
  gets: '405 of Netlify’s own, as its local server does; for its CDN none is documented',
  why: 'Rules can’t see methods.',
  examples: ['OPTIONS /api/', 'POST /api/neighborhoods/', 'PUT /api/cities/'],
  answers: (outcome, { method }) =>
    ['GET', 'HEAD'].includes(method) ? outcome : { status: 405, own: 'the method is not allowed' },
} satisfies Deviation;

/** What no rule can set. https://docs.netlify.com/manage/routing/headers/#limitations */
export const LACKING: readonly string[] = ['Allow'];

const NO_ALLOW = {
  given: 'whatever is answered',
  gets: 'no `Allow` header',
  why: 'Netlify ignores a rule for it.',
  examples: ['/api/', '/api/countries/NO/'],
  lacks: LACKING,
} satisfies Deviation;

/** In the order in which they apply to one another. */
export const netlifyDeviations: readonly Deviation[] = [
  DOUBLED_SLASH,
  NO_SLASH,
  ENCODED_PATH,
  NO_KEY,
  UNKNOWN_KEY,
  NO_WINDOW,
  ENCODED_LETTER,
  LAST_AMPERSAND,
  NO_400,
  OUTSIDE,
  METHOD,
  NO_ALLOW,
];
