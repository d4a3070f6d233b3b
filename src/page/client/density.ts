import { COLORS, NO_BAND, type Points } from './map-points.ts';
import type { View } from './projection.ts';

/**
 * Counts points in the squares of a grid that moves with the map, each with the colour of its mean band.
 * @param size the sides of the squares, in pixels
 */
export function binPoints(
  { x, y, bands }: Pick<Points, 'x' | 'y' | 'bands'>,
  rows: Uint32Array,
  view: View,
  size: number,
) {
  const [left, top] = [Math.floor(-view.x / size), Math.floor(-view.y / size)];
  const columns = Math.ceil(view.width / size) + 1;
  const counts = new Uint32Array(columns * (Math.ceil(view.height / size) + 1));
  const [sums, valued] = [new Uint32Array(counts.length), new Uint32Array(counts.length)];
  for (const row of rows) {
    const column = Math.floor(((x[row] ?? 0) * view.k) / size) - left;
    const line = Math.floor(((y[row] ?? 0) * view.k) / size) - top;
    const cell = line * columns + column;
    counts[cell] = (counts[cell] ?? 0) + 1;
    const band = bands[row] ?? NO_BAND;
    if (band === NO_BAND) continue;
    sums[cell] = (sums[cell] ?? 0) + band;
    valued[cell] = (valued[cell] ?? 0) + 1;
  }
  const colors = Uint8Array.from(sums, (sum, cell) =>
    valued[cell] ? Math.min(COLORS - 1, Math.round(sum / valued[cell])) : NO_BAND,
  );
  /** The middle of a square, in pixels of the view. */
  const centre = (cell: number) => ({
    x: ((cell % columns) + left + 0.5) * size + view.x,
    y: (Math.floor(cell / columns) + top + 0.5) * size + view.y,
  });
  return { counts, colors, centre };
}
