import type { JsonSchema } from '../../api/json-schema.ts';
import { ERRORS, type ErrorName } from '../../core/address.ts';
import { CONSTANT_HEADERS, HEADERS } from '../../core/header.ts';
import { errorText } from '../../site/error-files.ts';
import { referTo } from './shared-parts.ts';

const HEADER_TEXTS: Readonly<Record<string, string>> = {
  Vary: '`Accept`, which is ignored; a server that compresses adds `Accept-Encoding`.',
  Allow: 'The supported methods of the path; absent on hosts that can’t set this header.',
  'Access-Control-Allow-Origin': 'Pages of any site may read the response.',
  'X-Content-Type-Options': 'The response is JSON, whatever its content looks like.',
  'Cache-Control': 'How long the response may be cached.',
  'Access-Control-Expose-Headers':
    'The headers that pages of other sites may read; only sent where code runs.',
  ETag: 'Identifies the bytes of the body, for `If-None-Match`; absent on some hosts, and in errors.',
  Link: 'The addresses of the next and the previous page, with `rel="next"` and `rel="prev"`; only sent where code runs.',
};

/** What the schemas of headers say in addition. Some hosts can't set `Allow`, and `dev` adds POST to it. */
const HEADER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    Object.entries(CONSTANT_HEADERS).map(([name, value]) => [name, { const: value }]),
  ),
  Vary: { pattern: '^(?:Accept-Encoding, ?)?Accept(?:, ?Accept-Encoding)?$' },
  Allow: {},
};

/** The headers of responses as Header Objects, by their names. */
export const HEADER_OBJECTS = Object.fromEntries(
  Object.entries(HEADER_TEXTS).map(([name, description]) => {
    const schema: JsonSchema = { type: 'string', ...HEADER_SCHEMAS[name] };
    return [name, { description, required: Object.keys(schema).length > 1, schema }];
  }),
);

const headers = Object.fromEntries(
  Object.keys(HEADER_TEXTS).map((name) => [name, referTo('headers', name)]),
);

const { ETag: _, Link: __, ...errorHeaders } = headers;

const contentOf = (body: object) => ({ [HEADERS['Content-Type'] ?? '']: body });

interface ResponseBody {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/**
 * Every response of an endpoint to a GET, by its status.
 * @param errors those that the endpoint can return
 * @param body the description of the body, its schema, and an example if there is one
 */
export const responsesOf = (
  errors: readonly ErrorName[],
  { description, ...body }: ResponseBody,
): Record<string, object> => ({
  200: { description, headers, content: contentOf(body) },
  304: {
    description: 'The `If-None-Match` of the request contains the current `ETag`: no body is sent.',
    headers,
  },
  400: errorResponse(errors.filter((error) => ERRORS[error] === 400)),
  404: errorResponse(errors.filter((error) => ERRORS[error] === 404)),
});

/** The responses of a host that only sends files. */
export const plainResponses = ({ description, ...body }: ResponseBody): Record<string, object> => ({
  200: { description, content: contentOf(body) },
  404: { description: 'There is no such file. The host sends a page for people.' },
});

const errorResponse = (errors: readonly ErrorName[]) => ({
  description: [...new Set(errors)].map((error) => errorText(error)).join(' '),
  headers: errorHeaders,
  content: contentOf({ schema: referTo('schemas', 'Error') }),
});
