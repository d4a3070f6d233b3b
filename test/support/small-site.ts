import { defineApi, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { builtSite, type SiteOptions } from './built-site.ts';

/** Both kinds of collection and every parameter, in few rules: some engines need time for each. */
const smallApi = defineApi({
  name: 'Places',
  description: 'Countries and cities.',
  formats: ['json'],
  collections: ['countries', 'cities'].map((name) =>
    defineCollection({
      name,
      title: name,
      description: name,
      schema: z.object({ name: z.string() }),
      key: 'name',
      keyPattern: '[a-z]+',
      orderings: { name: { field: 'name', kind: 'code' } },
      ...(name === 'cities' && { pagination: { limits: [2, 3], default: 2 } }),
    }),
  ),
});

const SMALL_CONTENT = {
  'countries/all.json': [{ name: 'no' }, { name: 'us' }],
  'cities/all.json': ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
};

/** A site of few records whose base address has a path, `/small`. */
export const smallSite = (options?: SiteOptions) => builtSite(smallApi, SMALL_CONTENT, options);
