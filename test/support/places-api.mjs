import { defineApi, defineCollection, z } from 'staticrest';

const countries = defineCollection({
  name: 'countries',
  title: 'Countries',
  description: 'Countries.',
  schema: z.object({ code: z.string(), name: z.string() }),
  key: 'code',
  orderings: { name: { field: 'name', kind: 'text' } },
});

const place = z.object({
  id: z.int(),
  name: z.string(),
  country: z.string(),
  size: z.number().nullable(),
  founded: z.iso.date(),
});

/** Values that machines could sort or format differently: texts of many languages, dates, equal and missing values. */
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
      schema: place,
      key: 'id',
      published: place,
      publish: (record, { find }) => ({
        ...record,
        country: find(countries, record.country)?.name,
      }),
      orderings: {
        name: { field: 'name', kind: 'text' },
        size: { field: 'size', kind: 'number' },
        founded: { field: 'founded', kind: 'code' },
      },
      pagination: { limits: [5, 10], default: 5 },
    }),
  ],
});
