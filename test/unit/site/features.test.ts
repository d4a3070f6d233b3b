import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { build } from '../../../src/build/build.ts';
import { z } from '../../../src/index.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedJson, shippedSite } from '../../support/shipped-site.ts';

interface Feature {
  readonly type: string;
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, string>>;
}

describe('the shipped neighborhoods on a map', () => {
  const FILE = 'data/neighborhoods/features.json';
  let features: readonly Feature[];
  let collection: Readonly<Record<string, unknown>>;
  beforeAll(() => {
    collection = shippedJson(FILE);
    features = collection.features as readonly Feature[];
  });

  // https://www.rfc-editor.org/rfc/rfc7946#section-3.3
  it('are a FeatureCollection and nothing else', () => {
    expect(Object.keys(collection)).toEqual(['type', 'features']);
    expect(collection.type).toBe('FeatureCollection');
  });

  // https://www.rfc-editor.org/rfc/rfc7946#section-3.2 and 3.1.2
  it('are each a Feature that is a Point, its longitude first, in degrees', () => {
    for (const { geometry, ...feature } of features) {
      expect(feature).toEqual({
        type: 'Feature',
        id: feature.properties.uuid,
        properties: {
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: expect.stringMatching(/^[a-z0-9-]+$/),
          label: expect.any(String),
          state: expect.stringMatching(/^[A-Z]{2}$/),
          country: expect.stringMatching(/^(?:US|CA)$/),
        },
      });
      expect(geometry).toEqual({
        type: 'Point',
        coordinates: [expect.any(Number), expect.any(Number)],
      });
      // From Hawaii to Newfoundland, from Puerto Rico to Alaska.
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      expect(longitude).toBeGreaterThan(-162);
      expect(longitude).toBeLessThan(-52);
      expect(latitude).toBeGreaterThan(17);
      expect(latitude).toBeLessThan(72);
    }
  });

  it('are all of them, in the order of their list, each with what its record says', () => {
    const { results } = shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json');
    const told = results.map((record: Record<string, string> & { country: { code: string } }) => ({
      uuid: record.uuid,
      name: record.name,
      label: record.label,
      state: record.state_abbrev,
      country: record.country.code,
    }));
    expect(features.map(({ properties }) => properties)).toEqual(told);
  });

  it('are where their content says', () => {
    const file = 'content/neighborhoods/US/CO/canon-city.yaml';
    const { uuid, longitude, latitude } = parse(readFileSync(file, 'utf8'));
    const found = features.find(({ id }) => id === uuid);
    expect(found?.geometry.coordinates).toEqual([longitude, latitude]);
  });

  it('stand one to a line', () => {
    const lines = readFileSync(path.join(shippedSite(), FILE), 'utf8').split('\n');
    expect(lines).toHaveLength(features.length + 3);
    expect(JSON.parse(lines[1]?.replace(/,$/, '') ?? '')).toEqual(features[0]);
  });
});

describe('the features of a collection', () => {
  const spots = defineCollection({
    name: 'spots',
    title: 'Spots',
    description: 'Spots.',
    schema: z.object({
      id: z.int(),
      at: z.tuple([z.number(), z.number()]).optional(),
      hidden: z.boolean().default(false),
    }),
    key: 'id',
    isPublic: ({ hidden }) => !hidden,
    order: { field: 'id', kind: 'number', descending: true },
    features: {
      // Others too may be told.
      properties: z.looseObject({ id: z.int() }),
      feature: ({ id, at }) =>
        at
          ? {
              longitude: at[0],
              latitude: at[1],
              properties: { id, ...(id === 7 && { lucky: true }) },
            }
          : null,
    },
  });

  async function builtWith(records: readonly object[]) {
    const folder = temporaryFolder();
    writeFiles(folder, { 'content/spots/all.json': JSON.stringify(records) });
    const [content, out] = [path.join(folder, 'content'), path.join(folder, 'dist')];
    const api = defineApi({ name: 'Spots', description: 'Spots.', collections: [spots] });
    const { grid } = await build({ api, content, out, base: 'https://example.org' });
    const text = readFileSync(path.join(out, 'data/spots/features.json'), 'utf8');
    return { count: grid.collections[0]?.features, text };
  }

  const point = (id: number, ...coordinates: number[]) =>
    `{"type":"Feature","id":${id},"geometry":{"type":"Point","coordinates":[${coordinates}]},"properties":{"id":${id}}}`;

  it.each<[string, readonly object[], readonly string[]]>([
    ['no records -> an empty collection', [], []],
    [
      'a record without a place -> it is on no map',
      [{ id: 1 }, { id: 2, at: [3, 4] }],
      [point(2, 3, 4)],
    ],
    ['a record that is not public -> it is on no map', [{ id: 1, at: [1, 1], hidden: true }], []],
    [
      'several -> in the order of the list',
      [1, 3, 2].map((id) => ({ id, at: [id, -id] })),
      [point(3, 3, -3), point(2, 2, -2), point(1, 1, -1)],
    ],
    [
      'what an open shape does not name -> is told too',
      [{ id: 7, at: [1, 2] }],
      [point(7, 1, 2).replace('"id":7}}', '"id":7,"lucky":true}}')],
    ],
    ['the ends of the earth', [{ id: 1, at: [-180, 90] }], [point(1, -180, 90)]],
  ])('%s', async (_, records, expected) => {
    const { count, text } = await builtWith(records);
    expect(count).toBe(expected.length);
    expect(text).toBe(`{"type":"FeatureCollection","features":[\n${expected.join(',\n')}\n]}\n`);
  });
});
