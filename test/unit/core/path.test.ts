import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefOf, statusOf } from '../../../src/core/address.ts';
import { hrefAt } from '../../../src/core/endpoint.ts';
import { encodedNames, formatFileName } from '../../../src/core/file-name.ts';
import { type CollectionGrid, findCollection, type Grid } from '../../../src/core/grid.ts';
import { addressOf, aliasOf, fileOf } from '../../../src/core/path.ts';
import { isApiPath, resolve, splitTarget } from '../../../src/core/resolve.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { KINDS, WORDS } from '../../support/small-site.ts';
import { rowsOf } from '../../support/table.ts';

const contains = (...fields: string[]) => ({ fields, match: 'contains' as const });
const sorts = {
  label: { field: 'label', kind: 'text' },
  size: { field: 'size', kind: 'number' },
  state_abbrev: { field: 'state', kind: 'code' },
} as const;
const cities: CollectionGrid = {
  name: 'cities',
  count: 45,
  keyFileNames: { us: '---us', 'new york': '--new.20york' },
  keyField: 'id',
  prerenderedFormats: ['api'],
  orderings: ['label', '-label'],
  sorts,
  filters: {
    country: contains('country'),
    name: contains('label'),
    search: { fields: ['label', 'state'], match: 'search' },
    state: contains('state'),
  },
  partitions: {
    filters: ['country', 'state'],
    orderings: ['label'],
    limits: [20, 50],
    counts: { '/CO': 25, '/Süd': 1, 'US/': 60, 'US/CO': 21, 'us/': 60 },
    valueFileNames: { country: { us: '---us' }, state: { Süd: '--S.c3.bcd' } },
  },
  pagination: { limits: [10, 20, 50], default: 20 },
  features: 3,
};
const { pagination: _, prerenderedFormats: __, ...list } = cities;
const grid: Grid = {
  hostKind: 'rules',
  base: 'https://me.github.io/bna',
  formats: ['json', 'api'],
  collections: [
    cities,
    { ...list, name: 'notes' },
    { name: 'countries', count: 3, key: '[A-Z]{2}', orderings: [] },
    { name: 'parts', count: 3, orderings: [], items: false },
    {
      name: 'lakes',
      count: 45,
      orderings: ['label'],
      sorts,
      filters: { kind: contains('kind') },
      pagination: { style: 'page', limits: [10, 20], default: 20 },
    },
  ],
};

/**
 * The answer to a request below `/bna/api/`, without `api/` and `.json`: the file, a `+` and the request that is
 * composed, or a status and what is wrong.
 */
function outcomeOf(request: string): string {
  const target = splitTarget(`/bna/api${request}`);
  const found = resolve(grid, { method: 'GET', ...target });
  if (found.kind === 'redirect') return `301 ${found.location.slice('/bna/api'.length)}`;
  if (!('address' in found)) return found.kind;
  const { address } = found;
  if (found.kind !== 'compose') {
    const file = fileOf(grid, address).replace(/^(?:api|data\/errors)\/(.*)\.json$/, '$1');
    return address.kind === 'error' ? `${statusOf(address)} ${file}` : file;
  }
  const href =
    found.address.kind === 'record'
      ? hrefAt(grid, { ...found.address, collection: findCollection(grid, found.address) })
      : hrefOf(grid, found.address);
  return `+${href.slice(`${grid.base}/api/`.length)}`;
}

const LONG = 'x'.repeat(201);
const HASH = formatFileName(LONG);

// The cases of `test/contract/cases.ts` have what the shipped site shows.
describe.each([
  [
    'a query',
    `
    + is a space                  : /cities/?limit=+20          -> 400 cities/limit
    an inherited name             : /cities/?ordering=constructor -> 400 cities/ordering
    white space around its value  : /cities/?country=+%09US%0A%C2%A0 -> cities/country/US/limit/20
    in another case, which occurs : /cities/?country=us         -> cities/country/---us/limit/20
    a value with an umlaut        : /cities/?state=S%C3%BCd     -> cities/state/--S.c3.bcd/limit/20
    a key                         : /countries/N%4F/            -> countries/NO
    a key in a twin's letters     : /cities/us/                 -> cities/---us
    a key with a space            : /cities/new%20york/         -> cities/--new.20york
    a key that ends in .json      : /cities/x.json/             -> cities/--x.2ejson
    a key with a dot, no slash    : /cities/a.b                 -> 301 /cities/a.b/
    a key with +, no slash        : /cities/a%2Bb*              -> 301 /cities/a%2Bb%2A/
    an encoded slash in a key     : /cities/..%2Fx/             -> cities/--.2e.2e.2fx
    a key whose name is a hash    : /cities/${LONG}/            -> +cities/${LONG}/
    records without addresses     : /parts/x/                   -> 404 path
    a segment that URLs remove    : /cities/%2E%2E/             -> 404 path
    a broken encoding             : /%zz/                       -> 404 path
    another folder                : x/cities/                   -> 404 path`,
  ],
  [
    'a path',
    `
    a format without its own pages: /cities/format/json/limit/20.json -> 404 path
    a format with pages: no alias : /cities/format/api.json     -> 404 path
    parts below features          : /cities_geojson/limit/20.json -> 404 path
    an offset without its limit   : /cities/offset/20.json      -> 404 path
    filters in another order      : /cities/state/CO/country/US/limit/20.json -> 404 path
    a name without a value        : /cities/country/US/limit.json -> 404 path
    a value with a space          : /cities/country/--US.20/limit/20.json -> 404 path
    an empty value                : /cities/country//limit/20.json -> 404 path
    with a comma                  : /cities/ordering/state_abbrev,-label/limit/20.json -> 404 path
    an unknown ordering           : /cities/ordering/x/limit/20.json -> 400 cities/ordering
    an encoded value              : /cities/state/--S.c3.bcd/limit/20.json -> cities/state/--S.c3.bcd/limit/20
    a plain one that is encoded   : /cities/state/--CO/limit/20.json -> 404 path
    a twin                        : /cities/country/---us/limit/20.json -> cities/country/---us/limit/20
    a twin by its own letters     : /cities/country/us/limit/20.json -> 404 path
    a search                      : /cities/search/x/limit/20.json -> +cities/?limit=20&offset=0&search=x
    a page number                 : /lakes/ordering/label/page_size/10/page/2.json -> lakes/ordering/label/page_size/10/page/2
    the first page with a size    : /lakes/page_size/10.json    -> lakes/page_size/10
    the first page without one    : /lakes.json                 -> lakes
    page 1                        : /lakes/page/1.json          -> 404 path
    a page number with a zero     : /lakes/page/02.json         -> 404 lakes/page
    a key that ends in .json      : /cities/--x.2ejson.json     -> cities/--x.2ejson
    a twin of a key               : /cities/---us.json          -> cities/---us
    a key by the twin's letters   : /cities/us.json             -> 404 path
    a key called as a parameter   : /cities/limit.json          -> cities/limit
    a hash                        : /cities/${HASH}.json        -> 404 path
    records without addresses     : /parts/x.json               -> 404 path
    with a slash behind it        : /cities.json/               -> 404 path
    in an encoding                : /cities/%6Cimit/20%2Ejson   -> cities/limit/20
    dots                          : /cities/../cities.json      -> 404 path
    a filter behind features      : /cities_geojson.json?country=US -> 400 query`,
  ],
])('%s', (_, table) => {
  it.each(
    rowsOf(table).map(([request = '', outcome]) => {
      const [title = '', target = ''] = request.split(/\s*: ?/);
      return [title, target, outcome] as const;
    }),
  )('%s: %s -> %s', (_, target, outcome) => expect(outcomeOf(target)).toBe(outcome));
});

const twinsIn = (texts: readonly string[]) =>
  Object.fromEntries(
    [...encodedNames(texts)].filter(([text, name]) => formatFileName(text) !== name),
  );

/** A grid with keys and values that have a meaning in a path, a query or the name of a file. */
const hard: Grid = {
  ...grid,
  prefix: 'api/v2',
  collections: grid.collections.map((one) => ({
    ...one,
    keyFileNames: twinsIn(WORDS),
    partitions: {
      ...{ filters: ['country', 'kind', 'state'], orderings: [], limits: [], counts: {} },
      valueFileNames: { country: twinsIn(KINDS), kind: twinsIn(KINDS) },
    },
  })),
};
const text = fc.oneof(
  fc.constantFrom(...WORDS, ...KINDS, 'US.json', 'us.JSON', 'limit/2', 'ordering', 'index'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
);
const value = text.map((one) => one.replaceAll('\0', '').slice(0, 200).trim());
const ordering = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('', '-'), fc.constantFrom('label', 'size', 'state_abbrev')),
    {
      selector: ([, name]) => name,
    },
  )
  .map((terms) => terms.map((parts) => parts.join('')).join());
const whole = (least: number) => fc.oneof(fc.constant(''), fc.integer({ min: least }).map(String));
const listing = fc
  .record({
    collection: fc.constantFrom('cities', 'notes', 'lakes'),
    filters: fc.dictionary(fc.constantFrom('country', 'kind', 'name', 'state'), value, {
      noNullPrototype: true,
    }),
    ordering,
    format: fc.constantFrom('', 'json', 'api'),
    limit: fc.oneof(whole(1), fc.constant('all')),
    page_size: whole(1),
    page: fc.constantFrom('', '1', '3'),
    offset: whole(0),
  })
  .map(({ collection, filters, ordering, ...others }) => {
    const query = new URLSearchParams({ ...filters, ...others, ordering });
    return `${collection}/?${query}`;
  });
const record = text
  .filter((key) => !['.', '..'].includes(key) && key.isWellFormed())
  .map((key) => `cities/${encodeURIComponent(key)}/`);
const request = fc.oneof(listing, record);

/** The address of a request below the API's path. */
function addressAt(target: string) {
  const found = resolve(hard, { method: 'GET', ...splitTarget(`/bna/api/v2/${target}`) });
  return 'address' in found && found.address.kind !== 'error' ? found.address : null;
}

describe('the path of an address', () => {
  it('query -> address -> path -> the same address, and by its link too', () => {
    fc.assert(
      fc.property(request, (target) => {
        const address = addressAt(target);
        if (!address) throw new Error(`There is no address: ${target}`);
        const path = fileOf(hard, address);
        // It can be written on every system.
        expect(path).toMatch(/^api\/v2\/\w[\w.-]*(?:\/[\w-][\w.-]*)*$/);
        const below = path.slice('api/v2/'.length);
        const isKept = address.kind !== 'page' || below.includes('/format/');
        const named = isKept ? address : { ...address, format: '' };
        const expected = path.includes('/----') ? null : named;
        expect([addressOf(hard, path), addressAt(below)]).toEqual([expected, expected]);
        if (address.kind !== 'page' && address.kind !== 'listing') return;
        const href = hrefOf(hard, address).slice(`${hard.base}/api/v2/`.length);
        expect(addressAt(href)).toEqual(address);
      }),
      { numRuns: 1000 },
    );
  });

  it('a path with a change -> another address with that path, or none', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '-', '.json', '%2f', '%zz', '&', '..', 'limit/2/', '0', '\ud800', '\n'),
      fc.string({ unit: anyCharacter, maxLength: 2 }),
    );
    fc.assert(
      fc.property(request, fc.nat(), fc.nat(3), piece, (target, from, length, text) => {
        const address = addressAt(target);
        const path = address ? fileOf(hard, address) : '';
        const at = from % (path.length + 1);
        const changed = path.slice(0, at) + text + path.slice(at + length);
        const found = addressOf(hard, changed);
        if (!found) return;
        const alias = found.kind === 'page' ? aliasOf(hard, found) : '';
        expect([fileOf(hard, found), alias]).toContain(changed);
        if (changed !== path && changed !== alias) expect(found).not.toEqual(address);
      }),
      { numRuns: 1000 },
    );
  });
});

it.each([
  ['/api/v2/', true],
  ['/api/v2', true],
  ['/api/v2/x/%zz', true],
  ['/%61pi/v%32/x/', true],
  ['/api/', false],
  ['/api/v2x/', false],
  ['/api/v2%2Fx/', false],
  ['/api%2Fv2/', false],
  ['/%zz/v2/', false],
])('a path of an API with the prefix api/v2: %s -> %s', (path, expected) =>
  expect(isApiPath('/', 'api/v2/', path)).toBe(expected),
);
