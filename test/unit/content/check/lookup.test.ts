import { describe, expect, it } from 'vitest';
import type { Collection, Context } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { recordsOf } from '../../../../src/publish/build.ts';
import { runAtOnce } from '../../../../src/util/progress.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { entriesOf } from '../../../support/rendered-site.ts';

type Row = z.output<typeof schema>;
type Changes = { readonly [Name in keyof Collection]?: unknown };

const schema = z.object({
  id: z.string(),
  of: z.string().optional(),
  hidden: z.boolean().optional(),
});

const isPublic = ({ hidden }: Row) => !hidden;

/** A collection with these changes. */
const named = (name: string, changes: Changes = {}) =>
  ({ ...titled(name), schema, key: 'id', ...changes }) as Collection<typeof schema>;

/** Publishes what a function returns with each record. */
const publishing = (value: (record: Row, context: Context<typeof schema>) => unknown) => ({
  published: z.object({ id: z.string(), value: z.any() }),
  publish: (record: Row, context: Context<typeof schema>) => ({
    id: record.id,
    value: value(record, context),
  }),
});

/** The published records of collections, or their problems. */
function published(
  collections: readonly Collection<typeof schema>[],
  records: Readonly<Record<string, readonly object[]>>,
  options: Partial<Parameters<typeof recordsOf>[0]> = {},
  more: object = {},
) {
  const api = { ...apiOf(...(collections as never[])), ...more };
  const entries = entriesOf(records);
  const { collections: own, problems } = runAtOnce(recordsOf({ ...options, api }, entries));
  if (problems.length > 0) return problems.map(({ message }) => message);
  return own.map((one) => one.records.map(({ value }) => value.value ?? value.id));
}

const towns = named('towns', { isPublic });
const RECORDS = {
  countries: [{ id: 'US' }, { id: 'CA' }],
  towns: [
    { id: 'a', of: 'US' },
    { id: 'b', of: 'US', hidden: true },
    { id: 'c', of: 'US' },
  ],
};

describe('where, all and find return public records only, whatever the order of the collections', () => {
  const countries = named(
    'countries',
    publishing(({ id }, { where, all, find }) => {
      const own = where(towns, ({ of }) => of === id);
      return `${own.map((town) => town.id)} of ${all(towns).length}, not ${find(towns, 'b')?.id}`;
    }),
  );
  const expected = ['a,c of 2, not undefined', ' of 2, not undefined'];

  it('the target comes later, or first', () => {
    expect(published([countries, towns], RECORDS)).toEqual([expected, ['a', 'c']]);
    expect(published([towns, countries], RECORDS)).toEqual([['a', 'c'], expected]);
  });

  it('in check too, where find returns private ones only for a private record', () => {
    const seen: string[] = [];
    const check = (_: Row, { all, find }: Context) => {
      seen.push(`${all(towns).map(({ id }) => id)} ${find(towns, 'b')?.id}`);
      return [];
    };
    const countries = [{ id: 'US' }, { id: 'CA', hidden: true }];
    published([named('countries', { check, isPublic }), towns], { ...RECORDS, countries });
    expect(seen).toEqual(['a,c undefined', 'a,c b']);
  });
});

it('find and link take the key of several fields, which an error names too', () => {
  const years = (key: string) => {
    const value = publishing(
      (_, { find, link, self }) => `${find(self, key)?.id} ${link(self, key)}`,
    );
    return named('years', { ...value, schema: schema.required({ of: true }), key: ['of', 'id'] });
  };
  const own = { years: ['2019', '2020'].map((id) => ({ id, of: 'US' })) };
  const found = '2020 https://example.org/api/years/US-2020/';
  expect(published([years('US-2020')], own)).toEqual([[found, found]]);
  expect(published([years('US')], own)[0]).toContain('fails for record US-2019 in years/all.json');
});

describe('isPublic', () => {
  it('is called once for each record', () => {
    const calls: string[] = [];
    const counted = named('towns', {
      isPublic: ({ id }: Row) => calls.push(id) > 0,
    });
    const countries = named(
      'countries',
      publishing((_, { all, find }) => all(counted).length + Number(!!find(counted, 'a'))),
    );
    published([countries, counted], RECORDS);
    expect(calls).toEqual(['a', 'b', 'c']);
  });

  it('can need other collections, and other records of its own', () => {
    const countries = named('countries', {
      isPublic: ({ id }: Row, { where }: Context) => where(towns, ({ of }) => of === id).length > 0,
    });
    const parts = named('parts', {
      isPublic: ({ of, hidden }: Row, { self, find }: Context) =>
        !hidden && (of === undefined || find(self, of) !== undefined),
    });
    const tree = [
      { id: 'c', of: 'b' },
      { id: 'b', of: 'a' },
      { id: 'a', hidden: true },
      { id: 'd' },
    ];
    expect(published([countries, towns, parts], { ...RECORDS, parts: tree })).toEqual([
      ['US'],
      ['a', 'c'],
      ['d'],
    ]);
  });

  it('that needs its own result -> an error', () => {
    const circular = named('a', { isPublic: (_: Row, { all, self }: Context) => all(self)[0] });
    expect(() => published([circular], { a: [{ id: '1' }] })).toThrow(
      'fails for record 1 in a/all.json: isPublic: isPublic of a needs its own result.',
    );
  });
});

describe('an invalid record: what depends on it is not reported', () => {
  const finding = (code: string, message: string) => [{ code, path: [], message, help: '' }];
  const invalid = { ...RECORDS, towns: [...RECORDS.towns, { id: 7 }] };
  const ONLY = ['`id` must be text, but this is the number 7.'];
  const failing = { isPublic: (_: Row, { find }: Context) => (find(towns, 'z') as Row).hidden };

  it.each<[string, Changes]>([
    [
      'a finding by a list',
      { check: (_: Row, { all }: Context) => finding('bad-value', `${all(towns).length} towns`) },
    ],
    [
      'a reference',
      {
        check: (_: Row, { find }: Context) =>
          find(towns, 'z') ? [] : finding('reference', 'no z'),
      },
    ],
    ['a failure of publish', publishing((_, { find }) => (find(towns, 'z') as Row).of)],
    ['a link', publishing((_, { link }) => link(towns, 'z'))],
    ['a failure to tell what is published', failing],
    ['the same of records with aliases', { ...failing, aliases: ({ id }: Row) => [`${id}-1`] }],
    [
      'what a record needs whose isPublic depends on it',
      publishing((_, { find, self }) => (find(self, 'US') as Row).of),
    ],
  ])('%s', (_, changes) => {
    const dependent = { isPublic: (_: Row, { find }: Context) => find(towns, 'z') !== undefined };
    const countries = named('countries', { ...(_.includes('isPublic') && dependent), ...changes });
    const parts = named('parts', { references: { of: 'countries' } });
    const records = { ...invalid, parts: [{ id: 'p', of: 'US' }] };
    expect(published([countries, towns, parts], records)).toEqual(ONLY);
  });
});

describe('link', () => {
  const linked = named('towns', {
    ...publishing(({ id }, { link, self }) => link(self, id)),
    isPublic,
  });
  const BASE = 'https://me.test/x';
  it.each([
    ['on a site for nginx', { base: BASE, host: 'nginx' }, {}, `${BASE}/api/towns/x%2Ay/`],
    ['for Cloudflare', { base: BASE, host: 'cloudflare' }, {}, `${BASE}/api/towns/x%2Ay/`],
    ['for plain hosts', { base: BASE, host: 'files' }, {}, `${BASE}/api/towns/--x.2ay.json`],
    ['of records that are only checked', {}, {}, 'https://example.org/api/towns/x%2Ay/'],
    ['below another prefix', { base: BASE }, { prefix: 'v1' }, `${BASE}/v1/towns/x%2Ay/`],
  ] as const)('%s: the address of a record', (_, site, more, address) => {
    expect(published([linked], { towns: [{ id: 'x*y' }] }, site, more)).toEqual([[address]]);
  });

  it('to records whose keys differ only in case: different files', () => {
    const towns = ['a', 'A', 'C++'].map((id) => ({ id }));
    const files = ['---a', 'A', '--C.2b.2b'].map((key) => `${BASE}/api/towns/${key}.json`);
    expect(published([linked], { towns }, { base: BASE, host: 'files' })).toEqual([files]);
  });

  it('to a record without an address: an error', () => {
    const withoutItems = { ...linked, items: false };
    expect(() => published([withoutItems], { towns: [{ id: 'a' }] })).toThrow(
      'link: records of towns have no address.',
    );
  });

  it('to a private record: an error, except in itself', () => {
    const towns = [{ id: 'a', hidden: true }];
    expect(published([linked], { towns })).toEqual([[]]);
    const countries = named(
      'countries',
      publishing((_, { link }) => link(linked, 'a')),
    );
    expect(published([countries, linked], { countries: [{ id: 'US' }], towns })).toEqual([
      'The definition of countries fails for record US in countries/all.json: publish: link: towns has no published record "a"',
    ]);
  });
});

it('where with an async function -> an error', () => {
  const value = (_: Row, { where }: Context) => where(towns, (async () => true) as never);
  expect(() => published([named('countries', publishing(value)), towns], RECORDS)).toThrow(
    'publish: where needs a function that is not async.',
  );
});
