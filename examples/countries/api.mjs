import { defineApi, defineCollection, z } from 'staticrest';

const countries = defineCollection({
  name: 'countries',
  title: 'Countries',
  description: 'Countries and dependent territories, in alphabetical order.',
  // The package has more fields, which a loose schema allows.
  schema: z.looseObject({
    cca2: z.string(),
    cca3: z.string(),
    name: z.object({ common: z.string(), official: z.string() }),
    capital: z.array(z.string()),
    region: z.string(),
    subregion: z.string(),
    languages: z.record(z.string(), z.string()),
    borders: z.array(z.string()),
    latlng: z.tuple([z.number(), z.number()]),
    area: z.number(),
  }),
  key: 'cca3',
  aliases: ({ cca2 }) => [cca2],
  published: z.object({
    cca3: z.string().describe('ISO 3166-1 alpha-3; UNK is Kosovo.'),
    cca2: z.string().describe('ISO 3166-1 alpha-2; XK is Kosovo.'),
    name: z.string(),
    official_name: z.string(),
    capital: z.array(z.string()).describe('The capitals; most have one.'),
    region: z.string(),
    subregion: z.string().nullable(),
    languages: z.array(z.string()).describe('The codes of the official languages, ISO 639-3.'),
    borders: z.array(z.string()).describe('The codes of the neighbours on land.'),
    area: z.number().nullable().describe('In square kilometres; null if unknown.'),
    flag: z.url().describe('The address of the flag, as SVG.'),
  }),
  publish: ({ cca2, cca3, name, languages, ...country }, { link, self }) => ({
    cca3,
    cca2,
    name: name.common,
    official_name: name.official,
    capital: country.capital,
    region: country.region,
    subregion: country.subregion || null,
    languages: Object.keys(languages),
    borders: country.borders,
    area: country.area < 0 ? null : country.area,
    // Next to the folder `api/` of the site.
    flag: link(self, cca3).replace(/api\/countries\/.*/, `flags/${cca3.toLowerCase()}.svg`),
  }),
  listed: ['cca3', 'cca2', 'name', 'region', 'languages', 'flag'],
  references: { region: 'regions', languages: 'languages', borders: 'countries' },
  order: { field: 'name', kind: 'text' },
  orderings: { area: { field: 'area', kind: 'number' } },
  filters: { region: {}, language: { field: 'languages' }, area__gte: {} },
  search: ['name', 'languages'],
  prerender: { filters: ['region'] },
  pagination: { limits: [25, 100], default: 25 },
  features: {
    properties: z.object({ name: z.string() }),
    feature: ({ name, latlng: [latitude, longitude] }) => ({
      latitude,
      longitude,
      properties: { name: name.common },
    }),
  },
});

const regions = defineCollection({
  name: 'regions',
  title: 'Regions',
  description: 'The parts of the world.',
  schema: z.object({ name: z.string(), countries: z.int().describe('How many it has.') }),
  key: 'name',
  records: ({ all, where }) =>
    [...new Set(all(countries).map(({ region }) => region))].map((name) => ({
      name,
      countries: where(countries, { region: name }).length,
    })),
  order: { field: 'name', kind: 'text' },
});

const languages = defineCollection({
  name: 'languages',
  title: 'Languages',
  description: 'The official languages of countries.',
  schema: z.object({
    code: z.string().describe('ISO 639-3.'),
    name: z.string(),
    countries: z.int().describe('The number of countries with this official language.'),
  }),
  key: 'code',
  records({ all }) {
    const found = new Map();
    for (const [code, name] of all(countries).flatMap((one) => Object.entries(one.languages))) {
      const language = found.get(code) ?? { code, name, countries: 0 };
      found.set(code, { ...language, countries: language.countries + 1 });
    }
    return found.values();
  },
  order: { field: 'name', kind: 'text' },
});

export default defineApi({
  name: 'Countries',
  description: 'The countries of the world.',
  sources: [
    {
      name: 'mledoze/countries',
      url: 'https://github.com/mledoze/countries',
      licence: { name: 'ODbL 1.0', url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
      data: 'all but the flags, which are not under its licence',
    },
  ],
  collections: [countries, regions, languages],
});
