import { z } from 'zod';
import { fileOf } from '../../core/address.ts';
import type { Sort } from '../../core/ordering.ts';
import type { JsonSchema } from '../../site/shape.ts';
import type { Finding } from './fault.ts';
import type { Items } from './items.ts';
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

/**
 * Reads the features of a collection: as many as it has, each the point of one of its items, in the
 * order of its list. Where a point is, nothing else of the site tells.
 * @param shape that of what is told of each
 */
export function* featureFindings(
  { site, collection, items }: Walked,
  shape: JsonSchema | undefined,
): Generator<Finding> {
  const { name, features: count, order } = collection;
  if (count === undefined) return;
  const path = fileOf({ kind: 'features', collection: name });
  const body = site.read(path);
  const block = body && parseFeatures(body);
  const features = block && recordsOf(block);
  if (!features) {
    yield { code: 'syntax', path, message: 'is not a FeatureCollection of a feature a line' };
    return;
  }
  if (features.length !== count) {
    const message = `has ${features.length} features, and by the manifest ${count}`;
    yield { code: 'count', path, message };
  }
  const points = new Points(items, order);
  for (const feature of features) {
    const id = idOf(feature, shape);
    const message = `has a feature that is none here: ${excerpt(feature)}`;
    yield id === null ? { code: 'syntax', path, message } : points.add(id, path);
  }
}

/** The points of items as they come by: each once, and in order. */
class Points {
  readonly #seen = new Set<number>();
  #before: number | undefined;

  /** @param order absent: that of the content, which nothing tells */
  constructor(
    private readonly items: Items,
    private readonly order: Sort | undefined,
  ) {}

  add(id: string, path: string): Finding {
    const index = this.items.indexOf(id);
    if (index === undefined) {
      return { code: 'record', path, message: `has a feature of ${id}, which is no item` };
    }
    const before = this.#before;
    this.#before = index;
    if (this.#seen.has(index)) {
      return { code: 'twice', path, message: `has the feature of ${id} twice` };
    }
    this.#seen.add(index);
    const isOrdered =
      before === undefined || !this.order || this.items.isOrdered(before, index, this.order);
    const message = `has the feature of ${id} after one that it comes before`;
    return isOrdered ? null : { code: 'order', path, message };
  }
}

/** The item whose point a feature is; null where it is no point, or tells what none of them does. */
function idOf(feature: Uint8Array, shape: JsonSchema | undefined): string | null {
  try {
    const text = decoded(feature);
    const { success, data } = FEATURE.safeParse(JSON.parse(text));
    if (!success || JSON.stringify(JSON.parse(text)) !== text) return null;
    return hasShape(data.properties, shape) ? String(data.id) : null;
  } catch {
    return null;
  }
}

/** Has an object the fields that its shape asks for, and none that it forbids? */
function hasShape(value: object, shape: JsonSchema = {}): boolean {
  const { properties, required = [], additionalProperties } = shape as ObjectShape;
  const known = Object.keys(properties ?? {});
  const isKnown = (field: string) => additionalProperties !== false || known.includes(field);
  return (
    required.every((field) => Object.hasOwn(value, field)) && Object.keys(value).every(isKnown)
  );
}

interface ObjectShape {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}
