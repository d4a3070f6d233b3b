import { ERRORS, type ErrorAddress, type ErrorName, errorAddress } from '../../core/address.ts';
import { addressFor, type Endpoint, parametersOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { headersOf } from '../../core/header.ts';
import { errorBodies } from '../../site/error-files.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { COMMON_HEADERS, TAG_HEADER } from './header.ts';
import { type Reference, referTo } from './reference.ts';
import { ERROR_REFERENCE } from './schema.ts';

/** An answer, as OpenAPI says it. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  /** By its media type; absent where there is no body. */
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: JsonSchema | Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference>>;
}

/** A body, and what it says. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** What an answer of a status is called where several operations share it. */
export const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  200: 'Found',
  304: 'NotModified',
  400: 'BadRequest',
  404: 'NotFound',
};

/**
 * Every answer of an endpoint to a GET, by its status.
 * @param schema the shape of what the endpoint has
 * @param example undefined: nothing is there to be shown
 */
export const responsesOf = (
  grid: Grid,
  endpoint: Endpoint,
  schema: JsonSchema | Reference,
  example: unknown,
): Record<string, ResponseObject> => ({
  200: {
    description: FOUND[endpoint.kind],
    headers: referToHeaders([...COMMON_HEADERS, TAG_HEADER]),
    content: {
      [contentType(endpoint)]: { schema, ...(example !== undefined && { example }) },
    },
  },
  304: {
    description: 'The request’s `If-None-Match` holds the `ETag` of the answer, which is not sent.',
    headers: referToHeaders([...COMMON_HEADERS, TAG_HEADER]),
  },
  ...errorResponses(grid, endpoint),
});

const FOUND = {
  index: 'The addresses of what the API has.',
  collection: 'The records.',
  item: 'The record.',
  features: 'The records whose place is known, as points.',
} satisfies Record<Endpoint['kind'], string>;

const referToHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, referTo('headers', name)]));

const contentType = (endpoint: Endpoint): string =>
  headersOf(addressFor(endpoint, {}))['Content-Type'] ?? '';

/** Examples of all errors that endpoints answer with, each under a name of its own. */
export function errorExamples(grid: Grid, endpoints: readonly Endpoint[]): Record<string, Example> {
  const used = new Set(endpoints.flatMap((one) => errorsOf(grid, one)).map(exampleName));
  const bodies = [...errorBodies(grid)].filter(([address]) => used.has(exampleName(address)));
  return Object.fromEntries(
    bodies.map(([address, value]) => [
      exampleName(address),
      { summary: sentence(WRONG[address.error]), value },
    ]),
  );
}

const exampleName = ({ error, collection }: ErrorAddress): string =>
  collection ? `${collection}_${error}` : error;

/** The errors of an endpoint by their status. What headers they have is said in `info`. */
function errorResponses(grid: Grid, endpoint: Endpoint): Record<string, ResponseObject> {
  const errors = errorsOf(grid, endpoint);
  const statuses = new Set(errors.map(({ error }) => ERRORS[error]));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      errorResponse(errors.filter(({ error }) => ERRORS[error] === status)),
    ]),
  );
}

/** What can be wrong with a GET of an endpoint. */
function errorsOf(grid: Grid, endpoint: Endpoint): ErrorAddress[] {
  const errors = parametersOf(grid, endpoint).map(({ error }) => error);
  const { kind } = endpoint;
  // What can be no key at all makes a path that no endpoint has.
  const missing = kind === 'item' ? [errorAddress('key', endpoint.collection.name), PATH] : [];
  return [...errors, errorAddress('repeated'), ...missing];
}

const PATH = errorAddress('path');

const errorResponse = (errors: readonly ErrorAddress[]): ResponseObject => ({
  description: sentence(errors.map(({ error }) => WRONG[error]).join(', or ')),
  content: {
    [contentType({ kind: 'index' })]: {
      schema: ERROR_REFERENCE,
      examples: Object.fromEntries(
        errors.map((one) => [one.error, referTo('examples', exampleName(one))]),
      ),
    },
  },
});

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** What each error says. */
const WRONG = {
  path: 'nothing is at this path',
  key: 'no record has this key',
  format: 'the value of `format` is not supported',
  ordering: 'the value of `ordering` is not supported',
  limit: 'the value of `limit` is not supported',
  offset: 'the value of `offset` is not supported',
  repeated: 'a parameter is given more than once',
  method: 'the path has no such method',
} satisfies Record<ErrorName, string>;
