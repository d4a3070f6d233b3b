import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandLimits,
  bandOf,
  COLORS,
  createPoints,
  extentOf,
  findWest,
  NO_BAND,
  nearestPoints,
} from '../../../../src/page/client/map-points.ts';

describe('the points of columns', () => {
  const points = createPoints({
    labels: ['Cañon City', 'Oslo', 'Nowhere'],
    longitudes: [-90, -90, null],
    latitudes: [0, 90, null],
    details: [
      { names: ['Colorado', ''], codes: [0, 1, 1] },
      { names: ['United States', 'NO'], codes: [0, 1, 1] },
    ],
    value: { title: 'Score', values: [1, 9, null] },
    ranked: [1],
  });

  it('have a name with the names of their details, a position and the colour of a value', () => {
    expect([0, 1].map(points.label)).toEqual(['Cañon City', 'Oslo']);
    expect([0, 1].map(points.details)).toEqual([['Colorado', 'United States'], ['NO']]);
    const quarter = 20037508.34 / 2;
    expect(points.x[0]).toBeCloseTo(-quarter, 1);
    expect(points.y[0]).toBeCloseTo(0, 1);
    // The end of the map.
    expect(points.y[1]).toBeCloseTo(19971868.88, 1);
    expect([...points.bands]).toEqual([0, COLORS - 1, NO_BAND]);
    expect([points.x[2], points.y[2]]).toEqual([NaN, NaN]);
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

describe('the bands of values', () => {
  it.each<[string, (number | null)[], number[]]>([
    ['many values', Array.from({ length: 600 }, (_, index) => index), [100, 200, 300, 400, 500]],
    ['numbers with many digits', [0, 1.2345, 1.2345, 1.2345, 9, 9.876], [1.2, 9, 9.9].slice(0, 2)],
    ['one value', [7, 7, 7], []],
    ['no values', [null, null], []],
  ])('of %s', (_, values, limits) => expect(bandLimits(values)).toEqual(limits));

  it('grow with the value, and have a colour', () =>
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const limits = bandLimits(values);
        expect(limits).toEqual(limits.toSorted((a, b) => a - b));
        const bands = values.toSorted((a, b) => a - b).map((value) => bandOf(value, limits));
        expect(bands).toEqual(bands.toSorted((a, b) => a - b));
        expect(bands.every((band) => band < COLORS)).toBe(true);
      }),
    ));
});

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
