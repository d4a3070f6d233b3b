import { type Endpoint, endpointsOf } from '../../core/endpoint.ts';
import { type Described, describedCollections } from '../described.ts';
import { templateOf } from '../endpoint.ts';
import { infoOf } from './info.ts';
import { operationOf } from './operation.ts';
import { pascalCase, shareParts } from './reference.ts';
import { errorExamples, HEADER_OBJECTS, RESPONSE_NAMES } from './response.ts';
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
  const collectionOf = (endpoint: Endpoint) =>
    collections.find(
      ({ collection }) => endpoint.kind !== 'index' && collection === endpoint.collection,
    );
  const endpoints = endpointsOf(grid, '');
  const operations = endpoints.map((endpoint) => ({
    path: templateOf(endpoint),
    operation: operationOf(described, schemas, endpoint, collectionOf(endpoint)),
  }));
  const parameters = shareParts(
    'parameters',
    operations.flatMap(({ operation }) =>
      operation.parameters.map((part) => [pascalCase(part.name), part] as const),
    ),
  );
  const responses = shareParts(
    'responses',
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).map(
        ([status, part]) => [RESPONSE_NAMES[status] ?? '', part] as const,
      ),
    ),
  );
  const getOf = (operation: ReturnType<typeof operationOf>) => ({
    ...operation,
    parameters: operation.parameters.map(parameters.refer),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, part]) => [status, responses.refer(part)]),
    ),
  });
  return {
    openapi: '3.1.0',
    info: infoOf(about),
    externalDocs: { description: 'The API as a page for people', url: `${grid.base}/` },
    servers: [{ url: grid.base }],
    security: [],
    tags: about.collections.map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(
      operations.map(({ path, operation }) => [path, { get: getOf(operation) }]),
    ),
    components: {
      schemas: schemas.components,
      parameters: parameters.components,
      responses: responses.components,
      examples: errorExamples(grid, endpoints),
      headers: HEADER_OBJECTS,
    },
  };
}
