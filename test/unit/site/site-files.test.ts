import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Api, defineApi } from '../../../src/api/definition.ts';
import type { ListingAddress, RecordAddress } from '../../../src/core/address.ts';
import { answer } from '../../../src/core/answer.ts';
import { compose } from '../../../src/core/compose.ts';
import { addressOf } from '../../../src/core/path.ts';
import { findFile } from '../../../src/core/resolve.ts';
import { z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import type { PublishedRecord } from '../../support/page-text.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { smallApi, smallRecords } from '../../support/small-site.ts';
import { rowsOf } from '../../support/table.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const small = renderedSite(smallApi, smallRecords());
const plain = renderedSite(smallApi, smallRecords(), 'plain');

const withFormat: Api = {
  ...thingsApi,
  collections: thingsApi.collections.map((one) => ({ ...one, prerender: { formats: ['api'] } })),
};

it.each([0, 1, 20, 21])('a collection of %i: no more pages and records than these', (count) => {
  const { files } = renderedSite(withFormat, { things: things(count) });
  const pagesOf = (limit: number) => Math.max(1, Math.ceil(count / limit));
  const [formats, orderings] = [2, 5];
  const pages = formats * (1 + pagesOf(7) + pagesOf(20));
  const found = [...files.keys()].filter((file) => file.startsWith('api/things'));
  // The first page has an alias.
  expect(found).toHaveLength(orderings * (pages + 1) + count);
});

describe('the bytes of a file', () => {
  const { siteFiles } = renderedSite(thingsApi, { things: things(45) });

  it('one file -> the same as among all files, in another order, and as the reader composes it', async () => {
    const { files, site, siteFiles } = small;
    const api = [...files.keys()].filter((file) => /^api\/.*\//.test(file)).reverse();
    expect(api.length).toBeGreaterThan(200);
    for (const file of api) {
      const alone = Buffer.concat(siteFiles.bodyOf(file) ?? []);
      const address = addressOf(site.grid, file) as ListingAddress | RecordAddress;
      const { body } = await compose(site, address);
      for (const same of [alone, Buffer.from(body ?? [])])
        expect(same.equals(files.get(file) ?? Buffer.of()), file).toBe(true);
    }
  });

  it.each([
    'api/things/limit/20/offset/21.json',
    'api/things/ordering/name/limit/20.json',
    'api/things/format/json/limit/20.json',
    'api/things/45.json',
    'api/things_geojson.json',
    'api/things/size/1/limit/20.json',
    'data/errors/things/nothing.json',
  ])('%s -> no data file', (file) => expect(siteFiles.bodyOf(file)).toBe(null));
});

it.each([
  ['a map', 3],
  ['a map without records', 0],
] as const)(
  '%s: as many features as the grid says, without the records that have no point',
  (name, count) => {
    const { site, text } = UNUSUAL_SITES[name];
    expect(JSON.parse(text('api/places_geojson.json')).features).toHaveLength(count);
    expect(site.grid.collections[0]?.features).toBe(count);
  },
);

describe('records that are not public', () => {
  const [definition] = thingsApi.collections;
  const features = {
    properties: z.object({ label: z.string() }),
    feature: ({ size, label }: PublishedRecord) => ({
      longitude: Number(size),
      latitude: 1,
      properties: { label: String(label) },
    }),
  };
  const filters = {
    named: { field: 'label', match: 'contains' },
    sized: { field: 'size', match: 'equals' },
  };
  const prerender = { filters: ['named', 'sized'], orderings: ['label'] };
  const api = defineApi({
    ...thingsApi,
    collections: [{ ...definition, features, filters, search: ['label'], prerender } as never],
  });
  const open = { id: 3333, size: 33.33, label: 'Openton' };
  const secret = { id: 4444, size: 44.44, label: 'Secretville', secret: true };
  const folderOf = async (files: Readonly<Record<string, unknown>>) =>
    (await builtSite(api, files)).folder;

  it('are in no file and no file name, and change no byte', async () => {
    const folder = await folderOf({ 'things/all.json': [secret, open] });
    const site = filesOf(folder)
      // The same in every site, and with coordinates of coasts.
      .filter((file) => !file.endsWith('.js'))
      .map((file) => `${file}\n${readFileSync(path.join(folder, file), 'utf8')}`)
      .join('\n')
      // The digits of a hash can be those of a number by chance.
      .replace(/[0-9a-f]{64}/g, '');
    const found = ['3333', '33.33', 'Openton', '4444', '44.44', 'Secretville'].filter((text) =>
      site.toLowerCase().includes(text.toLowerCase()),
    );
    expect(found).toEqual(['3333', '33.33', 'Openton']);
    expect(site).toContain('api/things/named/Openton/sized/33.33/');
    const withoutSecret = await folderOf({ 'things/all.json': [open] });
    expect(fingerprint(folder)).toEqual(fingerprint(withoutSecret));
  });
});

const hostKinds = ['rules', 'plain', 'code'] as const;

it('a site for plain hosts -> the same files but for formats, with links to files', () => {
  const { base } = small.site.grid;
  const byPath = (href: string) =>
    `${base}/${findFile(small.site.grid, href.slice(base.length + 1))}`;
  const paths = [...small.files.keys()].filter(
    (file) => file.startsWith('api/') && !file.includes('/format/'),
  );
  expect([...plain.files.keys()].filter((file) => file.startsWith('api/'))).toEqual(paths);
  for (const file of paths.filter((one) => one !== 'api/index.json')) {
    const text = small.text(file).replace(/^\{"count".*/, (head) =>
      head.replace(/https:[^"]*/g, (href) => {
        expect(plain.files.has(byPath(href).slice(base.length + 1)), href).toBe(true);
        return byPath(href);
      }),
    );
    expect(plain.text(file), file).toBe(text);
  }
  const names = smallApi.collections.map(({ name }) => name);
  expect(JSON.parse(plain.text('api/index.json'))).toEqual(
    Object.fromEntries(names.map((name) => [name, `${base}/api/${name}.json`])),
  );
});

it.each(hostKinds)(
  'keys and values that differ in case, for a host of the kind %s',
  async (hostKind) => {
    const api = {
      ...smallApi,
      collections: smallApi.collections.filter(({ name }) => name === 'words'),
    };
    const words = ['us', 'US', 'x', 'x.json'].map((word) => ({ word, kind: word }));
    const { site } = renderedSite(api, { words }, hostKind);
    const rows = rowsOf(`
    US.json -> US
    ---us.json -> us
    us.json -> 404
    x.json -> x
    --x.2ejson.json -> x.json
    x.json/ -> x.json
    us/ -> us
    kind/US.json -> US
    kind/---us.json -> us
    kind/us.json -> 404
    ?kind=us -> us
    kind/--x.2ejson.json -> x.json`);
    for (const [file, expected] of rows) {
      const response = await answer(new Request(`${SMALL_BASE}/api/words/${file}`), site);
      const records = [await response.json()].flat().map((one) => Object(one).word);
      expect(response.ok ? records.join() : `${response.status}`, file).toBe(expected);
    }
  },
);
