import type { Collection } from '../api/definition.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { type Grid, sortIn } from '../core/grid.ts';
import { orderOf, type Sort } from '../core/ordering.ts';
import { collectionOf } from '../core/resolve.ts';
import { bytes } from './site-file.ts';

/** The records of a collection, each serialized once for every page that holds it, and their orders. */
export interface SerializedCollection {
  readonly name: string;
  /** Each record's key, in the order of the content. */
  readonly keys: readonly string[];
  /** Each record as JSON, on one line. */
  readonly bodies: readonly Uint8Array[];
  /** The records that have a point on a map, each as a GeoJSON feature on one line, in the default order. */
  readonly features: readonly Uint8Array[];
  /** The index of the record at each place, for each value of `ordering`; `''` is the default order. */
  readonly orders: ReadonlyMap<string, Uint32Array>;
}

/** Serializes the records of every collection. */
export const serialize = (
  grid: Grid,
  collections: readonly PublishedCollection[],
): SerializedCollection[] =>
  collections.map((one) => {
    const { orderings } = collectionOf(grid, { collection: one.definition.name });
    return serializeOne(one, orderings);
  });

function serializeOne(
  { definition, records }: PublishedCollection,
  orderings: readonly string[],
): SerializedCollection {
  const order = (ordering: string) => orderOf(records, sortBy(definition, ordering));
  const orders = new Map(['', ...orderings].map((ordering) => [ordering, order(ordering)]));
  const features = [...(orders.get('') ?? [])].flatMap((index) => geoJson(records[index]) ?? []);
  return {
    name: definition.name,
    keys: records.map(({ key }) => String(key)),
    bodies: records.map(({ value }) => bytes(JSON.stringify(value))),
    features: features.map((feature) => bytes(JSON.stringify(feature))),
    orders,
  };
}

/** A record as a GeoJSON feature; undefined where it has no point. */
function geoJson(record: PublishedRecord | undefined) {
  if (!record?.feature) return undefined;
  const { longitude, latitude, properties } = record.feature;
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return { type: 'Feature', id: record.key, geometry, properties };
}

/** What a value of `ordering` sorts by; the empty one: the collection's own order, if it has one. */
const sortBy = ({ order, orderings }: Collection, ordering: string): Sort | undefined =>
  ordering === '' ? order : sortIn(orderings, ordering);
