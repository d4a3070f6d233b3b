import { describe, expect, it } from 'vitest';
import { defineCollection, z } from '../../../src/index.ts';
import type { PointColumns } from '../../../src/page/view/point-columns.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { renderedSite } from '../../support/rendered-site.ts';

const schema = z.object({
  id: z.string(),
  label: z.string().optional(),
  state: z.string(),
  size: z.int().nullable(),
  people: z.int().optional(),
});
const towns = defineCollection({
  ...titled('towns'),
  schema,
  key: 'id',
  published: schema.omit({ people: true }),
  publish: ({ people: _, ...shown }) => shown,
  order: { field: 'id', kind: 'code' },
  features: {
    properties: schema.pick({ id: true, label: true, state: true, size: true }),
    feature: ({ people, ...properties }) =>
      properties.id === 'nowhere' ? null : { longitude: 1.25, latitude: 2, properties },
    rank: ({ people = 0 }) => people,
  },
  map: { value: 'size' },
});
const visits = defineCollection({
  ...titled('visits'),
  schema: z.object({ town: z.string(), day: z.int() }),
  key: 'town',
  order: { field: 'day', kind: 'number' },
  map: { features: 'towns' },
});
const { points } = renderedSite(apiOf(towns, visits), {
  towns: [
    { id: 'unknown', state: 'CO', label: 'Unknown', size: null },
    { id: 'small', state: 'UT', label: '\u200b', size: 2, people: 1234 },
    { id: 'nowhere', state: 'UT', size: 3, people: 99_999_999 },
    { id: 'large', state: 'CO', label: 'Large', size: 9, people: 7_654_321 },
  ],
  visits: [
    { town: 'unknown', day: 2 },
    { town: 'abroad', day: 3 },
    { town: 'large', day: 1 },
  ],
});
const columnsOf = (name: string): PointColumns =>
  JSON.parse(String(Buffer.from(points[name] ?? [])));

describe('the points of a collection', () => {
  it('are in its default order, with a gap where a record has no position', () =>
    expect(columnsOf('towns')).toEqual({
      labels: ['Large', 'nowhere', 'small', 'Unknown'],
      longitudes: [1.25, null, 1.25, 1.25],
      latitudes: [2, null, 2, 2],
      details: [['CO', '', 'UT', 'CO']],
      value: { title: 'Size', values: [9, null, 2, null] },
      ranked: [0, 2, 3],
    }));

  it('are those of the features of another collection with the same keys', () =>
    expect(columnsOf('visits')).toMatchObject({
      labels: ['Large', 'Unknown', 'abroad'],
      longitudes: [1.25, 1.25, null],
      value: { title: 'Size', values: [9, null, null] },
      ranked: [0, 1],
    }));

  it('have no key, and not the numbers of the ranks', () =>
    expect(String(Buffer.from(points.towns ?? []))).not.toMatch(/unknown|large|7654321/));
});

it('a record that a part of its key would name -> the whole key as its label', () => {
  const properties = schema.omit({ label: true });
  const unnamed = { ...towns, key: ['id', 'state'], features: { ...towns.features, properties } };
  const own = [{ id: 'a', state: 'CO', size: 1 }];
  const { points } = renderedSite(apiOf(unnamed as never), { towns: own });
  expect(JSON.parse(String(Buffer.from(points.towns ?? []))).labels).toEqual(['a-CO']);
});

it.each([
  ['different ranks: the highest first', [1, 3, 2], [1, 2, 0]],
  ['equal ranks: the last first', [1, 2, 1, 2], [3, 1, 2, 0]],
])('%s', (_, people, expected) => {
  const own = people.map((number, id) => ({ id: `${id}`, state: 'CO', size: 1, people: number }));
  const { towns: body = [] } = renderedSite(apiOf(towns), { towns: own }).points;
  expect(JSON.parse(String(Buffer.from(body))).ranked).toEqual(expected);
});
