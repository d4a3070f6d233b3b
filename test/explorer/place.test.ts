import { describe, expect, it } from 'vitest';
import { found, nameOf, placesOf, plain } from '../../src/describe/client/place.ts';

const feature = (label: string, state = 'CO') => ({
  type: 'Feature',
  id: label,
  geometry: { type: 'Point', coordinates: [-105, 38] },
  properties: { label, state, country: 'US' },
});
const FIELDS = { label: 'label', details: ['state', 'country'] };
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

describe('places', () => {
  it.each([
    ['of nothing', null, null],
    ['of an error', { detail: 'x' }, null],
    ['of none', collection(), []],
    ['of one', collection(feature('Cañon City')), ['Cañon City, CO, US']],
    ['without a detail', collection(feature('Oslo', '')), ['Oslo, US']],
    ['but what is nowhere', collection({ id: 'x', geometry: null, properties: {} }), []],
  ])('%s', (_, value, names) => {
    expect(placesOf(value, FIELDS)?.map(nameOf) ?? null).toEqual(names);
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
  ])('%s', (text, expected) => expect(plain(text)).toBe(expected));
});

describe('a search', () => {
  const labels = ['Cañon City', 'Canon', 'New Canon City', 'Boulder', 'Coal City', 'O’Fallon'];
  const places = placesOf(collection(...labels.map((one) => feature(one))), FIELDS) ?? [];

  it.each([
    ['nothing', '', []],
    ['signs', ' - ', []],
    ['no accent', 'canon city', ['Cañon City', 'New Canon City']],
    ['an accent too many', 'cañón city', ['Cañon City', 'New Canon City']],
    ['the whole name first', 'canon', ['Canon', 'Cañon City', 'New Canon City']],
    ['beginnings of words', 'ci ca', ['Cañon City', 'New Canon City']],
    ['a detail too', 'boulder co', ['Boulder']],
    ['no apostrophe', 'ofallon', ['O’Fallon']],
    ['another apostrophe', "o'fallon", ['O’Fallon']],
    ['the middle of a word', 'anon', []],
  ])('for %s', (_, text, expected) => {
    expect(found(places, text).map(({ label }) => label)).toEqual(expected);
  });
});
