import { describe, expect, it } from 'vitest';
import {
  createPoints,
  findCentre,
  fullName,
  type MapFeature,
  normalize,
  searchPoints,
  UNRANKED,
} from '../../../../src/page/client/map-points.ts';
import { rowsOf } from '../../../support/table.ts';

const feature = (label: string, state = 'CO', country = 'US'): MapFeature => ({
  id: label,
  geometry: { coordinates: [-105, 38] },
  properties: { label, state, country },
});
const NAMES = {
  state: { CO: 'Colorado', ON: 'Ontario', NY: 'New York' },
  country: { US: 'United States', CA: 'Canada' },
};
const NAMING = { label: 'label', details: ['state', 'country'], names: NAMES };

const pointsFrom = (
  features: readonly MapFeature[],
  ranked: readonly number[] = [],
  naming = NAMING,
) =>
  createPoints(features, { ...naming, ranked }, ([longitude, latitude]) => [longitude, -latitude]);

describe('the points of features', () => {
  it('have a name with the names of their details, a position and a rank', () => {
    const points = pointsFrom([feature('Cañon City'), feature('Oslo', '', 'NO')], [1]);
    expect(points.map(fullName)).toEqual(['Cañon City, Colorado, United States', 'Oslo, NO']);
    expect(points[0]).toMatchObject({ longitude: -105, latitude: 38, x: -105, y: -38 });
    expect(points.map(({ rank }) => rank)).toEqual([UNRANKED, 0]);
  });

  it('are named by their ids if they have no label', () => {
    const numbered = { ...feature('x'), id: 7 };
    const [point] = pointsFrom([numbered], [], { label: '', details: [''], names: NAMES });
    expect(point).toMatchObject({ id: '7', label: '7', details: [] });
  });
});

it.each([
  ['in one country', [-120, -70], -95],
  ['across 180°', [170, -170, -100], 215],
  ['around the world', [-170, -60, 0, 60, 120], 65],
  ['of one point', [10], 10],
])('the middle of longitudes %s', (_, longitudes, centre) =>
  expect(findCentre(longitudes)).toBeCloseTo(centre, 9),
);

it.each(
  rowsOf(`
  Cañon City -> canon city
  Tromsø -> tromso
  O’Fallon -> ofallon
  St. Louis -> st louis`),
)('%s is compared as %s', (text = '', expected) => expect(normalize(text)).toBe(expected));

const places = pointsFrom(
  [
    ...['Cañon City', 'Canon', 'New Canon City', 'Boulder', 'O’Fallon'].map((one) => feature(one)),
    feature('Albany', 'NY'),
    feature('New York', 'NY'),
    feature('Torontoville', 'ON', 'CA'),
    feature('Toronto', 'ON', 'CA'),
    feature('Ottawa', 'ON', 'CA'),
  ],
  [8, 9],
);
it.each(
  rowsOf(`
  "" -> nothing
  "cañón city" -> Cañon City, New Canon City
  "canon" -> Canon, Cañon City, New Canon City
  "ci ca" -> Cañon City, New Canon City
  "colorado" -> Boulder, Cañon City, Canon, New Canon City, O’Fallon
  "o'fallon" -> O’Fallon
  "new york" -> New York, Albany
  "ontario" -> Toronto, Ottawa, Torontoville
  "toronto" -> Toronto, Torontoville
  "toronto ontario" -> Toronto, Torontoville
  "anon" -> nothing`),
)('a search for %s finds %s', (text = '', expected) => {
  const found = searchPoints(places, JSON.parse(text)).map(({ label }) => label);
  expect(found.join(', ') || 'nothing').toBe(expected);
});
