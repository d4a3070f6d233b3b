import type { PointColumns } from '../view/point-columns.ts';

/** The number of colours for values in the style sheet. */
const COLORS = 6;

/** The shares of the values below each colour but the first. Few are at the ends, so that the best stand out. */
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** The colours of points. */
export type Scale = ReturnType<typeof createScale>;

/**
 * Divides the values of the points that are shown into bands of different colours. Equal values count once, so that one
 * that most points have takes only one colour.
 */
export function createScale(value: PointColumns['value'], rows: Uint32Array) {
  const values = value?.values ?? [];
  const numberOf = (row: number) => values[row] ?? Number.NaN;
  const valued = rows.filter((row) => !Number.isNaN(numberOf(row)));
  valued.sort((a, b) => numberOf(a) - numberOf(b));
  const distinct = [...new Set(Array.from(valued, numberOf))];
  const quantiles = SHARES.map((share) => distinct[Math.floor(share * distinct.length)] ?? 0);
  /** The least values of all bands but the first. */
  const limits = [...new Set(quantiles)].filter((limit) => limit > (distinct[0] ?? limit));
  // Few bands have the colours at both ends.
  const steps = Array.from({ length: limits.length + Math.min(1, distinct.length) }, (_, band) =>
    limits.length === 0 ? COLORS - 1 : Math.round((band * (COLORS - 1)) / limits.length),
  );
  /** The names of the colours in the style sheet; the last one is that of points without a value. */
  const colors = [...steps.map((step) => `band-${step}`), value ? 'land' : 'dot'];
  const bandOf = (one: number | null) =>
    one === null ? steps.length : limits.filter((limit) => one >= limit).length;
  /** The index of the colour of each point. */
  const bands = Uint8Array.from(values, bandOf);
  /** The points with the least and the greatest value; one point with a value is both. */
  const ends = [...new Set([...valued.slice(0, 1), ...valued.slice(-1)])];
  return { limits, colors, bands, ends };
}
