import { ERRORS, type ErrorAddress } from '../../core/address.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { CONSTANT_HEADERS, HEADERS } from '../../core/header.ts';
import { errorBodies } from '../../site/error.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { ERROR_TEXTS, errorsOf, sentence } from '../error.ts';
import { type Reference, referTo } from './reference.ts';

/** The names of responses that operations share, by their status. */
export const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  200: 'Found',
  304: 'NotModified',
  400: 'BadRequest',
  404: 'NotFound',
};

const DESCRIPTIONS = {
  index: 'The addresses of the collections.',
  collection: 'The records.',
  item: 'The record.',
  features: 'The records with a known location, as points.',
} satisfies Record<Endpoint['kind'], string>;

const HEADER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Allow:
    'The methods that the path supports; absent on hosts that do not allow this header to be set.',
  Vary: 'Always the same: `Accept` is ignored.',
  'Access-Control-Allow-Origin': 'Pages of any site may read the response.',
  'X-Content-Type-Options': 'The response is JSON, whatever its content looks like.',
  'Cache-Control': 'How long the response may be cached.',
};

/** The headers of responses, by their names. */
export const HEADER_OBJECTS = {
  ...Object.fromEntries(
    Object.entries(CONSTANT_HEADERS).map(([name, value]) => [name, headerObject(name, value)]),
  ),
  ETag: {
    description: 'Identifies the bytes of the body, for `If-None-Match`; absent on some hosts.',
    schema: { type: 'string', pattern: '^(?:W/)?".*"$' },
  },
};

function headerObject(name: string, value: string) {
  const description = HEADER_DESCRIPTIONS[name] ?? 'The same for every response.';
  // Some hosts don't let a site set it, and the authoring server lists POST in it.
  if (name === 'Allow') return { description, schema: { type: 'string', examples: [value] } };
  return { description, required: true, schema: { type: 'string', const: value } };
}

const headers = Object.fromEntries(
  Object.keys(HEADER_OBJECTS).map((name) => [name, referTo('headers', name)]),
);

const contentOf = (body: Readonly<Record<string, unknown>>) => ({
  [HEADERS['Content-Type'] ?? '']: body,
});

/**
 * Every response of an endpoint to a GET, by its status.
 * @param schema the schema of the endpoint's body
 * @param example undefined: there is no record to show
 */
export function responsesOf(
  grid: Grid,
  endpoint: Endpoint,
  schema: JsonSchema | Reference,
  example: unknown,
): Record<string, object> {
  const errors = errorsOf(grid, endpoint);
  const withStatus = (status: number) => errors.filter(({ error }) => ERRORS[error] === status);
  const statuses = new Set(errors.map(({ error }) => ERRORS[error]));
  return {
    200: {
      description: DESCRIPTIONS[endpoint.kind],
      headers,
      content: contentOf({ schema, ...(example !== undefined && { example }) }),
    },
    304: {
      description:
        'The `If-None-Match` of the request contains the current `ETag`: no body is sent.',
      headers,
    },
    ...Object.fromEntries(
      [...statuses].map((status) => [status, errorResponse(withStatus(status))]),
    ),
  };
}

/** The headers of error responses are described in `info`. */
const errorResponse = (errors: readonly ErrorAddress[]) => ({
  description: sentence(errors.map(({ error }) => ERROR_TEXTS[error]).join(', or ')),
  content: contentOf({
    schema: referTo('schemas', 'Error'),
    examples: Object.fromEntries(
      errors.map((address) => [address.error, referTo('examples', exampleName(address))]),
    ),
  }),
});

/** An example of each error that an endpoint can return, by its name. */
export function errorExamples(
  grid: Grid,
  endpoints: readonly Endpoint[],
): Record<string, { readonly summary: string; readonly value: unknown }> {
  const used = new Set(endpoints.flatMap((endpoint) => errorsOf(grid, endpoint)).map(exampleName));
  const examples = [...errorBodies(grid)].map(([address, value]) => {
    const summary = sentence(ERROR_TEXTS[address.error]);
    return [exampleName(address), { summary, value }] as const;
  });
  return Object.fromEntries(examples.filter(([name]) => used.has(name)));
}

const exampleName = ({ error, collection }: ErrorAddress): string =>
  collection ? `${collection}_${error}` : error;
