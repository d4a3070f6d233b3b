import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, fileOf } from '../../../src/core/address.ts';
import { MANIFEST } from '../../../src/site/manifest.ts';
import { readCsv } from '../../support/csv.ts';
import { FIELDS, SCORES, SUBDIVIDED } from '../../support/reference.ts';
import {
  SHIPPED_BASE,
  shippedJson,
  shippedManifest,
  shippedSite,
} from '../../support/shipped-site.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { BuiltSite } from '../../support/walk.ts';

const text = (file: string) => readFileSync(path.join(shippedSite(), file), 'utf8');

/** UTF-8 bytes stand in the order of code points. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const rows = readCsv('test/data/neighborhoods.csv');
const countryRows = readCsv('test/data/countries.csv');
const subdivisionRows = readCsv('test/data/subdivisions.csv');

/** Where the analysis' own service keeps its files. */
const BUCKET = 'https://s3.amazonaws.com/production-pfb-storage-us-east-1';

type Row = (typeof rows)[number];

function expectFields(record: object, fields: Readonly<Record<string, RegExp>>): void {
  expect(Object.keys(record)).toEqual(Object.keys(fields));
  for (const [name, value] of Object.entries(record)) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    expect(shown, `${name} of ${JSON.stringify(record)}`).toMatch(fields[name] as RegExp);
  }
}

describe('countries', () => {
  type Country = { name: string; alpha_2: string; subdivisions?: { code: string }[] };
  const list: Country[] = shippedJson('data/countries/list/o-.json');
  const names = list.map(({ name }) => name);

  it('are every row of the two tables, ordered by name by character code', () => {
    const byName = (a: { name: string }, b: { name: string }) => byBytes(a.name, b.name);
    const subdivisionsOf = (country = '') =>
      subdivisionRows
        .filter((row) => row.country === country)
        .map(({ name = '', code, type }) => ({ name, code, type }))
        .sort(byName);
    const expected = countryRows
      .map(({ alpha_2, name = '', subdivisions_required: required }) => ({
        alpha_2,
        name,
        ...(required !== '' && {
          subdivisions: subdivisionsOf(alpha_2),
          subdivisions_required: required === 'true',
        }),
      }))
      .sort(byName);
    expect([countryRows.length, subdivisionRows.length]).toEqual([243, 118]);
    expect(list).toEqual(expected);
  });

  it('have the reference’s fields, in its order', () => {
    for (const country of list) {
      const { subdivisions } = country;
      expectFields(country, subdivisions ? FIELDS.countryWithSubdivisions : FIELDS.country);
      for (const one of subdivisions ?? []) expectFields(one, FIELDS.subdivision);
      const codes = subdivisions?.map(({ code }) => code) ?? [];
      expect(new Set(codes).size, `codes of ${country.name}`).toBe(codes.length);
    }
  });

  it.each(Object.entries(SUBDIVIDED))('%s carries subdivisions, required: %s', (code, required) => {
    const country = list.find(({ alpha_2 }) => alpha_2 === code);
    expect(country).toHaveProperty('subdivisions_required', required);
    expect((country?.subdivisions?.length ?? 0) > 0).toBe(code !== 'GB');
  });

  it('no other carries subdivisions', () => {
    const carrying = list.filter((country) => 'subdivisions' in country);
    expect(carrying.map(({ alpha_2 }) => alpha_2).sort()).toEqual(Object.keys(SUBDIVIDED).sort());
  });

  it.each([
    ['a non-ASCII initial is last of all', 'Åland Islands', undefined],
    ['an accent after the plain letters at its place', 'Réunion', 'Saint Barthélemy'],
    ['ü after v', 'Türkiye', 'Uganda'],
    ['ô after z', "Côte d'Ivoire", 'Denmark'],
    ['a beginning before what it begins', 'Guinea', 'Guinea-Bissau'],
  ])('%s: %s, then %s', (_, name, next) => {
    expect(names).toContain(name);
    expect(names[names.indexOf(name) + 1]).toBe(next);
  });

  it('subdivisions with a non-ASCII initial are last too', () => {
    const france = list.find(({ alpha_2 }) => alpha_2 === 'FR');
    expect(france?.subdivisions?.at(-1)).toHaveProperty('name', 'Île-de-France');
  });
});

describe('score metadata', () => {
  type Score = Record<'name' | 'label' | 'category' | 'description', string>;
  const listed = (ordering: string): Score[] =>
    shippedJson(`data/score_metadata/list/o-${ordering}.json`);
  const list = listed('');

  it('are the reference’s 21 entries, in its order without `ordering`', () => {
    expect(list.map(({ name, label, category }) => [name, label, category])).toEqual(SCORES);
  });

  it('have the reference’s fields, in its order, and a sentence each', () => {
    for (const score of list) expectFields(score, FIELDS.score);
  });

  it('describe what the reference says', () => {
    const described = Object.fromEntries(list.map(({ name, description }) => [name, description]));
    const { population_total, overall_score, ...destinations } = described;
    expect(population_total).toMatch(/\barea\b.*\btotal population\b/);
    expect(overall_score).toMatch(/\boverall access score\b/);
    expect(Object.keys(destinations)).toHaveLength(19);
    for (const description of Object.values(destinations)) {
      expect(description).toMatch(/\bon average\b.*\bpeople can reach\b.*\bby bike\b/);
    }
  });

  const fields = ['name', 'label', 'category', 'description'] as const;
  it.each(fields)('%s, ±: without regard to letter case, equal ones by name both ways', (field) => {
    const key = (score: Score) => score[field].toLowerCase();
    const sorted = (sign: number) =>
      list.toSorted((a, b) => sign * byBytes(key(a), key(b)) || byBytes(a.name, b.name));
    expect(listed(field)).toEqual(sorted(1));
    expect(listed(`-${field}`)).toEqual(sorted(-1));
  });

  it('category has ties, so that its order is one to be tested', () => {
    const names = listed('-category').map(({ name }) => name);
    expect(names[0]).toBe('transit');
    expect(names.slice(-3)).toEqual(['overall_score', 'people', 'population_total']);
  });
});

/** The rule of Django's `slugify`, a letter at a time. */
function slugOf(label: string): string {
  const kept = [...label.normalize('NFKD')].filter((letter) => /[\w\s-]/.test(letter));
  const words = kept
    .join('')
    .toLowerCase()
    .split(/[\s-]+/);
  return words.filter((word) => word !== '').join('-');
}

/** A record as the reference says that the table's row is published. */
function publishedRow(row: Row): object {
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

const itemFile = (uuid = '') => `data/neighborhoods/item/${uuid}.json`;

describe('neighborhoods', () => {
  it('are every row of the table, each with the fields of the reference in its order', () => {
    expect(rows).toHaveLength(2620);
    const expected = rows.map((row) => `${JSON.stringify(publishedRow(row))}\n`);
    expect(rows.map(({ uuid }) => text(itemFile(uuid)))).toEqual(expected);
  });

  it('have values of the reference’s forms', () => {
    for (const { uuid } of rows) expectFields(shippedJson(itemFile(uuid)), FIELDS.neighborhood);
  });

  it.each([
    ['ñ', 'Cañon City', 'canon-city'],
    ['ó', 'Bayamón', 'bayamon'],
    ['an apostrophe', "O'Fallon", 'ofallon'],
    ['a full stop', 'St. Paul', 'st-paul'],
    ['a hyphen', 'Winston-Salem', 'winston-salem'],
  ])('a label with %s', (_, label, name) => {
    const found = rows.filter((row) => row.label === label);
    expect(found).not.toHaveLength(0);
    for (const row of found) expect(shippedJson(itemFile(row.uuid))).toMatchObject({ label, name });
  });
});

/** Labels as a dictionary has them: letters first; accents only tell equal ones apart. */
function byLabel(a: string, b: string): number {
  const marks = /\p{M}/gu;
  // The unaccented text, with what stands before letters in the order in which it does.
  const plain = (label: string) =>
    [...label.normalize('NFD').replace(marks, '').toLowerCase()]
      .map((letter) => " -.'".indexOf(letter) + 1 || letter.charCodeAt(0))
      .map((rank) => String.fromCharCode(rank))
      .join('');
  const accents = (label: string) => (label.normalize('NFD').match(marks) ?? []).join('');
  return byBytes(plain(a), plain(b)) || byBytes(accents(a), accents(b));
}

/** The neighborhoods' orderings: the columns of the table, and how each is compared. */
const ORDERINGS: Readonly<Record<string, (a: string, b: string) => number>> = {
  created_at: byBytes,
  modified_at: byBytes,
  label: byLabel,
  state_abbrev: byBytes,
};

/** The uuids in the order of a value of `ordering`. */
function uuidsBy(ordering: string): string[] {
  const field = ordering.replace(/^-/, '') || 'created_at';
  const sign = ordering === '' || ordering.startsWith('-') ? -1 : 1;
  const compare = ORDERINGS[field] ?? byBytes;
  return rows
    .toSorted(
      (a, b) =>
        sign * compare(a[field] ?? '', b[field] ?? '') || byBytes(a.uuid ?? '', b.uuid ?? ''),
    )
    .map(({ uuid = '' }) => uuid);
}

const LIMITS = [10, 20, 50, 100];
const FORMATS = ['', 'json', 'api'];
const ORDERING_VALUES = ['', ...Object.keys(ORDERINGS).flatMap((field) => [field, `-${field}`])];

/** The uuids of all in each order: what every listing must come to. */
const UUIDS = Object.fromEntries(ORDERING_VALUES.map((ordering) => [ordering, uuidsBy(ordering)]));

describe('listings of neighborhoods', () => {
  let site: BuiltSite;
  /** A record's line in any page that shows it. */
  const lines = new Map<string, string>();
  beforeAll(() => {
    site = new BuiltSite(shippedSite(), shippedManifest().grid);
    for (const { uuid = '' } of rows) lines.set(uuid, text(itemFile(uuid)).trimEnd());
  });

  const uuidsOf = (results: readonly Readonly<Record<string, unknown>>[]) =>
    results.map(({ uuid }) => uuid);

  it.each(ORDERING_VALUES)('ordering=%s: all in one page, in order', (ordering) => {
    const { results, ...page } = site.list('neighborhoods', `limit=all&ordering=${ordering}`);
    expect(uuidsOf(results)).toEqual(UUIDS[ordering]);
    expect(page).toMatchObject({ count: 2620, next: null, previous: null });
  });

  it('without `ordering` the newest stands first, as with -created_at', () => {
    const { results } = site.list('neighborhoods', 'limit=all');
    const created = results.map(({ createdAt }) => String(createdAt));
    expect(created).toEqual(created.toSorted().reverse());
    expect(results).toEqual(site.list('neighborhoods', 'limit=all&ordering=-created_at').results);
  });

  it('the order has ties to be told apart: 141 share one created_at', () => {
    const sharing = (one: string) => rows.filter(({ created_at }) => created_at === one).length;
    const times = new Set(rows.map(({ created_at = '' }) => created_at));
    expect(Math.max(...[...times].map(sharing))).toBe(141);
  });

  it('label: Cañon City stands beside Canon City’s place, not after every plain letter', () => {
    const { results } = site.list('neighborhoods', 'limit=all&ordering=label');
    const labels = results.map(({ label }) => label);
    const at = labels.indexOf('Cañon City');
    expect(labels.slice(at - 1, at + 2)).toEqual(['Canmore', 'Cañon City', 'Canton']);
  });

  const cases = ORDERING_VALUES.flatMap((ordering) =>
    LIMITS.flatMap((limit) => FORMATS.map((format) => ({ ordering, limit, format }))),
  );
  it.each(cases)(
    'ordering=$ordering limit=$limit format=$format: by next and back by previous, all once',
    ({ ordering, limit, format }) => {
      const first = site.list(
        'neighborhoods',
        `${new URLSearchParams({ ordering, format })}&limit=${limit}`,
      );
      const pages = site.walk(first, 'next');
      expect(pages.flatMap(({ results }) => uuidsOf(results))).toEqual(UUIDS[ordering]);
      expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([2620]));
      expect(pages.slice(0, -1).every(({ results }) => results.length === limit)).toBe(true);
      expect(first.previous).toBeNull();
      const back = site.walk(pages.at(-1) ?? first, 'previous');
      expect(back.map(({ file }) => file)).toEqual(pages.map(({ file }) => file).reverse());
    },
  );

  it('every page has one record a line, and it is the item’s own', () => {
    const pages = filesOf(path.join(shippedSite(), 'data/neighborhoods/list'));
    for (const file of pages) {
      const [head = '', ...rest] = text(`data/neighborhoods/list/${file}`).split('\n');
      expect(head, file).toMatch(
        /^\{"count":2620,"next":(?:null|"[^"]+"),"previous":(?:null|"[^"]+"),"results":\[$/,
      );
      expect(rest.splice(-2), file).toEqual([']}', '']);
      const wrong = rest.filter((line, index) => {
        const end = index < rest.length - 1 ? ',' : '';
        return line !== `${lines.get(line.slice('{"uuid":"'.length).slice(0, 36))}${end}`;
      });
      expect(wrong, file).toEqual([]);
    }
  });

  it('the pages are those of the grid, none missing and none more', () => {
    const folder = (ordering: string, format: string) => `f-${format}/o-${ordering}`;
    const offsets = (limit: number) =>
      Array.from({ length: Math.ceil(2620 / limit) }, (_, page) => page * limit);
    const expected = ORDERING_VALUES.flatMap((ordering) => [
      `${folder(ordering, '')}/l-all/0.json`,
      ...FORMATS.flatMap((format) =>
        LIMITS.flatMap((limit) =>
          offsets(limit).map((offset) => `${folder(ordering, format)}/l-${limit}/${offset}.json`),
        ),
      ),
    ]);
    expect(filesOf(path.join(shippedSite(), 'data/neighborhoods/list'))).toEqual(expected.sort());
  });

  it.each([
    ['the first page', '', 'limit=20&offset=20', null],
    ['limit=20 written', 'limit=20', 'limit=20&offset=20', null],
    [
      'the second page: an offset of 0 is written',
      'offset=20',
      'limit=20&offset=40',
      'limit=20&offset=0',
    ],
    ['format kept', 'format=api', 'format=api&limit=20&offset=20', null],
    ['format empty stays absent', 'format=&offset=40', 'limit=20&offset=60', 'limit=20&offset=20'],
    ['ordering kept', 'ordering=-created_at', 'limit=20&offset=20&ordering=-created_at', null],
    ['ordering empty stays absent', 'ordering=', 'limit=20&offset=20', null],
    [
      'all of them, sorted by name',
      'ordering=label&offset=100&limit=50&format=json',
      'format=json&limit=50&offset=150&ordering=label',
      'format=json&limit=50&offset=50&ordering=label',
    ],
    ['an unknown parameter is not kept', 'utm_source=x', 'limit=20&offset=20', null],
    [
      'the last page but one',
      'limit=100&offset=2500',
      'limit=100&offset=2600',
      'limit=100&offset=2400',
    ],
    ['the last page, not full', 'limit=100&offset=2600', null, 'limit=100&offset=2500'],
    ['the last page, full', 'offset=2600', null, 'limit=20&offset=2580'],
    ['all', 'limit=all&ordering=label&format=api', null, null],
  ])('links of %s', (_, query, next, previous) => {
    const href = (given: string | null) => given && `${SHIPPED_BASE}/api/neighborhoods/?${given}`;
    const page = site.list('neighborhoods', query);
    expect([page.next, page.previous]).toEqual([href(next), href(previous)]);
  });
});

describe('what stands beside the records', () => {
  const base = `${SHIPPED_BASE}/api/`;
  const names = ['countries', 'score_metadata', 'neighborhoods', 'neighborhoods_geojson'];
  const lists = names.map((name) => `${base}${name}/`);
  const orderings = (fields: readonly string[]) => fields.flatMap((field) => [field, `-${field}`]);

  it('the index: the address of each collection, and of its features', () => {
    const addresses = Object.fromEntries(names.map((name, index) => [name, lists[index]]));
    expect(shippedJson('data/index.json')).toEqual(addresses);
  });

  it.each([
    ['index', 'Bicycle Network Analysis'],
    ['countries', 'Country List'],
    ['score_metadata', 'Analysis Score Metadata List'],
    ['neighborhoods', 'Neighborhood List'],
  ])('OPTIONS of %s: its name, description and media types', (name, title) => {
    expect(shippedJson(`data/options/${name}.json`)).toEqual({
      name: title,
      description: expect.stringMatching(/^[A-Z].+\.$/),
      renders: ['application/json'],
      parses: [],
    });
  });

  const error = (parameter: string, supported?: readonly string[]) => ({
    parameter,
    ...(supported && { supported }),
  });
  it.each([
    ['path', { supported: lists }],
    ['method', {}],
    ['repeated', {}],
    ['format', error('format', ['json', 'api'])],
    ['countries/key', {}],
    ['score_metadata/key', {}],
    ['neighborhoods/key', {}],
    [
      'score_metadata/ordering',
      error('ordering', orderings(['name', 'label', 'category', 'description'])),
    ],
    ['neighborhoods/ordering', error('ordering', orderings(Object.keys(ORDERINGS)))],
    ['neighborhoods/limit', error('limit', ['10', '20', '50', '100', 'all'])],
    ['neighborhoods/offset', error('offset')],
  ])('error %s: a detail, and what is supported', (name, rest) => {
    const sentences = expect.stringMatching(/^[A-Z].*\.$/);
    expect(shippedJson(`data/errors/${name}.json`)).toEqual({ detail: sentences, ...rest });
  });

  it('has no other error and no other OPTIONS', () => {
    const found = ['errors', 'options'].map((name) =>
      filesOf(path.join(shippedSite(), 'data', name)),
    );
    expect(found.map(({ length }) => length)).toEqual([11, 5]);
  });
});

describe('the files of the site', () => {
  const files = filesOf(shippedSite());

  it('are those of the manifest, with their sizes and hashes', () => {
    const rows = files
      .filter((file) => file !== MANIFEST)
      .map((file) => ({ file, body: readFileSync(path.join(shippedSite(), file)) }))
      .map(({ file, body }) => ({ path: file, bytes: body.length, sha256: sha256(body) }));
    expect(shippedManifest().files).toEqual(rows);
  });

  it('have names that every host takes', () => {
    const segment = /^[A-Za-z0-9_.-]+$/;
    const wrong = files.filter((file) => !file.split('/').every((part) => segment.test(part)));
    expect(wrong).toEqual([]);
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  });

  it('have one address each below data/', () => {
    const data = files.filter((file) => file.startsWith('data/'));
    const addresses = data.map((file) => addressOf(file));
    expect(addresses.map((address) => address && fileOf(address))).toEqual(data);
  });

  it('are one item a record', () => {
    const keys = (name: string) =>
      filesOf(path.join(shippedSite(), 'data', name, 'item')).map((file) =>
        file.replace('.json', ''),
      );
    expect(keys('neighborhoods')).toEqual(rows.map(({ uuid = '' }) => uuid).sort());
    expect(keys('countries')).toEqual(countryRows.map(({ alpha_2 = '' }) => alpha_2).sort());
    expect(keys('score_metadata')).toEqual(SCORES.map(([name]) => name as string).sort());
  });

  it.each([
    ['countries', 'alpha_2'],
    ['score_metadata', 'name'],
  ])('items of %s are the records of its list', (name, key) => {
    const list: Record<string, string>[] = shippedJson(`data/${name}/list/o-.json`);
    for (const record of list) {
      expect(text(`data/${name}/item/${record[key]}.json`)).toBe(`${JSON.stringify(record)}\n`);
    }
    const lines = list.map((record) => JSON.stringify(record)).join(',\n');
    expect(text(`data/${name}/list/o-.json`)).toBe(`[\n${lines}\n]\n`);
  });

  // Quoted, for a score is called `population_total`, and the code of a map knows of latitudes.
  it.each(['latitude', 'longitude', 'population', 'fips', 'alpha_3', 'name_in_neighborhoods'])(
    'show nowhere the unpublished field %s',
    (field) => {
      const showing = files.filter((file) => text(file).includes(`"${field}"`));
      expect(showing).toEqual([]);
    },
  );
});
