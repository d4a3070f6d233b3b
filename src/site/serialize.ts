import type { Feature, Published } from '../api/definition.ts';
import { filtersOf } from '../api/filter.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { FEATURES_HEAD, FEATURES_TAIL, joined } from '../core/envelope.ts';
import { formatJson } from '../core/json.ts';
import { RecordOrders, type Sort } from '../core/ordering.ts';
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
  /** The record at an index as JSON, on one line. @throws UsageError where it can't be JSON */
  body(index: number): Uint8Array;
  /** The same as listings have it: `body`, or with the fields of `listed` only. */
  listedBody(index: number): Uint8Array;
  /** The records that have a point on a map, each as a GeoJSON feature on one line, in the default order; made anew. */
  features(): Iterable<Uint8Array>;
  /** The number of features, and their bytes. */
  readonly featureSize: { readonly count: number; readonly bytes: number };
  /** The features as a FeatureCollection, made anew: it is large. */
  geoJson(): Uint8Array;
  /** Those that changed last. */
  readonly updates: readonly Update[];
  /** The index of the record at each place, for a value of `ordering`; `''` is the default order. */
  order(ordering: string): Uint32Array;
  /** The rank of each record, as `RecordOrders` returns it. */
  ranks(sort: Sort): Uint32Array;
}

/**
 * Serializes and sorts the records of a collection.
 * @param most the most records that are serialized at once; of more, each is when it is first asked for
 * @throws UsageError where a record can't be JSON, or `partitionRecords` throws it
 */
export function* serialize(
  collection: PublishedCollection,
  most = Number.POSITIVE_INFINITY,
): Steps<SerializedCollection> {
  const { definition, records } = collection;
  const sorted = ordersOf(collection);
  yield 0;
  const { name, listed: fields } = definition;
  const isListed = ([field]: [string, unknown]) => fields?.includes(field);
  const listedFields = (value: Published) =>
    Object.fromEntries(Object.entries(value).filter(isListed));
  const body = remembered(({ key, value }) => toJson(value, name, key));
  const listedBody = fields
    ? remembered(({ key, value }) => toJson(listedFields(value), name, key))
    : body;
  for (const index of records.length > most ? [] : records.keys()) {
    yield index;
    body(index);
    listedBody(index);
  }
  const features = function* () {
    for (const index of sorted.order('')) {
      const { key = '', feature } = records[index] ?? {};
      if (feature) yield featureBytes(key, feature);
    }
  };
  const featureSize = { count: 0, bytes: 0 };
  for (const { length } of features()) {
    yield featureSize.count++;
    featureSize.bytes += length;
  }
  return {
    ...collection,
    ...sorted,
    name,
    // Copies: a part of a text keeps all of the text in memory, here that of a file.
    keys: records.map(({ key }) => Buffer.from(String(key)).toString()),
    body,
    listedBody,
    features,
    featureSize,
    geoJson: () => joined(FEATURES_HEAD, [...features()], FEATURES_TAIL),
    updates: newestUpdates(collection),
    ...(yield* partitionRecords(definition, records, filtersOf(definition))),
  };

  /** Returns the function that makes the bytes of a record's text, once. */
  function remembered(toText: (record: PublishedRecord) => string) {
    const made = new Array<Uint8Array | undefined>(records.length);
    return (index: number) => {
      made[index] ??= bytes(toText(records[index] as PublishedRecord));
      return made[index];
    };
  }
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
