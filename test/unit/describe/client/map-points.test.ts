import { describe, expect, it } from 'vitest';
import {
  fullName,
  normalize,
  pointsOf,
  searchPoints,
} from '../../../../src/describe/client/map-points.ts';
import { rowsOf } from '../../../support/table.ts';

const feature = (label: string, state = 'CO', id: string | number = label) => ({
  id,
  geometry: { coordinates: [-105, 38] as const },
  properties: { label, state, country: 'US' },
});
const FIELDS = ['label', 'state', 'country'];

describe('the points of features', () => {
  it('have a name with details, and a position on the map', () => {
    const points = pointsOf([feature('Cañon City'), feature('Oslo', '')], FIELDS);
    expect(points.map(fullName)).toEqual(['Cañon City, CO, US', 'Oslo, US']);
    const x = expect.closeTo(10 / 360, 9);
    expect(points[0]).toMatchObject({ longitude: -105, latitude: 38, x });
    expect(pointsOf([], FIELDS)).toEqual([]);
  });

  it('are named by their ids if they have no label', () => {
    const [point] = pointsOf([feature('x', 'CO', 7)], ['', '']);
    expect(point).toMatchObject({ id: '7', label: '7', details: [] });
  });
});

it.each(
  rowsOf(`
  Cañon City -> canon city
  Québec -> quebec
  Tromsø -> tromso
  Łódź -> lodz
  O’Fallon -> ofallon
  St. Louis -> st louis`),
)('%s is compared as %s', (text = '', expected) => expect(normalize(text)).toBe(expected));

const labels = ['Cañon City', 'Canon', 'New Canon City', 'Boulder', 'Coal City', 'O’Fallon'];
const points = pointsOf(
  labels.map((label) => feature(label)),
  FIELDS,
);
it.each(
  rowsOf(`
  "" -> nothing
  " - " -> nothing
  "canon city" -> Cañon City, New Canon City
  "cañón city" -> Cañon City, New Canon City
  "canon" -> Canon, Cañon City, New Canon City
  "ci ca" -> Cañon City, New Canon City
  "boulder co" -> Boulder
  "ofallon" -> O’Fallon
  "o'fallon" -> O’Fallon
  "anon" -> nothing`),
)('a search for %s finds %s', (text = '', expected) => {
  const found = searchPoints(points, JSON.parse(text)).map(({ label }) => label);
  expect(found.join(', ') || 'nothing').toBe(expected);
});
