import { addressOf, fileOf } from '../../core/address.ts';
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
 * @returns null if something is wrong with the items
 */
export async function readItems(
  { hashes, read, report, pause }: Inspection,
  collection: CollectionGrid,
): Promise<Item[] | null> {
  const { name, count } = collection;
  const items: Item[] = [];
  let found = 0;
  for (const path of hashes.keys()) {
    // Faster than to parse each path.
    const address = path.startsWith(`data/${name}/item/`) ? addressOf(path) : null;
    if (address?.kind !== 'item') continue;
    found++;
    const item = parseItem(read(path), address.key, collection);
    if (!item) report('syntax', path, 'is not a JSON object in one line');
    else if (String(item.key) !== address.key) report('key', path, 'has a record of another key');
    else items.push(item);
    await pause('Reading', found);
  }
  if (found !== count)
    report('count', `data/${name}/item`, `has ${found} items instead of ${count}`);
  return found === count && items.length === count ? items : null;
}

/** The record in the body of an item; null if it is not a JSON object in one line. */
function parseItem(
  body: Buffer | null,
  name: string,
  { keyField, numericKeys }: CollectionGrid,
): Item | null {
  const value = body && parseObject(body);
  if (!value || body.indexOf('\n') !== body.length - 1) return null;
  const hidden = numericKeys ? Number(name) : name;
  const key = keyField === undefined ? hidden : (value[keyField] as Item['key']);
  return { key, value, body: body.subarray(0, -1) };
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
  const path = fileOf({ kind: 'features', collection: name });
  const body = count === undefined ? null : read(path);
  if (!body) return;
  const { type, features } = parseObject(body) ?? {};
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    report('syntax', path, 'is not a GeoJSON FeatureCollection');
    return;
  }
  if (!features.every(isPoint)) report('syntax', path, 'has a feature that is not a point');
  const ids = features.map((feature) => String(feature?.id));
  const unique = new Set(ids);
  const keys = Array.from(orderOf(items, defaultSort ? [defaultSort] : []), (index) =>
    String(items[index]?.key),
  );
  const expected = keys.filter((key) => unique.has(key));
  // Items don't show the order of the content.
  const isSame = defaultSort
    ? `${ids}` === `${expected}`
    : `${ids.sort()}` === `${expected.sort()}`;
  if (ids.length !== count) report('count', path, `has ${ids.length} features instead of ${count}`);
  else if (!isSame) report('records', path, 'does not have one point per item, in their order');
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
