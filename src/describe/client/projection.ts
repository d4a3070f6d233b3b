/** A place on the map before it is drawn: both from 0 to 1, from the west and from the north. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is drawn: the point in the middle, and how many pixels the whole world is wide. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Web Mercator ends here, where the world is a square. */
const NORTHMOST = 85.05112878;

/**
 * Web Mercator.
 * @param west the longitude where the map begins, so that it is cut where nothing is
 */
export function project(longitude: number, latitude: number, west = -180): Point {
  const x = (((longitude - west) % 360) + 360) % 360;
  const angle = (Math.max(-NORTHMOST, Math.min(NORTHMOST, latitude)) * Math.PI) / 180;
  return { x: x / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI) };
}

/** The inverse of `project`. */
export function unproject({ x, y }: Point, west = -180): { longitude: number; latitude: number } {
  const longitude = ((((x * 360 + west + 180) % 360) + 360) % 360) - 180;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { longitude, latitude };
}

/** The longitude to begin the map at: the eastern end of the widest gap without a place. */
export function westOf(longitudes: readonly number[]): number {
  const sorted = [...new Set(longitudes)].sort((a, b) => a - b);
  const [first = -180] = sorted;
  let [widest, west] = [first + 360 - (sorted.at(-1) ?? first), first];
  for (const [at, longitude] of sorted.entries()) {
    const gap = longitude - (sorted[at - 1] ?? longitude);
    if (gap > widest) [widest, west] = [gap, longitude];
  }
  // A little before it: the first place is not at the very edge.
  return west - Math.min(widest / 2, 10);
}

/** The largest scale: a pixel is then a few metres. */
const LARGEST = 2 ** 24;

/** The view that shows all of some points, with a margin in pixels. */
export function fitting(points: readonly Point[], size: Size, margin = 24): View {
  const [left, right] = ends(points.map(({ x }) => x));
  const [top, bottom] = ends(points.map(({ y }) => y));
  const room = (length: number) => Math.max(1, length - 2 * margin);
  const scale = Math.min(room(size.width) / (right - left), room(size.height) / (bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(scale, 2 ** 16) };
}

function ends(values: readonly number[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  // No points, or one: some stretch around it.
  if (least > most) return [0, 1];
  return least === most ? [least - 1e-4, most + 1e-4] : [least, most];
}

/** Where a point is drawn, in pixels from the upper left corner. */
export const toScreen = (point: Point, { x, y, scale }: View, size: Size): Point => ({
  x: size.width / 2 + (point.x - x) * scale,
  y: size.height / 2 + (point.y - y) * scale,
});

/** The inverse of `toScreen`. */
export const fromScreen = (at: Point, { x, y, scale }: View, size: Size): Point => ({
  x: x + (at.x - size.width / 2) / scale,
  y: y + (at.y - size.height / 2) / scale,
});

/** A view moved by some pixels, its middle still on the map. */
export const moved = ({ x, y, scale }: View, dx: number, dy: number): View => ({
  x: within(x - dx / scale),
  y: within(y - dy / scale),
  scale,
});

const within = (value: number): number => Math.max(0, Math.min(1, value));

/** A view that is so many times larger; what is at one place of the screen stays there. */
export function zoomed(view: View, factor: number, at: Point, size: Size): View {
  const scale = Math.max(Math.min(size.width, size.height), Math.min(LARGEST, view.scale * factor));
  const fixed = fromScreen(at, view, size);
  const x = fixed.x - (at.x - size.width / 2) / scale;
  const y = fixed.y - (at.y - size.height / 2) / scale;
  return { x: within(x), y: within(y), scale };
}
