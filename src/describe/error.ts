import { type ErrorAddress, type ErrorName, errorAddress } from '../core/address.ts';
import { type Endpoint, parametersOf } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';

/** What each error means: the page and the OpenAPI document use the same words. */
export const ERROR_TEXTS = {
  path: 'nothing is at this path',
  key: 'no record has this key',
  format: 'the value of `format` is not supported',
  ordering: 'the value of `ordering` is not supported',
  limit: 'the value of `limit` is not supported',
  offset: 'the value of `offset` is not supported',
  repeated: 'a parameter is given more than once',
  method: 'the method is not supported; the header `Allow` lists the supported methods',
} satisfies Record<ErrorName, string>;

/** A text as a sentence. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The errors that a GET of an endpoint can get. */
export const errorsOf = (grid: Grid, endpoint: Endpoint): ErrorAddress[] => [
  ...parametersOf(grid, endpoint).map(({ error }) => error),
  errorAddress('repeated'),
  // A segment that can't be a key makes a path that no endpoint has.
  ...(endpoint.kind === 'item'
    ? [errorAddress('key', endpoint.collection.name), errorAddress('path')]
    : []),
];
