import { ERRORS, type ErrorName } from '../../src/core/address.ts';
import type { Asked } from '../support/page-text.ts';

/** The parts of the contract between the API and its clients. */
export const GROUPS = [
  'subsets and orders',
  'extras',
  'unsupported values',
  'composed pages',
  'encodings',
  'duplicates',
  'traversal',
  'slash redirect',
  'items',
  'GeoJSON',
  '404',
  'HEAD',
  'OPTIONS',
  '405',
  'headers',
] as const;
export type Group = (typeof GROUPS)[number];

/** A file of the site, below `data/`. */
export interface FileAnswer {
  readonly status: number;
  readonly file: string;
}

export interface RedirectAnswer {
  readonly status: 301;
  readonly location: string;
}

/** The expected answer to a request to the shipped site. */
export type Expected =
  | FileAnswer
  | RedirectAnswer
  /** A page of neighborhoods where our code runs; an error on a host of rules. */
  | { readonly page: Asked; readonly error: string };

/** A request, and the answer of the contract, which every host gives but for `DIFFERENCES`. */
export interface Case {
  readonly group: Group;
  readonly name: string;
  readonly method: string;
  /** The path and the query, as they are sent. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

export const list = '/api/neighborhoods/';
export const UUID = '1b4aacb5-5655-4e8e-b15e-7fed69afbf54';
const GEOJSON = '/api/neighborhoods_geojson/';
export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

export const file = (name: string): FileAnswer => ({ status: 200, file: `${name}.json` });
/** A page's file, by what its name says: `f-/o-/l-20/0`. */
export const page = (name: string): FileAnswer => file(`neighborhoods/list/${name}`);
const FEATURES = file('neighborhoods/features');
const FIRST = page('f-/o-/l-20/0');
export const error = (name: ErrorName, collection = ''): FileAnswer => ({
  status: ERRORS[name],
  file: `errors/${collection && `${collection}/`}${name}.json`,
});
const [FORMAT, PATH, REPEATED, METHOD] = [
  error('format'),
  error('path'),
  error('repeated'),
  error('method'),
];
const ORDERING = error('ordering', 'neighborhoods');
const LIMIT = error('limit', 'neighborhoods');
const OFFSET = error('offset', 'neighborhoods');
const composed = (asked: Partial<Asked>, refused: 'limit' | 'offset' | 'ordering'): Expected => ({
  page: { limit: 20, offset: 0, ...asked },
  error: `errors/neighborhoods/${refused}.json`,
});
export const to = (location: string): RedirectAnswer => ({ status: 301, location });

type Row = readonly [name: string, target: string, expected: Expected];

const gets = (group: Group, rows: readonly Row[], method = 'GET'): Case[] =>
  rows.map(([name, target, expected]) => ({
    group,
    name,
    method,
    target: target.startsWith('/') ? target : `${list}${target && `?${target}`}`,
    expected,
  }));

/** The contract. A target that is no path is a query of the neighborhoods. */
export const CASES: readonly Case[] = [
  ...gets('subsets and orders', [
    ['no parameter', '', FIRST],
    ['a question mark and no more', `${list}?`, FIRST],
    ['format', 'format=api', page('f-api/o-/l-20/0')],
    ['ordering', 'ordering=-created_at', page('f-/o--created_at/l-20/0')],
    ['limit', 'limit=50', page('f-/o-/l-50/0')],
    ['offset', 'offset=40', page('f-/o-/l-20/40')],
    ['limit and offset', 'limit=100&offset=2600', page('f-/o-/l-100/2600')],
    ['offset and limit', 'offset=2600&limit=100', page('f-/o-/l-100/2600')],
    ['format and limit', 'format=json&limit=10', page('f-json/o-/l-10/0')],
    ['format and offset', 'offset=60&format=api', page('f-api/o-/l-20/60')],
    ['ordering and limit', 'ordering=label&limit=10', page('f-/o-label/l-10/0')],
    ['ordering and offset', 'offset=20&ordering=-label', page('f-/o--label/l-20/20')],
    [
      'ordering and format',
      'ordering=state_abbrev&format=json',
      page('f-json/o-state_abbrev/l-20/0'),
    ],
    ['all but format', 'offset=10&limit=10&ordering=label', page('f-/o-label/l-10/10')],
    ['all but ordering', 'limit=50&format=api&offset=50', page('f-api/o-/l-50/50')],
    ['all but limit', 'ordering=label&format=api&offset=20', page('f-api/o-label/l-20/20')],
    [
      'all but offset',
      'limit=100&ordering=-modified_at&format=json',
      page('f-json/o--modified_at/l-100/0'),
    ],
    [
      'all, sorted',
      'format=json&limit=10&offset=30&ordering=label',
      page('f-json/o-label/l-10/30'),
    ],
    [
      'all, reversed',
      'ordering=label&offset=30&limit=10&format=json',
      page('f-json/o-label/l-10/30'),
    ],
    ['every record', 'limit=all', page('f-/o-/l-all/0')],
    ['every record, from the first', 'offset=0&limit=all', page('f-/o-/l-all/0')],
    [
      'every record, in an order and a format',
      'format=api&ordering=label&limit=all',
      page('f-/o-label/l-all/0'),
    ],
    ['the last page', 'limit=10&offset=2610', page('f-/o-/l-10/2610')],
    ['the explicit defaults', 'limit=20&offset=0', FIRST],
    ['empty values', 'format=&ordering=&limit=&offset=', FIRST],
    ['names alone', 'limit&offset&ordering', FIRST],
    ['an empty value beside a given one', 'limit=&offset=40', page('f-/o-/l-20/40')],
    ['a list', '/api/countries/', file('countries/list/o-')],
    ['a list in a format', '/api/countries/?format=api', file('countries/list/o-')],
    ['a list in its own order', '/api/score_metadata/', file('score_metadata/list/o-')],
    [
      'a list in an order',
      '/api/score_metadata/?ordering=-description',
      file('score_metadata/list/o--description'),
    ],
    [
      'a list in an order and a format',
      '/api/score_metadata/?ordering=name&format=json',
      file('score_metadata/list/o-name'),
    ],
    ['the index', '/api/', file('index')],
    ['the index in a format', '/api/?format=json', file('index')],
  ]),
  ...gets('extras', [
    ['an unknown parameter', 'utm_source=x', FIRST],
    [
      'an unknown parameter between others',
      'limit=10&utm_source=x&offset=10',
      page('f-/o-/l-10/10'),
    ],
    ['a name that ends like one', 'xlimit=37&limit=10', page('f-/o-/l-10/0')],
    ['a name that begins like one', 'limit_=37&limit=10', page('f-/o-/l-10/0')],
    ['a name in brackets', 'limit[]=50', FIRST],
    ['a name in other letters', 'LIMIT=50', FIRST],
    ['a name with a space', 'limit+=50', FIRST],
    ['a value that looks like a parameter', 'q=limit=37&limit=10', page('f-/o-/l-10/0')],
    ['an encoded & in a value', 'q=%26limit=37', FIRST],
    ['a second question mark', `${list}??limit=50`, FIRST],
    ['empty pairs', '&&limit=10&&offset=10', page('f-/o-/l-10/10')],
    ['an unknown parameter twice', 'q=1&q=2', FIRST],
    ['limit where there is none', '/api/countries/?limit=37', file('countries/list/o-')],
    ['ordering where there is none', '/api/countries/?ordering=size', file('countries/list/o-')],
    [
      'offset on a list',
      '/api/score_metadata/?offset=5&ordering=label',
      file('score_metadata/list/o-label'),
    ],
    ['limit on an item', '/api/countries/NO/?limit=0&ordering=x', file('countries/item/NO')],
    ['limit on the index', '/api/?limit=37', file('index')],
  ]),
  ...gets('unsupported values', [
    ['limit 0', 'limit=0', LIMIT],
    ['limit -1', 'limit=-1', LIMIT],
    ['limit a word', 'limit=abc', LIMIT],
    ['limit with a leading zero', 'limit=050', LIMIT],
    ['limit with an encoded sign', 'limit=%2B50', LIMIT],
    ['limit with a space', 'limit=+50', LIMIT],
    ['limit with an exponent', 'limit=1e3', LIMIT],
    ['limit beyond 2^53 - 1', 'limit=9007199254740992', LIMIT],
    ['limit in capitals', 'limit=ALL', LIMIT],
    ['limit ended by a semicolon', 'limit=50;offset=50', LIMIT],
    ['limit the name of a placeholder', 'limit=:limit', LIMIT],
    ['limit a star', 'limit=*', LIMIT],
    ['limit with a second =', 'limit=10=', LIMIT],
    ['offset -20', 'offset=-20', OFFSET],
    ['offset a word', 'offset=two', OFFSET],
    ['offset with a leading zero', 'offset=020', OFFSET],
    ['offset with a fraction', 'offset=20.0', OFFSET],
    ['offset beyond 2^53 - 1', 'offset=9007199254740992', OFFSET],
    ['offset of very many digits', `offset=${'9'.repeat(300)}`, OFFSET],
    ['offset the name of a placeholder', 'offset=:offset', OFFSET],
    ['ordering unknown', 'ordering=size', ORDERING],
    ['ordering by an object', 'ordering=country', ORDERING],
    ['ordering by a camelCase name', 'ordering=createdAt', ORDERING],
    ['ordering in capitals', 'ordering=LABEL', ORDERING],
    ['ordering with two signs', 'ordering=--label', ORDERING],
    ['ordering a sign', 'ordering=-', ORDERING],
    ['ordering a list', 'ordering=label,-created_at', ORDERING],
    ['ordering an inherited name', 'ordering=constructor', ORDERING],
    ['ordering of another collection', 'ordering=description', ORDERING],
    [
      'an unknown ordering of a list',
      '/api/score_metadata/?ordering=size',
      error('ordering', 'score_metadata'),
    ],
    ['format unknown', 'format=xml', FORMAT],
    ['format in capitals', 'format=JSON', FORMAT],
    ['format unknown on a list', '/api/countries/?format=csv', FORMAT],
    ['format unknown on an item', '/api/countries/NO/?format=xml', FORMAT],
    ['format unknown on the index', '/api/?format=html', FORMAT],
    ['a bad limit beside a good offset', 'limit=abc&offset=20', LIMIT],
    ['a good limit beside a bad ordering', 'limit=50&ordering=size', ORDERING],
    ['a bad ordering is told before a bad limit', 'limit=abc&ordering=size', ORDERING],
    ['a bad format is told before all', 'limit=abc&format=xml&ordering=size', FORMAT],
    ['a bad limit is told before a bad offset', 'offset=-1&limit=0', LIMIT],
  ]),
  ...gets('composed pages', [
    ['limit not pre-rendered', 'limit=37', composed({ limit: 37 }, 'limit')],
    ['limit 1', 'limit=1', composed({ limit: 1 }, 'limit')],
    ['limit that begins like one', 'limit=1000', composed({ limit: 1000 }, 'limit')],
    ['limit beyond the count', 'limit=100000', composed({ limit: 100000 }, 'limit')],
    [
      'offset not a multiple of the limit',
      'limit=50&offset=20',
      composed({ limit: 50, offset: 20 }, 'offset'),
    ],
    ['offset just past the end', 'offset=2620', composed({ offset: 2620 }, 'offset')],
    [
      'offset far past the end',
      'limit=10&offset=100000',
      composed({ limit: 10, offset: 100000 }, 'offset'),
    ],
    [
      'every record from an offset on',
      'limit=all&offset=2600',
      composed({ limit: 'all', offset: 2600 }, 'offset'),
    ],
    [
      'an order that no file has',
      'ordering=city_fips&limit=10',
      composed({ limit: 10, ordering: 'city_fips' }, 'ordering'),
    ],
    [
      'all at once',
      'limit=7&offset=13&ordering=-name&format=api',
      composed({ limit: 7, offset: 13, ordering: '-name', format: 'api' }, 'ordering'),
    ],
  ]),
  ...gets('encodings', [
    ['an encoded digit', 'limit=%350', page('f-/o-/l-50/0')],
    ['every digit encoded', 'limit=%31%30%30', page('f-/o-/l-100/0')],
    ['an encoded sign', 'ordering=%2Dcreated_at', page('f-/o--created_at/l-20/0')],
    [
      'an encoded sign, in small letters',
      'ordering=%2dcreated_at',
      page('f-/o--created_at/l-20/0'),
    ],
    ['an encoded underscore', 'ordering=created%5Fat', page('f-/o-created_at/l-20/0')],
    ['an encoded format', 'format=%6A%73on', page('f-json/o-/l-20/0')],
    ['an encoded offset', 'offset=%320', page('f-/o-/l-20/20')],
    ['an encoded name', '%6Cimit=50', page('f-/o-/l-50/0')],
    ['an encoded name with an error', '%6cimit=abc', LIMIT],
    ['an encoded =', 'limit%3D50', FIRST],
    ['an encoded &', 'limit=50%26offset=50', LIMIT],
    ['encoded twice', 'limit=%2550', LIMIT],
    ['a broken encoding', 'ordering=%zz', ORDERING],
    ['a broken encoding after a value', 'limit=50%zz', LIMIT],
    ['half an encoding', 'limit=50%', LIMIT],
    ['a broken encoding of a number', 'offset=20%zz', OFFSET],
    ['a broken encoding elsewhere', 'q=%zz&limit=10', page('f-/o-/l-10/0')],
    ['NUL', 'limit=50%00', LIMIT],
    ['NUL in an ordering', 'ordering=label%00', ORDERING],
    ['a line end', 'limit=50%0A', LIMIT],
    ['other digits', 'limit=%D9%A5%D9%A0', LIMIT],
    ['wide digits', 'offset=%EF%BC%92%EF%BC%90', OFFSET],
    ['bytes that are no text', 'ordering=%FF%FE', ORDERING],
    ['one & at the end', 'limit=50&', page('f-/o-/l-50/0')],
    ['an encoded letter in a path', '/api/c%6Funtries/', file('countries/list/o-')],
  ]),
  ...gets('duplicates', [
    ['good, then bad', 'limit=10&limit=37', REPEATED],
    ['bad, then good', 'limit=37&limit=10', REPEATED],
    ['the same twice', 'limit=10&limit=10', REPEATED],
    ['two good ones', 'offset=20&offset=40', REPEATED],
    ['with others between', 'ordering=label&limit=10&ordering=-label', REPEATED],
    ['an empty one first', 'limit=&limit=10', REPEATED],
    ['an empty one last', 'limit=10&limit=', REPEATED],
    ['a name alone', 'limit=10&limit', REPEATED],
    ['three', 'format=json&format=json&format=xml', REPEATED],
    ['on a list', '/api/score_metadata/?ordering=name&ordering=-name', REPEATED],
    [
      'that the collection does not have',
      '/api/countries/?limit=1&limit=2',
      file('countries/list/o-'),
    ],
  ]),
  ...gets('traversal', [
    ['out by limit', 'limit=..%2F..%2Fl-50', LIMIT],
    ['out by ordering', 'ordering=..%2F..', ORDERING],
    ['to another order', 'ordering=..%2Fo-label', ORDERING],
    ['out by format', 'format=..%2F', FORMAT],
    ['to another page', 'offset=..%2Fl-50%2F50', OFFSET],
    ['to another page, bare', 'offset=../l-50/50', OFFSET],
    ['to another page, encoded twice', 'offset=..%252Fl-50%252F50', OFFSET],
    ['a file by name', 'offset=20.json', OFFSET],
    ['a file and its query', 'offset=20.json%3F', OFFSET],
    ['out by a key', '/api/countries/..%2Fitem%2FNO/', PATH],
    ['a key that is a file', '/api/countries/NO.json/', error('key', 'countries')],
    ['a key with NUL', '/api/countries/NO%00/', PATH],
    ['a key with a line end', '/api/countries/NO%0A/', PATH],
  ]),
  ...gets('slash redirect', [
    ['a collection', '/api/neighborhoods', to('/api/neighborhoods/')],
    [
      'a collection with a query',
      '/api/neighborhoods?limit=10',
      to('/api/neighborhoods/?limit=10'),
    ],
    ['a query that is an error', '/api/neighborhoods?limit=0', to('/api/neighborhoods/?limit=0')],
    [
      'a query with an encoding',
      '/api/countries?x=%C3%A9%26&y=+',
      to('/api/countries/?x=%C3%A9%26&y=+'),
    ],
    ['an item', '/api/countries/NO', to('/api/countries/NO/')],
    ['an item with a query', '/api/countries/NO?format=json', to('/api/countries/NO/?format=json')],
    ['the index', '/api', to('/api/')],
  ]),
  ...gets('items', [
    ['a country', '/api/countries/NO/', file('countries/item/NO')],
    [
      'a score',
      '/api/score_metadata/core_services_grocery/',
      file('score_metadata/item/core_services_grocery'),
    ],
    ['a neighborhood', `${list}${UUID}/`, file(`neighborhoods/item/${UUID}`)],
    ['in a format', `${list}${UUID}/?format=api`, file(`neighborhoods/item/${UUID}`)],
    ['an unknown country', '/api/countries/ZZ/', error('key', 'countries')],
    ['an unknown neighborhood', `${list}${UNKNOWN_UUID}/`, error('key', 'neighborhoods')],
    ['a key in other letters', '/api/countries/no/', error('key', 'countries')],
    ['a key in capitals', `${list}${UUID.toUpperCase()}/`, error('key', 'neighborhoods')],
    ['a key of another collection', '/api/score_metadata/NO/', error('key', 'score_metadata')],
  ]),
  ...gets('GeoJSON', [
    ['the points of neighborhoods', GEOJSON, FEATURES],
    ['in a format', `${GEOJSON}?format=api`, FEATURES],
    ['with what a listing has', `${GEOJSON}?limit=10&ordering=label&offset=x`, FEATURES],
    ['in an unknown format', `${GEOJSON}?format=geojson`, FORMAT],
    ['a format twice', `${GEOJSON}?format=api&format=json`, REPEATED],
    ['one of them', `${GEOJSON}${UUID}/`, PATH],
    ['of a collection that is on no map', '/api/countries_geojson/', PATH],
  ]),
  ...gets('GeoJSON', [['its headers', GEOJSON, FEATURES]], 'HEAD'),
  ...gets('404', [
    ['an unknown collection', '/api/cities/', PATH],
    ['an unknown collection with a query', '/api/cities/?limit=10', PATH],
    ['an unknown path without a slash', '/api/cities', PATH],
    ['beyond an item', '/api/countries/NO/name/', PATH],
    ['a key that can be none', '/api/countries/a%20b/', PATH],
    ['a file below a collection', '/api/countries/index.html/x', PATH],
    ['two slashes', '/api//countries/', PATH],
    ['two slashes at the end', '/api/countries//', PATH],
    ['a collection in capitals', '/api/Countries/', PATH],
    ['an inherited name', '/api/constructor/', PATH],
  ]),
  ...gets(
    'HEAD',
    [
      ['a page', 'limit=10', page('f-/o-/l-10/0')],
      ['a list', '/api/countries/', file('countries/list/o-')],
      ['an item', '/api/countries/NO/', file('countries/item/NO')],
      ['an error', 'limit=0', LIMIT],
      ['nothing', '/api/cities/', PATH],
      ['no slash', '/api/countries?format=api', to('/api/countries/?format=api')],
    ],
    'HEAD',
  ),
  ...gets(
    'OPTIONS',
    [
      ['the index', '/api/', file('options/index')],
      ['a collection', list, file('options/neighborhoods')],
      ['a collection without its slash', '/api/neighborhoods', file('options/neighborhoods')],
      ['whatever its query', 'limit=0&limit=1', file('options/neighborhoods')],
      ['an item', '/api/countries/NO/', file('options/countries')],
      ['nothing', '/api/cities/', PATH],
    ],
    'OPTIONS',
  ),
  ...gets(
    '405',
    [
      ['POST to a collection', list, METHOD],
      ['POST without a slash', '/api/neighborhoods', METHOD],
      ['POST to an item', '/api/countries/NO/', METHOD],
      ['POST to nothing', '/api/cities/', PATH],
    ],
    'POST',
  ),
  ...gets('405', [['PUT', '/api/countries/NO/', METHOD]], 'PUT'),
  ...gets('405', [['DELETE', '/api/countries/NO/?x=1', METHOD]], 'DELETE'),
  ...gets('405', [['PATCH', list, METHOD]], 'PATCH'),
  {
    group: 'headers',
    name: 'a browser that navigates',
    method: 'GET',
    target: `${list}?limit=10`,
    headers: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html' },
    expected: page('f-/o-/l-10/0'),
  },
  {
    group: 'headers',
    name: 'a browser that navigates to nothing',
    method: 'GET',
    target: '/api/cities/',
    headers: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html' },
    expected: PATH,
  },
  {
    group: 'headers',
    name: 'one that takes gzip',
    method: 'GET',
    target: '/api/countries/',
    headers: { 'Accept-Encoding': 'gzip, br' },
    expected: file('countries/list/o-'),
  },
  {
    group: 'headers',
    name: 'one that takes only XML',
    method: 'GET',
    target: '/api/countries/NO/',
    headers: { Accept: 'application/xml' },
    expected: file('countries/item/NO'),
  },
  {
    group: 'headers',
    name: 'one that wants a part',
    method: 'GET',
    target: `${list}?limit=10`,
    headers: { Range: 'bytes=0-9' },
    expected: page('f-/o-/l-10/0'),
  },
];
