import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { findRows, readColumn } from '../../../src/core/columns.ts';
import { countChoices } from '../../../src/describe/facet.ts';
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
    ['kind', 'kind'],
    ['size', 'size__gte', 'size__lte'],
    ['tags', 'tags'],
    ['open', 'open'],
  ]);
});

describe.each(facets)('the facet of $field', (facet) => {
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
      kind: 'list',
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
  expect(facets[1]?.choices.map(({ label }) => label).slice(0, 2)).toEqual(['0–10', '10–20']);
});

it('finds the row of one record', async () => {
  const rows = await findRows(site, { kind: 'item', collection: 'tagged', key: '3' });
  expect(rows?.indexOf(1)).toBe(3);
  expect(rows?.reduce((sum, mark) => sum + mark, 0)).toBe(1);
  const none = await findRows(site, { kind: 'item', collection: 'tagged', key: '99' });
  expect(none?.includes(1)).toBe(false);
});

describe('the facets of a field', () => {
  /** Those of 20 records with two filters. */
  const facetsWith = (values: unknown[], filters: object, value: z.ZodType = z.string()) => {
    const schema = z.object({ id: z.int(), value });
    const items = defineCollection({
      ...titled('items'),
      schema,
      key: 'id',
      filters: filters as { value: { field: string } },
    });
    const records = values.map((value, id) => ({ id, value }));
    return renderedSite(apiOf(items), { items: records }).described.examples.items?.facets ?? [];
  };

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
    expect(ranges?.at(-1)).toBe('8–10 16');
    const lists = decimals.map((one) => [one, '10.0']);
    const [facet] = facetsWith(lists, { value: {} }, z.array(decimal()));
    expect(facet?.choices.map(({ count }) => count)).toEqual([20, 4, 4, 4, 4, 4]);
  });

  it('have each range of long numbers once', () => {
    const numbers = Array.from({ length: 20 }, (_, id) => 4_006_381_333_931 + id);
    const found = facetsWith(numbers, { value__gte: {}, value__lte: {} }, z.int());
    const labels = found[0]?.choices.map((choice) => choice.label) ?? [];
    expect(labels.length).toBeGreaterThan(1);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
