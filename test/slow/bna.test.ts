import { describe, expect, it } from 'vitest';
import { slugify } from '../../src/bna/slug.ts';
import { readCsv } from '../support/csv.ts';
import { listText, pageText } from '../support/page-text.ts';
import {
  SHIPPED_BASE,
  shippedJson,
  shippedManifest,
  shippedSite,
  shippedText,
} from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';

/** Compares by UTF-16 unit, which is by character code for the names here. */
const compare = (a = '', b = '') => Number(a > b) - Number(a < b);

const english = new Intl.Collator('en');

const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name);

const ROWS = readCsv('test/data/neighborhoods.csv');
const COUNTRY_ROWS = readCsv('test/data/countries.csv');
const SCORE_ROWS = readCsv('test/data/score_metadata.csv');
const RESULT_ROWS = readCsv('content/results/results.csv');
const SUBDIVISION_ROWS = readCsv('test/data/subdivisions.csv');

type Row = Readonly<Record<string, string>>;

it('countries are every row of the two tables, ordered by name by character code', () => {
  const countries = COUNTRY_ROWS.map(({ alpha_2, name = '', subdivisions_required: required }) => {
    const own = SUBDIVISION_ROWS.filter(({ country }) => country === alpha_2);
    const subdivisions = own
      .map(({ name = '', code, type }) => ({ name, code, type }))
      .sort(byName);
    const rest = { subdivisions, subdivisions_required: required === 'true' };
    return { alpha_2, name, ...(required === '' ? {} : rest) };
  });
  expect(shippedText('api/countries.json')).toBe(listText(countries.sort(byName)));
});

describe('score metadata', () => {
  const fields = ['name', 'label', 'category', 'description'] as const;
  type Score = Record<(typeof fields)[number], string>;
  const list: Score[] = shippedJson('api/score_metadata.json');

  it('are the reference’s entries, in its order without `ordering`', () => {
    expect(list.map(({ description: _, ...score }) => score)).toEqual(SCORE_ROWS);
    for (const score of list) expect(Object.keys(score)).toEqual(fields);
  });

  it.each(fields)('by %s, and reversed: case is ignored, equal ones are by name', (field) => {
    const key = (score: Score) => score[field].toLowerCase();
    const sorted = (sign: number) =>
      list.toSorted((a, b) => sign * (compare(key(a), key(b)) || byName(a, b)));
    const textBy = (ordering: string) =>
      shippedText(`api/score_metadata/ordering/${ordering}.json`);
    expect(textBy(field)).toBe(listText(sorted(1)));
    expect(textBy(`-${field}`)).toBe(listText(sorted(-1)));
  });
});

/** Where the service of the analysis keeps its files. */
const BUCKET = 'https://s3.amazonaws.com/production-pfb-storage-us-east-1';

/** A row of the table as the reference publishes it. */
function publishedRow(row: Row) {
  const { uuid, label = '', country = '', state_abbrev = '', city_fips, last_job } = row;
  const name = slugify(label);
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
  const place = { uuid, name: slugify(label), label, state, country };
  const properties = { ...place, ...scoresOf(RESULTS.get(uuid), POINT_SCORES) };
  return { type: 'Feature', id: uuid, geometry, properties };
}

const ORDERINGS = ['created_at', 'modified_at', 'label', 'state_abbrev'];

/** The rows in an order of neighborhoods; the default one is by creation, the newest first. */
function rowsBy(ordering: string): Row[] {
  const value = ordering || '-created_at';
  const field = value.replace('-', '');
  const sign = value.startsWith('-') ? -1 : 1;
  const by = field === 'label' ? english.compare : compare;
  return ROWS.toSorted(
    (a, b) => sign * (by(a[field] ?? '', b[field] ?? '') || compare(a.uuid, b.uuid)),
  );
}

describe('neighborhoods', () => {
  it('are every row of the table, each with the fields of the reference in its order', () => {
    const wrong = ROWS.filter(
      (row) =>
        shippedText(`api/neighborhoods/${row.uuid}.json`) !==
        `${JSON.stringify(publishedRow(row))}\n`,
    );
    expect(wrong).toEqual([]);
  });

  it('are points on a map, in the order of their list', () => {
    expect(shippedText('api/neighborhoods_geojson.json')).toBe(
      `{"type":"FeatureCollection","features":${listText(rowsBy('').map(featureOf)).trim()}}\n`,
    );
  });

  it.each(['', ...ORDERINGS.flatMap((field) => [field, `-${field}`])])(
    'ordering=%s: all of them, and a page of each size and format with its links',
    (ordering) => {
      const records = rowsBy(ordering).map(publishedRow);
      for (const [format, limit, offset] of [
        ...[['', 'all', 0] as const, ['', 10, 2610] as const, ['', 20, 20] as const],
        ...[['', 50, 50] as const, ['api', 100, 200] as const],
      ]) {
        const page = { format, ordering, limit, offset };
        const pairs = Object.entries(page).filter(([, value]) => value);
        expect(shippedText(`api/neighborhoods/${pairs.flat().join('/')}.json`)).toBe(
          pageText(`${SHIPPED_BASE}/api/neighborhoods/`, records, page),
        );
      }
    },
  );

  it('and results show countries and states by the names of the two tables', () => {
    const { collections } = shippedManifest().about;
    const states = SUBDIVISION_ROWS.filter(({ country, code }) =>
      ROWS.some((row) => row.country === country && row.state_abbrev === code),
    );
    expect(states).toHaveLength(61);
    const labels = {
      country: { CA: ['Canada'], US: ['United States of America'] },
      state: Object.fromEntries(states.map(({ code, name }) => [code, [name]])),
    };
    expect(collections.map((one) => one.labels)).toEqual([undefined, undefined, labels, labels]);
  });
});

describe('results', () => {
  const names = SCORE_ROWS.map(({ name = '' }) => name);
  const rows = ROWS.map((row) => ({ row, result: RESULTS.get(row.uuid) ?? {} }));
  const publishedResult = ({ row, result }: (typeof rows)[number]) => ({
    uuid: row.last_job,
    neighborhood: row.uuid,
    label: row.label,
    state_abbrev: row.state_abbrev,
    country: publishedRow(row).country,
    created_at: row.created_at,
    modified_at: row.modified_at,
    ...scoresOf(result, names),
  });

  it('are of the latest analyses, with the scores of score_metadata and no others', () => {
    expect(RESULTS.size).toBe(ROWS.length);
    expect(Object.keys(RESULT_ROWS[0] ?? {})).toEqual(['neighborhood', 'job', ...names]);
    const isOther = ({ row, result }: (typeof rows)[number]) =>
      row.last_job !== result.job || row.overall_score !== result.overall_score;
    expect(rows.filter(isOther)).toEqual([]);
  });

  it.each([
    ['', -1],
    ['overall_score', 1],
    ['-overall_score', -1],
  ])('ordering=%s: every row', (ordering, sign) => {
    const scoreOf = ({ overall_score }: Row) => Number(overall_score);
    const sorted = rows.toSorted(
      (a, b) => sign * (scoreOf(a.row) - scoreOf(b.row) || compare(a.row.uuid, b.row.uuid)),
    );
    expect(shippedText(`api/results${ordering && `/ordering/${ordering}`}/limit/all.json`)).toBe(
      pageText('', sorted.map(publishedResult), { ordering, limit: 'all', offset: 0 }),
    );
  });
});

it('no unpublished field is in a file other than the pages of neighborhoods', () => {
  const others = filesOf(shippedSite()).filter((file) => !file.startsWith('api/neighborhoods/'));
  expect(others.length).toBeGreaterThan(270);
  const fields = /"(?:latitude|longitude|population|fips|alpha_3|name_in_neighborhoods)"/;
  expect(others.filter((file) => fields.test(shippedText(file)))).toEqual([]);
});
