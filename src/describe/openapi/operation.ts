import { type Endpoint, parametersOf, type Values } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import type { ApiMetadata } from '../../site/api-metadata.ts';
import { keyName } from '../template.ts';
import { type Examples, exampleBody, exampleValue } from './example.ts';
import { keyParameter, type ParameterObject, queryParameters } from './parameter.ts';
import { type ResponseObject, responsesOf } from './response.ts';
import type { Schemas } from './schema.ts';

/** What a path has: its GET, as OpenAPI says it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly ParameterObject[];
  /** By their status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** What an API is, and some of its data. */
export interface Described {
  readonly about: ApiMetadata;
  readonly grid: Grid;
  readonly examples: Examples;
}

/** The GET of an endpoint. */
export function operationOf(described: Described, schemas: Schemas, endpoint: Endpoint): Operation {
  const { grid, examples } = described;
  const given = parametersOf(grid, endpoint).map((one) => [one.name, exampleValue(endpoint, one)]);
  const values: Values = Object.fromEntries(given);
  const body = exampleBody(grid, endpoint, values, examples);
  return {
    ...wordsOf(described, endpoint),
    parameters: [...keyParameters(described, endpoint), ...queryParameters(grid, endpoint)],
    responses: responsesOf(grid, endpoint, schemas.of(endpoint), body),
  };
}

function keyParameters({ about, examples }: Described, endpoint: Endpoint): ParameterObject[] {
  if (endpoint.kind !== 'item') return [];
  const { collection } = endpoint;
  const { record = {} } = about.collections.find(({ name }) => name === collection.name) ?? {};
  return [keyParameter(collection, record, examples[collection.name]?.records[0])];
}

type Words = Pick<Operation, 'operationId' | 'summary' | 'description' | 'tags'>;

/** What an operation is called: its identifier as drf-spectacular makes it. */
function wordsOf({ about }: Described, endpoint: Endpoint): Words {
  if (endpoint.kind === 'index') {
    return { operationId: 'index', summary: 'The addresses of what the API has' };
  }
  const { name } = endpoint.collection;
  const { title = name, description = '' } =
    about.collections.find((one) => one.name === name) ?? {};
  const operationId = `${name}_${VERBS[endpoint.kind]}`;
  const tags = [name];
  switch (endpoint.kind) {
    case 'collection':
      return { operationId, summary: title, ...(description && { description }), tags };
    case 'item':
      return {
        operationId,
        summary: `One of ${name}, by its ${keyName(endpoint.collection)}`,
        tags,
      };
    case 'features':
      return { operationId, summary: `${title} as GeoJSON`, tags };
  }
}

const VERBS = {
  collection: 'list',
  item: 'retrieve',
  features: 'geojson',
} satisfies Record<Exclude<Endpoint['kind'], 'index'>, string>;
