import path from 'node:path';
import { fileOf } from '../../core/address.ts';
import { ALL_RECORDS, listingFile } from '../../core/compose.ts';
import { recordsIn } from '../../core/envelope.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import { type Keyed, orderOf } from '../../core/ordering.ts';
import type { Inspection } from './inspection.ts';

/** A record, as the file of its item has it. */
export interface Item extends Keyed {
  /** Its JSON, in one line. */
  readonly body: Uint8Array;
}

/**
 * Reads the items of a collection: as many as it has, each a JSON object in one line, under its own key.
 * @returns them in the order without `ordering`; null if something is wrong with them or with that order
 */
export async function readItems(inspection: Inspection, collection: CollectionGrid) {
  const { hashes, read, report, pause } = inspection;
  const { name, count, defaultSort } = collection;
  const folder = `data/${name}/item`;
  const items: Item[] = [];
  let found = 0;
  for (const file of hashes.keys()) {
    if (!file.startsWith(`${folder}/`)) continue;
    found++;
    const key = path.basename(file, '.json');
    const item = parseItem(read(file), key, collection);
    if (!item) report('syntax', file, 'is not a JSON object on one line');
    else if (String(item.key) !== key) report('key', file, 'contains a record with another key');
    else items.push(item);
    await pause('Reading', found);
  }
  if (found !== count) report('count', folder, `has ${found} items instead of ${count}`);
  if (found !== count || items.length !== count) return null;
  if (!defaultSort) return inContentOrder(inspection, collection, items);
  return Array.from(orderOf(items, [defaultSort]), (index) => items[index] as Item);
}

/** The record in the body of an item; null if it is not a JSON object in one line. */
function parseItem(body: Buffer | null, name: string, { keyField, numericKeys }: CollectionGrid) {
  const value = body && parseObject(body);
  if (!value || body.indexOf('\n') !== body.length - 1) return null;
  const hidden = numericKeys ? Number(name) : name;
  const key = keyField === undefined ? hidden : (value[keyField] as Item['key']);
  return { key, value, body: body.subarray(0, -1) };
}

/** Items in the order of the content, which only listings show; null if the one of all records is wrong. */
function inContentOrder(
  { read, report }: Inspection,
  collection: CollectionGrid,
  items: readonly Item[],
): Item[] | null {
  const file = listingFile(collection, { ordering: '' }, ALL_RECORDS);
  const body = read(file);
  if (!body) return null;
  const textOf = (record: Uint8Array) => Buffer.from(record).toString('latin1');
  /** Records without their keys may look the same. */
  const byText = new Map<string, Item[]>(items.map((item) => [textOf(item.body), []]));
  for (const item of items) byText.get(textOf(item.body))?.push(item);
  const records = recordsIn(body);
  const found = records.flatMap((record) => byText.get(textOf(record))?.pop() ?? []);
  if (found.length === items.length && records.length === items.length) return found;
  report('records', file, 'does not contain the record of each item exactly once');
  return null;
}

/**
 * Verifies the GeoJSON features of a collection: as many as it has, each a point of another item, in the
 * order of its list. Their properties can't be compared: a definition makes them of anything in a record.
 */
export function verifyFeatures(
  { read, report }: Inspection,
  { name, features: count, defaultSort }: CollectionGrid,
  items: readonly Item[],
): void {
  const file = fileOf({ kind: 'features', collection: name });
  const body = count === undefined ? null : read(file);
  if (!body) return;
  const { type, features } = parseObject(body) ?? {};
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    report('syntax', file, 'is not a GeoJSON FeatureCollection');
    return;
  }
  if (!features.every(isPoint)) report('syntax', file, 'contains a feature that is not a point');
  const ids = features.map((feature) => String(feature?.id));
  const unique = new Set(ids);
  const expected = items.map(({ key }) => String(key)).filter((key) => unique.has(key));
  // The order of the content does not tell records apart that look the same.
  const isSame = defaultSort
    ? `${ids}` === `${expected}`
    : `${ids.sort()}` === `${expected.sort()}`;
  if (ids.length !== count) report('count', file, `has ${ids.length} features instead of ${count}`);
  else if (!isSame) report('records', file, 'does not have one point for each item, in order');
}

const POINT = /^\{"type":"Point","coordinates":\[([^,]+),([^,]+)\]\}$/;

/** Is this a GeoJSON feature with a point on Earth, and with properties? */
function isPoint(feature: Readonly<Record<string, unknown>> | null): boolean {
  const { type, geometry, properties } = feature ?? {};
  const [, longitude, latitude] = POINT.exec(JSON.stringify(geometry)) ?? [];
  const isOnEarth = Math.abs(Number(longitude)) <= 180 && Math.abs(Number(latitude)) <= 90;
  return type === 'Feature' && isOnEarth && properties instanceof Object;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as a JSON object; null if it is something else, or not UTF-8. */
export function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(UTF8.decode(body));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
