import { describe, expect, it } from 'vitest';
import { createScale } from '../../../../src/page/client/map-scale.ts';

/** The scale of the points of some rows, and the colour of each point. */
function scaleOf(values: (number | null)[], rows: Iterable<number> = values.keys()) {
  const scale = createScale({ title: 'Score', values }, Uint32Array.from(rows));
  return { ...scale, shown: Array.from(scale.bands, (band) => scale.colors[band]) };
}

describe('the colours of values', () => {
  it.each<[string, (number | null)[], number[], string, number[]]>([
    ['years, of which no digit is lost', [1988, 1987, 1989], [1988, 1989], '3 0 5', [1, 2]],
    ['values that are mostly equal', [0, 0, 0, 0, 0, 0, 1, 2], [1, 2], '0 0 0 0 0 0 3 5', [0, 7]],
    ['equal values', [7, 7, 7], [], '5 5 5', [0, 2]],
    ['one value', [7], [], '5', [0]],
    ['values and none', [7, null, 3], [7], '5 land 0', [2, 0]],
    ['no values', [null, null], [], 'land land', []],
    ['no points', [], [], '', []],
  ])('%s', (_, values, limits, shown, ends) => {
    const scale = scaleOf(values);
    expect(scale.limits).toEqual(limits);
    expect(scale.shown.join(' ').replaceAll('band-', '')).toBe(shown);
    expect(scale.ends).toEqual(ends);
  });

  const hundred = Array.from({ length: 100 }, (_, index) => index);

  it('the best differ from the middle', () => {
    const { limits, shown } = scaleOf(hundred);
    expect(limits).toEqual([5, 25, 50, 75, 95]);
    expect(shown[94]).toBe('band-4');
    expect(shown[95]).toBe('band-5');
  });

  it('are those of the points that are shown', () =>
    expect(scaleOf(hundred, [10, 11, 12])).toMatchObject({ limits: [11, 12], ends: [10, 12] }));

  it('points without values have one of their own', () =>
    expect(createScale(undefined, Uint32Array.of(0)).colors).toEqual(['dot']));
});
