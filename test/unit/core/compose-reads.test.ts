import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose } from '../../../src/core/compose.ts';
import { parseRequest } from '../../../src/core/fetch.ts';
import { reply } from '../../../src/core/reply.ts';
import { resolve } from '../../../src/core/resolve.ts';
import { type DataSite, siteWith } from '../../../src/core/site.ts';
import { ROOT } from '../../../src/core/store.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

const HREF = `${SMALL_BASE}/api/items/`;
const records = numbered(5000);
const { site: whole } = storedSites(numberedApi, { items: records });

/** A site with nothing in memory, and the files that are read of it. */
function fresh({ store, read }: DataSite) {
  const files: string[] = [];
  const site = siteWith(store.root, async (file) => {
    files.push(file);
    return read(file);
  });
  return { site, files };
}

async function replyTo(site: DataSite, query: string) {
  const request = parseRequest(new Request(`${HREF}?${query}`));
  return reply(site, resolve(site.grid, request, { composes: true }), request);
}

const query = fc
  .record({
    ordering: fc.constantFrom('', 'label', '-label', 'size', '-text', 'group,-label', '-id'),
    group: fc.constantFrom('', '', 'g7'),
    text: fc.constantFrom('', '', 'RECORD 4', '99'),
    search: fc.constantFrom('', '', 'g8 1'),
    limit: fc.oneof(fc.integer({ min: 1, max: 400 }).map(String), fc.constant('all')),
    offset: fc.nat(5100).map(String),
  })
  .map((given) => `${new URLSearchParams(given)}`);

describe('a host that reads few files for an answer', () => {
  it('composes pages of no more files, and else names a limit that it can', async () => {
    const seen = new Set<string>();
    const property = fc.asyncProperty(
      query,
      fc.integer({ min: 3, max: 14 }),
      async (asked, reads) => {
        const reply = await replyTo({ ...whole, reads }, asked);
        const { detail = '' } = JSON.parse(String(Buffer.from(reply.body ?? [])));
        const [, limit] = /Use a limit of at most (\d+)\./.exec(detail) ?? [];
        seen.add(`${reply.status} ${limit !== undefined}`);
        if (reply.status === 200) {
          expect(reply.files?.length ?? 0).toBeLessThanOrEqual(reads);
          return;
        }
        expect(detail).toMatch(/All records: .*\/downloads\/items/);
        if (!limit) return;
        const smaller = await replyTo(
          { ...whole, reads },
          asked.replace(/limit=\w+/, `limit=${limit}`),
        );
        expect(smaller.status).toBe(200);
      },
    );
    // The nearest order of the whole page is not that of its first records.
    const example: [string, number] = ['ordering=-label&search=g8+1&limit=all&offset=12', 6];
    await fc.assert(property, { numRuns: 100, examples: [example] });
    expect([...seen].sort()).toEqual(['200 false', '400 false', '400 true']);
  });

  it('counts the same files when they are in memory, and reads no others', async () => {
    const property = fc.asyncProperty(query, async (asked) => {
      const { site, files } = fresh(whole);
      const first = await replyTo(site, asked);
      fc.pre(first.files !== undefined);
      // The root is known.
      const others = first.files?.filter((file) => file !== ROOT);
      expect(files.splice(0).sort()).toEqual(others?.sort());
      expect((await replyTo(site, asked)).files).toEqual(first.files);
      expect(files).toEqual([]);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('a page of up to 50 records in an order of the definition is in a list and two chunks', async () => {
    for (const ordering of ['', '-label', 'label']) {
      for (let offset = 0; offset < 5000; offset += 37) {
        const { files = [] } = await replyTo(
          whole,
          `ordering=${ordering}&limit=50&offset=${offset}`,
        );
        expect(files.length).toBeLessThanOrEqual(4);
      }
    }
  });
});

describe('a composed record', () => {
  const odd = ['constructor', '__proto__', 'toString'];
  const others = numbered(300).map((one, at) => ({ ...one, id: odd[at] ?? `x${one.id}` }));
  it.each([
    ['of many', records, ['k', 'k01', 'K7', 'k5000', '', ...odd]],
    ['of few', others.slice(0, 9), ['x', 'valueOf', 'xk']],
    ['with the names of what objects have', others, ['x', 'valueOf', 'hasOwnProperty']],
    ['of none', [], ['x', ...odd]],
  ])('%s: each key, and no other, in three files', async (_, items, absent) => {
    const { site } = storedSites(numberedApi, { items });
    const keys = items.filter((_, at) => at < 5 || at % 97 === 0).map(({ id }) => id);
    for (const key of [...keys, ...absent]) {
      const { site: one, files } = fresh(site);
      const expected = items.find(({ id }) => id === key);
      const { body } = await compose(one, { kind: 'item', collection: 'items', key });
      expect(body && String(Buffer.from(body))).toEqual(
        expected ? `${JSON.stringify(expected)}\n` : null,
      );
      expect(files.length).toBeLessThanOrEqual(3);
    }
  });
});
