import { describe, expect, it } from 'vitest';
import { convertIds } from '../../../src/import/shapes.ts';
import { dataOf, importFrom, importText } from '../../support/imported.ts';
import { rowsOf } from '../../support/table.ts';

const importJson = (value: unknown, name = 'a.json') => importText(name, JSON.stringify(value));

/** The lines of the new file, and the note. */
it.each(
  rowsOf(`
    keyed.json      -> {"name":"x","n":1,"key":"a1"} {"name":"y","n":2,"key":"b2"} {"name":"z","n":3,"key":"c3"} -> The field key is the name that each record has in the file, such as "a1".
    columns.json    -> {"name":"a","age":1} {"name":"b","age":2}   -> The columns of the file became records.
    list-below.json -> {"_id":1,"name":"a"} {"_id":2,"name":"b"}   -> The records are result.records. All else is left out.
    names-by-code.json -> {"key":"AF","value":"Afghanistan"} {"key":"AL","value":"Albania"} {"key":"DZ","value":"Algeria"} -> The fields key and value are the names and values of the file.
    mixed-ids.json  -> {"id":"1","n":"a"} {"id":"2a","n":"b"}      -> id has texts, such as "2a", so its numbers, such as 1, became texts.`),
)('%s -> %s', async (file = '', lines = '', note = '') => {
  const { content, notes, definition } = await importFrom(`test/cases/${file}`);
  expect(content).toEqual({ [`${file}l`]: `${lines.replaceAll('} ', '}\n')}\n` });
  expect(notes).toEqual([note]);
  expect(definition).not.toContain('content: {');
});

const ROWS = [{ id: 1 }, { id: 2 }];
const FEW = Array.from({ length: 20 }, (_, at) => [`a/${at}`, { [`f${at % 5}`]: at }] as const);
const SPARSE = JSON.stringify(Object.fromEntries(FEW));
const SPARSE_RECORDS = JSON.stringify(FEW.map(([key, fields]) => ({ ...fields, key })));

/** Imports a text in which `ROWS` stands for these, and after `SOCRATA` are columns and rows. */
function importShape(text: string) {
  const whole = text.replace(/SOCRATA(\S+) (.*)/, '{"meta":{"view":{"columns":$1}},"data":$2}');
  return importText('a.json', whole.replaceAll('ROWS', JSON.stringify(ROWS)));
}

/** The text of a file, and what is published of it, which is `ROWS` unless it is said otherwise. */
it.each(
  rowsOf(`
    a list at the first level, before longer ones -> {"other":[{},{},{}],"data":ROWS}
    the longest list               -> {"a":[{}],"b":ROWS}
    a list before an object with keys -> {"towns":ROWS,"items":{"p":{"a":1},"q":{"a":2}}}
    the only list below            -> {"data":{"towns":ROWS,"n":2},"meta":{"towns":2,"n":2}}
    the list with the best name below -> {"a":{"features":[{}],"results":ROWS}}
    an object with keys below      -> {"v":1,"towns":{"p":{"id":1,"n":1},"q":{"id":2,"m":1,"n":2}}}
      => [{"id":1,"n":1,"key":"p"},{"id":2,"m":1,"n":2,"key":"q"}]
    a field key                    -> {"a":{"key":"x"},"b":{"key":"y"}}
      => [{"key":"x","key_1":"a"},{"key":"y","key_1":"b"}]
    a page that is whole           -> {"count":2,"next":null,"results":ROWS}
    keys that are numbers          -> {"0":{"id":1},"1":{"id":2}}
    Socrata  -> SOCRATA[{"id":7,"name":"Id","fieldName":"id"},{"name":"b"}] [[1,2]]
      => [{"id":1,"b":2}]
    a feature whose properties look like a page
      => {"type":"Feature","geometry":null,"properties":{"id":1,"size":1285,"next":"/x"}}
      => [{"id":1,"size":1285}]
    pandas                         -> {"columns":["id","b"],"index":[0],"data":[[1,2]]}
      => [{"id":1,"b":2}]
    pandas, with names of rows     -> {"columns":["n"],"index":["Rome"],"data":[[1]]}
      => [{"n":1,"index":"Rome"}]
    rows below a header            -> [["code","n"],["A",1],["B",null]]
      => [{"code":"A","n":1},{"code":"B","n":null}]
    one row below a header         -> [["code","n"],["A",1]] -> [{"code":"A","n":1}]
    values by languages            -> {"en":5,"de":6,"pt":7}
      => [{"key":"en","value":5},{"key":"de","value":6},{"key":"pt","value":7}]
    many objects with few fields   -> ${SPARSE} -> ${SPARSE_RECORDS}`),
)('%s', async (_, text = '', published = JSON.stringify(ROWS)) => {
  expect(await importShape(text)).toMatchObject({ published: JSON.parse(published) });
});

/** Without a message, no list is found. */
it.each(
  rowsOf(`
    several lists below -> {"a":{"x":ROWS,"y":ROWS}} -> several lists of records: a.x, a.y. Write
    a record           -> {"id":1,"address":{"street":"x"}}
    a configuration    -> {"a":{"x":1,"y":2},"b":{"z":3}}
    a name twice       -> SOCRATA[{"name":"a"},{"name":"a"}] [[1,2]] -> needs a name of its own
    a short row        -> SOCRATA[{"name":"id"},{"name":"b"}] [[1]] -> a value in each row: id, b.
    a package          -> {"name":"x","version":"1","license":"MIT"}
    a configuration with capitals -> {"ID":"1","NAME":"Anna","CITY":"Rome"}
    names by codes in rows -> [["en","English"],["de","German"],["fr","French"]]
    two values         -> {"A":1,"B":2}
    values of two types -> {"A":1,"B":"x","C":2}
    rows without a header -> [["Ann","5"],["Bob","7"],["Cy","9"]]
    rows of other lengths -> [["a","b"],[1]]
    a part             -> {"result":{"records":ROWS,"total":200}} -> has 2 of 200 records. Fetch
    a part above       -> {"total":9,"data":{"towns":ROWS}} -> has 2 of 9 records. Fetch
    one of several pages -> {"total_pages":2,"results":ROWS} -> has 1 of 2 pages.`),
)('%s -> an error', async (_, text = '', message = 'must be a list of records') => {
  await expect(importShape(text)).rejects.toThrow(message);
});

it('an object with keys that the records have too -> a line that names their field', async () => {
  const { notes } = await importJson({ a: { key: 'a', n: 1 }, b: { key: 'b', n: 2 } });
  expect(notes[0]).toContain('The field key is');
});

it.each([
  ['saved-page.json', 'has 2 of 2,620 records and a next page, "https://example.org/x/?page=2".'],
  ['total-count.json', 'has 2 of 1,000 records.'],
])('%s -> an error', async (file, message) => {
  await expect(importFrom(`test/cases/${file}`)).rejects.toThrow(message);
});

it('numbers and texts of a live API, only in ids -> texts', () => {
  const rows = [
    { cityId: 1, n: 1, paid: 1 },
    { cityId: '2a', n: 'x', paid: 'y' },
  ];
  const { records } = convertIds(dataOf('x', rows));
  expect(records[0]).toEqual({ cityId: '1', n: 1, paid: 1 });
});

/** Members beside two records, and what is missing; none: they are all. */
it.each(
  rowsOf(`
    {"total_count":1000,"incomplete_results":false}  -> 2 of 1,000 records
    {"nhits":2,"parameters":{"rows":10}}             -> none
    {"@odata.nextLink":"https://example.org/?skip=2"} -> a next page, "https://example.org/?skip=2"
    {"totalElements":2,"size":20,"last":true,"totalPages":1} -> none
    {"size":20,"last":false}                         -> more records (last: false)
    {"has_more":true}                                -> more records (has_more: true)
    {"pageInfo":{"hasNextPage":true}}                -> more records (page_info_has_next_page: true)
    {"nextPageToken":"abc"}                          -> a next page, "abc"
    {"offset":"itrA/recB"}                           -> a next page, "itrA/recB"
    {"offset":0,"limit":100}                         -> none
    {"exceededTransferLimit":true}                   -> more records (exceeded_transfer_limit: true)
    {"meta":{"total":9}}                             -> 2 of 9 records
    {"meta":{"current_page":1,"last_page":5}}        -> 1 of 5 pages
    {"_shards":{"total":5},"took":12}                -> none
    {"next_update":"2025-01-01","next":null}         -> none
    {"version":12,"status":200,"ttl":3600,"per_page":50,"year":2024} -> none
    {"count":"500"}                                  -> 2 of 500 records
    {"links":{"self":"/a","next":{"href":"/a?page=2"}}} -> a next page, "/a?page=2"
    {"meta":{"pagination":{"total":9}}}              -> 2 of 9 records
    {"population_total":84000000,"download_count":99,"file_size":500} -> none
    {"next_election":"November 2028","total":2}      -> none
    {"count":2,"total":9}                            -> 2 of 9 records`),
)('two records beside %s -> %s', async (members = '', lack) => {
  const value = { ...JSON.parse(members), results: ROWS };
  if (lack === 'none') expect(await importJson(value)).toMatchObject({ published: ROWS });
  else
    await expect(importJson(value)).rejects.toThrow(
      `has ${lack}. Fetch all records yourself, save them as a file, and use \`init --from\` with the file. If these are all, use --count 2.`,
    );
});

it.each<[string, object, string]>([
  [
    'Elasticsearch',
    { hits: { total: { value: 9, relation: 'eq' }, hits: ROWS } },
    '2 of 9 records',
  ],
  ['Solr', { responseHeader: { status: 0 }, response: { numFound: 9, docs: ROWS } }, '2 of 9'],
  ['Crossref', { status: 'ok', message: { 'total-results': 9, items: ROWS } }, '2 of 9 records'],
])('a page of %s -> an error', async (_, value, lack) => {
  await expect(importJson(value)).rejects.toThrow(`has ${lack}`);
});

it('--count -> a part is the whole; another number is an error', async () => {
  const text = JSON.stringify({ total: 9, page: 1, data: ROWS });
  const { published, notes } = await importText('a.json', text, { count: '2' });
  expect([published, notes]).toEqual([ROWS, ['Left out: total, page.']]);
  const importing = importText('a.json', text, { count: '9' });
  await expect(importing).rejects.toThrow('has 2 records. If they are all, use --count 2.');
});

const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const feature = (geometry: unknown, properties: unknown, id?: unknown) => ({
  ...{ type: 'Feature', id, geometry, properties },
});
const inSystem = (name: string, at = point(1, 2)) => ({
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name } },
  features: [feature(at, { id: 1 })],
});
const shape = (type: string, ...at: string[]) => ({
  ...{ type, coordinates: at.map((position) => position.split(' ').map(Number)) },
});
const LINE = shape('LineString', '3 3', '5.2 9');

describe('GeoJSON', () => {
  it.each<[name: string, feature: object, published: object]>([
    ['a point', feature(point(10, 60), { a: 1 }, 7), { a: 1, id: 7, longitude: 10, latitude: 60 }],
    [
      'an altitude',
      feature(point(1, 2, 3), { id: 1 }),
      { id: 1, longitude: 1, latitude: 2, altitude: 3 },
    ],
    ['a line', feature(LINE, { id: 1 }), { id: 1, longitude: 4.1, latitude: 6, geometry: LINE }],
    ['no position', feature(null, { id: 1 }), { id: 1, longitude: null, latitude: null }],
    ['no geometry', feature(undefined, { id: 1 }), { id: 1, longitude: null, latitude: null }],
    [
      'names that are taken',
      feature(point(1, 2), { id: 'x', longitude: 1, latitude: 5 }, 7),
      { id: 'x', longitude: 1, latitude: 5, id_1: 7, latitude_1: 2 },
    ],
  ])('%s', async (_, one, published) => {
    for (const value of [one, [one], { type: 'FeatureCollection', features: [one] }])
      expect((await importJson(value)).published).toEqual([published]);
  });

  const ring = (...longitudes: number[]) => [longitudes.map((x, at) => [x, at])];
  const areas = (...rings: object[]) => ({ type: 'MultiPolygon', coordinates: rings });
  const collectionOf = (...geometries: object[]) => ({ type: 'GeometryCollection', geometries });
  it.each<[name: string, geometry: object, longitude: number | null]>([
    ['an area on both sides of 180°', areas(ring(177, 180), ring(-180, -179)), 179],
    ['the larger part east of 180°', areas(ring(178, 180), ring(-180, -170)), -176],
    ['areas around 0°', areas(ring(-10, -5), ring(20, 30)), 10],
    ['a whole turn', areas(ring(-180, 180)), 0],
    ['points', shape('MultiPoint', '179 1', '-179 2'), 180],
    ['geometries', collectionOf(point(170, 1), LINE, point(-170, 1)), 96.5],
    ['no coordinates', shape('MultiPoint'), null],
  ])('the middle of %s', async (_, geometry, longitude) => {
    const { published } = await importJson(feature(geometry, { id: 1 }));
    expect(published[0]).toMatchObject({ longitude });
  });

  it('antimeridian.geojson', async () => {
    const { published } = await importFrom('test/cases/antimeridian.geojson');
    expect(published).toMatchObject([{ name: 'Fiji', longitude: 179, latitude: -17 }]);
  });

  it('the map and the lines', async () => {
    const { definition, notes, content } = await importJson(inSystem('urn:ogc:def:crs:EPSG::4326'));
    expect(definition).toContain('longitude: record.longitude');
    expect(notes[0]).toContain('Lines and areas have the center');
    expect(content).toEqual({ 'a.jsonl': '{"id":1,"longitude":1,"latitude":2}\n' });
    const line = await importJson(feature(LINE, { id: 1 }), 'a.geojson');
    expect(line.definition).toContain('geometry: z.unknown(),');
  });

  it.each<[name: string, value: object, message: string]>([
    ['meters', inSystem('EPSG:3857'), 'in EPSG:3857. Convert them: ogr2ogr -t_srs EPSG:4326 '],
    [
      'no degrees',
      inSystem('CRS84', point(5e5, 4e6)),
      'feature 1: [500000,4000000] is not a longi',
    ],
    ['no numbers', inSystem('CRS84', point(1, null)), 'feature 1: [1,null] is not a longi'],
    [
      'texts',
      inSystem('CRS84', point('1', '2')),
      'feature 1: ["1","2"] is not a longitude and a latitude in degrees, as numbers.',
    ],
    ['TopoJSON', { type: 'Topology', objects: { towns: {} } }, 'such as towns: npx -p topojson'],
    ['a geometry', point(1, 2), 'must be a list of records'],
    ['a part', { ...inSystem('CRS84'), numberMatched: 9 }, 'has 1 of 9 records'],
  ])('%s -> an error', async (_, value, message) => {
    await expect(importJson(value, 'a.geojson')).rejects.toThrow(message);
  });
});
