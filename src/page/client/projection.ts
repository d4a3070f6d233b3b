/** The width of the world at zoom level 0, in pixels, as on most maps of the web. */
export const WORLD = 256;

/** The part of the map that is shown: a point at `x` of zoom level 0 is at `x * k + view.x` pixels. */
export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a longitude is on the map of the world with another one in its middle. */
export const projectLongitude = (longitude: number, centre: number): number =>
  WORLD * (0.5 + (((longitude - centre + 540) % 360) - 180) / 360);

/** Latitudes beyond it are at the edges of the map. */
const MAX_LATITUDE = 85;

/** Where a latitude is, by Web Mercator. */
export function projectLatitude(latitude: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return WORLD * (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI));
}

/** The longitude and latitude at a place of the map, the inverse of the functions above. */
export const unproject = (x: number, y: number, centre: number) => ({
  longitude: (((x / WORLD) * 360 + centre + 720) % 360) - 180,
  latitude: (Math.atan(Math.exp((0.5 - y / WORLD) * 2 * Math.PI)) * 360) / Math.PI - 90,
});

/** Where a point is in a view, in pixels from the upper left corner. */
export const toScreen = (
  { x, y }: Readonly<Record<'x' | 'y', Float32Array>>,
  row: number,
  view: Pick<View, 'k' | 'x' | 'y'>,
) => ({
  x: (x[row] ?? NaN) * view.k + view.x,
  y: (y[row] ?? NaN) * view.k + view.y,
});
