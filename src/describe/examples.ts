import type { CollectionGrid, Grid } from '../core/grid.ts';
import { collectionOf } from '../core/resolve.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import {
  type CollectionExamples,
  type Examples,
  exampleCount,
  exampleOrdering,
  FEATURE_COUNT,
} from './openapi/example.ts';

/** The records and features of each collection that examples show. */
export const examplesOf = (grid: Grid, collections: readonly SerializedCollection[]): Examples =>
  Object.fromEntries(
    collections.map((one) => [
      one.name,
      collectionExamples(collectionOf(grid, { collection: one.name }), one),
    ]),
  );

function collectionExamples(
  collection: CollectionGrid,
  { bodies, orders, features }: SerializedCollection,
): CollectionExamples {
  const order = orders.get(exampleOrdering(collection)) ?? [];
  const first = [...order.slice(0, exampleCount(collection))];
  return {
    records: first.flatMap((index) => bodies[index] ?? []).map(parsed),
    ...(collection.features !== undefined && {
      features: features.slice(0, FEATURE_COUNT).map(parsed),
    }),
  };
}

const parsed = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString());
