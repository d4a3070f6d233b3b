import { defineApi, defineCollection, z } from 'staticrest';

const languages = defineCollection({
  name: 'languages',
  title: 'Languages',
  description: 'Some programming languages, in alphabetical order.',
  schema: z
    .object({
      name: z.string().describe('The name of the language.'),
      year: z.int().describe('The year of the first release.'),
      designer: z.string().describe('Who designed it first.'),
      place: z.string().describe('Where they worked.'),
      latitude: z.number().optional().describe('In degrees north.'),
      longitude: z.number().optional().describe('In degrees east.'),
      paradigms: z.array(z.string()).describe('The styles of programming that it is made for.'),
      updated: z.iso.date().describe('The day of the last change of this record.'),
      text: z.string().describe('What is special about it, as Markdown.'),
    })
    .meta({ title: 'Language' }),
  // The file C++.md is the record of /api/languages/C%2B%2B/.
  key: 'name',
  content: { fileName: 'name', body: 'text' },
  updated: 'updated',
  order: { field: 'name', kind: 'text' },
  orderings: { year: { field: 'year', kind: 'number' } },
  filters: {
    place: {},
    paradigm: { field: 'paradigms' },
    year__gte: {},
    year__lt: {},
    updated__gte: {},
    place__in: {},
  },
  search: ['name', 'designer', 'text'],
  prerender: { filters: ['place', 'paradigm'] },
  pagination: { limits: [5, 20], default: 5 },
  features: {
    properties: z.object({ place: z.string() }),
    feature({ latitude, longitude, place }) {
      if (latitude === undefined || longitude === undefined) return null;
      return { latitude, longitude, properties: { place } };
    },
  },
});

export default defineApi({
  name: 'Programming languages',
  description: 'Where programming languages come from.',
  sources: [{ name: 'Common knowledge', data: 'years, designers and places' }],
  unknownParameters: 'refuse',
  collections: [languages],
});
