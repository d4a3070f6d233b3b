/** A position: on the world map from 0 to 1, from the west and from the north, or in pixels. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** The part of the world map that is shown: the position of its centre, and its size in pixels. */
export interface View extends Position {
  /** The width of the whole world in pixels. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** The latitude where Web Mercator ends, so that the world is a square. */
const MAX_LATITUDE = 85.05112878;

/**
 * Projects a position with Web Mercator.
 * @param west the longitude of the left edge of the map
 */
export function project(longitude: number, latitude: number, west = -180): Position {
  const x = (((longitude - west) % 360) + 360) % 360;
  const angle = (clamp(latitude, -MAX_LATITUDE, MAX_LATITUDE) * Math.PI) / 180;
  return { x: x / 360, y: 0.5 - Math.asinh(Math.tan(angle)) / (2 * Math.PI) };
}

/** The best longitude for the left edge of the map: in the widest gap, shortly before its end. */
export function westOf(longitudes: readonly number[]): number {
  const sorted = [...new Set(longitudes)].sort((a, b) => a - b);
  let [west, widest] = [-180, 0];
  let previous = (sorted.at(-1) ?? 0) - 360;
  for (const longitude of sorted) {
    if (longitude - previous > widest) [west, widest] = [longitude, longitude - previous];
    previous = longitude;
  }
  return west - Math.min(widest / 2, 10);
}

/** The least and the greatest of some numbers. */
export const rangeOf = (values: readonly number[]): [number, number] => [
  values.reduce((a, b) => Math.min(a, b)),
  values.reduce((a, b) => Math.max(a, b)),
];

/** The view that shows all of some positions, at least one, with a margin in pixels. */
export function fitAll(positions: readonly Position[], width: number, height: number): View {
  const margin = 24;
  const [left, right] = rangeOf(positions.map(({ x }) => x));
  const [top, bottom] = rangeOf(positions.map(({ y }) => y));
  const scaleFor = (length: number, range: number) => Math.max(1, length - 2 * margin) / range;
  const scale = Math.min(scaleFor(width, right - left), scaleFor(height, bottom - top), 2 ** 16);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale, width, height };
}

/** Where a position of the world map is on the screen, in pixels from the upper left corner. */
export const toScreen = ({ x, y }: Position, view: View): Position => ({
  x: view.width / 2 + (x - view.x) * view.scale,
  y: view.height / 2 + (y - view.y) * view.scale,
});

/** The inverse of `toScreen`. */
export const fromScreen = ({ x, y }: Position, view: View): Position => ({
  x: view.x + (x - view.width / 2) / view.scale,
  y: view.y + (y - view.height / 2) / view.scale,
});

/** A view that is moved by some pixels; its centre stays on the map. */
export function pan(view: View, dx: number, dy: number): View {
  const { x, y, scale } = view;
  return { ...view, x: clamp(x - dx / scale, 0, 1), y: clamp(y - dy / scale, 0, 1) };
}

/** A view that is enlarged around a position of the screen. */
export function zoom(view: View, factor: number, around: Position): View {
  const scale = clamp(view.scale * factor, Math.min(view.width, view.height), 2 ** 24);
  const centred = { ...view, ...fromScreen(around, view), scale };
  return pan(centred, around.x - view.width / 2, around.y - view.height / 2);
}

const clamp = (value: number, least: number, greatest: number): number =>
  Math.max(least, Math.min(greatest, value));

/** Whether a position of the screen is in a view that is extended by some pixels on each side. */
export const isInside = ({ x, y }: Position, { width, height }: View, margin: number): boolean =>
  x > -margin && y > -margin && x < width + margin && y < height + margin;
