import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Collection, defineApi } from '../../../src/api/definition.ts';
import { addressOf, hrefOf, type PageAddress } from '../../../src/core/address.ts';
import { answer } from '../../../src/core/answer.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { z } from '../../../src/index.ts';
import { pageText } from '../../support/page-text.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** The orderings of the API, and what else its records can be ordered by. */
const OWN = ['', 'size', '-size', 'label', '-label'];
const COMPOSED = ['id', '-id', 'is_even', '-is_even', 'note', '-note'];

/** The API of things with further published fields. */
const apiWith = (changes: Partial<Collection>) =>
  defineApi({
    ...thingsApi,
    collections: thingsApi.collections.map((collection) => ({
      ...collection,
      published: z.looseObject({}),
      publish: ({ id, size, label }: Record<string, unknown>) => ({
        id,
        size,
        label: `Å 🚲 ${label}`,
        isEven: Number(id) % 2 === 0,
        note: Number(id) % 5 === 0 ? null : `note ${Number(id) % 4}`,
        parts: [id],
      }),
      ...changes,
    })),
  });

const api = apiWith({ pagination: { limits: [2, 3], default: 3 } });
/** Renders every ordering, and most limits. */
const completeApi = apiWith({
  orderings: {
    ...thingsApi.collections[0]?.orderings,
    id: { field: 'id', kind: 'number' },
    is_even: { field: 'isEven', kind: 'number' },
    note: { field: 'note', kind: 'code' },
  },
  pagination: { limits: [1, 2, 5, 6, 7, 1000], default: 2 },
});

async function composedText(site: DataSite, page: PageAddress): Promise<string> {
  const response = await answer(new Request(hrefOf(site.grid.base, page)), site);
  expect(response.status, hrefOf('', page)).toBe(200);
  return response.text();
}

it.each([0, 1, 6, 7])(
  '%i records: a composed page is the one that the build renders',
  async (n) => {
    const { site, files } = renderedSite(api, { things: things(n) });
    const composed: string[] = [];
    for (const [file, body] of renderedSite(completeApi, { things: things(n) }).files) {
      const address = addressOf(file);
      const isKnown = address?.kind === 'page' && (n > 0 || OWN.includes(address.ordering));
      if (!isKnown || files.has(file)) continue;
      expect(await composedText(site, address), file).toBe(String(body));
      composed.push(file);
    }
    expect(composed.length).toBeGreaterThan(20);
  },
);

it('any limit, offset, ordering and base address -> the records of the whole listing, within the limit of files read', async () => {
  const huge = fc.constantFrom(2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1);
  const sites = [0, 1, 45].map((n) => {
    const complete = renderedSite(completeApi, { things: things(n) });
    const recordsBy = (ordering: string) =>
      JSON.parse(complete.text(`data/things/list/f-/o-${ordering}/l-all/0.json`)).results;
    return { n, recordsBy, site: renderedSite(api, { things: things(n) }).site };
  });
  const request = fc.constantFrom(...sites).chain((one) =>
    fc.record({
      one: fc.constant(one),
      format: fc.constantFrom('', 'json', 'api'),
      ordering: fc.constantFrom(...OWN, ...(one.n > 0 ? COMPOSED : [])),
      limit: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 60 }), huge),
      offset: fc.oneof(fc.nat({ max: 60 }), huge),
      reads: fc.integer({ min: 2, max: 20 }),
      base: fc.constantFrom(one.site.grid.base, 'https://example.org/small'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(request, async ({ one: { site, recordsBy }, reads, base, ...values }) => {
      let files = 0;
      const read = (file: string) => {
        files++;
        return site.read(file);
      };
      const page = { kind: 'page', collection: 'things', ...values } as const;
      const text = await composedText(withBase({ ...site, reads, read }, base), page);
      const records = recordsBy(values.ordering);
      expect(text).toBe(pageText(`${base}/api/things/`, records, values));
      expect(files).toBeLessThanOrEqual(reads);
    }),
    { numRuns: 500 },
  );
});
