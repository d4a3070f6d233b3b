import type { FormatLink } from '../content/check/lookup.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { itemHref } from '../core/path.ts';
import { keyFileNames } from './site-files.ts';

/**
 * Returns the function that makes the addresses of records in records.
 * @param site what is known of the grid before the records are
 */
export function linksOn(site: Omit<Grid, 'collections'>): FormatLink {
  const collections = new Map<string, CollectionGrid>();
  return (name, key, keys) => {
    const known = collections.get(name);
    const collection = known ?? {
      name,
      count: 0,
      orderings: [],
      // In a path, the name of one record depends on the others.
      keyFileNames: site.linksByPath ? keyFileNames(keys(), false) : {},
    };
    collections.set(name, collection);
    return itemHref({ ...site, collections: [] }, collection, key);
  };
}
