import { describe, expect, it } from 'vitest';
import {
  type Feature,
  fullName,
  normalize,
  pointsOf,
  searchPoints,
} from '../../../../src/describe/client/map-points.ts';

const feature = (label: string, state = 'CO'): Feature => ({
  id: label,
  geometry: { coordinates: [-105, 38] },
  properties: { label, state, country: 'US' },
});
const FIELDS = ['label', 'state', 'country'];

describe('the points of features', () => {
  it.each([
    ['none', [], []],
    ['one', [feature('Cañon City')], ['Cañon City, CO, US']],
    ['one without a detail', [feature('Oslo', '')], ['Oslo, US']],
  ])('%s', (_, features, names) => {
    expect(pointsOf(features, FIELDS).map(fullName)).toEqual(names);
  });

  it('are named by their ids if they have no label', () => {
    const [point] = pointsOf([{ ...feature('x'), id: 7 }], ['', '']);
    expect(point).toMatchObject({ id: '7', label: '7', details: [] });
  });

  it('are on the same world map', () => {
    const [point] = pointsOf([feature('x')], FIELDS);
    expect(point).toMatchObject({ longitude: -105, latitude: 38 });
    expect(point?.x).toBeCloseTo(10 / 360, 9);
  });
});

describe('a text without case and accents', () => {
  it.each([
    ['Cañon City', 'canon city'],
    ['Québec', 'quebec'],
    ['Tromsø', 'tromso'],
    ['Łódź', 'lodz'],
    ['O’Fallon', 'ofallon'],
    ['St. Louis', 'st louis'],
  ])('%s', (text, expected) => expect(normalize(text)).toBe(expected));
});

describe('a search', () => {
  const labels = ['Cañon City', 'Canon', 'New Canon City', 'Boulder', 'Coal City', 'O’Fallon'];
  const points = pointsOf(
    labels.map((label) => feature(label)),
    FIELDS,
  );

  it.each([
    ['nothing', '', []],
    ['punctuation', ' - ', []],
    ['no accent', 'canon city', ['Cañon City', 'New Canon City']],
    ['an accent too many', 'cañón city', ['Cañon City', 'New Canon City']],
    ['the whole name first', 'canon', ['Canon', 'Cañon City', 'New Canon City']],
    ['beginnings of words', 'ci ca', ['Cañon City', 'New Canon City']],
    ['a detail too', 'boulder co', ['Boulder']],
    ['no apostrophe', 'ofallon', ['O’Fallon']],
    ['another apostrophe', "o'fallon", ['O’Fallon']],
    ['the middle of a word', 'anon', []],
  ])('for %s', (_, text, expected) => {
    expect(searchPoints(points, text).map(({ label }) => label)).toEqual(expected);
  });
});
