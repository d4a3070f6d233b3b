import { expect, it } from 'vitest';
import { endpointsOf } from '../../../src/core/endpoint.ts';
import { datasetsOf } from '../../../src/describe/downloads/downloads.ts';
import { examplesOf } from '../../../src/describe/examples.ts';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { defineCollection, z } from '../../../src/index.ts';
import { pointsOf } from '../../../src/page/points.ts';
import { runAtOnce } from '../../../src/util/progress.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { prepared } from '../../support/rendered-site.ts';

const schema = z.object({ id: z.int() });
const places = defineCollection({
  ...titled('places'),
  schema,
  key: 'id',
  features: {
    properties: schema,
    feature: (properties) => ({ longitude: 1, latitude: 2, properties }),
  },
});
const records = { places: Array.from({ length: 50 }, (_, id) => ({ id })) };
const site = (fileBytes?: number) => prepared(apiOf(places), records, 'code', fileBytes);
const size = site().serialized[0]?.geoJson().length ?? 0;

it.each([
  ['as large as accepted', size + 2, true],
  ['larger', size - 1, false],
])('GeoJSON that is %s -> it is everywhere or nowhere: %s', (_, fileBytes, expected) => {
  const { grid, about, serialized, siteFiles } = site(fileBytes);
  const paths = Array.from(siteFiles.all(), ({ path }) => path);
  const described = { about, grid, examples: examplesOf(grid, serialized) };
  const names = [
    ...endpointsOf(grid, '').map(({ kind }) => kind),
    ...paths,
    ...Object.keys(openApiOf(described).paths),
    ...Object.keys(openApiOf(described).components.schemas),
    ...runAtOnce(datasetsOf(grid, serialized)).flatMap(({ files }) =>
      files.map(({ path }) => path),
    ),
  ];
  const found = names.filter((name) => /feature|geojson/i.test(name));
  expect(found.length).toBe(expected ? 8 : 0);
  const error = String(siteFiles.bodyOf('data/errors/path.json')?.[0]);
  expect(error.includes('places_geojson/, because the host accepts files of up to')).toBe(
    !expected,
  );
});

it('points that are larger than the host accepts -> none, and a note', () => {
  const { about, serialized } = site();
  const notes: string[] = [];
  expect(pointsOf(about, serialized, 100, notes)).toEqual({});
  expect(notes).toEqual([
    'Left out: the map of places, because the host accepts files of up to 1 KB.',
  ]);
});

it('downloads that are as large as the host accepts are in the site, larger ones are not', () => {
  const { grid, serialized } = site();
  const filesOf = (most?: number) =>
    runAtOnce(datasetsOf(grid, serialized, most)).flatMap(({ files }) => files);
  const all = filesOf();
  expect(all.length).toBe(4);
  for (const { bytes } of all)
    for (const most of [bytes, bytes - 1])
      expect(filesOf(most)).toEqual(all.filter((one) => one.bytes <= most));
});
