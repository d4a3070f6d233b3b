import { defineApi, defineCollection, z } from 'staticrest';

const countries = defineCollection({
  name: 'countries',
  title: 'Countries',
  description: 'Countries.',
  schema: z.object({ code: z.string(), name: z.string() }),
  key: 'code',
  orderings: { name: { field: 'name', kind: 'text' } },
});

/** Whatever a machine could do otherwise: texts of many languages, days, equal values, no values. */
export default defineApi({
  name: 'Places',
  description: 'Places of many names.',
  formats: ['json', 'api'],
  collections: [
    countries,
    defineCollection({
      name: 'places',
      title: 'Places',
      description: 'Places.',
      schema: z.object({
        id: z.int(),
        name: z.string(),
        country: z.string(),
        size: z.number().nullable(),
        founded: z.iso.date(),
      }),
      key: 'id',
      published: z.object({
        id: z.int(),
        name: z.string(),
        country: z.string(),
        size: z.number().nullable(),
        founded: z.iso.date(),
      }),
      publish: (place, { find }) => ({ ...place, country: find(countries, place.country)?.name }),
      orderings: {
        name: { field: 'name', kind: 'text' },
        size: { field: 'size', kind: 'number' },
        founded: { field: 'founded', kind: 'code' },
      },
      pagination: { limits: [5, 10], default: 5 },
    }),
  ],
});
