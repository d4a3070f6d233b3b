import type { ErrorName } from '../core/address.ts';
import { type Endpoint, parametersOf, relativeEndpointPath } from '../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { findFile } from '../core/resolve.ts';
import { formatCount } from '../util/text.ts';

/*
 * What the page and the OpenAPI document say about endpoints: their paths and errors.
 */

/** The name of the key in a record's path: its only field where records show it, else `key`. */
export const keyName = ({ keyField = '' }: CollectionGrid): string =>
  typeof keyField === 'string' && /^\w+$/.test(keyField) ? keyField : 'key';

/** An endpoint's path below the API's address, with a template for a key: `/api/countries/{alpha_2}/`. */
export const templateOf = (grid: Grid, endpoint: Endpoint): string =>
  endpoint.kind === 'record'
    ? `/${relativeEndpointPath(grid, { ...endpoint, kind: 'collection' })}{${keyName(endpoint.collection)}}/`
    : `/${relativeEndpointPath(grid, endpoint)}`;

/**
 * The address of a request as a link has it: on a plain host, the path of the file with its answer if there is one.
 * @param target a path with a query; it and the result are relative to the site's folder
 */
export const linkOf = (grid: Grid, target: string): string =>
  (grid.hostKind === 'plain' && findFile(grid, target)) || target;

/** Is a response of an endpoint one record? */
export const returnsRecord = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'record' ||
  (endpoint.kind === 'collection' && endpoint.collection.single === true);

/** What an endpoint returns, as a phrase. */
export function phraseOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return 'The addresses of the collections';
  if (returnsRecord(endpoint)) return 'One record';
  const { name, count, pagination, features = 0 } = endpoint.collection;
  if (endpoint.kind === 'features') return `${formatCount(features, 'point')} as GeoJSON`;
  const records = formatCount(count, 'record', spaced(name));
  return pagination ? `${records}, ${pagination.default} per page` : `${records} in one response`;
}

/** A collection's name as words. */
export const spaced = (name: string): string => name.replace(/[-_]/g, ' ');

/** The errors that a GET of an endpoint can get. */
export const errorsOf = (grid: Grid, endpoint: Endpoint): ErrorName[] => [
  ...parametersOf(grid, endpoint).map(({ error }) => error.error),
  ...(grid.hostKind === 'rules' ? (['parameters'] as const) : []),
  ...(endpoint.kind === 'record' ? (['key'] as const) : []),
];
