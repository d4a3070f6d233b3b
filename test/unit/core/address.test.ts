import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  addressOf,
  ERRORS,
  type ErrorName,
  errorAddress,
  fileOf,
  type ItemAddress,
} from '../../../src/core/address.ts';
import { formatFileName } from '../../../src/core/file-name.ts';
import type { Grid } from '../../../src/core/grid.ts';
import { resolve } from '../../../src/core/resolve.ts';
import { rowsOf } from '../../support/table.ts';

const pagination = { limits: [10, 20], default: 20 };
const grid: Grid = {
  base: 'https://me.github.io/bna',
  formats: ['json', 'api'],
  collections: [
    { name: 'countries', count: 3, key: '[A-Z]{2}', orderings: [], features: 2 },
    { name: 'scores', count: 2, key: '[a-z_]+', orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 45,
      key: '[a-z0-9-]+',
      orderings: ['label', '-label'],
      keyField: 'id',
      sorts: { label: { field: 'label', kind: 'text' }, size: { field: 'size', kind: 'number' } },
      pagination,
    },
    {
      name: 'lakes',
      count: 45,
      orderings: [],
      filters: { kind: { fields: ['kind'], match: 'equals' } },
      pagination: { ...pagination, style: 'page' },
    },
  ],
};

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((text) => text !== 'index');
const nameOrNone = fc.oneof(fc.constant(''), name);
const ordering = fc.tuple(fc.constantFrom('', '-'), name).map((parts) => parts.join(''));
const orderings = fc.array(ordering, { maxLength: 3 }).map((terms) => terms.join());
/** Values of filters by their names: of pre-rendered listings, and any. */
const filtersOf = (value: fc.Arbitrary<string>) =>
  fc.option(fc.dictionary(name, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), {
    nil: undefined,
  });
const anyValue = fc.oneof(
  fc.constantFrom('', '/', '..', '%2F', '%', '+', ' ', 'a&b=c', 'x-', '\0', 'ñ/🚲', '.'),
  fc.string({ unit: 'binary' }),
);
const listingWith = ([value, ordering]: Wanted) =>
  fc.tuple(name, filtersOf(value), ordering).map(([collection, filters, ordering]) => ({
    collection,
    ...(filters && { filters }),
    ordering,
  }));
type Wanted = readonly [value: fc.Arbitrary<string>, ordering: fc.Arbitrary<string>];
/** @param wanted the values of the filters, and of `ordering` */
const addressWith = (wanted: Wanted): fc.Arbitrary<Address> =>
  fc.oneof(
    fc.constant({ kind: 'index' } as const),
    listingWith(wanted).chain((listing) =>
      fc.oneof(
        fc.constant({ kind: 'list' as const, ...listing }),
        fc
          .record({
            kind: fc.constant('page' as const),
            format: nameOrNone,
            limit: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1 })),
            offset: fc.nat(),
          })
          .map((page) => ({ ...page, ...listing })),
      ),
    ),
    fc.record({
      kind: fc.constant('item' as const),
      collection: name,
      key: fc.oneof(
        fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,12}$/),
        anyValue.filter(Boolean),
      ),
    }),
    fc.record({ kind: fc.constant('features' as const), collection: name }),
    fc.record({ kind: fc.constant('options' as const), collection: nameOrNone }),
    fc
      .tuple(fc.constantFrom(...(Object.keys(ERRORS) as ErrorName[])), nameOrNone, nameOrNone)
      .map(([error, collection, filter]) => errorAddress(error, collection, filter)),
  );

/** The file of an address whose collection can have any name, and whose key has a file. */
function fileIn(address: Address): string {
  const { collection = '', key = '' } = address as Partial<ItemAddress>;
  const keyFileNames = { [key]: formatFileName(key) };
  const collections = [{ name: collection, count: 0, orderings: [], keyFileNames }];
  return fileOf({ ...grid, collections }, address);
}

describe('fileOf and addressOf', () => {
  it('are inverse, except where the name of a text is a hash', () => {
    fc.assert(
      fc.property(addressWith([anyValue, orderings]), (one) => {
        const file = fileIn(one);
        expect(addressOf(grid, file)).toEqual(/(?:^|[/-])----/.test(file) ? null : one);
      }),
      { numRuns: 500 },
    );
  });

  it('of what is pre-rendered: file names that are valid on every host', () => {
    fc.assert(
      fc.property(addressWith([anyValue, fc.oneof(fc.constant(''), ordering)]), (one) => {
        expect(fileIn(one)).toMatch(/^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_-][\w.-]*)*$/);
      }),
    );
  });

  it('a file name with a change -> another address, or none', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '-', '%2f', '%zz', '+', '&', '..', 'w/', 'f-/', '\ud800', '\n'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const change = fc.tuple(addressWith([anyValue, orderings]), fc.nat(), fc.nat(3), piece);
    fc.assert(
      fc.property(change, ([one, from, length, text]) => {
        const file = fileIn(one);
        const at = from % (file.length + 1);
        const changed = file.slice(0, at) + text + file.slice(at + length);
        const found = addressOf(grid, changed);
        // It can begin the name of a text that differs from another one only in case.
        if (changed.includes('---')) return;
        if (found) expect(fileIn(found)).toBe(changed);
        if (changed !== file) expect(found).not.toEqual(one);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(
    rowsOf(`
      the first page                 -> l-/1
      a page of the default size     -> l-/3
      the default size               -> l-20/3
      another size                   -> l-10/2`),
  )('a page with a number: %s: %s -> an address with that file', (_, file) => {
    const path = `data/lakes/list/f-/o-/${file}.json`;
    const address = addressOf(grid, path);
    expect(address && fileOf(grid, address)).toBe(path);
    const [, size, page] = /l-(.*)\/(.*)/.exec(file ?? '') ?? [];
    const limit = Number(size) || 20;
    const place = { limit, offset: (Number(page) - 1) * limit, pageSize: size && limit };
    expect(address).toMatchObject(place);
  });

  it.each(
    rowsOf(`
      page without a format          -> data/cities/list/o-/l-20/0.json
      filters and an empty format    -> data/cities/list/f-/w/country-US/o-/l-20/0.json
      a folder of filters with none  -> data/cities/list/w/o-/l-20/0.json
      a filter twice                 -> data/cities/list/w/a-1/a-1/o-/l-20/0.json
      filters in another order       -> data/cities/list/w/b-1/a-1/o-/l-20/0.json
      a value that is encoded twice  -> data/cities/list/w/a-%41/o-/l-20/0.json
      a space as +                   -> data/cities/list/w/a-b+c/o-/l-20/0.json
      a key that is not encoded      -> data/cities/item/--a.json
      a plain key that is encoded    -> data/cities/encoded/a.json
      a value that needs no encoding -> data/cities/list/w/a---b/o-/l-20/0.json
      a hash                         -> data/cities/encoded/----0123456789abcdef.json
      an ordering that ends with ,   -> data/cities/list/f-/o-a,/l-20/0.json
      offset with a leading zero     -> data/cities/list/f-/o-/l-20/020.json
      limit of zero                  -> data/cities/list/f-/o-/l-0/0.json
      no limit                       -> data/cities/list/f-/o-/l-/20.json
      page number with leading zero  -> data/lakes/list/f-/o-/l-/01.json
      unknown error                  -> data/errors/cities/colour.json
      error with an inherited name   -> data/errors/constructor.json
      path outside the folder        -> data/cities/item/../../x.json`),
  )('%s: %s -> no address', (_, file) => expect(addressOf(grid, file)).toBeNull());
});

/** The status and the file of the answer, or the location of a redirect. */
function outcomeOf(method: string, path: string, query = '', composes = false): string {
  const resolution = resolve(grid, { method, path, query }, { composes });
  if (resolution.kind === 'redirect') return `301 ${resolution.location}`;
  if (!('address' in resolution)) return resolution.kind;
  return `${resolution.status} ${fileOf(grid, resolution.address)}`;
}

describe('resolve', () => {
  it('never throws, and never leads to a file outside the grid', () => {
    const binary = fc.string({ unit: 'binary' });
    const segment = fc.oneof(binary, fc.constantFrom('api', 'cities', '..', '%2e'));
    const path = fc.array(segment).map((segments) => `/bna/${segments.join('/')}`);
    const parameter = fc
      .tuple(fc.constantFrom('limit', 'offset', 'ordering', 'format'), fc.string())
      .map((pair) => pair.join('='));
    fc.assert(
      fc.property(path, fc.oneof(binary, parameter), (one, query) => {
        const answer = resolve(grid, { method: 'GET', path: one, query });
        if ('address' in answer)
          expect(addressOf(grid, fileOf(grid, answer.address))).toEqual(answer.address);
      }),
    );
  });

  // What rules of a host answer, and after it what code that composes pages answers, if it differs.
  it.each(
    rowsOf(`
      unknown parameter              : q                             -> l-20/0
      limit                          : limit=10                      -> l-10/0
      limit=all with a format        : limit=all&format=api          -> l-all/0
      offset                         : offset=40                     -> l-20/40
      format                         : format=json                   -> f-json/o-/l-20/0
      value like a parameter         : q=limit=37&limit=10           -> l-10/0
      limit that is not pre-rendered : limit=37                      -> 400 limit    -> l-37/0
      limit 0                        : limit=0                       -> 400 limit
      limit + is a space             : limit=+20                     -> 400 limit
      limit that is not a safe one   : limit=9007199254740992        -> 400 limit
      offset that is not a multiple  : offset=7                      -> 400 offset   -> l-20/7
      offset at the count            : limit=10&offset=50            -> 400 offset   -> l-10/50
      offset with limit=all          : limit=all&offset=20           -> 400 offset   -> l-all/20
      ordering by another field      : ordering=size                 -> 400 ordering -> f-/o-size/l-20/0
      unknown ordering               : ordering=constructor          -> 400 ordering
      list of orderings              : ordering=label,-label         -> 400 ordering
      unknown format                 : format=xml                    -> 404 format
      two errors                     : limit=0&format=xml            -> 404 format
      repeated parameter             : limit=10&limit=10             -> 400 repeated
      repeated unknown parameter     : q=1&q=2                       -> l-20/0`).map(
      ([request = '', rules = '', composed = rules]) => {
        const [title = '', query = ''] = request.split(/\s*: /);
        return [title, query, rules, composed] as const;
      },
    ),
  )('%s: ?%s -> %s, composed %s', (_, query, rules, composed) => {
    const outcome = (composes: boolean) =>
      outcomeOf('GET', '/bna/api/cities/', query, composes)
        .replace(/^200 data\/cities\/list\/(?:f-\/o-\/)?(.*)\.json$/, '$1')
        .replace(/data\/errors\/(?:cities\/)?(.*)\.json$/, '$1');
    expect([outcome(false), outcome(true)]).toEqual([rules, composed]);
  });

  it.each(
    rowsOf(`
      GET /bna/api/                   -> 200 data/index.json
      GET /bna/api                    -> 301 /bna/api/
      GET /bna/api/cities/            -> 200 data/cities/list/f-/o-/l-20/0.json
      GET /bna/api/cities             -> 301 /bna/api/cities/
      GET /bna/api/countries/NO/      -> 200 data/countries/item/NO.json
      GET /bna/api/countries/N%4F/    -> 200 data/countries/item/NO.json
      GET /bna/api/countries/no/      -> 404 data/errors/countries/key.json
      GET /bna/api/countries_geojson/ -> 200 data/countries/features.json
      GET /bna/api/cities_geojson/    -> 404 data/errors/path.json
      GET /bna/api/cities/..%2Fx/     -> 404 data/errors/cities/key.json
      GET /bna/api/cities/..%2F       -> 301 /bna/api/cities/..%2F/
      GET /bna/api/cities/%2E%2E/     -> 404 data/errors/path.json
      GET /bna/api/cities//           -> 404 data/errors/path.json
      GET /bna/api/cities/a%2Bb*      -> 301 /bna/api/cities/a%2Bb%2A/
      GET /bna/api//cities/           -> 404 data/errors/path.json
      GET /bna/api/%zz/               -> 404 data/errors/path.json
      GET /bna/api/constructor/       -> 404 data/errors/path.json
      GET /bna/data/index.json        -> 404 data/errors/path.json
      OPTIONS /bna/api/cities/        -> 200 data/options/cities.json
      POST /bna/api/cities/           -> 405 data/errors/method.json
      get /bna/api/                   -> 405 data/errors/method.json
      GET /bna/api/cities?q=%20a+b&&limit=%31 -> 301 /bna/api/cities/?q=%20a+b&&limit=%31
      GET /bna/api/countries/?limit=0&ordering=x -> 200 data/countries/list/o-.json`),
  )('%s -> %s', (request, expected) => {
    const [method = '', path = '', query] = request.split(/[ ?]/);
    expect(outcomeOf(method, path, query)).toBe(expected);
  });
});
