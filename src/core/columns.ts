import type { ItemAddress, ListingAddress } from './address.ts';
import { findCollection } from './grid.ts';
import { hashKey } from './hash.ts';
import { matchingRows } from './matching-rows.ts';
import { Reading } from './reading.ts';
import type { DataSite } from './site.ts';
import { decodeKeys, decodeNumbers, decodeValues } from './store.ts';

/** The value of a field in each row; undefined in rows without one. */
export type ColumnValues = readonly (string | number | undefined)[];

/**
 * Finds the records of a listing, on all its pages, or one record.
 * @returns 1 for the row of each, else 0; null if they are all records of the collection
 * @throws as `compose`
 */
export async function findRows(
  site: DataSite,
  address: ListingAddress | ItemAddress,
): Promise<Uint8Array | null> {
  const { filters = {}, count } = findCollection(site.grid, address);
  const reading = new Reading(site, address.collection);
  if (address.kind !== 'item') {
    return matchingRows(reading, filters, address.filters ?? {}, count);
  }
  const row = await findRow(reading, address.key);
  const marks = new Uint8Array(count);
  if (row !== undefined) marks[row] = 1;
  return marks;
}

/** The row of a record; undefined if the collection has no such record. */
export async function findRow(reading: Reading, key: string): Promise<number | undefined> {
  const { keys } = reading.stored;
  const rows = await reading.part(keys[hashKey(key) % keys.length] ?? '', decodeKeys);
  return Object.hasOwn(rows, key) ? rows[key] : undefined;
}

/**
 * Reads the column of a field that filters compare.
 * @returns null if the column has neither numbers nor a list of values
 */
export async function readColumn(
  site: DataSite,
  collection: string,
  field: string,
): Promise<ColumnValues | null> {
  const reading = new Reading(site, collection);
  const { values = [], numbers = [] } = reading.stored.columns[field] ?? {};
  const column: (string | number | undefined)[] = [];
  for (const [part] of values) {
    const piece = await reading.part(part, decodeValues);
    for (const code of piece.codes) column.push(piece.values[code - 1]);
  }
  if (values.length > 0) return column;
  for (const [part] of numbers) {
    for (const number of await reading.part(part, decodeNumbers)) column.push(number);
  }
  return numbers.length > 0 ? column : null;
}
