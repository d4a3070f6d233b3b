import { type Endpoint, endpointsOf } from '../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import type { AboutCollection, ApiMetadata } from '../site/api-metadata.ts';
import type { Examples } from './examples.ts';

/** An API with records to show as examples: everything that its descriptions are made of. */
export interface Described {
  readonly about: ApiMetadata;
  readonly grid: Grid;
  readonly examples: Examples;
}

/** One collection of an API. */
export interface DescribedCollection {
  readonly about: AboutCollection;
  readonly collection: CollectionGrid;
  /** The first record of the examples; undefined where there is none. */
  readonly example: unknown;
  /** The key of that record; empty where it is unknown. */
  readonly key: string;
  /** The endpoints of the collection, an item with that key. */
  readonly endpoints: readonly Endpoint[];
}

/**
 * The collections of an API.
 * @throws Error where the metadata lacks one of them
 */
export const describedCollections = ({
  about: { collections },
  grid,
  examples,
}: Described): DescribedCollection[] =>
  grid.collections.map((collection) => {
    const { name, keyField } = collection;
    const about = collections.find((candidate) => candidate.name === name);
    if (!about) throw new Error(`The API has no metadata of the collection ${name}.`);
    const [example] = examples[name]?.records ?? [];
    const value = keyField === undefined ? undefined : Object(example)[keyField];
    const key = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const endpoints = endpointsOf({ ...grid, collections: [collection] }, key).slice(1);
    return { about, collection, example, key, endpoints };
  });

/** The collection to show first: one with pages if there is one. */
export const mainCollection = (
  collections: readonly DescribedCollection[],
): DescribedCollection | undefined =>
  collections.find(({ collection }) => collection.pagination) ?? collections[0];
