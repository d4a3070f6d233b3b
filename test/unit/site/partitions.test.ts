import { describe, expect, it } from 'vitest';
import { addressOf, fileOf } from '../../../src/core/address.ts';
import { errorBodies } from '../../../src/site/error-files.ts';
import { partitionRecords } from '../../../src/site/partitions.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { type Town, townsApi, townsFor, townsText } from '../../support/towns.ts';

/** The partitions of records by fields, each with the values of its filters and the places of its records. */
function partitionsBy(
  matches: Readonly<Record<string, 'contains' | 'equals'>>,
  values: readonly object[],
): { members: string; omitted: string } {
  const filters = Object.fromEntries(
    Object.entries(matches).map(([field, match]) => [field, { fields: [field], match }]),
  );
  const records = values.map((value, key) => ({ key, value: { ...value } }));
  const { members, omitted } = partitionRecords(records, filters, Object.keys(matches).sort());
  return {
    members: [...members].map(([key, places]) => `${key}: ${places}`).join(' | '),
    omitted: Object.entries(omitted)
      .flatMap(([, texts]) => texts)
      .join(' | '),
  };
}

describe('partitionRecords', () => {
  const states = (...values: unknown[]) => values.map((x) => ({ x }));
  it.each<[string, object[], 'contains' | 'equals', string, string]>([
    ['no records', [], 'contains', '', ''],
    ['a value in another', states('CT', 'ACT'), 'contains', 'ACT: 1 | CT: 0,1', ''],
    ['a value in another', states('CT', 'ACT'), 'equals', 'ACT: 1 | CT: 0', ''],
    ['equal values', states('b', 'a', 'b'), 'equals', 'a: 1 | b: 0,2', ''],
    ['case', states('co', 'CO', 'Co'), 'contains', 'CO: 0,1,2 | Co: 0,1,2 | co: 0,1,2', ''],
    ['case', states('co', 'CO', 'Co'), 'equals', 'CO: 1 | Co: 2 | co: 0', ''],
    ['no value', states('', null, undefined, 'a', {}, ['a']), 'contains', 'a: 3', ''],
    [
      'encoded',
      states('N Y', 'é', 'a/b', 'a%'),
      'equals',
      'N Y: 0 | a%25: 3 | a%2Fb: 2 | é: 1',
      '',
    ],
    [
      'in no request',
      states(' a', 'a\0', 'x'.repeat(201)),
      'equals',
      '',
      ` a | a\0 | ${'x'.repeat(201)}`,
    ],
    [
      'too long for a file name',
      states('日'.repeat(23), '日'.repeat(22)),
      'equals',
      `${'日'.repeat(22)}: 1`,
      '日'.repeat(23),
    ],
    ['numbers', states(-1, 1.5, 0, true), 'equals', '-1: 0 | 0: 2 | 1.5: 1 | true: 3', ''],
    [
      'inherited names',
      states('constructor', '__proto__'),
      'equals',
      '__proto__: 1 | constructor: 0',
      '',
    ],
  ])('%s: %j by %s', (_, values, match, members, omitted) =>
    expect(partitionsBy({ x: match }, values)).toEqual({ members, omitted }),
  );

  it('two filters whose values have U+0000 -> partitions of their own', () => {
    const values = [
      { x: 'a\0b', y: 'c' },
      { x: 'a', y: 'b\0c' },
    ];
    const { members } = partitionsBy({ x: 'equals', y: 'equals' }, values);
    expect(members).toBe('/c: 0 | a/: 1');
  });

  it('three filters: every combination', () => {
    const { members } = partitionsBy({ a: 'equals', b: 'equals', c: 'contains' }, [
      { a: 1, b: 'x', c: 'p' },
    ]);
    const keys = ['//p', '/x/', '/x/p', '1//', '1//p', '1/x/', '1/x/p'];
    expect(members).toBe(keys.map((key) => `${key}: 0`).join(' | '));
  });
});

describe('the pages of partitions', () => {
  const town = (id: string, size: number | null, state: string, code: string): Town => ({
    id,
    label: `town ${'abc'[id.charCodeAt(0) % 3]}`,
    size,
    state,
    country: { code, name: code === 'US' ? 'United States' : 'Australia' },
  });
  const towns = [
    ...[town('a', 3, 'CT', 'US'), town('b', null, 'ACT', 'AU'), town('c', 3, 'CT', 'US')],
    ...[town('d', 7, 'New York', 'US'), town('e', 3, '', 'AU'), town('f', null, 'CT', 'US')],
    ...[town('g', 1, 'ct', 'US'), town('h', 2, '__proto__', 'AU'), town('i', 3, 'CT', 'US')],
  ];
  const filters = ['country', 'size', 'state'];
  const api = townsApi({ prerender: { filters, orderings: ['label', '-size'] } });
  const { files, site, siteFiles } = renderedSite(api, { towns, places: towns });
  const listings = [...files].flatMap(([file, body]) => {
    const address = addressOf(site.grid, file);
    const isListing = address?.kind === 'page' || address?.kind === 'list';
    return isListing && address.filters ? [{ file, body, address }] : [];
  });

  it('are what their filters match, in order', () => {
    for (const { file, body, address } of listings) {
      const { collection, filters, ordering } = address;
      const window = address.kind === 'page' && address;
      const given = { ...filters, ordering };
      const text = townsText(
        `${SMALL_BASE}/api/${collection}/`,
        townsFor(towns, collection, given),
        collection,
        { ...given, ...(window && { limit: `${window.limit}`, offset: `${window.offset}` }) },
      );
      expect(String(body), file).toBe(text);
    }
  });

  it('are the same when they are read one by one, each ordering by itself', () => {
    const ordered = listings.toSorted((a, b) => (a.address.ordering < b.address.ordering ? -1 : 1));
    for (const { file, body } of ordered) {
      expect(Buffer.concat(siteFiles.bodyOf(file) ?? []).equals(body), file).toBe(true);
    }
    const [{ file } = { file: '' }] = listings;
    expect(siteFiles.bodyOf(file.replace('/country-', '/county-'))).toBe(null);
  });

  it('one filter, in one order -> only those, with the default page size, the largest and all', () => {
    const fewer = townsApi({ prerender: { filters: ['country'], orderings: ['-size'] } });
    const { files } = renderedSite(fewer, { towns, places: towns });
    const found = [...files.keys()].filter((file) =>
      file.startsWith('data/towns/list/w/country-AU/'),
    );
    const pages = ['o-', 'o--size'].flatMap((order) =>
      ['2/0', '2/2', '5/0', 'all/0'].map(
        (page) => `data/towns/list/w/country-AU/${order}/l-${page}.json`,
      ),
    );
    expect(found.sort()).toEqual(pages.sort());
    expect([...files.keys()].filter((file) => file.includes('/size-'))).toEqual([]);
  });

  it.each([
    ['-size', ['label'], ' Without ordering, records come in the order of -size.'],
    ['-size', ['label', '-size'], ''],
    ['other', ['label'], ''],
  ])(
    'the error for others says which order needs no ordering: %s, pages in %j',
    (order, orderings, end) => {
      const collections = site.grid.collections.flatMap(({ defaultSort, ...one }) =>
        one.name === 'towns' && one.partitions && defaultSort
          ? {
              ...one,
              defaultSort: order === '-size' ? defaultSort : { ...defaultSort, field: order },
              partitions: { ...one.partitions, orderings },
            }
          : [],
      );
      const errors = [...errorBodies({ ...site.grid, collections })];
      const [, body] =
        errors.find(([address]) => fileOf(site.grid, address).endsWith('towns/filter.json')) ?? [];
      expect(body?.detail).toMatch(new RegExp(`and format absent\\.${end}$`));
    },
  );
});
