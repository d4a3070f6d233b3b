import { endpointsOf } from '../core/endpoint.ts';
import type { JsonSchema } from '../site/shape.ts';
import { pascalOf } from './openapi/embed.ts';
import { type HeaderObject, headerObjects } from './openapi/header.ts';
import { type Info, infoOf } from './openapi/info.ts';
import { type Described, type Operation, operationOf } from './openapi/operation.ts';
import type { ParameterObject } from './openapi/parameter.ts';
import { type Reference, type Shared, shared } from './openapi/reference.ts';
import {
  type Example,
  errorExamples,
  RESPONSE_NAMES,
  type ResponseObject,
} from './openapi/response.ts';
import { schemasOf } from './openapi/schema.ts';
import { templateOf } from './template.ts';

/**
 * A description of an API for programs.
 * https://spec.openapis.org/oas/v3.1.0
 */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: Info;
  readonly externalDocs: { readonly description: string; readonly url: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly [];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By the path below the server's address. */
  readonly paths: Readonly<Record<string, { readonly get: SharingOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
  };
}

/** An operation that refers to what it shares with others. */
interface SharingOperation extends Omit<Operation, 'parameters' | 'responses'> {
  readonly parameters: readonly (ParameterObject | Reference)[];
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/**
 * Describes an API as OpenAPI 3.1.
 * @param described what it is, and real data for the examples
 * @throws where the two don't have the same collections
 */
export function openApiOf(described: Described): OpenApi {
  const { about, grid } = described;
  const schemas = schemasOf(about, grid);
  const endpoints = endpointsOf(grid, '');
  const operations = endpoints.map(
    (endpoint) => [templateOf(endpoint), operationOf(described, schemas, endpoint)] as const,
  );
  const parameters = sharedParameters(operations.map(([, { parameters }]) => parameters));
  const responses = sharedResponses(operations.map(([, { responses }]) => responses));
  const paths = operations.map(([template, operation]) => [
    template,
    {
      get: {
        ...operation,
        parameters: operation.parameters.map(parameters.of),
        responses: mapped(operation.responses, responses.of),
      },
    },
  ]);
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
      examples: errorExamples(grid, endpoints),
      headers: headerObjects(),
    },
  };
}

function sharedParameters(lists: readonly Operation['parameters'][]): Shared<ParameterObject> {
  const uses = lists.flat().map((part) => ({ name: pascalOf(part.name), part }));
  return shared('parameters', uses);
}

function sharedResponses(tables: readonly Operation['responses'][]): Shared<ResponseObject> {
  const uses = tables.flatMap(Object.entries<ResponseObject>);
  return shared(
    'responses',
    uses.map(([status, part]) => ({ name: RESPONSE_NAMES[status] ?? 'Found', part })),
  );
}

const mapped = <From, To>(table: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
