import type { JsonSchema } from '../../api/json-schema.ts';
import { endpointName, namedEndpoints } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import type { CollectionMetadata } from '../../site/api-metadata.ts';
import type { DescribedCollection } from '../described.ts';
import { pascalCase, referTo, uniqueName } from './shared-parts.ts';

type Components = Record<string, JsonSchema>;

/**
 * The schemas of an API: `components` by their names in the document, and `bodies`, which has those of
 * each collection's endpoints by their kinds.
 */
export function schemasOf(grid: Grid, collections: readonly DescribedCollection[]) {
  const taken = new Set(['Index', 'Error']);
  // Records are named first, so that they get the names that their definition gives them.
  const records = collections.map(({ metadata }) => uniqueName(taken, recordName(metadata)));
  const components: Components = { Index: indexSchema(grid) };
  const bodies = collections.map(({ metadata, collection }, index) => {
    const { name, properties } = metadata;
    const component = records[index] ?? '';
    const add = (wanted: string, schema: JsonSchema) => {
      const own = uniqueName(taken, wanted);
      components[own] = schema;
      return reference(own);
    };
    Object.assign(components, componentsOf(metadata.record, component, taken));
    const record: JsonSchema = reference(component);
    const { listed } = metadata;
    const item = listed
      ? add(`Listed${component}`, listedSchema(components[component] as JsonSchema, listed))
      : record;
    const list = collection.single ? record : { type: 'array', items: item };
    const bodies: Components = { record, collection: list };
    if (collection.pagination)
      bodies.collection = add(`Paginated${component}List`, pageSchema(name, item));
    if (properties && collection.features !== undefined) {
      const inner = uniqueName(taken, `${component}Properties`);
      Object.assign(components, componentsOf(properties, inner, taken));
      const feature = add(`${component}Feature`, featureSchema(name, reference(inner)));
      bodies.features = add(`${component}FeatureCollection`, featuresSchema(name, feature));
    }
    return bodies;
  });
  return { components: { ...components, Error: ERROR_SCHEMA }, bodies };
}

/** The schema of a record in listings. */
const listedSchema = (
  { title: _, properties, required, ...rest }: JsonSchema,
  listed: readonly string[],
): JsonSchema => ({
  ...rest,
  description: 'A record as listings have it. The address of the record has all fields.',
  properties: Object.fromEntries(
    Object.entries(Object(properties)).filter(([field]) => listed.includes(field)),
  ),
  required: [required ?? []].flat().filter((field) => listed.includes(String(field))),
});

/** The name of a record's schema: its title, or else its collection's name. */
const recordName = ({ name, record: { title } }: CollectionMetadata): string =>
  (typeof title === 'string' && pascalCase(title)) || pascalCase(name);

const reference = (name: string) => referTo('schemas', name);

/**
 * A schema and its `$defs` as components of the document.
 * @param name the name of the schema itself
 * @param taken the names of other schemas; those of the `$defs` are added
 */
function componentsOf(schema: JsonSchema, name: string, taken: Set<string>): Components {
  const components: Components = {};
  const targets = new Map<string, string>();
  const add = (target: string, own: string, part: JsonSchema) => {
    const { $defs: _, $schema: __, id: ___, ...component } = part;
    targets.set(target, reference(own).$ref);
    components[own] = component;
  };
  add('#', name, schema);
  for (const [part, definition] of Object.entries<JsonSchema>(Object(schema.$defs)))
    add(`#/$defs/${part}`, uniqueName(taken, pascalCase(part) || name), definition);
  return JSON.parse(JSON.stringify(components), (key, value) =>
    key === '$ref' ? (targets.get(value) ?? value) : value,
  );
}

/** An object that has these fields and no others. */
const objectSchema = (description: string, properties: Readonly<Components>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const listSchema = (description: string, items: JsonSchema): JsonSchema => ({
  type: 'array',
  description,
  items,
});

const urlSchema = (type: unknown, description: string) => ({ type, format: 'uri', description });

function indexSchema(grid: Grid): JsonSchema {
  const names = namedEndpoints(grid).map(endpointName);
  const addresses = names.map((name) => [name, urlSchema('string', `The address of ${name}.`)]);
  return objectSchema('The addresses of the collections.', Object.fromEntries(addresses));
}

const LINK = ['string', 'null'];

const pageSchema = (collection: string, record: JsonSchema): JsonSchema =>
  objectSchema(`A page of ${collection}.`, {
    count: { type: 'integer', minimum: 0, description: 'The number of records on all pages.' },
    next: urlSchema(LINK, 'The address of the next page; null on the last page.'),
    previous: urlSchema(LINK, 'The address of the previous page; null on the first page.'),
    results: listSchema('The records of this page.', record),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.3 */
const featuresSchema = (collection: string, feature: JsonSchema): JsonSchema =>
  objectSchema(`The ${collection} with a known location, as a GeoJSON FeatureCollection.`, {
    type: { type: 'string', const: 'FeatureCollection' },
    features: listSchema('The points, in the default order of the collection.', feature),
  });

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.2 */
const featureSchema = (collection: string, properties: JsonSchema): JsonSchema =>
  objectSchema(`A record of ${collection} as a GeoJSON point.`, {
    type: { type: 'string', const: 'Feature' },
    id: { type: ['string', 'number'], description: 'The key of the record.' },
    geometry: objectSchema('The location.', {
      type: { type: 'string', const: 'Point' },
      coordinates: {
        type: 'array',
        description: 'Longitude and latitude in degrees (WGS 84).',
        prefixItems: [degrees(180), degrees(90)],
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
      },
    }),
    properties,
  });

const degrees = (maximum: number) => ({ type: 'number', minimum: -maximum, maximum });

/** The schema of an `ErrorBody`. */
const ERROR_SCHEMA: JsonSchema = {
  ...objectSchema('What is wrong with a request.', {
    detail: { type: 'string', description: 'What is wrong, in words.' },
    parameter: { type: 'string', description: 'The parameter whose value is not supported.' },
    supported: listSchema('The supported values, or the addresses of the collections.', {
      type: 'string',
    }),
  }),
  required: ['detail'],
};
