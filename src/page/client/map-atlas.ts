import { type View, WORLD } from './projection.ts';

/** The layers of the map as JSON, which the bundler inserts; `scripts/atlas.mjs` encodes them. */
declare const ATLAS: string;

/** The shapes of a layer that are in a view, as paths in pixels of zoom level 0. */
export type Atlas = (
  layer: string,
  view: Pick<View, 'k' | 'x' | 'y' | 'width' | 'height'>,
) => Path2D[];

/** A shape as a text, and its box in units. */
interface Shape {
  readonly rings: readonly string[];
  readonly box: Float64Array;
  /** Its path for each level of detail, made when it is first drawn. */
  readonly paths: (Path2D | undefined)[];
}

/** The map of the world with the longitude 0 in its middle. */
export function createAtlas(): Atlas {
  const { units, ...texts }: Record<string, string> & { units: number } = JSON.parse(ATLAS);
  const unit = WORLD / units;
  const layers = new Map(Object.entries(texts).map(([name, text]) => [name, parseShapes(text)]));
  return (layer, { k, x, y, width, height }) => {
    // A level has the details of at least half a pixel at its greatest scale; the last one has all.
    const level = Math.min(3, Math.floor(Math.log2(k) / 2));
    const tolerance = level < 3 ? 0.5 / 4 ** (level + 1) / unit : 0;
    const scale = k * unit;
    const isSeen = ({ box: [left = 0, top = 0, right = 0, bottom = 0] }: Shape) =>
      right * scale + x > 0 &&
      left * scale + x < width &&
      bottom * scale + y > 0 &&
      top * scale + y < height &&
      Math.max(right - left, bottom - top) * scale > 1;
    return (layers.get(layer) ?? []).filter(isSeen).map((shape) => {
      shape.paths[level] ??= createPath(shape.rings, unit, tolerance);
      return shape.paths[level];
    });
  };
}

const parseShapes = (text: string): Shape[] =>
  text.split('\n').map((line) => {
    const [box = '', ...rings] = line.split(' ');
    return { rings, box: decode(box), paths: [] };
  });

/** @param tolerance points that are nearer to the one before, in units, are left out */
function createPath(rings: readonly string[], unit: number, tolerance: number): Path2D {
  const path = new Path2D();
  for (const points of rings.map(decode)) {
    let x = points[0] ?? 0;
    let y = points[1] ?? 0;
    path.moveTo(x * unit, y * unit);
    for (let at = 2; at < points.length; at += 2) {
      const nextX = points[at] as number;
      const nextY = points[at + 1] as number;
      const isLast = at + 2 === points.length;
      if (!isLast && Math.abs(nextX - x) + Math.abs(nextY - y) < tolerance) continue;
      x = nextX;
      y = nextY;
      path.lineTo(x * unit, y * unit);
    }
  }
  return path;
}

/** The coordinates of points, x and y in turn, from the distances between them in base 32. */
function decode(text: string): Float64Array {
  const points = new Float64Array(text.length);
  let count = 0;
  let value = 0;
  let shift = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code - (code > 92 ? 36 : 35);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit > 31) continue;
    points[count] = (points[count - 2] ?? 0) + (value & 1 ? -((value + 1) >> 1) : value >> 1);
    count++;
    value = shift = 0;
  }
  return points.subarray(0, count);
}
