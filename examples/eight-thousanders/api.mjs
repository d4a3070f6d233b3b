import { defineApi, defineCollection, z } from 'staticrest';

const ranges = defineCollection({
  name: 'ranges',
  title: 'Mountain Ranges',
  description: 'The ranges with the fourteen highest peaks.',
  schema: z.object({
    slug: z.string().describe('The slug of the range.'),
    name: z.string().describe('The name of the range.'),
  }),
  key: 'slug',
  order: { field: 'name', kind: 'text' },
});

const peak = z
  .object({
    id: z.int().describe('The rank of the peak. 1 is the highest.'),
    name: z.string().describe('The name of the peak.'),
    elevation: z.number().describe('The elevation above sea level, in metres.'),
    range: z.string().describe('The name of its range.'),
    first_ascent: z.iso.date().describe('The date of the first ascent.'),
  })
  .meta({ title: 'Peak' });

const peaks = defineCollection({
  name: 'peaks',
  title: 'Eight-thousanders',
  description: 'The fourteen peaks above 8,000 m, highest first.',
  schema: peak.extend({ range: z.string().describe('The slug of its range.') }),
  key: 'id',
  check: function* ({ range }, { find }) {
    if (find(ranges, range)) return;
    const message = `There is no range ${range}.`;
    yield { code: 'reference', path: ['range'], message, help: 'Use the slug of a range.' };
  },
  unique: ({ name }) => ({ name }),
  published: peak,
  publish: (written, { find }) => ({ ...written, range: find(ranges, written.range)?.name ?? '' }),
  orderings: {
    elevation: { field: 'elevation', kind: 'number' },
    first_ascent: { field: 'first_ascent', kind: 'code' },
  },
  order: { field: 'elevation', kind: 'number', descending: true },
  filters: {
    range: { field: 'range', match: 'equals' },
    name: { field: 'name', match: 'contains' },
  },
  search: ['name', 'range', 'first_ascent'],
  prerender: { filters: ['range'], orderings: ['first_ascent'] },
  pagination: { limits: [5, 10], default: 5 },
});

export default defineApi({
  name: 'Eight-thousanders',
  description: 'The highest mountains on Earth.',
  sources: [{ name: 'Common knowledge', data: 'heights and dates, as in any atlas' }],
  collections: [ranges, peaks],
});
