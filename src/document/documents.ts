import { KEY } from '../address/address.ts';
import type { Api } from '../definition.ts';
import { bothWays, type CollectionGrid, type Grid } from '../grid.ts';
import type { PublishedCollection } from '../record/record.ts';
import { indexDocuments } from './description.ts';
import type { Document } from './document.ts';
import { errorDocuments } from './error.ts';
import { collectionDocuments } from './listing.ts';
import { freeSorts } from './sorts.ts';

/** The grid of a definition with its records. */
export function gridOf(api: Api, collections: readonly PublishedCollection[], base: string): Grid {
  const entry = (collection: PublishedCollection): CollectionGrid => {
    const { definition, records } = collection;
    const sorts = freeSorts(collection);
    return {
      name: definition.name,
      count: records.length,
      key: definition.keyPattern ?? KEY,
      orderings: bothWays(Object.keys(definition.orderings ?? {})),
      ...(sorts && { sorts }),
      ...(definition.pagination && { pagination: definition.pagination }),
    };
  };
  return { base, formats: api.formats, collections: collections.map(entry) };
}

/** Every body of an API: index, errors, OPTIONS, and each collection's items and listings. */
export function* documents(
  api: Api,
  grid: Grid,
  collections: readonly PublishedCollection[],
): Generator<Document> {
  yield* indexDocuments(api, grid);
  yield* errorDocuments(grid);
  for (const collection of collections) yield* collectionDocuments(grid, collection);
}
