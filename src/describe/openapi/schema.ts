import { type Endpoint, namedEndpoints, nameOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import type { AboutCollection } from '../../site/api-metadata.ts';
import type { JsonSchema } from '../../site/shape.ts';
import type { DescribedCollection } from '../described.ts';
import { keySchema } from './parameter.ts';
import { pascalCase, type Reference, referTo, uniqueName } from './reference.ts';

type Components = Record<string, JsonSchema>;
type Body = JsonSchema | Reference;

/** The schemas of a document. */
export interface Schemas {
  /** By their names in the document. */
  readonly components: Components;
  /** The schema of an endpoint's body. */
  of(endpoint: Endpoint): Body;
}

/** The schemas of every body of an API. */
export function schemasOf(grid: Grid, collections: readonly DescribedCollection[]): Schemas {
  const taken = new Set(['Index', 'Error']);
  // Records are named first, so that they get the names that their definition gives them.
  const records = collections.map(({ about }) => uniqueName(taken, recordName(about)));
  const components: Components = { Index: indexSchema(grid) };
  const bodies = new Map<string, Partial<Record<Endpoint['kind'], Body>>>();
  for (const [index, described] of collections.entries()) {
    const made = collectionSchemas(described, records[index] ?? '', taken);
    Object.assign(components, made.components);
    bodies.set(described.collection.name, made.bodies);
  }
  components.Error = ERROR_SCHEMA;
  const of = (endpoint: Endpoint): Body =>
    endpoint.kind === 'index'
      ? referTo('schemas', 'Index')
      : (bodies.get(endpoint.collection.name)?.[endpoint.kind] ?? {});
  return { components, of };
}

/** The name of a record's schema: its title, or else its collection's name. */
const recordName = ({ name, record: { title } }: AboutCollection): string =>
  (typeof title === 'string' && pascalCase(title)) || pascalCase(name);

/**
 * The schemas of one collection: its components, and its bodies by the kinds of its endpoints.
 * @param record the name of the record's schema
 * @param taken the names of other schemas; those of this collection are added
 */
function collectionSchemas(
  { about, collection }: DescribedCollection,
  record: string,
  taken: Set<string>,
) {
  const { name, properties } = about;
  const components = componentsOf(about.record, record, taken);
  const item = referTo('schemas', record);
  const bodies: Partial<Record<Endpoint['kind'], Body>> = {
    item,
    collection: { type: 'array', items: item },
  };
  if (collection.pagination) {
    const page = uniqueName(taken, `Paginated${record}List`);
    components[page] = pageSchema(name, record);
    bodies.collection = referTo('schemas', page);
  }
  if (properties) {
    const inner = uniqueName(taken, `${record}Properties`);
    const feature = uniqueName(taken, `${record}Feature`);
    const features = uniqueName(taken, `${record}FeatureCollection`);
    Object.assign(components, componentsOf(properties, inner, taken), {
      [feature]: featureSchema(name, inner, keySchema(collection, about.record)),
      [features]: featuresSchema(name, feature),
    });
    bodies.features = referTo('schemas', features);
  }
  return { components, bodies };
}

/**
 * A schema with its `$defs` as components of the document.
 * @param name the name of the schema itself
 * @param taken the names of other schemas; those of the `$defs` are added
 */
function componentsOf(
  { $defs, ...schema }: JsonSchema,
  name: string,
  taken: Set<string>,
): Components {
  const parts: [string, JsonSchema][] = [[name, schema]];
  const references = new Map([['#', referTo('schemas', name).$ref]]);
  for (const [part, definition] of Object.entries<JsonSchema>(Object($defs))) {
    const own = uniqueName(taken, pascalCase(part) || name);
    references.set(`#/$defs/${part}`, referTo('schemas', own).$ref);
    parts.push([own, definition]);
  }
  const moveReferences = (key: string, value: unknown) =>
    key === '$ref' ? (references.get(String(value)) ?? value) : value;
  return Object.fromEntries(
    parts.map(([own, { $schema: _, id: __, ...part }]) => [
      own,
      JSON.parse(JSON.stringify(part), moveReferences),
    ]),
  );
}

/** An object that has no fields but these; all but the optional ones are required. */
const objectSchema = (
  description: string,
  properties: Readonly<Record<string, Body>>,
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

const urlSchema = (type: string | string[], description: string): JsonSchema => ({
  type,
  format: 'uri',
  description,
});

const indexSchema = (grid: Grid): JsonSchema =>
  objectSchema(
    'The addresses of the collections.',
    Object.fromEntries(
      namedEndpoints(grid)
        .map(nameOf)
        .map((name) => [name, urlSchema('string', `The address of ${name}.`)]),
    ),
  );

const pageSchema = (collection: string, record: string): JsonSchema =>
  objectSchema(`A page of ${collection}.`, {
    count: { type: 'integer', minimum: 0, description: 'The number of records on all pages.' },
    next: urlSchema(['string', 'null'], 'The address of the next page; null on the last page.'),
    previous: urlSchema(
      ['string', 'null'],
      'The address of the previous page; null on the first page.',
    ),
    results: listSchema('The records of this page.', record),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.3 */
const featuresSchema = (collection: string, feature: string): JsonSchema =>
  objectSchema(`The ${collection} with a known location, as a GeoJSON FeatureCollection.`, {
    type: { type: 'string', const: 'FeatureCollection' },
    features: listSchema('The points, in the default order of the collection.', feature),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.2 */
const featureSchema = (collection: string, properties: string, key: JsonSchema): JsonSchema =>
  objectSchema(`A record of ${collection} as a GeoJSON point.`, {
    type: { type: 'string', const: 'Feature' },
    id: { ...key, description: 'The key of the record.' },
    geometry: objectSchema('The location.', {
      type: { type: 'string', const: 'Point' },
      coordinates: {
        type: 'array',
        description: 'Longitude and latitude in degrees (WGS 84).',
        prefixItems: [
          { type: 'number', minimum: -180, maximum: 180 },
          { type: 'number', minimum: -90, maximum: 90 },
        ],
        minItems: 2,
        maxItems: 2,
      },
    }),
    properties: referTo('schemas', properties),
  });

/** The schema of an `ErrorBody`. */
const ERROR_SCHEMA = objectSchema(
  'What is wrong with a request.',
  {
    detail: { type: 'string', description: 'What is wrong, in words.' },
    parameter: { type: 'string', description: 'The parameter whose value is not supported.' },
    supported: {
      type: 'array',
      description: 'The supported values, or the addresses of the collections.',
      items: { type: 'string' },
    },
  },
  ['parameter', 'supported'],
);
