import { type Endpoint, namedEndpoints, nameOf } from '../../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import { collectionOf } from '../../core/resolve.ts';
import type { AboutCollection, ApiMetadata } from '../../site/api-metadata.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { embedded, pascalOf } from './embed.ts';
import { keySchema } from './key.ts';
import { ownName, type Reference, referTo } from './reference.ts';

/** The shapes of all answers. */
export interface Schemas {
  /** Each under the name by which it is referred to. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** That of what an endpoint has. */
  of(endpoint: Endpoint): JsonSchema | Reference;
}

/** What the shapes of a collection are called. */
interface Names {
  readonly record: string;
  /** Of a page; absent where there are none. */
  readonly page?: string;
  /** Of its GeoJSON FeatureCollection; absent where there is none. */
  readonly features?: string;
}

const INDEX = 'Index';
const ERROR = 'Error';
export const ERROR_REFERENCE = referTo('schemas', ERROR);

/** The shapes of all answers of an API. */
export function schemasOf(about: ApiMetadata, grid: Grid): Schemas {
  const taken = new Set([INDEX, ERROR]);
  // All records before anything else: what they are called is to be what their definition says.
  const records = about.collections.map((one) => [one, ownName(taken, titleOf(one))] as const);
  const components: Record<string, JsonSchema> = { [INDEX]: indexSchema(grid) };
  const names = new Map<string, Names>();
  for (const [one, record] of records) {
    const collection = collectionOf(grid, { collection: one.name });
    const made = collectionSchemas(one, collection, record, taken);
    Object.assign(components, made.schemas);
    names.set(one.name, made.names);
  }
  components[ERROR] = ERROR_SCHEMA;
  return { components, of: (endpoint) => bodySchema(endpoint, names) };
}

function bodySchema(endpoint: Endpoint, names: ReadonlyMap<string, Names>): JsonSchema | Reference {
  if (endpoint.kind === 'index') return referTo('schemas', INDEX);
  const { name } = endpoint.collection;
  const { record, page, features } = names.get(name) ?? {};
  const called = { item: record, collection: page ?? record, features }[endpoint.kind];
  if (!called) throw new Error(`Nothing tells the shape of ${nameOf(endpoint)}.`);
  const schema = referTo('schemas', called);
  return endpoint.kind === 'collection' && !page ? { type: 'array', items: schema } : schema;
}

/** What a record is called: as its shape says, or else as its collection. */
const titleOf = ({ name, record }: AboutCollection): string =>
  (typeof record.title === 'string' && pascalOf(record.title)) || pascalOf(name);

function collectionSchemas(
  { name, record: shape, properties }: AboutCollection,
  collection: CollectionGrid,
  record: string,
  taken: Set<string>,
): { schemas: Record<string, JsonSchema>; names: Names } {
  const schemas = embedded(shape, record, taken);
  let names: Names = { record };
  if (collection.pagination) {
    const page = ownName(taken, `Paginated${record}List`);
    schemas[page] = pageSchema(name, record);
    names = { ...names, page };
  }
  if (properties) {
    const [inner, feature, features] = ['Properties', 'Feature', 'FeatureCollection'].map((end) =>
      ownName(taken, record + end),
    ) as [string, string, string];
    Object.assign(schemas, embedded(properties, inner, taken));
    schemas[feature] = featureSchema(name, inner, keySchema(collection, shape));
    schemas[features] = featuresSchema(name, feature);
    names = { ...names, features };
  }
  return { schemas, names };
}

/** An object that has each of these fields, and no other. */
const objectSchema = (
  description: string,
  properties: Readonly<Record<string, JsonSchema | Reference>>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const listSchema = (description: string, items: string): JsonSchema => ({
  type: 'array',
  description,
  items: referTo('schemas', items),
});

function indexSchema(grid: Grid): JsonSchema {
  const address = (name: string) => ({
    type: 'string',
    format: 'uri',
    description: `The address of ${name}.`,
  });
  const names = namedEndpoints(grid).map(nameOf);
  const properties = Object.fromEntries(names.map((name) => [name, address(name)]));
  return objectSchema('The addresses of what the API has.', properties);
}

/** A link of a page, or null. */
const linkSchema = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'uri',
  description,
});

const pageSchema = (collection: string, record: string): JsonSchema =>
  objectSchema(`A page of ${collection}.`, {
    count: { type: 'integer', minimum: 0, description: 'How many records all pages have.' },
    next: linkSchema('The address of the next page; null where there is none.'),
    previous: linkSchema('The address of the page before; null where there is none.'),
    results: listSchema('The records of this page.', record),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.3 */
const featuresSchema = (collection: string, feature: string): JsonSchema =>
  objectSchema(`Those of ${collection} whose place is known, as a GeoJSON FeatureCollection.`, {
    type: { type: 'string', const: 'FeatureCollection' },
    features: listSchema('The points, in the order that the collection has by default.', feature),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.2 */
const featureSchema = (collection: string, properties: string, key: JsonSchema): JsonSchema =>
  objectSchema(`One of ${collection} as a GeoJSON point.`, {
    type: { type: 'string', const: 'Feature' },
    id: { ...key, description: 'The key of the record.' },
    geometry: objectSchema('Where it is.', {
      type: { type: 'string', const: 'Point' },
      coordinates: {
        type: 'array',
        description: 'Longitude and latitude in degrees of WGS 84.',
        prefixItems: [degrees(180), degrees(90)],
        minItems: 2,
        maxItems: 2,
      },
    }),
    properties: referTo('schemas', properties),
  });

const degrees = (most: number): JsonSchema => ({ type: 'number', minimum: -most, maximum: most });

/** The shape of an `ErrorBody`. */
const ERROR_SCHEMA = objectSchema(
  'What is wrong with a request.',
  {
    detail: { type: 'string', description: 'What is wrong, in words.' },
    parameter: { type: 'string', description: 'The parameter whose value is not supported.' },
    supported: {
      type: 'array',
      description: 'What there is instead: the pre-rendered values, or addresses.',
      items: { type: 'string' },
    },
  },
  ['parameter', 'supported'],
);
