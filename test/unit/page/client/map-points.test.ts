import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandLimits,
  bandOf,
  COLORS,
  createPoints,
  findCentre,
  fullName,
  NO_BAND,
  rangeOf,
} from '../../../../src/page/client/map-points.ts';

describe('the points of columns', () => {
  const points = createPoints({
    labels: ['Cañon City', 'Oslo', 'Nowhere'],
    longitudes: [-105, -105, null],
    latitudes: [0, 38, null],
    details: [
      { names: ['Colorado', ''], codes: [0, 1, 1] },
      { names: ['United States', 'NO'], codes: [0, 1, 1] },
    ],
    value: { title: 'Score', values: [1, 9, null] },
    ranked: [1],
  });

  it('have a name with the names of their details, a position and the colour of a value', () => {
    expect([0, 1].map((row) => fullName(points, row))).toEqual([
      'Cañon City, Colorado, United States',
      'Oslo, NO',
    ]);
    expect([points.x[0], points.y[0]]).toEqual([128, 128]);
    expect(points.y[1]).toBeLessThan(128);
    expect([...points.bands]).toEqual([0, COLORS - 1, NO_BAND]);
  });

  it('have no position where their record has none', () =>
    expect([points.x[2], points.y[2]]).toEqual([NaN, NaN]));
});

it.each([
  ['in one country', [-120, -70], -95],
  ['across 180°', [170, -170, -100], 215],
  ['around the world', [-170, -60, 0, 60, 120], 65],
  ['of one point', [10], 10],
])('the middle of longitudes %s', (_, longitudes, centre) =>
  expect(findCentre(longitudes)).toBeCloseTo(centre, 9),
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

describe('the range of values', () => {
  it('without outliers has at least 98 of 100 of them, and lies within the range of all', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1 }), (all) => {
        const values = Float32Array.from(all);
        const [least, greatest] = rangeOf(values);
        expect([least, greatest]).toEqual([Math.min(...all), Math.max(...all)]);
        const [low, high] = rangeOf(values, 0.01);
        expect(low).toBeGreaterThanOrEqual(least);
        expect(high).toBeLessThanOrEqual(greatest);
        const inside = all.filter((value) => value >= low && value <= high);
        expect(inside.length).toBeGreaterThanOrEqual(0.98 * all.length);
      }),
    ));

  it('leaves out a few that are far away', () => {
    const values = Float32Array.from({ length: 1000 }, (_, index) =>
      index < 5 ? 9999 : index % 100,
    );
    expect(rangeOf(values, 0.01)[1]).toBe(99);
  });
});
