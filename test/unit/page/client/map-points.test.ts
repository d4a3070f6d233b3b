import { describe, expect, it } from 'vitest';
import {
  createPoints,
  extentOf,
  findWest,
  nearestPoints,
} from '../../../../src/page/client/map-points.ts';

describe('the points of columns', () => {
  const points = createPoints({
    labels: ['Cañon City', 'Oslo', 'Nowhere'],
    longitudes: [-90, -90, null],
    latitudes: [0, 90, null],
    details: [
      ['Colorado', '', ''],
      ['United States', 'NO', 'NO'],
    ],
    ranked: [1],
  });

  it('have a name with the names of their details, and a position', () => {
    expect([0, 1].map(points.label)).toEqual(['Cañon City', 'Oslo']);
    expect([0, 1].map(points.details)).toEqual([['Colorado', 'United States'], ['NO']]);
    const quarter = 20037508.34 / 2;
    expect(points.x[0]).toBeCloseTo(-quarter, 1);
    expect(points.y[0]).toBeCloseTo(0, 1);
    // The end of the map.
    expect(points.y[1]).toBeCloseTo(19971868.88, 1);
    expect([...points.located]).toEqual([0, 1]);
  });
});

it.each([
  ['in one country', [-70, -120], -120],
  ['across 180°', [170, -170, -100], 170],
  ['around the world', [-170, -60, 0, 60, 120], -60],
  ['of one point', [10], 10],
])('the western end of longitudes %s', (_, longitudes, west) =>
  expect(findWest(longitudes)).toBe(west),
);

const coordinates = (positions: readonly (readonly number[])[]) => ({
  x: Float64Array.from(positions, ([x = NaN]) => x),
  y: Float64Array.from(positions, ([, y = NaN]) => y),
  rows: Uint32Array.from(positions.keys()),
});

it('the extent of points can leave out a few that are far away', () => {
  const far = Array.from({ length: 1000 }, (_, row) => (row < 5 ? [9999, -9999] : [row % 100, 7]));
  const { rows, ...points } = coordinates(far);
  expect(extentOf(points, rows, 0)).toEqual([0, -9999, 9999, 7]);
  expect(extentOf(points, rows, 0.01)).toEqual([1, 7, 99, 7]);
});

it('the nearest points are all at its position, within a distance', () => {
  const { rows, ...points } = coordinates([
    [0, 0],
    [5, 5],
    [9, 0],
    [5, 5],
  ]);
  expect(nearestPoints(points, rows, [4, 4], 2)).toEqual([1, 3]);
  expect(nearestPoints(points, rows.subarray(0, 3), [4, 4], 2)).toEqual([1]);
  expect(nearestPoints(points, rows, [4, 4], 1)).toEqual([]);
});
