import { type Endpoint, relativePathOf } from '../core/endpoint.ts';
import type { CollectionGrid } from '../core/grid.ts';

/** What the key in an item's path is called: as its field, where records show it. */
export const keyName = ({ keyField = '' }: CollectionGrid): string =>
  /^\w+$/.test(keyField) ? keyField : 'key';

/** The same as a part of a path: `{alpha_2}`. */
export const keyTemplate = (collection: CollectionGrid): string => `{${keyName(collection)}}`;

/** An endpoint's path below the API's address, with a name for a key: `/api/countries/{alpha_2}/`. */
export function templateOf(endpoint: Endpoint): string {
  const named: Endpoint =
    endpoint.kind === 'item' ? { ...endpoint, key: keyTemplate(endpoint.collection) } : endpoint;
  return `/${relativePathOf(named)}`;
}
