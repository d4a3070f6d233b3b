import type { PointColumns } from '../view/point-columns.ts';
import { projectLatitude, projectLongitude } from './projection.ts';

/**
 * The points of a map. A point is the number of its row; where a record has no position, `x` and `y` are NaN.
 */
export type Points = ReturnType<typeof createPoints>;

/** The number of colours for values, in the style sheet. */
export const COLORS = 6;

/** The band of a point without a value, after those of the colours. */
export const NO_BAND = 6;

/** The points of a file, on a map with their middle in its middle. */
export function createPoints(columns: PointColumns) {
  const { labels, details, longitudes, latitudes, value, ranked } = columns;
  const centre = findCentre(longitudes.filter((longitude) => longitude !== null));
  const limits = value ? bandLimits(value.values) : [];
  const bandAt = (row: number) => bandOf(value?.values[row] ?? null, limits);
  return {
    columns,
    /** The longitude in the middle. */
    centre,
    count: labels.length,
    x: Float32Array.from(longitudes, (one) => (one === null ? NaN : projectLongitude(one, centre))),
    y: Float32Array.from(latitudes, (one) => (one === null ? NaN : projectLatitude(one))),
    ranked,
    /** The least values of all bands but the first; each band has a colour. */
    limits,
    bands: Uint8Array.from(labels, (_, row) => (value ? bandAt(row) : 0)),
    label: (row: number) => labels[row] ?? '',
    details: (row: number) =>
      details.map(({ names, codes }) => names[codes[row] ?? 0] ?? '').filter(Boolean),
  };
}

/** A name with its details: `Cañon City, Colorado, United States of America`. */
export const fullName = (points: Pick<Points, 'label' | 'details'>, row: number): string =>
  [points.label(row), ...points.details(row)].join(', ');

/** The middle of the shortest range of longitudes that contains all of some, also across 180°. */
export function findCentre(longitudes: readonly number[]): number {
  const sorted = Float64Array.from(longitudes).sort();
  let [west, widest] = [0, 0];
  let previous = (sorted.at(-1) ?? 0) - 360;
  for (const longitude of sorted) {
    if (longitude - previous > widest) [west, widest] = [longitude, longitude - previous];
    previous = longitude;
  }
  return west + (360 - widest) / 2;
}

/** The limits of up to `COLORS` bands with about the same number of values, rounded to two digits. */
export function bandLimits(values: readonly (number | null)[]): number[] {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const quantiles = Array.from({ length: COLORS - 1 }, (_, index) =>
    Number((sorted[Math.floor(((index + 1) * sorted.length) / COLORS)] ?? 0).toPrecision(2)),
  );
  return [...new Set(quantiles)].filter(
    (limit) => limit > (sorted[0] ?? 0) && limit <= (sorted.at(-1) ?? 0),
  );
}

/** The number of a value's band, from 0; few bands have the colours at both ends. */
export function bandOf(value: number | null, limits: readonly number[]): number {
  if (value === null) return NO_BAND;
  const band = limits.filter((limit) => value >= limit).length;
  return colorOf(band, limits);
}

/** The number of a band's colour. */
export const colorOf = (band: number, limits: readonly number[]): number =>
  limits.length === 0 ? COLORS - 1 : Math.round((band * (COLORS - 1)) / limits.length);

/** The least and the greatest of values without those at both ends, of which each end has `share`. */
export function rangeOf(values: Float32Array, share = 0): [least: number, greatest: number] {
  const sorted = share > 0 ? values.toSorted() : undefined;
  const last = values.length - 1;
  if (sorted)
    return [sorted[Math.floor(last * share)] ?? 0, sorted[Math.ceil(last * (1 - share))] ?? 0];
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
