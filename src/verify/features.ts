import { z } from 'zod';
import { fileOf } from '../address/address.ts';
import type { Fault, Finding } from './fault.ts';
import type { Walked } from './listing.ts';
import { parseFeatures, recordsOf } from './page.ts';
import { decoded } from './reader.ts';
import { excerpt } from './sequence.ts';

/** A point of a FeatureCollection. https://www.rfc-editor.org/rfc/rfc7946#section-3.2 */
const FEATURE = z.strictObject({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]),
  geometry: z.strictObject({
    type: z.literal('Point'),
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.record(z.string(), z.unknown()),
});

/** Reads the features of a collection: as many as it has, each the point of one of its items. */
export function* featureFindings({ site, collection, items }: Walked): Generator<Finding> {
  const { name, features: count } = collection;
  if (count === undefined) return;
  const path = fileOf({ kind: 'features', collection: name });
  const fault = (code: Fault['code'], message: string): Fault => ({ code, path, message });
  const body = site.read(path);
  const block = body && parseFeatures(body);
  const features = block && recordsOf(block);
  if (!features) {
    yield fault('syntax', 'is not a FeatureCollection of a feature a line');
    return;
  }
  if (features.length !== count) {
    yield fault('count', `has ${features.length} features, and by the manifest ${count}`);
  }
  const seen = new Set<string>();
  for (const feature of features) {
    const id = idOf(feature);
    if (id === null) yield fault('syntax', `has a feature that is no point: ${excerpt(feature)}`);
    else if (!items.has(id)) yield fault('record', `has a feature of ${id}, which is no item`);
    else if (seen.has(id)) yield fault('twice', `has the feature of ${id} twice`);
    else yield null;
    if (id !== null) seen.add(id);
  }
}

/** The item whose point a feature is; null where it is no point. */
function idOf(feature: Uint8Array): string | null {
  try {
    const { success, data } = FEATURE.safeParse(JSON.parse(decoded(feature)));
    return success ? String(data.id) : null;
  } catch {
    return null;
  }
}
