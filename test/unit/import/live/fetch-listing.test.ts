import { expect, it } from 'vitest';
import { createLiveClient } from '../../../../src/import/live/client.ts';
import { fetchListing } from '../../../../src/import/live/fetch-listing.ts';
import { startFaultyApi } from '../../../support/faulty-api.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const HEADER = ['Authorization: Token secret'];

/** Fetches a collection with a client that does not wait, in pages of 10. */
async function fetchFrom(
  name: string,
  { maxPages = 100, ...options }: Parameters<typeof startFaultyApi>[0] & { maxPages?: number } = {},
) {
  const api = await startFaultyApi(options);
  const waits: number[] = [];
  const wait = async (time: number) => void waits.push(time);
  const folder = temporaryFolder();
  const url = new URL(`${api.address}${name}/?limit=10`);
  const fetchAgain = () =>
    fetchListing(createLiveClient(url, { header: HEADER, folder, wait }), url, maxPages);
  const result = await fetchAgain().catch((error: Error) => error);
  return { api, waits, result, fetchAgain };
}

const idsTo = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

it.each<[name: string, requests: number, waits: number[]]>([
  ['offset', 4, []],
  ['page', 5, []],
  ['cursor', 4, []],
  ['link', 4, []],
  ['nested', 4, []],
  // Also ?page=2, which must have no other records.
  ['list', 2, []],
  ['busy-seconds', 6, [2000, 2000]],
  ['unavailable', 6, [1000, 2000]],
  ['next-elsewhere', 4, []],
  ['redirect', 5, []],
])('%s -> all records, in %i requests', async (name, requests, waits) => {
  const found = await fetchFrom(name);
  expect(found.result).toMatchObject({ records: idsTo(35) });
  const sent = found.api.requests;
  expect(found.waits).toEqual(waits);
  expect(found.api.other.requests).toEqual([]);
  expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Token secret']),
  );
  expect(sent.length).toBe(requests);
});

it('a date in Retry-After -> waits until then', async () => {
  const { waits, result } = await fetchFrom('busy-date');
  expect(result).toMatchObject({ records: idsTo(35) });
  expect(waits.length).toBe(2);
  for (const time of waits) expect(time).toBeLessThanOrEqual(2000);
});

it.each<[name: string, message: RegExp, waits?: number]>([
  [
    'busy-for-ever',
    /status 429, Retry-After: 86400 \(1 attempt\)\. Run the command again within a day to continue/,
  ],
  ['cut-length', /does not answer: .* \(6 attempts\)\. Run the command again/, 5],
  ['cut-chunked', /does not answer: .* \(6 attempts\)\. Run the command again/, 5],
  ['loop', /have no end: `next` leads to .*offset=10 again/],
  ['loop-of-two', /a record is there twice, again at .*\/loop-of-two\/: /],
  ['moving-count', /changed while it was fetched: the count was 35, and 36 at .*offset=10/],
  ['twice', /changed while it was fetched: a record is there twice, .*: \{"id":9,/],
  ['redirect-elsewhere', /leads to http.*, another server\. Nothing was sent there\./],
  ['redirect-loop', /redirects too often/],
  ['endless', /has more than 64 MB/],
  ['large', /has more than 64 MB/],
  ['html', /line 1: This is not JSON/],
  ['broken', /line 1: This is not JSON/],
  ['not-utf8', /is not UTF-8/],
  ['large-number', /line 1: This number can’t be published unchanged/],
  ['proto', /`__proto__`/],
  ['unlinked', /has more pages, but no link that leads to the next one/],
  ['missing', /answers with status 404\. Check the address\./],
])('%s -> an error', async (name, message, waits = 0) => {
  const found = await fetchFrom(name, { largeBytes: 65e6 });
  expect(found.result).toBeInstanceOf(Error);
  expect(String(found.result)).toMatch(message);
  expect(found.waits.length).toBe(waits);
  expect(found.api.other.requests).toEqual([]);
});

it('more pages than allowed -> an error', async () => {
  const { result } = await fetchFrom('offset', { maxPages: 3 });
  expect(String(result)).toMatch(/more than 3 pages\. To fetch more, use --max-pages\.$/);
});

it.each([
  ['cut-length', [10, 20, 30]],
  ['html', [10, 20, 30]],
  ['missing', []],
])('a run after %s -> requests what is missing, and no more', async (name, offsets) => {
  const { api, result, fetchAgain } = await fetchFrom(name);
  expect(result).toBeInstanceOf(Error);
  const before = api.requests.length;
  api.isFaulty = false;
  const again = await fetchAgain().catch((error: Error) => error);
  if (offsets.length > 0) expect(again).toMatchObject({ records: idsTo(35) });
  const paths = api.requests.slice(before).map(({ path }) => path);
  const missing = offsets.map((offset) => `/${name}/?limit=10&offset=${offset}`);
  expect(paths).toEqual(offsets.length > 0 ? missing : [`/${name}/?limit=10`]);
});
