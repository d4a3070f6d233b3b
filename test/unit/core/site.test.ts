import { describe, expect, it, vi } from 'vitest';
import { replyTo } from '../../../src/core/reply.ts';
import { CurrentSite, type DataSite } from '../../../src/core/site.ts';
import { OutdatedError, ROOT } from '../../../src/core/store.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

/** A site, the one that replaces it, and the one that replaces that. */
const generations = [600, 650, 700].map(
  (count) => storedSites(numberedApi, { items: numbered(count, ` of ${count}`) }).site,
);

/** Does the work of a request with a site: a page as a client gets it. */
const pageOf = (query: string) => async (site: DataSite) => {
  const request = new Request(`${SMALL_BASE}/api/items/?${query}`);
  const { status, headers, body } = await replyTo(request, site);
  return `${status} ${headers.Link} ${Buffer.from(body ?? [])}`;
};

/** What a host sends for a file when a generation is published. */
type Host = (file: string, generation: number) => Promise<Uint8Array | null>;

const withoutOld: Host = async (file, now) => (await generations[now]?.read(file)) ?? null;
const withOld: Host = async (file, now) =>
  (await withoutOld(file, now)) ?? (now > 0 ? withOld(file, now - 1) : null);
const withHtml: Host = async (file, now) =>
  (await withoutOld(file, now)) ?? Buffer.from('<!doctype html><title>Not found</title>');

const QUERIES = ['group=g7&limit=7', 'text=9&ordering=-text'];
const NEVER = Number.POSITIVE_INFINITY;

/** After how many reads the site is replaced, and is replaced again. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((first) =>
  [1, 2, 4, NEVER].map((second) => [first, first + second] as const),
);

const withMoments = (isKnown: boolean) => MOMENTS.map((one) => [one, isKnown] as const);

/** The page that a request gets while the site is replaced; null where the work fails as it may. */
function pageDuring(
  host: Host,
  [first, second]: (typeof MOMENTS)[number],
  current: CurrentSite,
  work: ReturnType<typeof pageOf>,
): Promise<string | null> {
  let reads = 0;
  const read = (file: string) => {
    const now = Number(reads >= first) + Number(reads >= second);
    reads++;
    return host(file, now);
  };
  return current.use(read, work).catch((error: Error) => {
    if (error instanceof OutdatedError) return null;
    throw error;
  });
}

describe('a site that is replaced while a page is composed', () => {
  it.each([
    ['deletes old files', withoutOld, true],
    ['keeps old files', withOld, false],
    ['sends a page of its own, with status 200, for old files', withHtml, true],
  ])('the host %s -> the page of one generation', async (_, host, canFail) => {
    const failures = new Set<number>();
    for (const query of QUERIES) {
      const pages = await Promise.all(generations.map(pageOf(query)));
      for (const [moments, isKnown] of [false, true].flatMap(withMoments)) {
        const current = new CurrentSite(NEVER);
        if (isKnown) await current.use((file) => host(file, 0), pageOf('search=8'));
        const page = await pageDuring(host, moments, current, pageOf(query));
        if (page === null) failures.add(moments[1]);
        else expect(pages).toContain(page);
      }
    }
    expect(failures.size > 0).toBe(canFail);
    // Replaced once, the site is read again.
    expect(failures).not.toContain(NEVER);
  });
});

describe('the root of a site', () => {
  it('is read again when it is old', async () => {
    const now = vi.spyOn(Date, 'now');
    const read = vi.fn((file: string) => withoutOld(file, 0));
    const current = new CurrentSite(1000);
    const counts: number[] = [];
    for (const time of [5000, 5999, 6000, 6999, 7000]) {
      now.mockReturnValue(time);
      await current.use(read, pageOf('group=g7'));
      counts.push(read.mock.calls.filter(([file]) => file === ROOT).length);
    }
    now.mockRestore();
    expect(counts).toEqual([1, 1, 2, 2, 3]);
  });

  it.each([
    [
      'of another version',
      Buffer.from(JSON.stringify({ ...generations[0]?.store.root, version: 1 })),
    ],
    ['that is missing', null],
    ['in whose place is a page of the host', Buffer.from('<!doctype html>')],
  ])('%s -> an OutdatedError', async (_, root) => {
    const read: Host = async (file, now) => (file === ROOT ? root : withoutOld(file, now));
    const using = new CurrentSite(0).use((file) => read(file, 0), pageOf(''));
    await expect(using).rejects.toThrow(OutdatedError);
  });

  it('is not read again when the work fails for another reason', async () => {
    const work = vi.fn(() => Promise.reject(new Error('other')));
    const using = new CurrentSite(0).use((file) => withoutOld(file, 0), work);
    await expect(using).rejects.toThrow('other');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
