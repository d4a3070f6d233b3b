import { expect, it } from 'vitest';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

it('the index, and the answers to OPTIONS', () => {
  const { files } = UNUSUAL_SITES['a map'];
  const found = [...files].filter(([file]) => /^api\/index|^data\/options\//.test(file));
  const base = 'https://me.github.io/small/api';
  const options = (name: string, description: string) => ({
    ...{ name, description },
    ...{ renders: ['application/json'], parses: [] },
  });
  expect(Object.fromEntries(found.map(([file, body]) => [file, JSON.parse(String(body))]))).toEqual(
    {
      'api/index.json': { places: `${base}/places/`, places_geojson: `${base}/places_geojson/` },
      'data/options/index.json': options('Small', 'A small API.'),
      'data/options/places.json': options('places', 'Some places.'),
      'data/options/places_geojson.json': options(
        'places as GeoJSON',
        'The points of places on a map, as a GeoJSON FeatureCollection.',
      ),
    },
  );
});
