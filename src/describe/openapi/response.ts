import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from '../../api/json-schema.ts';
import { ERRORS, type ErrorAddress, type ErrorName } from '../../core/address.ts';
import type { Grid } from '../../core/grid.ts';
import { CONSTANT_HEADERS, EXPOSING_HEADERS, HEADERS } from '../../core/header.ts';
import { errorBodies } from '../../site/error-files.ts';
import { errorSentence } from '../endpoint.ts';
import { pascalCase, referTo } from './shared-parts.ts';

/** The component name of responses of a status. */
export const responseName = (status: string): string => pascalCase(STATUS_CODES[status] ?? '');

const HEADER_TEXTS: Readonly<Record<string, string>> = {
  Allow: 'The supported methods of the path; absent on hosts that can’t set this header.',
  Vary: 'Always the same: `Accept` is ignored.',
  'Access-Control-Allow-Origin': 'Pages of any site may read the response.',
  'X-Content-Type-Options': 'The response is JSON, whatever its content looks like.',
  'Cache-Control': 'How long the response may be cached.',
  'Access-Control-Expose-Headers':
    'The headers that pages of other sites may read; only sent where code runs.',
};

const FIXED_HEADERS = { ...CONSTANT_HEADERS, ...EXPOSING_HEADERS };

/** The headers of responses, by their names. */
export const HEADER_OBJECTS = {
  ...Object.fromEntries(
    Object.entries(FIXED_HEADERS).map(([name, value]) => [name, headerObject(name, value)]),
  ),
  ETag: {
    description: 'Identifies the bytes of the body, for `If-None-Match`; absent on some hosts.',
    schema: { type: 'string', pattern: '^(?:W/)?".*"$' },
  },
  Link: {
    description:
      'The addresses of the next and the previous page, with `rel="next"` and `rel="prev"`; only sent where code runs.',
    schema: { type: 'string' },
  },
};

function headerObject(name: string, value: string) {
  const description = HEADER_TEXTS[name] ?? 'The same for every response.';
  // Some hosts can't set it, and the authoring server adds POST to it.
  if (name === 'Allow') return { description, schema: { type: 'string', examples: [value] } };
  const required = !(name in EXPOSING_HEADERS);
  return { description, required, schema: { type: 'string', const: value } };
}

const headers = Object.fromEntries(
  Object.keys(HEADER_OBJECTS).map((name) => [name, referTo('headers', name)]),
);

export const contentOf = (body: object) => ({ [HEADERS['Content-Type'] ?? '']: body });

/**
 * Every response of an endpoint to a GET, by its status.
 * @param errors those that the endpoint can return
 * @param body the description of the body, its schema, and an example if there is one
 */
export const responsesOf = (
  errors: readonly ErrorAddress[],
  { description, ...body }: { description: string; schema: JsonSchema; example: unknown },
): Record<string, object> => ({
  200: { description, headers, content: contentOf(body) },
  304: {
    description: 'The `If-None-Match` of the request contains the current `ETag`: no body is sent.',
    headers,
  },
  400: errorResponse(errors.filter(({ error }) => ERRORS[error] === 400)),
  404: errorResponse(errors.filter(({ error }) => ERRORS[error] === 404)),
});

/** The headers of error responses are described in `info`. */
const errorResponse = (errors: readonly ErrorAddress[]) => ({
  description: errorSentence(...errors.map(({ error }) => error)),
  content: contentOf({
    schema: referTo('schemas', 'Error'),
    examples: Object.fromEntries(
      errors.map((address) => [errorName(address), referTo('examples', exampleName(address))]),
    ),
  }),
});

/** The errors that no GET of a described path gets. */
const NO_GET: readonly ErrorName[] = ['method', 'path'];

/** An Example Object of each error that a GET can get, by its name. */
export function errorExamples(grid: Grid): Record<string, object> {
  const errors = [...errorBodies(grid)].filter(([{ error }]) => !NO_GET.includes(error));
  const example = ([address, value]: (typeof errors)[number]) => [
    exampleName(address),
    { summary: errorSentence(address.error), value },
  ];
  return Object.fromEntries(errors.map(example));
}

const errorName = ({ error, filter }: ErrorAddress): string =>
  filter ? `${error}-${filter}` : error;

const exampleName = (address: ErrorAddress): string =>
  address.collection ? `${address.collection}_${errorName(address)}` : errorName(address);
