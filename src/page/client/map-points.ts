import { boundingExtent, containsCoordinate, type Extent } from 'ol/extent.js';
import { fromEPSG4326 } from 'ol/proj/epsg3857.js';
import type { PointColumns } from '../view/point-columns.ts';

/** The points of a map. A point is the number of its row; where a record has no position, `x` and `y` are NaN. */
export type Points = ReturnType<typeof createPoints>;

/** Latitudes beyond it are at the edges of the map. */
const MAX_LATITUDE = 85;

/** The points of a file, in Web Mercator. */
export function createPoints(columns: PointColumns) {
  const { labels, details, longitudes, latitudes } = columns;
  const west = findWest(longitudes.filter((longitude) => longitude !== null));
  const project = (longitude: number, latitude: number) => {
    const turned = longitude < west ? longitude + 360 : longitude;
    return fromEPSG4326([turned, Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))]);
  };
  const positions = longitudes.map((one, row) => project(one ?? NaN, latitudes[row] ?? NaN));
  const x = Float64Array.from(positions, ([x = NaN]) => x);
  const y = Float64Array.from(positions, ([, y = NaN]) => y);
  const positionOf = (row: number) => [x[row] ?? NaN, y[row] ?? NaN];
  return {
    columns,
    /** The coordinates of a position. */
    project,
    x,
    y,
    positionOf,
    isIn: (extent: Extent) => (row: number) => containsCoordinate(extent, positionOf(row)),
    /** The points with a position. */
    located: Uint32Array.from(x.keys()).filter((row) => !Number.isNaN(x[row])),
    label: (row: number) => labels[row] ?? '',
    details: (row: number) => details.map((texts) => texts[row] ?? '').filter(Boolean),
  };
}

/** A text that has the direction of its first letter, whatever is around it, where no attribute can tell it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The western end of the shortest range of longitudes that contains all of some, also across 180°. */
export function findWest(longitudes: readonly number[]): number {
  const sorted = Float64Array.from(longitudes).sort();
  const gaps = sorted.map(
    (longitude, index) => longitude - (sorted[index - 1] ?? (sorted.at(-1) ?? 0) - 360),
  );
  return sorted[gaps.indexOf(gaps.reduce((a, b) => Math.max(a, b), 0))] ?? 0;
}

type Coordinates = Pick<Points, 'x' | 'y'>;

/**
 * The extent of some points, at least one.
 * @param share how many of them it leaves out at each end, from west to east and from south to north
 */
export function extentOf({ x, y }: Coordinates, rows: Uint32Array, share: number): Extent {
  const [xs, ys] = [x, y].map((all) => Float64Array.from(rows, (row) => all[row] ?? 0).sort());
  const last = rows.length - 1;
  const corners = [Math.floor(last * share), Math.ceil(last * (1 - share))];
  return boundingExtent(corners.map((at) => [xs?.[at] ?? 0, ys?.[at] ?? 0]));
}

/** Some of the points with the position of the one that is nearest to a place; none if it is farther than `distance`. */
export function nearestPoints(
  { x, y }: Coordinates,
  rows: Uint32Array,
  [placeX = 0, placeY = 0]: readonly number[],
  distance: number,
): number[] {
  let [found, least] = [-1, distance];
  for (const row of rows) {
    const away = Math.hypot((x[row] ?? 0) - placeX, (y[row] ?? 0) - placeY);
    if (away < least) [found, least] = [row, away];
  }
  return [...rows.filter((row) => x[row] === x[found] && y[row] === y[found])];
}
