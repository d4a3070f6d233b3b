import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitAll,
  fromScreen,
  pan,
  project,
  toScreen,
  westOf,
  zoom,
} from '../../../../src/describe/client/projection.ts';

const size = { width: 600, height: 400 };
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const view = fc.record({
  x: fraction,
  y: fraction,
  scale: fc.double({ min: 400, max: 2 ** 24, noNaN: true }),
  width: fc.constant(size.width),
  height: fc.constant(size.height),
});

describe('the projection', () => {
  it.each([
    ['the middle', 0, 0, { x: 0.5, y: 0.5 }],
    ['the west', -180, 0, { x: 0, y: 0.5 }],
    ['beyond the end of Mercator', 0, 90, { x: 0.5, y: 0 }],
  ])('of %s', (_, longitude, latitude, { x, y }) => {
    const point = project(longitude, latitude);
    expect(point.x).toBeCloseTo(x, 9);
    expect(point.y).toBeCloseTo(y, 9);
  });

  it('starts at its western edge', () => {
    const longitudes = fc.double({ min: -179.9, max: 179.9, noNaN: true });
    fc.assert(
      fc.property(longitudes, longitudes, (longitude, west) => {
        const { x } = project(longitude, 0, west);
        const turn = (((x * 360 + west - longitude) % 360) + 540) % 360;
        expect(turn - 180).toBeCloseTo(0, 6);
      }),
    );
  });

  it('keeps angles: y follows the inverse Gudermannian function', () => {
    const latitudes = fc.double({ min: -85, max: 85, noNaN: true });
    fc.assert(
      fc.property(latitudes, (latitude) => {
        const { y } = project(0, latitude);
        const inverse = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
        expect(inverse).toBeCloseTo(latitude, 6);
      }),
    );
  });

  it.each([
    ['in one country', [-120, -70], -130],
    ['across the date line', [170, -170, -100], 160],
    ['around the world, in the widest gap', [-170, -60, 0, 60, 120], -70],
    ['of one point', [10], 0],
    ['of none', [], -180],
  ])('begins west of points %s', (_, longitudes, west) => expect(westOf(longitudes)).toBe(west));
});

describe('a view', () => {
  it('fits all points', () => {
    const point = fc.record({ x: fraction, y: fraction });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const all = fitAll(points, size.width, size.height);
        for (const one of points) {
          const { x, y } = toScreen(one, all);
          expect(x >= 23.9 && x <= 576.1 && y >= 23.9 && y <= 376.1).toBe(true);
        }
      }),
    );
  });

  it('leads from the screen to a point and back', () => {
    fc.assert(
      fc.property(view, fraction, fraction, (one, x, y) => {
        const at = { x: x * size.width, y: y * size.height };
        const back = toScreen(fromScreen(at, one), one);
        expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1e-3);
      }),
    );
  });

  it('that is moved shows what was beside it', () => {
    const before = { x: 0.5, y: 0.5, scale: 1000, ...size };
    const point = { x: 0.5, y: 0.5 };
    const { x, y } = toScreen(point, pan(before, 30, -20));
    expect([x, y]).toEqual([expect.closeTo(330, 6), expect.closeTo(180, 6)]);
  });

  it('that is enlarged keeps what is under the pointer', () => {
    const before = { x: 0.4, y: 0.4, scale: 4000, ...size };
    const at = { x: 100, y: 300 };
    const point = fromScreen(at, before);
    const after = zoom(before, 2, at);
    expect(after.scale).toBe(8000);
    const { x, y } = toScreen(point, after);
    expect([x, y]).toEqual([expect.closeTo(100, 6), expect.closeTo(300, 6)]);
  });

  it('never becomes smaller than the screen, nor leaves the world', () => {
    const before = { x: 0.5, y: 0.5, scale: 500, ...size };
    expect(zoom(before, 0.01, { x: 0, y: 0 }).scale).toBe(400);
    expect(pan(before, 1e6, -1e6)).toMatchObject({ x: 0, y: 1 });
  });
});
