import { defineApi, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { builtSite, type SiteOptions } from './built-site.ts';

/**
 * Both kinds of collection and every parameter, in few rules: some engines need time for each. Both have
 * the filters `area` and `name`, of which each pre-renders one; cities pre-render a second one. Rivers have
 * pages, but neither orderings nor filters.
 */
const smallApi = defineApi({
  name: 'Places',
  description: 'Countries and cities.',
  formats: ['json'],
  collections: [
    ...['countries', 'cities'].map((name) =>
      defineCollection({
        name,
        title: name,
        description: name,
        schema: z.object({ name: z.string(), area: z.string(), size: z.int() }),
        key: 'name',
        keyPattern: '[a-z]+',
        orderings: { name: { field: 'name', kind: 'code' } },
        filters: {
          area: { field: 'area', match: 'equals' },
          name: { field: 'name', match: 'contains' },
          area_size: { field: 'size', match: 'equals' },
        },
        prerender: { filters: ['name'], orderings: ['name'] },
        ...(name === 'cities' && {
          prerender: { filters: ['area_size', 'area'], orderings: ['-name'] },
          pagination: { limits: [2, 3], default: 2 },
        }),
      }),
    ),
    defineCollection({
      name: 'rivers',
      title: 'rivers',
      description: 'rivers',
      schema: z.object({ name: z.string(), size: z.int() }),
      key: 'name',
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

const contentWith = (cities: string) => ({
  'countries/all.json': [
    { name: 'no', area: 'n', size: 1 },
    { name: 'us', area: 's', size: 2 },
  ],
  'cities/all.json': [...cities].map((name, index) => ({
    name,
    area: index < 3 ? 'n' : 'S.2',
    size: index % 2,
  })),
  'rivers/all.json': ['x', 'z', 'y'].map((name, size) => ({ name, size })),
});

/**
 * A site of few records whose base address has a path, `/small`.
 * @param cities a letter for each city
 */
export const smallSite = (options?: SiteOptions, cities = 'abcde') =>
  builtSite(smallApi, contentWith(cities), options);
