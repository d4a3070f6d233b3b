import type { Endpoint } from '../../core/endpoint.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { type Described, type DescribedCollection, describedCollections } from '../described.ts';
import { describedParameters, errorsOf, keyName, templateOf } from '../endpoint.ts';
import { exampleBody } from '../examples.ts';
import { infoOf } from './info.ts';
import { keyParameter, queryParameter } from './parameter.ts';
import { pascalCase, referTo, shareParts } from './reference.ts';
import { errorExamples, HEADER_OBJECTS, responseName, responsesOf } from './response.ts';
import { schemasOf } from './schema.ts';

/** An OpenAPI 3.1 document: https://spec.openapis.org/oas/v3.1.0 */
export type OpenApi = ReturnType<typeof openApiOf>;

/**
 * Describes an API as an OpenAPI document.
 * @throws Error where the metadata lacks a collection
 */
export function openApiOf(described: Described) {
  const { about, grid } = described;
  const collections = describedCollections(described);
  const schemas = schemasOf(grid, collections);
  const operations = [
    operationOf(described, { kind: 'index' }, referTo('schemas', 'Index')),
    ...collections.flatMap((collection, index) =>
      collection.endpoints.map((endpoint) => {
        const schema = schemas.bodies[index]?.[endpoint.kind] ?? {};
        return operationOf(described, endpoint, schema, collection);
      }),
    ),
  ];
  const parameters = shareParts(
    'parameters',
    operations.map((one) => one.parameters),
    pascalCase,
  );
  const responses = shareParts(
    'responses',
    operations.map((one) => one.responses),
    responseName,
  );
  const paths = operations.map((one) => {
    const get = {
      ...one.texts,
      parameters: parameters.refer(one.parameters).map(([, part]) => part),
      responses: Object.fromEntries(responses.refer(one.responses)),
    };
    return [one.path, { get }] as const;
  });
  return {
    openapi: '3.1.0',
    info: infoOf(about),
    externalDocs: { description: 'The API as a page for people', url: `${grid.base}/` },
    servers: [{ url: grid.base }],
    security: [],
    tags: about.collections.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.components,
      parameters: parameters.components,
      responses: responses.components,
      examples: errorExamples(grid),
      headers: HEADER_OBJECTS,
    },
  };
}

/**
 * The GET of an endpoint, with its parameters and responses in full.
 * @param schema the schema of its body
 * @param of the endpoint's collection; absent for the index
 */
function operationOf(
  described: Described,
  endpoint: Endpoint,
  schema: JsonSchema,
  of?: DescribedCollection,
) {
  const { grid } = described;
  const query = describedParameters(grid, endpoint);
  const values = Object.fromEntries(query.map(({ name, example }) => [name, example]));
  const example = exampleBody(described, endpoint, values);
  const texts = textsOf(endpoint, of);
  const description = `${texts.summary}.`;
  const parameters = [
    ...(of && endpoint.kind === 'item' ? [keyParameter(of)] : []),
    ...query.flatMap((parameter) => queryParameter(parameter) ?? []),
  ];
  return {
    path: templateOf(endpoint),
    texts,
    parameters: parameters.map((part) => [part.name, part] as const),
    responses: Object.entries(
      responsesOf(errorsOf(grid, endpoint), { description, schema, example }),
    ),
  };
}

/** What an operation is called. The identifiers are those that drf-spectacular would give. */
function textsOf({ kind }: Endpoint, of?: DescribedCollection) {
  if (!of || kind === 'index') return { operationId: 'index', summary: 'API index' };
  const { name, title, description } = of.about;
  const [verb, summary] = {
    collection: ['list', title],
    item: ['retrieve', `A record of ${name} by its ${keyName(of.collection)}`],
    features: ['geojson', `${title} as GeoJSON`],
  }[kind];
  const hasDescription = kind === 'collection' && description !== '';
  return {
    operationId: `${name}_${verb}`,
    summary,
    ...(hasDescription && { description }),
    tags: [name],
  };
}
