import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { renderedSite } from '../../support/rendered-site.ts';

// https://www.rfc-editor.org/rfc/rfc7946#section-3.1.2
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
      // An open schema: it accepts other properties too.
      properties: z.looseObject({ id: z.int() }),
      feature: ({ id, at }) =>
        at
          ? {
              longitude: at[0],
              latitude: at[1],
              properties: id === 7 ? { id, lucky: true } : { id },
            }
          : null,
    },
  });
  const api = defineApi({ name: 'Spots', description: 'Spots.', collections: [spots] });

  const point = (id: number, coordinates: readonly number[], more = '') =>
    `{"type":"Feature","id":${id},"geometry":{"type":"Point","coordinates":[${coordinates}]},"properties":{"id":${id}${more}}}`;

  it.each<[string, readonly object[], readonly string[]]>([
    ['no records -> an empty collection', [], []],
    ['not public -> no feature', [{ id: 1, at: [1, 1], hidden: true }], []],
    [
      'several -> the order of the list',
      [1, 3, 2].map((id) => ({ id, at: [id, -id] })),
      [3, 2, 1].map((id) => point(id, [id, -id])),
    ],
    ['another property', [{ id: 7, at: [1, 2] }], [point(7, [1, 2], ',"lucky":true')]],
    ['the largest coordinates', [{ id: 1, at: [-180, 90] }], [point(1, [-180, 90])]],
  ])('%s', (_, records, expected) => {
    const { site, text } = renderedSite(api, { spots: records });
    expect(site.grid.collections[0]?.features).toBe(expected.length);
    const lines = `{"type":"FeatureCollection","features":[\n${expected.join(',\n')}\n]}\n`;
    expect(text('data/spots/features.json')).toBe(lines);
  });
});
