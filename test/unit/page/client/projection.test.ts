import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  projectLatitude,
  projectLongitude,
  unproject,
  WORLD,
} from '../../../../src/page/client/projection.ts';

it.each([
  ['the middle', 0, 0, 128, 128],
  ['the west', -180, 0, 0, 128],
  // https://developers.google.com/maps/documentation/javascript/examples/map-coordinates
  ['Chicago', -87.65, 41.85, 65.67, 95.17],
  ['a pole', 0, 90, 128, 128 * (1 - 3.1313 / Math.PI)],
])('%s is where other maps of the web have it', (_, longitude, latitude, x, y) => {
  expect(projectLongitude(longitude, 0)).toBeCloseTo(x, 1);
  expect(projectLatitude(latitude)).toBeCloseTo(y, 1);
});

it('every position is found again', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(179.99), degrees(84.9), degrees(359), (longitude, latitude, centre) => {
      const x = projectLongitude(longitude, centre);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(WORLD);
      const found = unproject(x, projectLatitude(latitude), centre);
      const away = Math.abs(found.longitude - longitude) % 360;
      expect(Math.min(away, 360 - away)).toBeLessThan(1e-6);
      expect(found.latitude).toBeCloseTo(latitude, 6);
    }),
  );
});
