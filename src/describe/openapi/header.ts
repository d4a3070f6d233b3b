import { CONSTANT_HEADERS } from '../../core/header.ts';
import type { JsonSchema } from '../../site/shape.ts';

/** A header of answers, as OpenAPI says it. */
export interface HeaderObject {
  readonly description: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

/** The headers of every answer. */
export const COMMON_HEADERS: readonly string[] = Object.keys(CONSTANT_HEADERS);

/** The header that an answer has besides where it is what was asked for. */
export const TAG_HEADER = 'ETag';

/** Each header under its name. */
export const headerObjects = (): Record<string, HeaderObject> => ({
  ...Object.fromEntries(Object.entries(CONSTANT_HEADERS).map(constantHeader)),
  [TAG_HEADER]: {
    description:
      'A name of just these bytes, to be given as `If-None-Match`; absent on some hosts.',
    schema: { type: 'string', pattern: '^(?:W/)?".*"$' },
  },
});

const ALLOW = 'Allow';

function constantHeader([name, value]: [string, string]): [string, HeaderObject] {
  const description = MEANINGS[name] ?? 'The same for every answer.';
  // Not every host lets us set it, and a server on which records can be added says so.
  if (name === ALLOW) return [name, { description, schema: { type: 'string', examples: [value] } }];
  return [name, { description, required: true, schema: { type: 'string', const: value } }];
}

const MEANINGS: Readonly<Record<string, string>> = {
  [ALLOW]: 'The methods that the path has; absent on a host that does not let it be set.',
  Vary: 'Always the same, for `Accept` is not looked at.',
  'Access-Control-Allow-Origin': 'A page of any site may read the answer.',
  'X-Content-Type-Options': 'The answer is JSON, whatever it looks like.',
  'Cache-Control': 'How long the answer may be kept.',
};
