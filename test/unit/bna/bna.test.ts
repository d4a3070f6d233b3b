import { describe, expect, it } from 'vitest';
import { readCsv } from '../../support/csv.ts';
import { listText, pageText, sortedBy } from '../../support/page-text.ts';
import { SHIPPED_BASE, shippedJson, shippedSite, shippedText } from '../../support/shipped-site.ts';
import { filesOf } from '../../support/site-files.ts';

/** Compares by UTF-16 unit, which is by character code for the names here. */
const compare = (a = '', b = '') => Number(a > b) - Number(a < b);
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);

const ROWS = readCsv('test/data/neighborhoods.csv');
const COUNTRY_ROWS = readCsv('test/data/countries.csv');
const RESULT_ROWS = readCsv('content/results/results.csv');
const SUBDIVISION_ROWS = readCsv('test/data/subdivisions.csv');

type Row = Readonly<Record<string, string>>;
type Expected = readonly [file: string, text: string];

const lineOf = (record: object) => JSON.stringify(record);

/** The files that don't have the text that is expected. */
const wrongFiles = (files: readonly Expected[]) =>
  files.filter(([file, expected]) => shippedText(file) !== expected).map(([file]) => file);

/** The countries of the two tables, as the reference publishes them. */
const COUNTRIES = COUNTRY_ROWS.map(({ alpha_2, name = '', subdivisions_required: required }) => {
  const own = SUBDIVISION_ROWS.filter(({ country }) => country === alpha_2);
  const subdivisions = own.map(({ name = '', code, type }) => ({ name, code, type })).sort(byName);
  const rest = required === '' ? {} : { subdivisions, subdivisions_required: required === 'true' };
  return { alpha_2, name, ...rest };
}).sort(byName);

describe('countries', () => {
  it('are every row of the two tables, ordered by name by character code', () => {
    expect(shippedText('api/countries.json')).toBe(listText(COUNTRIES));
  });
});

/** The reference's table of scores: name, label, category. */
const SCORE_TABLE = `
population_total, Total Population,
people, People,
overall_score, Overall Score,
retail, Retail, Retail
transit, Transit, Transit
core_services, Core Services Total, Core Services
core_services_social_services, Social Services, Core Services
core_services_pharmacies, Pharmacies, Core Services
core_services_grocery, Grocery, Core Services
core_services_doctors, Doctors, Core Services
core_services_dentists, Dentists, Core Services
core_services_hospitals, Hospitals, Core Services
recreation, Recreation Total, Recreation
recreation_parks, Parks, Recreation
recreation_trails, Trails, Recreation
recreation_community_centers, Community Centers, Recreation
opportunity, Opportunity Total, Opportunity
opportunity_k12_education, K12 Education, Opportunity
opportunity_employment, Employment, Opportunity
opportunity_higher_education, Higher Education, Opportunity
opportunity_technical_vocational_college, Tech/Vocational College, Opportunity
`
  .trim()
  .split('\n')
  .map((line) => line.split(/, ?/));
type Score = Record<'name' | 'label' | 'category' | 'description', string>;
const scoreList = (ordering: string) =>
  `api/score_metadata${ordering && `/ordering/${ordering}`}.json`;
const SCORE_FIELDS = ['name', 'label', 'category', 'description'] as const;

describe('score metadata', () => {
  const list: Score[] = shippedJson(scoreList(''));

  it('are the reference’s entries, in its order without `ordering`', () => {
    expect(list.map(({ name, label, category }) => [name, label, category])).toEqual(SCORE_TABLE);
    for (const score of list) expect(Object.keys(score)).toEqual(SCORE_FIELDS);
  });

  it.each(SCORE_FIELDS)('by %s, and reversed: case is ignored, equal ones are by name', (field) => {
    const key = (score: Score) => score[field].toLowerCase();
    const sorted = (sign: number) =>
      list.toSorted((a, b) => sign * (compare(key(a), key(b)) || byName(a, b)));
    expect(shippedText(scoreList(field))).toBe(listText(sorted(1)));
    expect(shippedText(scoreList(`-${field}`))).toBe(listText(sorted(-1)));
  });
});

/** Where the service of the analysis keeps its files. */
const BUCKET = 'https://s3.amazonaws.com/production-pfb-storage-us-east-1';

/** The rule of Django's `slugify`, a letter at a time. */
function slugOf(label: string): string {
  const kept = [...label.normalize('NFKD')].filter((letter) => /[\w\s-]/.test(letter));
  const words = kept.join('').toLowerCase();
  return words
    .split(/[\s-]+/)
    .filter(Boolean)
    .join('-');
}

/** A row of the table as the reference publishes it. */
function publishedRow(row: Row) {
  const { uuid, label = '', country = '', state_abbrev = '', city_fips, last_job } = row;
  const name = slugOf(label);
  return {
    uuid,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    name,
    label,
    label_suffix: `${state_abbrev}, ${country}`,
    organization: '00000000-0000-4000-8000-000000000000',
    country: { code: country, name: country === 'US' ? 'United States of America' : 'Canada' },
    state_abbrev,
    city_fips,
    speed_limit: null,
    boundary_file: `${BUCKET}/neighborhood_boundaries/root/${state_abbrev}/${name}.zip`,
    visibility: 'public',
    last_job,
  };
}

const RESULTS = new Map(RESULT_ROWS.map((row) => [row.neighborhood, row]));
const POINT_SCORES =
  'overall_score people opportunity core_services retail recreation transit'.split(' ');

/** Scores of a table's row; an empty cell is null, and 0 is a score. */
const scoresOf = (row: Row = {}, names: readonly string[] = []) =>
  Object.fromEntries(names.map((name) => [name, row[name] ? Number(row[name]) : null]));

/** The point on a map of a table's row. */
function featureOf(row: Row) {
  const { uuid, label = '', country, state_abbrev: state, longitude, latitude } = row;
  const geometry = { type: 'Point', coordinates: [Number(longitude), Number(latitude)] };
  const place = { uuid, name: slugOf(label), label, state, country };
  const properties = { ...place, ...scoresOf(RESULTS.get(uuid), POINT_SCORES) };
  return { type: 'Feature', id: uuid, geometry, properties };
}

const PUBLISHED = new Map(ROWS.map((row) => [row, publishedRow(row)]));

/** Sorts labels as a dictionary does: by letters; accents only distinguish equal ones. */
function labelKey({ label = '' }: Row): string {
  const marks = /\p{M}/gu;
  const decomposed = label.normalize('NFD');
  const plain = [...decomposed.replace(marks, '').toLowerCase()]
    // These characters are before the letters, in this order.
    .map((letter) => " -.'".indexOf(letter) + 1 || letter.charCodeAt(0))
    .map((rank) => String.fromCharCode(rank));
  return `${plain.join('')}\0${decomposed.match(marks) ?? ''}`;
}

const SORT_KEYS: Readonly<Record<string, (row: Row) => string | undefined>> = {
  created_at: (row) => row.created_at,
  modified_at: (row) => row.modified_at,
  label: labelKey,
  state_abbrev: (row) => row.state_abbrev,
};
const bothWays = (fields: readonly string[]) => fields.flatMap((field) => [field, `-${field}`]);

const LIMITS = [10, 20, 50, 100];
const FORMATS = ['', 'api'];
const ORDERINGS = ['', ...bothWays(Object.keys(SORT_KEYS))];

function rowsBy(ordering: string): Row[] {
  const value = ordering || '-created_at';
  const keyOf = SORT_KEYS[value.replace('-', '')];
  const sign = value.startsWith('-') ? -1 : 1;
  return ROWS.map((row) => ({ row, key: keyOf?.(row) }))
    .sort((a, b) => sign * (compare(a.key, b.key) || compare(a.row.uuid, b.row.uuid)))
    .map(({ row }) => row);
}

/** The file of a page. */
function listFile({ format, ordering, limit, offset }: ReturnType<typeof pagesOf>[number]): string {
  const pairs = [
    ['format', format],
    ['ordering', ordering],
    ['limit', limit],
    ['offset', offset],
  ].filter(([, value]) => value);
  return `api/neighborhoods/${pairs.flat().join('/')}.json`;
}

/** Every page of an ordering: its file and what it is requested with. */
const pagesOf = (ordering: string) => [
  ...FORMATS.flatMap((format) => [
    { format, ordering, limit: 'all' as const, offset: 0 },
    ...LIMITS.flatMap((limit) =>
      Array.from({ length: Math.ceil(ROWS.length / limit) }, (_, page) => ({
        format,
        ordering,
        limit,
        offset: page * limit,
      })),
    ),
  ]),
];

const itemFile = (uuid = '') => `api/neighborhoods/${uuid}.json`;

describe('neighborhoods', () => {
  it('are every row of the table, each with the fields of the reference in its order', () => {
    const items = [...PUBLISHED].map(
      ([{ uuid }, record]): Expected => [itemFile(uuid), `${lineOf(record)}\n`],
    );
    expect(wrongFiles(items)).toEqual([]);
  });

  it('are points on a map, in the order of their list', () => {
    expect(shippedText('api/neighborhoods_geojson.json')).toBe(
      `{"type":"FeatureCollection","features":${listText(rowsBy('').map(featureOf)).trim()}}\n`,
    );
  });

  it.each(ORDERINGS)('ordering=%s: every page, with its records and links', (ordering) => {
    const records = rowsBy(ordering).map((row) => PUBLISHED.get(row) ?? {}) as Row[];
    const href = `${SHIPPED_BASE}/api/neighborhoods/`;
    const pages = pagesOf(ordering).map(
      (page): Expected => [listFile(page), pageText(href, records, page)],
    );
    expect(wrongFiles(pages)).toEqual([]);
  });
});

describe('results', () => {
  const names = SCORE_TABLE.map(([name = '']) => name);
  const rows = ROWS.map((row) => ({ row, result: RESULTS.get(row.uuid) ?? {} }));
  const records = rows.map(({ row, result }) => ({
    uuid: row.last_job,
    neighborhood: row.uuid,
    label: row.label,
    state_abbrev: row.state_abbrev,
    country: publishedRow(row).country,
    created_at: row.created_at,
    modified_at: row.modified_at,
    ...scoresOf(result, names),
  })) as Record<string, unknown>[];

  it('are of the latest analyses, with the scores of score_metadata and no others', () => {
    expect(RESULTS.size).toBe(ROWS.length);
    expect(Object.keys(RESULT_ROWS[0] ?? {})).toEqual(['neighborhood', 'job', ...names]);
    expect(rows.filter(({ row, result }) => row.last_job !== result.job)).toEqual([]);
    expect(rows.filter(({ row, result }) => row.overall_score !== result.overall_score)).toEqual(
      [],
    );
  });

  it.each([
    ['', '-overall_score'],
    ['overall_score', 'overall_score'],
    ['-overall_score', '-overall_score'],
  ])('ordering=%s: every row of the table by %s', (ordering, order) => {
    const page = { ordering, limit: 'all' as const, offset: 0 };
    const text = pageText('', sortedBy(records, order, 'neighborhood'), page);
    expect(shippedText(`api/results${ordering && `/ordering/${ordering}`}/limit/all.json`)).toBe(
      text,
    );
  });
});

describe('what the API has besides records', () => {
  const names = [
    'countries',
    'score_metadata',
    'neighborhoods',
    'neighborhoods_geojson',
    'results',
  ];
  const lists = names.map((name) => `${SHIPPED_BASE}/api/${name}/`);

  it('the index: the address of each collection, and of its features', () => {
    const addresses = Object.fromEntries(names.map((name, index) => [name, lists[index]]));
    expect(shippedJson('api/index.json')).toEqual(addresses);
  });

  const files = filesOf(shippedSite());

  it('no unpublished field in a file whose text no test above compares', () => {
    const others = files.filter((file) => !file.startsWith('data/neighborhoods/'));
    expect(others.length).toBeGreaterThan(270);
    const fields = /"(?:latitude|longitude|population|fips|alpha_3|name_in_neighborhoods)"/;
    expect(others.filter((file) => fields.test(shippedText(file)))).toEqual([]);
  });

  it.each([
    ['countries', COUNTRIES, 'alpha_2'],
    ['score_metadata', shippedJson(scoreList('')) as Score[], 'name'],
  ])('items of %s: the records of its list', (collection, records, key) => {
    const items = records.map((record): Expected => {
      const name = (record as Row)[key];
      return [`api/${collection}/${name}.json`, `${lineOf(record)}\n`];
    });
    expect(wrongFiles(items)).toEqual([]);
  });
});
