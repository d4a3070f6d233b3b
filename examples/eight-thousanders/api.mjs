import { defineApi, defineCollection, z } from 'staticrest';

const ranges = defineCollection({
  name: 'ranges',
  title: 'Mountain Ranges',
  description: 'The ranges that hold the fourteen highest peaks.',
  schema: z.object({ slug: z.string(), name: z.string() }),
  key: 'slug',
  publish: (range) => range,
  order: { field: 'name', kind: 'text' },
});

const peaks = defineCollection({
  name: 'peaks',
  title: 'Eight-thousanders',
  description: 'The fourteen peaks above 8,000 m, highest first.',
  schema: z.object({
    id: z.int(),
    name: z.string(),
    elevation: z.number(),
    range: z.string(),
    first_ascent: z.iso.date(),
  }),
  key: 'id',
  publish: (peak, { find }) => ({ ...peak, range: find(ranges, peak.range)?.name ?? null }),
  orderings: {
    elevation: { field: 'elevation', kind: 'number' },
    first_ascent: { field: 'first_ascent', kind: 'code' },
  },
  order: { field: 'elevation', kind: 'number', descending: true },
  pagination: { limits: [5, 10], default: 5 },
});

export default defineApi({
  name: 'Eight-thousanders',
  description: 'The highest mountains on Earth.',
  collections: [ranges, peaks],
});
