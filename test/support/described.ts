import { type Api, defineApi, defineCollection } from '../../src/api/definition.ts';
import type { Selection } from '../../src/api/selection.ts';
import { publishRecords } from '../../src/content/check/record.ts';
import type { DataSite } from '../../src/core/site.ts';
import type { Described } from '../../src/describe/described.ts';
import { examplesOf } from '../../src/describe/examples.ts';
import { z } from '../../src/index.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf, SiteFiles } from '../../src/site/site-files.ts';
import { things, thingsApi } from './things-api.ts';

/** An API with its examples, and its site in memory. */
export interface DescribedSite {
  readonly described: Described;
  readonly site: DataSite;
}

/** An API with these records, by the names of its collections. */
export function describedSite(
  api: Api,
  records: Readonly<Record<string, readonly unknown[]>>,
  selection?: Selection,
): DescribedSite {
  const entries = Object.entries(records).flatMap(([collection, values]) =>
    values.map((value) => {
      const file = `${collection}/all.json`;
      const locate = () => ({ file, line: 1, column: 1, length: 1, text: '' });
      return { collection, file, alone: false, value, locate };
    }),
  );
  const { collections, problems } = publishRecords(api, entries);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const grid = gridOf(api, collections, 'https://api.example.org/small', selection);
  const about = metadataOf(api);
  const serialized = serialize(grid, collections);
  const files = new Map<string, readonly Uint8Array[]>();
  for (const { path, body } of new SiteFiles(about, grid, serialized).all()) files.set(path, body);
  const read = async (file: string) => {
    const body = files.get(file);
    return body ? Buffer.concat(body) : null;
  };
  return {
    described: { about, grid, examples: examplesOf(grid, serialized) },
    site: { grid, read },
  };
}

type Collection = Api['collections'][number];
const apiOf = (...collections: Collection[]) =>
  defineApi({ name: 'Small', description: 'A small API.', collections });
const title = (name: string) => ({ name, title: name, description: `Some ${name}.` });

const wordSchema = z.object({ word: z.string(), text: z.string().optional() });
const words = [{ word: 'b', text: 'x' }, { word: 'a' }];
const wordCollection = defineCollection({ ...title('words'), schema: wordSchema, key: 'word' });

const placeName = z.object({ name: z.string() });
const placeCollection = defineCollection({
  ...title('places'),
  schema: placeName.extend({
    id: z.int(),
    at: z.tuple([z.number(), z.number()]).nullable(),
    state: z.string(),
  }),
  key: 'id',
  published: z.object({ id: z.int(), name: z.string() }).meta({ title: 'Place on Earth' }),
  publish: ({ id, name }) => ({ id, name }),
  pagination: { limits: [2, 3], default: 3 },
  features: {
    properties: placeName.extend({ state: z.string() }),
    feature: ({ at, name, state }) =>
      at && { longitude: at[0], latitude: at[1], properties: { name, state } },
  },
});
const places = [
  { id: 7, name: 'seven', at: [-105.22, 38.44], state: 'CO' },
  { id: 8, name: 'eight', at: null, state: 'none' },
  { id: 9, name: 'nine', at: [180, -90], state: 'none' },
  { id: 10, name: 'ten', at: [0, 0], state: 'none' },
];
const { published: _, publish: __, ...placesAsWritten } = placeCollection;

/** A schema that refers to itself, and to another that has an id. */
const tag = z.object({ text: z.string() }).meta({ id: 'tag' });
const branch = z.object({
  name: z.string(),
  tags: z.array(tag),
  main: tag.optional(),
  get twigs() {
    return z.array(branch);
  },
});
const tree = { name: 'a', tags: [{ text: 't' }], twigs: [{ name: 'b', tags: [], twigs: [] }] };

/** Small APIs, each with something unusual. */
export const UNUSUAL_SITES = {
  'a list': describedSite(apiOf(wordCollection), { words }),
  'a list without records': describedSite(apiOf(wordCollection), {}),
  pages: describedSite(thingsApi, { things: things(45) }),
  'pages without records': describedSite(thingsApi, { things: [] }),
  'a map': describedSite(apiOf(placeCollection), { places }),
  'a map without records': describedSite(apiOf(placeCollection), { places: [] }),
  'hidden keys': describedSite(
    apiOf(
      defineCollection({
        ...title('words'),
        schema: wordSchema,
        key: 'word',
        published: z.object({ text: z.string() }),
        publish: ({ text = '' }) => ({ text }),
        orderings: { text: { field: 'text', kind: 'code' } },
      }),
    ),
    { words },
    { orderings: [] },
  ),
  'hidden numeric keys': describedSite(
    apiOf({ ...placesAsWritten, published: placeName, publish: ({ name }) => ({ name }) }),
    { places },
  ),
  'equal titles': describedSite(
    apiOf(
      ...['one', 'two'].map((name) =>
        defineCollection({
          ...title(name),
          schema: wordSchema.meta({ title: 'Error' }),
          key: 'word',
        }),
      ),
    ),
    { one: words, two: words },
  ),
  'recursive records': describedSite(
    apiOf(defineCollection({ ...title('trees'), schema: branch, key: 'name' })),
    { trees: [tree] },
  ),
  'a selection': describedSite(
    thingsApi,
    { things: things(45) },
    { limits: [20], orderings: ['-label'], formats: ['api'] },
  ),
  'no formats': describedSite({ ...thingsApi, formats: [] }, { things: things(3) }),
} satisfies Record<string, DescribedSite>;
