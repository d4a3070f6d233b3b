import { type Endpoint, relativePathOf } from '../core/endpoint.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { formatCount, formatNumber } from '../util/text.ts';

/** The name of the key in an item's path: its field where records show it, else `key`. */
export const keyName = ({ keyField = '' }: CollectionGrid): string =>
  /^\w+$/.test(keyField) ? keyField : 'key';

/** An endpoint's path below the API's address, with a template for a key: `/api/countries/{alpha_2}/`. */
export const templateOf = (endpoint: Endpoint): string =>
  `/${relativePathOf(
    endpoint.kind === 'item' ? { ...endpoint, key: `{${keyName(endpoint.collection)}}` } : endpoint,
  )}`;

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
export const spaced = (name: string): string => name.replaceAll('_', ' ');
