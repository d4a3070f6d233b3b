import type { Published } from '../api/definition.ts';
import { filtersOf } from '../api/filter.ts';
import { type Selection, selectedFilters, selectedOrderings } from '../api/selection.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { parseOrdering } from '../core/grid.ts';
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
  /** The index of the record at each place, for each value of `ordering`; `''` is the default order. */
  readonly orders: ReadonlyMap<string, Uint32Array>;
}

/**
 * Serializes the records of a collection.
 * @param selection what is pre-rendered
 */
export function serialize(
  collection: PublishedCollection,
  selection: Selection,
): SerializedCollection {
  const { definition, records } = collection;
  const orders = ordersOf(collection, selectedOrderings(definition, selection));
  const inOrder = [...(orders.get('') ?? [])].flatMap((index) => records[index] ?? []);
  const located = inOrder.filter((record): record is LocatedRecord => Boolean(record.feature));
  return {
    name: definition.name,
    // Copies: a part of a text keeps all of the text in memory, here that of a file.
    keys: records.map(({ key }) => Buffer.from(String(key)).toString()),
    bodies: records.map(({ key, value }) => bytes(toJson(value, definition.name, key))),
    features: located.map((record) => bytes(JSON.stringify(geoJson(record)))),
    orders,
    ...partitionRecords(records, filtersOf(definition), selectedFilters(definition, selection)),
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

/** The order of the records for each value of `ordering`. */
function ordersOf(
  { definition, records }: PublishedCollection,
  orderings: readonly string[],
): Map<string, Uint32Array> {
  const { order, orderings: sorts = {} } = definition;
  const orders = new Map([['', orderOf(records, order ? [order] : [])]]);
  for (const ordering of orderings) {
    // The ascending order, if it is also selected, comes before the descending one.
    const ascending = orders.get(ordering.replace('-', ''));
    const sort = parseOrdering({ sorts }, ordering) ?? [];
    orders.set(ordering, ascending?.toReversed() ?? orderOf(records, sort));
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
