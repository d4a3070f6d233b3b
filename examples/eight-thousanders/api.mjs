import { defineApi, defineCollection, z } from 'staticrest';

const ranges = defineCollection({
  name: 'ranges',
  title: 'Mountain Ranges',
  description: 'The ranges that hold the fourteen highest peaks.',
  fields: {
    slug: 'The range in one word.',
    name: 'The range’s name.',
  },
  schema: z.object({ slug: z.string(), name: z.string() }),
  key: 'slug',
  publish: (range) => range,
  order: { field: 'name', kind: 'text' },
});

const peaks = defineCollection({
  name: 'peaks',
  title: 'Eight-thousanders',
  description: 'The fourteen peaks above 8,000 m, highest first.',
  fields: {
    id: 'The peak’s rank, 1 being the highest.',
    name: 'The peak’s name.',
    elevation: 'Its height above the sea, in metres.',
    range: 'The name of the range that it belongs to.',
    first_ascent: 'The day on which people first stood on its summit.',
  },
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
  sources: [{ name: 'Common knowledge', gives: 'heights and dates, as in any atlas' }],
  collections: [ranges, peaks],
});
