import { z } from 'zod';
import { fileOf } from '../../core/address.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import { orderOf } from '../../core/ordering.ts';
import type { Inspection } from './inspection.ts';
import { type Item, parseObject } from './items.ts';

const LONGITUDE = z.number().min(-180).max(180);
const LATITUDE = z.number().min(-90).max(90);
const POINT = z.object({
  type: z.literal('Point'),
  coordinates: z.tuple([LONGITUDE, LATITUDE]),
});

/** https://www.rfc-editor.org/rfc/rfc7946#section-3.3 */
const FEATURES = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.union([z.string(), z.number()]).transform(String),
      geometry: POINT,
    }),
  ),
});

/**
 * Verifies the GeoJSON features of a collection: as many as it has, each a point for one of its items,
 * in the order of its list.
 */
export function verifyFeatures(
  { read, report }: Inspection,
  { name, features: count, order }: CollectionGrid,
  items: readonly Item[],
): void {
  if (count === undefined) return;
  const path = fileOf({ kind: 'features', collection: name });
  const body = read(path);
  if (!body) return;
  const { data } = FEATURES.safeParse(parseObject(body));
  if (!data) report('syntax', path, 'is not a FeatureCollection of points');
  if (!data) return;
  const ids = data.features.map(({ id }) => id);
  if (ids.length !== count) report('count', path, `has ${ids.length} features instead of ${count}`);
  const ordered = [...orderOf(items, order)].map((index) => String(items[index]?.key));
  const [keys, unique] = [new Set(ordered), new Set(ids)];
  const unknown = ids.find((id) => !keys.has(id));
  if (unknown !== undefined)
    report('record', path, `has the point ${unknown}, which is not an item`);
  else if (unique.size < ids.length) report('twice', path, 'has a point twice');
  else if (order && ordered.filter((key) => unique.has(key)).join() !== ids.join()) {
    report('order', path, 'has its points in another order than the list');
  }
}
