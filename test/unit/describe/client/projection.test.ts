import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitAll,
  fromScreen,
  isInside,
  pan,
  project,
  toScreen,
  westOf,
  zoom,
} from '../../../../src/describe/client/projection.ts';

const [width, height] = [600, 400];
const numberIn = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const position = fc.record({ x: numberIn(0, 1), y: numberIn(0, 1) });

describe('the projection', () => {
  it.each([
    ['the middle', 0, 0, 0.5, 0.5],
    ['the west', -180, 0, 0, 0.5],
    ['beyond the end of Mercator', 0, 90, 0.5, 0],
  ])('of %s', (_, longitude, latitude, x, y) => {
    const expected = { x: expect.closeTo(x, 9), y: expect.closeTo(y, 9) };
    expect(project(longitude, latitude)).toEqual(expected);
  });

  it('starts at its western edge', () => {
    const longitudes = numberIn(-179.9, 179.9);
    fc.assert(
      fc.property(longitudes, longitudes, (longitude, west) => {
        const { x } = project(longitude, 0, west);
        const turn = (((x * 360 + west - longitude) % 360) + 540) % 360;
        expect(turn - 180).toBeCloseTo(0, 6);
      }),
    );
  });

  it('keeps angles: y follows the inverse Gudermannian function', () => {
    fc.assert(
      fc.property(numberIn(-85, 85), (latitude) => {
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
    fc.assert(
      fc.property(fc.array(position, { minLength: 1 }), (positions) => {
        const view = fitAll(positions, width, height);
        for (const one of positions) {
          expect(isInside(toScreen(one, view), view, -23.9)).toBe(true);
        }
      }),
    );
  });

  it('converts from the screen to a position and back', () => {
    fc.assert(
      fc.property(position, numberIn(400, 2 ** 24), position, ({ x, y }, scale, at) => {
        const view = { x: at.x, y: at.y, scale, width, height };
        const screen = { x: x * width, y: y * height };
        const back = toScreen(fromScreen(screen, view), view);
        expect(Math.hypot(back.x - screen.x, back.y - screen.y)).toBeLessThan(1e-3);
      }),
    );
  });

  it.each([
    [-4, 10, true],
    [-6, 10, false],
    [606, 10, false],
    [10, -6, false],
    [10, 406, false],
  ])('extended by 5 pixels contains %i, %i: %s', (x, y, expected) => {
    expect(isInside({ x, y }, { x: 0.5, y: 0.5, scale: 1000, width, height }, 5)).toBe(expected);
  });

  it('that is panned moves its points by as much', () => {
    const before = { x: 0.5, y: 0.5, scale: 1000, width, height };
    const { x, y } = toScreen(before, pan(before, 30, -20));
    expect([x, y]).toEqual([expect.closeTo(330, 6), expect.closeTo(180, 6)]);
  });

  it('that is enlarged keeps the point under the pointer', () => {
    const before = { x: 0.4, y: 0.4, scale: 4000, width, height };
    const pointer = { x: 100, y: 300 };
    const after = zoom(before, 2, pointer);
    expect(after.scale).toBe(8000);
    const { x, y } = toScreen(fromScreen(pointer, before), after);
    expect([x, y]).toEqual([expect.closeTo(100, 6), expect.closeTo(300, 6)]);
  });

  it('is never smaller than the screen, nor leaves the world', () => {
    const before = { x: 0.5, y: 0.5, scale: 500, width, height };
    expect(zoom(before, 0.01, { x: 0, y: 0 }).scale).toBe(400);
    expect(pan(before, 1e6, -1e6)).toMatchObject({ x: 0, y: 1 });
  });
});
