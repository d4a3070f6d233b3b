import { type ErrorAddress, type ErrorName, errorAddress } from '../core/address.ts';
import { type Endpoint, parametersOf, relativeEndpointPath } from '../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { findPrintedPath } from '../core/printed-path.ts';
import { formatCount, formatNumber } from '../util/text.ts';

/*
 * What the page and the OpenAPI document say about endpoints: their paths and errors.
 */

/** The name of the key in an item's path: its field where records show it, else `key`. */
export const keyName = ({ keyField = '' }: CollectionGrid): string =>
  /^\w+$/.test(keyField) ? keyField : 'key';

/** An endpoint's path below the API's address, with a template for a key: `/api/countries/{alpha_2}/`. */
export const templateOf = (grid: Grid, endpoint: Endpoint): string =>
  endpoint.kind === 'item'
    ? `/${relativeEndpointPath(grid, { ...endpoint, kind: 'collection' })}{${keyName(endpoint.collection)}}/`
    : `/${relativeEndpointPath(grid, endpoint)}`;

/**
 * The absolute address of a request: on a host of plain files, that of the file with its answer.
 * @param target a path with a query, relative to the site's folder
 */
export const hrefFor = (grid: Grid, target: string): string =>
  `${grid.base}/${(grid.layout === 'paths' && findPrintedPath(grid, target)) || target}`;

/** What an endpoint returns, as a phrase. */
export function phraseOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return 'the addresses of the collections';
  if (endpoint.kind === 'item') return 'one record';
  const { name, count, pagination, features = 0 } = endpoint.collection;
  if (endpoint.kind === 'features') return `${formatCount(features, 'point')} as GeoJSON`;
  const records = `${formatNumber(count)} ${spaced(name)}`;
  return pagination ? `${records}, ${pagination.default} per page` : `${records} in one list`;
}

/** A collection's name as words. */
export const spaced = (name: string): string => name.replace(/[-_]/g, ' ');

/** The errors that a GET of an endpoint can get. */
export const errorsOf = (grid: Grid, endpoint: Endpoint): ErrorAddress[] => [
  ...parametersOf(grid, endpoint).map(({ error }) => error),
  // A combination of filters and other parameters.
  ...(endpoint.kind === 'collection' && endpoint.collection.filters
    ? [errorAddress('filter', endpoint.collection.name)]
    : []),
  errorAddress('repeated'),
  ...(endpoint.kind === 'item' ? [errorAddress('key', endpoint.collection.name)] : []),
];

const ERROR_TEXTS = {
  path: 'nothing is at this path',
  key: 'no record has this key',
  format: 'the value of `format` is not supported',
  filter: 'the value of a filter, or its combination with other parameters, is not supported',
  ordering: 'the value of `ordering` is not supported',
  limit: 'the value of `limit` is not supported',
  offset: 'the value of `offset` is not supported',
  page_size: 'the value of `page_size` is not supported',
  page: 'no page has this number',
  repeated: 'a parameter is given more than once',
  method: 'the method is not supported; the header `Allow` lists the supported methods',
} satisfies Record<ErrorName, string>;

/** What errors mean, as a sentence. */
export function errorSentence(...errors: readonly ErrorName[]): string {
  const text = [...new Set(errors.map((error) => ERROR_TEXTS[error]))].join(', or ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
