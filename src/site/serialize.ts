import type { Feature, Published } from '../api/definition.ts';
import { filtersOf } from '../api/filter.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { FEATURES_HEAD, FEATURES_TAIL, joined } from '../core/envelope.ts';
import { formatJson } from '../core/json.ts';
import { RecordOrders, type Sort } from '../core/ordering.ts';
import { once } from '../util/once.ts';
import { UsageError } from '../util/problem.ts';
import type { Steps } from '../util/progress.ts';
import { type PartitionedRecords, partitionRecords } from './partitions.ts';
import { bytes } from './site-file.ts';
import { newestUpdates, type Update } from './updates.ts';

/** A collection with its records, each serialized once for every page that holds it, and their orders. */
export interface SerializedCollection extends PublishedCollection, PartitionedRecords {
  readonly name: string;
  /** Each record's key, in the order of the content. */
  readonly keys: readonly string[];
  /** Each record as JSON, on one line. */
  readonly bodies: readonly Uint8Array[];
  /** The same as listings have it: `bodies`, or with the fields of `listed` only. */
  readonly listed: readonly Uint8Array[];
  /** The records that have a point on a map, each as a GeoJSON feature on one line, in the default order. */
  readonly features: readonly Uint8Array[];
  /** The features as a FeatureCollection, made when it is first asked for. */
  geoJson(): Uint8Array;
  /** Those that changed last. */
  readonly updates: readonly Update[];
  /** The index of the record at each place, for a value of `ordering`; `''` is the default order. */
  order(ordering: string): Uint32Array;
  /** The rank of each record, as `RecordOrders` returns it. */
  ranks(sort: Sort): Uint32Array;
}

/**
 * Serializes the records of a collection.
 * @throws UsageError where a record can't be JSON, or `partitionRecords` throws it
 */
export function* serialize(collection: PublishedCollection): Steps<SerializedCollection> {
  const { definition, records } = collection;
  const sorted = ordersOf(collection);
  yield;
  const { name, listed: fields } = definition;
  const isListed = ([field]: [string, unknown]) => fields?.includes(field);
  const bodies: Uint8Array[] = [];
  const listed: Uint8Array[] = fields ? [] : bodies;
  for (const { key, value } of records) {
    yield;
    bodies.push(bytes(toJson(value, name, key)));
    const some = fields && Object.fromEntries(Object.entries(value).filter(isListed));
    if (some) listed.push(bytes(toJson(some, name, key)));
  }
  const features: Uint8Array[] = [];
  for (const index of sorted.order('')) {
    yield;
    const { key = '', feature } = records[index] ?? {};
    if (feature) features.push(featureBytes(key, feature));
  }
  return {
    ...collection,
    ...sorted,
    name,
    // Copies: a part of a text keeps all of the text in memory, here that of a file.
    keys: records.map(({ key }) => Buffer.from(String(key)).toString()),
    bodies,
    listed,
    features,
    geoJson: once(() => joined(FEATURES_HEAD, features, FEATURES_TAIL)),
    updates: newestUpdates(collection),
    ...(yield* partitionRecords(definition, records, filtersOf(definition))),
  };
}

/** A record as JSON. Where its schema allows anything, it can have what JSON has not. */
function toJson(value: Published, collection: string, key: string | number): string {
  try {
    return formatJson(value);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new UsageError(`The record ${key} of ${collection} can’t be written as JSON: ${reason}.`);
  }
}

/** Returns the functions that sort the records by a value of `ordering`, when they are first asked for that. */
function ordersOf({ definition, records }: PublishedCollection) {
  const { order: first, orderings = {} } = definition;
  const sorted = new RecordOrders(records);
  const orders = new Map([['', sorted.order(first)]]);
  const order = (ordering: string): Uint32Array => {
    const known = orders.get(ordering);
    if (known) return known;
    const sort = orderings[ordering];
    const made = sort ? sorted.order(sort) : order(ordering.replace('-', '')).toReversed();
    orders.set(ordering, made);
    return made;
  };
  return { order, ranks: (sort: Sort) => sorted.ranks(sort) };
}

/** A point of a record as a GeoJSON feature. */
function featureBytes(id: string | number, { longitude, latitude, properties }: Feature) {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return bytes(formatJson({ type: 'Feature', id, geometry, properties }));
}
