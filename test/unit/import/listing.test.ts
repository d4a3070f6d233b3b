import { expect, it } from 'vitest';
import { fetchWhole, parseHeaders } from '../../../src/import/fetch.ts';
import { fetchListing } from '../../../src/import/listing.ts';
import { type LiveAnswer, offsetPage, startLiveApi, towns } from '../../support/live-api.ts';

const HEADERS = parseHeaders(['Authorization: Token secret']);

/** Fetches the listing at `/towns/`. */
async function fetchFrom(answer: (url: URL) => LiveAnswer, signal?: AbortSignal) {
  const { address, requests } = await startLiveApi(answer);
  const url = new URL('towns/', address);
  const result = await fetchWhole(url, HEADERS, { signal })
    .then((first) => fetchListing(first, { headers: HEADERS, isWhole: true }, { signal }))
    .catch((error: Error) => error);
  for (const { headers } of requests) expect(headers.authorization).toBe('Token secret');
  return { result, requests };
}

const ALL = towns(100);

/** The number of the page that is requested by one of the usual parameters, and its records. */
function numberedPage({ href, searchParams }: URL) {
  const page = Number(searchParams.get('page') ?? searchParams.get('cursor') ?? 1);
  const results = ALL.slice((page - 1) * 10, page * 10);
  const link = (name: string) => {
    const next = new URL(href);
    next.searchParams.set(name, `${page + 1}`);
    return page < 10 ? next.href : null;
  };
  return { page, results, next: link('page'), cursor: link('cursor') };
}
type Numbered = ReturnType<typeof numberedPage>;

const COUNTS = { page_size: 10, per_page: 10, total_pages: 10, count: 100 };

/** Every envelope has 100 records in pages of 10, which all come. */
it.each<[string, body: (page: Numbered, url: URL) => unknown]>([
  ['DRF, limit and offset', (_, url) => offsetPage(url, 100)],
  ['DRF, page numbers', ({ next, results }) => ({ count: 100, next, previous: null, results })],
  ['DRF, a cursor', ({ cursor, results }) => ({ next: cursor, results })],
  ['numbers about the page', ({ cursor: _, ...page }) => ({ ...page, ...COUNTS })],
  ['a list', () => ALL],
])('%s -> all records', async (_, body) => {
  const { result } = await fetchFrom((url) => ({ body: body(numberedPage(url), url) }));
  expect(result).toEqual(ALL);
});

/** In the last rows, the name is a member that can mean more pages. */
it.each<[string, body: (results: unknown) => unknown, message?: string]>([
  ['no next', (results) => ({ count: 100, results }), 'has 10 of 100 records. Fetch all'],
  ['10 pages', (results) => ({ count: 10, page: 1, total_pages: 10, results }), '1 of 10 pages.'],
  ['the third page', (results) => ({ page: 3, next: null, results }), 'is not the first page of'],
  ['a second page', (results) => ({ next: null, previous: '/', results }), 'is not the first page'],
  ['no records', () => [], '/towns/ has no records.'],
  ['a count of one', () => ({ count: 1, results: [] }), 'has 0 of 1 record.'],
  ['results alone', (results) => ({ results }), 'Framework. There can be more records'],
  ['a list of numbers', () => [1], 'neither a list of records'],
  ['"@odata.nextLink": "/', (value) => ({ '@odata.nextLink': '/x', value })],
  ['"next": {"href"', (results) => ({ count: 10, next: { href: '/x' }, results })],
  ['"page": "1"', (results) => ({ count: 10, page: '1', results })],
  ['"results": [[]]', () => ({ count: 1, results: [[]] })],
  ['"towns": "/towns/"', () => ({ towns: '/towns/' })],
  ['an index', () => ({ towns: 'http://a/b' }), '/towns/ is an index. Use one of: http://a/b'],
  ['"constructor": 1', (results) => ({ results, next: null, constructor: 1 })],
])('%s -> refused', async (name, body, message = `REST Framework: it contains ${name}`) => {
  const { result } = await fetchFrom((url) => ({ body: body(numberedPage(url).results) }));
  expect(String(result)).toContain(message);
});

/** Answers in order, but for the page with the offset 10. */
const faulty = (fault: (page: ReturnType<typeof offsetPage>, url: URL) => LiveAnswer) => {
  return (url: URL) => {
    const page = offsetPage(url);
    return url.search === '?offset=10' ? fault(page, url) : { body: page };
  };
};

it.each([
  ['another origin', 'https://elsewhere.example/towns/'],
  ['a path that begins with two slashes', 'http://127.0.0.1//elsewhere.example/../towns/'],
  ['no origin', './'],
])('`next` with %s -> the same server', async (_, address) => {
  const moved = ({ next, ...page }: ReturnType<typeof offsetPage>) => ({
    body: { ...page, next: `${address}${next?.replace(/^[^?]*/, '')}` },
  });
  const { result, requests } = await fetchFrom(faulty(moved));
  expect(result).toEqual(towns(35));
  expect(requests).toHaveLength(4);
});

const REDIRECT = { status: 302, headers: { Location: 'http://elsewhere.example/' } };
const withResults = (page: object, results: object[]) => ({ body: { ...page, results } });

it.each<[name: string, fault: Parameters<typeof faulty>[0], message: RegExp]>([
  ['busy', () => ({ status: 429 }), /\?offset=10 answers with status 429\. Check the address/],
  ['an error page', () => ({ body: '<h1>Hello' }), /\?offset=10: This is not JSON/],
  ['a redirect', () => REDIRECT, /status 302\. It redirects to http:\/\/elsewhere\.example\/\./],
  ['a page again', (page, url) => ({ body: { ...page, next: url.href } }), /repeat at .*offset=10/],
  ['a list', (page) => ({ body: page.results }), /offset=10 has another count than the pages/],
  ['another count', (page) => ({ body: { ...page, count: 36 } }), /offset=10 has another count/],
  ['a record more', (page) => withResults(page, [...page.results, { id: 99 }]), /but 36 came\./],
  [
    'one fewer',
    (page) => withResults(page, page.results.slice(1)),
    /has 35 records, but 34 came\./,
  ],
  ['half of a character', () => ({ body: '[{"id":"\\ud800"}]' }), /half of a surrogate pair/],
  ['`__proto__`', () => ({ body: '[{"__proto__":{"x":1}}]' }), /`__proto__`/],
])('%s -> an error', async (_, fault, message) => {
  const { result } = await fetchFrom(faulty(fault));
  expect(String(result)).toMatch(message);
});

it('Ctrl-C -> ends while a response is awaited', async () => {
  const controller = new AbortController();
  const answer = () => {
    setTimeout(() => controller.abort());
    return { body: '[', ends: false };
  };
  const { result } = await fetchFrom(answer, controller.signal);
  expect(result).toMatchObject({ name: 'AbortError' });
});
