import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { findRows, readColumn } from '../../../src/core/columns.ts';
import { countChoices, type Facet } from '../../../src/describe/facet.ts';
import { decimal, z } from '../../../src/index.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { matcherOf } from '../../support/matcher.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { taggedRecords, taggedSite } from '../../support/unusual-sites.ts';

const { described, site } = taggedSite();
const [collection] = site.grid.collections;
const filters = collection?.filters ?? {};
const facets = described.examples.tagged?.facets ?? [];

/** How many of some records match the values of a choice. */
const countOf = (
  records: readonly object[],
  names: readonly string[],
  values: readonly string[],
) => {
  const given = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  return records.filter((record) => matcherOf(filters, given)(record)).length;
};

it('are the filters by few values, and the ranges between two filters', () => {
  expect(facets.map(({ title, filters }) => [title, ...filters])).toEqual([
    ['Kind', 'kind'],
    ['Size', 'size__gte', 'size__lte', 'size__isnull'],
    ['Tags', 'tags'],
    ['Open', 'open'],
    ['Day', 'day__gte', 'day__lte', 'day__isnull'],
    ['Note', 'note__isnull'],
  ]);
});

it.each([
  ['size', 1, undefined],
  ['day', 5, 'date'],
  ['note', 26, undefined],
])('that of %s has the choice of no value, which %i records have', (field, count, type) => {
  const { none, filters = [], dates } = facets.find((one) => one.field === field) ?? {};
  expect(none).toMatchObject({ label: 'No value', count });
  expect(countOf(taggedRecords, filters, none?.values ?? [])).toBe(count);
  expect(dates).toBe(type);
});

describe.each(facets.filter(({ choices }) => choices[0]))('the facet of $field', (facet) => {
  const { filters: names, field, choices } = facet;

  it('counts the records that each choice selects', () => {
    expect(choices.length).toBeGreaterThan(1);
    expect(choices.map(({ count }) => count)).toEqual(
      choices.map(({ values }) => countOf(taggedRecords, names, values)),
    );
  });

  it('counts those of a result by the columns of the store', async () => {
    const filters = { open: 'true' };
    const rows = await findRows(site, {
      kind: 'listing',
      collection: 'tagged',
      filters,
      ordering: '',
    });
    const column = await readColumn(site, 'tagged', field);
    expect(column).toHaveLength(taggedRecords.length);
    const open = taggedRecords.filter((record) => record.open);
    expect(countChoices(facet, column ?? [], rows).choices.map(({ count }) => count)).toEqual(
      choices.map(({ values }) => countOf(open, names, values)),
    );
  });
});

it('shows labels, and the values with most records first', () => {
  // `street` is contained in `streetcar`.
  expect(facets[0]?.choices.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'STREET 27',
    'PATH 13',
    'STREETCAR 13',
  ]);
  expect(facets[1]?.choices.map(({ label }) => label).slice(0, 2)).toEqual(['0–9', '10–19']);
});

it('finds the row of one record', async () => {
  const rows = await findRows(site, { kind: 'record', collection: 'tagged', key: '3' });
  expect(rows?.indexOf(1)).toBe(3);
  expect(rows?.reduce((sum, mark) => sum + mark, 0)).toBe(1);
  const none = await findRows(site, { kind: 'record', collection: 'tagged', key: '99' });
  expect(none?.includes(1)).toBe(false);
});

describe('the facets of a field', () => {
  /** A site of records with a value and its filters. */
  const siteWith = (values: unknown[], filters: object, value: z.ZodType = z.string()) => {
    const schema = z.object({ id: z.int(), value });
    const items = defineCollection({
      ...titled('items'),
      schema,
      key: 'id',
      filters: filters as { value: { field: string } },
    });
    const records = values.map((value, id) => ({ id, value }));
    return renderedSite(apiOf(items), { items: records });
  };
  /** Its facets. */
  const facetsWith = (...site: Parameters<typeof siteWith>) =>
    siteWith(...site).described.examples.items?.facets ?? [];

  it.each([
    ['many texts', (id: number) => `t${id >> 1}`, z.string()],
    ['many lists', (id: number) => id.toString(2).split(''), z.array(z.string())],
  ])('are counted by the columns of the store: %s', async (_, makeValue, schema) => {
    const values = Array.from({ length: 600 }, (_, id) => makeValue(id));
    const { site, described } = siteWith(values, { value: {} }, schema);
    const [facet] = described.examples.items?.facets ?? [];
    const column = (await readColumn(site, 'items', 'value')) ?? [];
    expect(facet && countChoices(facet, column, null)).toEqual(facet);
  });

  it('show codes as they are, and nothing that can’t be seen', () => {
    const codes = Array.from({ length: 20 }, (_, id) => [10_001, 80_202][id % 2]);
    const labelsOf = ([facet]: readonly Facet[]) => facet?.choices.map(({ label }) => label);
    expect(labelsOf(facetsWith(codes, { value: {} }, z.int()))).toEqual(['10001', '80202']);
    const texts = Array.from({ length: 20 }, (_, id) => ['a', '\u200b', 'b'][id % 3]);
    expect(labelsOf(facetsWith(texts, { value: {} }))).toEqual(['a', 'b']);
  });

  it('are made of the filter with labels', () => {
    const letters = Array.from({ length: 20 }, (_, id) => 'ab'[id % 2]);
    const label = ({ value }: { value: unknown }) => `${value}!`;
    const found = facetsWith(letters, {
      value: { match: 'equals' },
      text: { field: 'value', match: 'contains', label },
    });
    expect(found[0]?.choices.map((choice) => choice.label)).toEqual(['a!', 'b!']);
  });

  it('have each value of decimals once, by size, or ranges if other filters have them', () => {
    const decimals = ['9.5', '9.50', '10', '-1', '9.45'].flatMap((one) => Array(4).fill(one));
    const text = { field: 'value', match: 'contains' };
    const choicesWith = (filters: object) => {
      const [facet] = facetsWith(decimals, filters, decimal());
      return facet?.choices.map(({ label, count }) => `${label} ${count}`);
    };
    expect(choicesWith({ value: {}, text })).toEqual(['-1 4', '9.45 4', '9.5 8', '10 4']);
    const ranges = choicesWith({ value__gte: {}, value__lte: {}, text });
    expect(ranges?.at(-1)).toBe('10 4');
    const lists = decimals.map((one) => [one, '10.0']);
    const [facet] = facetsWith(lists, { value: {} }, z.array(decimal()));
    expect(facet?.choices.map(({ count }) => count)).toEqual([20, 4, 4, 4, 4, 4]);
  });

  const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);
  it.each<[string, number[], string]>([
    ['few whole ones', [5, 1, 1, 3, 4], '1 2, 3 1, 4 1, 5 1'],
    ['whole ones', upTo(31).map((id) => 3 * id), '60–69 4, 70–79 3, 80–90 4'],
    [
      'long ones',
      upTo(13).map((id) => 4_006_381_333_931 + id),
      '3,930–4,006,381,333,931 1, 4,006,',
    ],
    ['one that is far from the others', [...upTo(199), 1e6], '0–19 20, 20–39 20, 40–59 20'],
    ['round ones', upTo(60).map((id) => (id % 4) * 50.5), '40 to under 60 15, 60 to under 80 0'],
    [
      'most of them equal',
      [...upTo(12), ...upTo(40).map(() => 0.5)],
      '0 to under 0.5 1, 0.5 to under 1 40',
    ],
  ])('are ranges of numbers: %s', (_, values, expected) => {
    const [facet] = facetsWith(values, { value__gte: {}, value__lte: {} }, z.number());
    const shown = facet?.choices.map(({ label, count }) => `${label} ${count}`).join(', ');
    expect(shown).toContain(expected);
    const inRange = ([least, greatest]: readonly string[]) =>
      values.filter((one) => one >= Number(least) && one <= Number(greatest)).length;
    expect(facet?.choices.map((one) => inRange(one.values))).toEqual(
      facet?.choices.map(({ count }) => count),
    );
    expect(facet?.choices.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(values.length);
  });
});
