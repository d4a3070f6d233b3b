import { type Api, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { apiOf, titled } from './definition.ts';
import { type RenderedSite, renderedSite } from './rendered-site.ts';
import { VERSIONED_RECORDS, versionedApi } from './small-site.ts';
import { things, thingsApi } from './things-api.ts';

const wordSchema = z.object({ word: z.string(), text: z.string().optional() });
const words = [{ word: 'b', text: 'x' }, { word: 'a' }];
const wordCollection = defineCollection({ ...titled('words'), schema: wordSchema, key: 'word' });

const placeName = z.object({ name: z.string() });
const placeCollection = defineCollection({
  ...titled('places'),
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

/** A filter that is prerendered, whose name is also that of fields of the page, and others. */
const roomCollection = defineCollection({
  ...titled('rooms'),
  schema: z.object({
    id: z.int(),
    kind: z.string(),
    floor: z.object({ level: z.int() }),
    owner: z.string().optional(),
  }),
  key: 'id',
  published: z.object({ id: z.int(), kind: z.string(), floor: z.object({ level: z.int() }) }),
  publish: ({ id, kind, floor }) => ({ id, kind, floor }),
  isPublic: ({ owner }) => owner === undefined,
  orderings: { kind: { field: 'kind', kind: 'code' } },
  filters: {
    key: {
      field: 'kind',
      match: 'contains',
      label: ({ kind, owner, floor }) =>
        kind === 'constructor'
          ? undefined
          : `The ${owner ?? kind}${floor.level > 9 ? ' on top' : ''}`,
    },
    hidden: { field: 'floor.level', match: 'equals' },
  },
  search: ['kind'],
  prerender: { filters: ['key'], orderings: ['-kind'] },
  pagination: { limits: [2, 3, 4], default: 2 },
});
export const roomsApi = apiOf(roomCollection);
export const rooms = [
  { id: 1, kind: 'hall', floor: { level: 0 } },
  { id: 2, kind: 'hall', floor: { level: 10 } },
  { id: 3, kind: 'hallway', floor: { level: 1 } },
  { id: 4, kind: 'constructor', floor: { level: 1 } },
  { id: 5, kind: 'hall', floor: { level: 1 }, owner: 'secret' },
  { id: 6, kind: 'attic', floor: { level: 9 } },
];

const [thingCollection] = thingsApi.collections;
/** The pages of things have numbers. */
const numberedApi: Api = {
  ...thingsApi,
  collections: thingCollection
    ? [{ ...thingCollection, pagination: { style: 'page', limits: [7, 20], default: 20 } }]
    : [],
};

/** Records with every kind of value that a facet can have. */
export const taggedRecords = Array.from({ length: 40 }, (_, id) => ({
  id,
  kind: ['street', 'streetcar', 'path'][id % 3] ?? '',
  size: id === 7 ? null : (id * 37) % 100,
  tags: [`t${id % 4}`, ...(id % 5 === 0 ? ['fifth'] : [])],
  open: id % 2 === 0,
  day: id % 8 === 3 ? null : `2026-07-${String(1 + ((id * 3) % 28)).padStart(2, '0')}`,
  note: id % 3 === 0 ? `Note ${id}` : null,
}));

const tagged = defineCollection({
  ...titled('tagged'),
  schema: z.object({
    id: z.int(),
    kind: z.string(),
    size: z.number().nullable(),
    tags: z.array(z.string()),
    open: z.boolean(),
    day: z.iso.date().nullable(),
    note: z.string().nullable(),
  }),
  key: 'id',
  orderings: {
    size: { field: 'size', kind: 'number' },
    day: { field: 'day', kind: 'code' },
    kind: { field: 'kind', kind: 'text' },
  },
  filters: {
    kind: { field: 'kind', match: 'contains', label: ({ kind }) => kind.toUpperCase() },
    size__gte: {},
    size__lte: {},
    tags: { field: 'tags', match: 'equals' },
    open: {},
    id__gte: {},
    size__isnull: {},
    day__gte: {},
    day__lte: {},
    day__isnull: {},
    note__isnull: {},
  },
  search: ['kind'],
  pagination: { limits: [10], default: 10 },
});

export const taggedApi = apiOf(tagged);

/** A site of them. */
export const taggedSite = () => renderedSite(taggedApi, { tagged: taggedRecords });

/** Small APIs, each with something unusual. */
export const UNUSUAL_SITES = {
  'a list': renderedSite(apiOf(wordCollection), { words }),
  'a list without records': renderedSite(apiOf(wordCollection), {}),
  pages: renderedSite(thingsApi, { things: things(45) }),
  'pages without records': renderedSite(thingsApi, { things: [] }),
  'page numbers': renderedSite(numberedApi, { things: things(45) }),
  'a map': renderedSite(apiOf(placeCollection), { places }),
  'a map without records': renderedSite(apiOf(placeCollection), { places: [] }),
  'hidden keys': renderedSite(
    apiOf(
      defineCollection({
        ...titled('words'),
        schema: wordSchema,
        key: 'word',
        published: z.object({ text: z.string() }),
        publish: ({ text = '' }) => ({ text }),
        orderings: { text: { field: 'text', kind: 'code' } },
      }),
    ),
    { words },
  ),
  'hidden numeric keys': renderedSite(
    apiOf({ ...placesAsWritten, published: placeName, publish: ({ name }) => ({ name }) }),
    { places },
  ),
  'equal titles': renderedSite(
    apiOf(
      ...['one', 'two'].map((name) =>
        defineCollection({
          ...titled(name),
          schema: wordSchema.meta({ title: 'Error' }),
          key: 'word',
        }),
      ),
    ),
    { one: words, two: words },
  ),
  'recursive records': renderedSite(
    apiOf(defineCollection({ ...titled('trees'), schema: branch, key: 'name' })),
    { trees: [tree] },
  ),
  filters: renderedSite(roomsApi, { rooms }),
  'another prefix, without some parts': renderedSite(versionedApi, VERSIONED_RECORDS),
  'no formats': renderedSite({ ...thingsApi, formats: [] }, { things: things(3) }),
} satisfies Record<string, RenderedSite>;
