import fc from 'fast-check';
import { expect, it } from 'vitest';
import { binPoints } from '../../../../src/page/client/density.ts';
import { COLORS, NO_BAND } from '../../../../src/page/client/map-points.ts';
import { toScreen } from '../../../../src/page/client/projection.ts';

const SIZE = 6;
const coordinate = fc.double({ min: 0.01, max: 99.9, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate, band: fc.nat({ max: NO_BAND }) });

it('every point of a view is in the square around it, and a square has a colour of its points', () =>
  fc.assert(
    fc.property(fc.array(point), fc.double({ min: -500, max: 500, noNaN: true }), (all, moved) => {
      const points = {
        x: Float32Array.from(all, ({ x }) => x),
        y: Float32Array.from(all, ({ y }) => y),
        bands: Uint8Array.from(all, ({ band }) => band),
      };
      const view = { k: 3, x: moved, y: -moved / 2, width: 300, height: 200 };
      const inView = (row: number) => {
        const { x, y } = toScreen(points, row, view);
        return x > 0 && y > 0 && x < view.width && y < view.height;
      };
      const rows = Uint32Array.from([...all.keys()].filter(inView));
      const { counts, colors, centre } = binPoints(points, rows, view, SIZE);
      expect(counts.reduce((a, b) => a + b, 0)).toBe(rows.length);
      for (const [cell, count] of counts.entries()) {
        const { x, y } = centre(cell);
        const own = [...rows].filter((row) => {
          const at = toScreen(points, row, view);
          return Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) < SIZE / 2 - 1e-3;
        });
        expect(count).toBeGreaterThanOrEqual(own.length);
        const bands = own.map((row) => points.bands[row] ?? NO_BAND);
        if (count !== own.length || count === 0) continue;
        const valued = bands.filter((band) => band !== NO_BAND);
        if (valued.length === 0) expect(colors[cell]).toBe(NO_BAND);
        else {
          expect(colors[cell]).toBeGreaterThanOrEqual(Math.min(...valued));
          expect(colors[cell]).toBeLessThanOrEqual(Math.min(COLORS - 1, Math.max(...valued)));
        }
      }
    }),
    { numRuns: 50 },
  ));
