import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Collection, defineApi } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { checkContent } from '../../../src/build/build.ts';
import { publishRecords } from '../../../src/content/check/record.ts';
import { addressOf, fileOf, hrefOf, type PageAddress } from '../../../src/core/address.ts';
import { answer } from '../../../src/core/answer.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { z } from '../../../src/index.ts';
import { openSite } from '../../../src/server/site-folder.ts';
import { metadataOf } from '../../../src/site/api-metadata.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { gridOf, SiteFiles } from '../../../src/site/site-files.ts';
import { SHIPPED_BASE, shippedSite } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** A definition with other pages and orderings of one collection pre-rendered. */
const rendering = (api: Api, name: string, changed: Partial<Collection>): Api =>
  defineApi({
    ...api,
    collections: api.collections.map((one) => (one.name === name ? { ...one, ...changed } : one)),
  });

type Records = Awaited<ReturnType<typeof checkContent>>;

/** Every body that the build renders of records, by its file. */
function rendered(api: Api, { collections }: Records, base: string): DataSite & { files: Files } {
  const own = collections.map(({ records, definition: { name } }) => {
    const definition = api.collections.find((one) => one.name === name);
    if (!definition) throw new Error(`The definition has no ${name}.`);
    return { definition, records };
  });
  const grid = gridOf(api, own, base);
  const files: Files = new Map();
  const siteFiles = new SiteFiles(metadataOf(api), grid, serialize(grid, own));
  for (const { path: file, body } of siteFiles.all()) files.set(file, body);
  const read = async (file: string) => {
    const body = files.get(file);
    return body ? Buffer.concat(body) : null;
  };
  return { grid, read, files };
}
type Files = Map<string, readonly Uint8Array[]>;

const textOf = async (site: DataSite, file: string) =>
  Buffer.from((await site.read(file)) ?? []).toString();

/** What `answer` says to the request for a page. */
async function answerTo(site: DataSite, page: PageAddress): Promise<string> {
  const response = await answer(new Request(hrefOf(site.grid.base, page)), site);
  expect(response.status, hrefOf('', page)).toBe(200);
  return response.text();
}

const pagesOf = (files: Files): PageAddress[] =>
  [...files.keys()].flatMap((file) => {
    const address = addressOf(file);
    return address?.kind === 'page' ? [address] : [];
  });

const entriesOf = (count: number) =>
  things(count).map((value) => ({
    collection: 'things',
    file: 'things/all.json',
    alone: false,
    value,
    locate: () => ({ file: 'things/all.json', line: 1, column: 1, length: 1, text: '' }),
  }));

describe('a composed page is the one that the build would have rendered', () => {
  const base = 'https://me.github.io/small';
  const api = rendering(thingsApi, 'things', {
    published: z.looseObject({}),
    publish: ({ id, size, label }) => ({
      id,
      size,
      label,
      isEven: Number(id) % 2 === 0,
      note: Number(id) % 5 === 0 ? null : `note ${Number(id) % 4}`,
      parts: [id],
    }),
  });
  const other = rendering(api, 'things', {
    orderings: {
      ...api.collections[0]?.orderings,
      id: { field: 'id', kind: 'number' },
      is_even: { field: 'isEven', kind: 'number' },
      note: { field: 'note', kind: 'code' },
    },
    pagination: { limits: [1, 2, 3, 5, 19, 20, 21, 22, 1000], default: 20 },
  });

  it.each([0, 1, 20, 21])(
    'of %i things: every other limit, every other ordering',
    async (count) => {
      const records = publishRecords(api, entriesOf(count));
      const site = rendered(api, records, base);
      const expected = rendered(other, records, base);
      const known = ({ ordering }: PageAddress) =>
        count > 0 || ['', 'size', '-size', 'label', '-label'].includes(ordering);
      const pages = pagesOf(expected.files).filter(known);
      expect(pages.length).toBeGreaterThan(count);
      for (const page of pages) {
        const text = await textOf(expected, fileOf(page));
        expect(await answerTo(site, page), fileOf(page)).toBe(text);
      }
    },
  );

  it.each([0, 1, 20, 21])('of %i things: any offset', async (count) => {
    const site = rendered(api, publishRecords(api, entriesOf(count)), base);
    const all = (ordering: string) => answerTo(site, pageOf({ ordering }));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          format: fc.constantFrom('', 'json', 'api'),
          ordering: fc.constantFrom('', 'size', '-size', 'label', '-label'),
          limit: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 30 }), huge),
          offset: fc.oneof(fc.nat({ max: 30 }), huge),
        }),
        async (values) => {
          const page = pageOf(values);
          expect(await answerTo(site, page)).toBe(cut(await all(values.ordering), page, base));
        },
      ),
      { numRuns: 300 },
    );
  });
});

const huge = fc.constantFrom(2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1);

const pageOf = (values: Partial<PageAddress>): PageAddress => ({
  kind: 'page',
  collection: 'things',
  format: '',
  ordering: '',
  limit: 'all',
  offset: 0,
  ...values,
});

/** A page's bytes, from the text of the page of all records: spelt out here once more. */
function cut(whole: string, page: PageAddress, base: string): string {
  const { count, results } = JSON.parse(whole);
  const { collection, format, ordering, limit, offset } = page;
  const link = (to: number) => {
    const query = [`limit=${limit}`, `offset=${to}`];
    if (format) query.unshift(`format=${format}`);
    if (ordering) query.push(`ordering=${ordering}`);
    return JSON.stringify(`${base}/api/${collection}/?${query.join('&')}`);
  };
  const step = limit === 'all' ? count : limit;
  const next = limit !== 'all' && offset + limit < count ? link(offset + limit) : null;
  const previous = offset > 0 ? link(Math.max(0, offset - step)) : null;
  const lines = results
    .slice(offset, offset + step)
    .map((record: unknown) => JSON.stringify(record))
    .join(',\n');
  return `{"count":${count},"next":${next},"previous":${previous},"results":[\n${lines}\n]}\n`;
}

describe('the shipped neighborhoods', () => {
  const site = openSite(shippedSite());
  const orderings = ['created_at', 'modified_at', 'label', 'state_abbrev'];
  const free = {
    uuid: 'uuid',
    name: 'name',
    label_suffix: 'label_suffix',
    organization: 'organization',
    city_fips: 'city_fips',
    speed_limit: 'speed_limit',
    boundary_file: 'boundary_file',
    visibility: 'visibility',
    last_job: 'last_job',
  };
  let expected: ReturnType<typeof rendered>;
  beforeAll(async () => {
    const api = bnaApi();
    const records = await checkContent({ api, content: path.resolve('content') });
    const sorts = Object.entries(free).map(([name, field]) => [name, { field, kind: 'code' }]);
    const own = api.collections.find(({ name }) => name === 'neighborhoods');
    const changed = rendering(api, 'neighborhoods', {
      orderings: { ...own?.orderings, ...Object.fromEntries(sorts) },
      pagination: { limits: [1, 7, 37, 130, 1310, 2619, 2620, 3000], default: 37 },
    });
    expected = rendered(changed, records, SHIPPED_BASE);
  });

  it('can be ordered by every field of a single value, and by no other', () => {
    const { sorts } = site.grid.collections.find(({ name }) => name === 'neighborhoods') ?? {};
    expect(sorts?.key).toBe('uuid');
    expect(Object.keys(sorts?.by ?? {}).sort()).toEqual(Object.keys(free).sort());
  });

  it('are composed for any limit and any ordering as the build would render them', async () => {
    const ordering = fc
      .tuple(fc.constantFrom('', ...orderings, ...Object.keys(free)), fc.constantFrom('', '-'))
      .map(([name, sign]) => (name ? sign + name : ''));
    const limit = fc.constantFrom(1, 7, 37, 130, 1310, 2619, 2620, 3000);
    const page = fc.record({
      format: fc.constantFrom('', 'json', 'api'),
      ordering,
      window: limit.chain((size) =>
        fc.record({
          limit: fc.constant(size),
          offset: fc.nat({ max: Math.ceil(2620 / size) - 1 }).map((index) => index * size),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(page, async ({ window, ...values }) => {
        const address = pageOf({ collection: 'neighborhoods', ...values, ...window });
        const text = await textOf(expected, fileOf(address));
        expect(text).not.toBe('');
        expect(await answerTo(site, address)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('are cut at any offset', async () => {
    const values = fc.record({
      format: fc.constantFrom('', 'json', 'api'),
      ordering: fc.constantFrom('', '-created_at', 'label', '-state_abbrev'),
      limit: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 3000 }), huge),
      offset: fc.oneof(fc.nat({ max: 2700 }), huge),
    });
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const address = pageOf({ collection: 'neighborhoods', ...given });
        const whole = fileOf(pageOf({ collection: 'neighborhoods', ordering: given.ordering }));
        const text = readFileSync(path.join(shippedSite(), whole), 'utf8');
        expect(await answerTo(site, address)).toBe(cut(text, address, SHIPPED_BASE));
      }),
      { numRuns: 100 },
    );
  });
});
