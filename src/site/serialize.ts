import type { Published } from '../api/definition.ts';
import { filtersOf, prerenderedFilters } from '../api/filter.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { orderOf } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import { type PartitionedRecords, partitionRecords } from './partitions.ts';
import { bytes } from './site-file.ts';

/** The records of a collection, each serialized once for every page that holds it, and their orders. */
export interface SerializedCollection extends PartitionedRecords {
  readonly name: string;
  /** Each record's key, in the order of the content. */
  readonly keys: readonly string[];
  /** Each record as JSON, on one line. */
  readonly bodies: readonly Uint8Array[];
  /** The records that have a point on a map, each as a GeoJSON feature on one line, in the default order. */
  readonly features: readonly Uint8Array[];
  /** The index of the record at each place, for each printed value of `ordering`; `''` is the default order. */
  readonly orders: ReadonlyMap<string, Uint32Array>;
}

/** Serializes the records of a collection. */
export function serialize(collection: PublishedCollection): SerializedCollection {
  const { definition, records } = collection;
  const orders = ordersOf(collection);
  const inOrder = [...(orders.get('') ?? [])].flatMap((index) => records[index] ?? []);
  const located = inOrder.filter((record): record is LocatedRecord => Boolean(record.feature));
  return {
    name: definition.name,
    // Copies: a part of a text keeps all of the text in memory, here that of a file.
    keys: records.map(({ key }) => Buffer.from(String(key)).toString()),
    bodies: records.map(({ key, value }) => bytes(toJson(value, definition.name, key))),
    features: located.map((record) => bytes(JSON.stringify(geoJson(record)))),
    orders,
    ...partitionRecords(records, filtersOf(definition), prerenderedFilters(definition)),
  };
}

/** A record as JSON. Where its schema allows anything, it can have what JSON has not. */
function toJson(value: Published, collection: string, key: string | number): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new UsageError(`The record ${key} of ${collection} can’t be written as JSON: ${reason}.`);
  }
}

/** The order of the records for each printed value of `ordering`. */
function ordersOf({ definition, records }: PublishedCollection): Map<string, Uint32Array> {
  const { order, orderings = {} } = definition;
  const orders = new Map([['', orderOf(records, order ? [order] : [])]]);
  for (const [name, sort] of Object.entries(orderings)) {
    if (sort.printed === false) continue;
    const sorted = orderOf(records, [sort]);
    orders.set(name, sorted).set(`-${name}`, sorted.toReversed());
  }
  return orders;
}

/** A record with a point. */
type LocatedRecord = PublishedRecord & Required<Pick<PublishedRecord, 'feature'>>;

/** A record as a GeoJSON feature. */
function geoJson({ key, feature: { longitude, latitude, properties } }: LocatedRecord) {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return { type: 'Feature', id: key, geometry, properties };
}
