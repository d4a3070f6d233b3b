import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  addressOf,
  ERRORS,
  type ErrorName,
  errorAddress,
  fileOf,
  hrefOf,
} from '../../../src/core/address.ts';
import { type Grid, windows } from '../../../src/core/grid.ts';
import { resolve } from '../../../src/core/resolve.ts';

const grid: Grid = {
  base: 'https://me.github.io/bna',
  formats: ['json', 'api'],
  collections: [
    { name: 'countries', count: 3, key: '[A-Z]{2}', orderings: [] },
    { name: 'scores', count: 2, key: '[a-z_]+', orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 45,
      key: '[a-z0-9-]+',
      orderings: ['label', '-label'],
      pagination: { limits: [10, 20], default: 20 },
    },
  ],
};

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((word) => word !== 'index');
const ordering = fc.oneof(
  fc.constant(''),
  name,
  name.map((word) => `-${word}`),
);
const limit = fc.oneof(fc.constant('all' as const), fc.integer({ min: 1 }));
const address: fc.Arbitrary<Address> = fc.oneof(
  fc.constant({ kind: 'index' } as const),
  fc.record({
    kind: fc.constant('page' as const),
    collection: name,
    format: fc.oneof(fc.constant(''), name),
    ordering,
    limit,
    offset: fc.nat(),
  }),
  fc.record({ kind: fc.constant('list' as const), collection: name, ordering }),
  fc.record({
    kind: fc.constant('item' as const),
    collection: name,
    key: fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,12}$/),
  }),
  fc.record({
    kind: fc.constant('options' as const),
    collection: fc.oneof(fc.constant(''), name),
  }),
  fc
    .tuple(
      fc.constantFrom(...(Object.keys(ERRORS) as ErrorName[])),
      fc.oneof(fc.constant(''), name),
    )
    .map(([error, collection]) => errorAddress(error, collection)),
);

describe('fileOf and addressOf', () => {
  it('are inverse: a file is read back as the address it was named for', () => {
    fc.assert(
      fc.property(address, (one) => {
        expect(addressOf(fileOf(one))).toEqual(one);
      }),
    );
  });

  it('give two addresses two files', () => {
    const distinct = fc.uniqueArray(address, {
      minLength: 2,
      selector: (one) => JSON.stringify(one),
    });
    fc.assert(
      fc.property(distinct, (all) => {
        expect(new Set(all.map(fileOf)).size).toBe(all.length);
      }),
    );
  });

  it('use only segments that survive every host', () => {
    fc.assert(
      fc.property(address, (one) => {
        for (const segment of fileOf(one).split('/')) {
          expect(segment).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/);
        }
      }),
    );
  });

  it.each([
    ['no such folder', 'data/other.json'],
    ['a page without its format', 'data/cities/list/o-/l-20/0.json'],
    ['an offset with a leading zero', 'data/cities/list/f-/o-/l-20/020.json'],
    ['a limit of zero', 'data/cities/list/f-/o-/l-0/0.json'],
    ['an unknown error', 'data/errors/cities/colour.json'],
    ['an error by an inherited name', 'data/errors/constructor.json'],
    ['a way out', 'data/cities/item/../../x.json'],
    ['a file of the host', '_redirects'],
  ])('%s -> no address', (_, file) => expect(addressOf(file)).toBeNull());
});

/** A grid's pages, as the build enumerates them. */
const pages: fc.Arbitrary<Extract<Address, { kind: 'page' }>> = fc
  .record({
    window: fc.constantFrom(...windows({ limits: [10, 20], default: 20 }, 45)),
    format: fc.constantFrom('', 'json', 'api'),
    ordering: fc.constantFrom('', 'label', '-label'),
  })
  .map(({ window, format, ordering }) => ({
    kind: 'page',
    collection: 'cities',
    format: window.limit === 'all' ? '' : format,
    ordering,
    ...window,
  }));

/** Resolves a link as a server would see it. */
function follow(href: string) {
  const { pathname, search } = new URL(href);
  return resolve(grid, { method: 'GET', path: pathname, query: search.slice(1) });
}

describe('resolve', () => {
  it('leads every link to the page it was made for', () => {
    fc.assert(
      fc.property(pages, (page) => {
        expect(follow(hrefOf(grid.base, page))).toEqual({ status: 200, address: page });
      }),
    );
  });

  it('takes parameters in any order, among unknown ones', () => {
    const extras = fc.dictionary(
      fc.constantFrom('utm_source', 'q', 'xlimit', 'LIMIT'),
      fc.string(),
    );
    fc.assert(
      fc.property(pages, extras, fc.infiniteStream(fc.nat()), (page, more, ranks) => {
        const given = [...new URL(hrefOf(grid.base, page)).searchParams, ...Object.entries(more)];
        const ranked = given.map((pair) => ({ pair, rank: ranks.next().value as number }));
        const shuffled = ranked.sort((a, b) => a.rank - b.rank).map(({ pair }) => pair);
        const query = new URLSearchParams(shuffled).toString();
        const answer = resolve(grid, { method: 'GET', path: '/bna/api/cities/', query });
        expect(answer).toEqual({ status: 200, address: page });
      }),
    );
  });

  it('never throws, and never leads to a file that is not of the grid', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('api', 'cities', '..', '%2e'),
    );
    const path = fc.array(part).map((parts) => `/bna/${parts.join('/')}`);
    const query = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('limit', 'offset', 'ordering', 'format'), fc.string())
        .map((pair) => pair.join('=')),
    );
    fc.assert(
      fc.property(path, query, (one, other) => {
        const answer = resolve(grid, { method: 'GET', path: one, query: other });
        if ('address' in answer) expect(addressOf(fileOf(answer.address))).toEqual(answer.address);
      }),
    );
  });

  const page = (values: object) => ({
    status: 200,
    address: {
      ...{ kind: 'page', collection: 'cities', format: '', ordering: '', limit: 20, offset: 0 },
      ...values,
    },
  });
  const error = (status: number, error: ErrorName, collection = '') => ({
    status,
    address: { kind: 'error', error, collection },
  });

  it.each([
    ['no parameter -> the default page', '', page({})],
    ['empty parameters -> the default page', 'limit=&offset=&ordering=&format=', page({})],
    ['a parameter without = -> its default', 'limit', page({})],
    ['limit', 'limit=10', page({ limit: 10 })],
    ['limit=all -> one file for every format', 'limit=all&format=api', page({ limit: 'all' })],
    ['offset on the default grid', 'offset=40', page({ offset: 40 })],
    ['format kept apart from its absence', 'format=json', page({ format: 'json' })],
    ['encoded value', 'ordering=%2Dlabel', page({ ordering: '-label' })],
    ['encoded digit', 'limit=1%30', page({ limit: 10 })],
    ['encoded name', '%6Cimit=10', page({ limit: 10 })],
    ['name in another case is another name', 'LIMIT=10', page({})],
    ['a name that ends alike', 'xlimit=37&limit=10', page({ limit: 10 })],
    ['a value that looks like a parameter', 'q=limit=37&limit=10', page({ limit: 10 })],
    ['limit not pre-rendered', 'limit=37', error(400, 'limit', 'cities')],
    ['limit beyond every page', 'limit=1000', error(400, 'limit', 'cities')],
    ['limit 0', 'limit=0', error(400, 'limit', 'cities')],
    ['limit -1', 'limit=-1', error(400, 'limit', 'cities')],
    ['limit with a leading zero', 'limit=010', error(400, 'limit', 'cities')],
    ['limit +20 is a space and 20', 'limit=+20', error(400, 'limit', 'cities')],
    ['limit %2B20 is +20', 'limit=%2B20', error(400, 'limit', 'cities')],
    ['limit in exponents', 'limit=1e1', error(400, 'limit', 'cities')],
    ['limit in hex', 'limit=0xa', error(400, 'limit', 'cities')],
    ['limit in other digits', 'limit=%D9%A1%D9%A0', error(400, 'limit', 'cities')],
    ['offset not a multiple', 'offset=7', error(400, 'offset', 'cities')],
    ['offset at the count', 'limit=10&offset=50', error(400, 'offset', 'cities')],
    ['offset -0', 'offset=-0', error(400, 'offset', 'cities')],
    ['offset 00', 'offset=00', error(400, 'offset', 'cities')],
    ['offset beyond 2^53', 'offset=9007199254740992', error(400, 'offset', 'cities')],
    ['offset with limit=all', 'limit=all&offset=20', error(400, 'offset', 'cities')],
    ['ordering unknown', 'ordering=size', error(400, 'ordering', 'cities')],
    ['ordering a comma list', 'ordering=label,-label', error(400, 'ordering', 'cities')],
    ['ordering twice negated', 'ordering=--label', error(400, 'ordering', 'cities')],
    ['ordering with broken encoding', 'ordering=%zz', error(400, 'ordering', 'cities')],
    ['ordering NUL', 'ordering=%00', error(400, 'ordering', 'cities')],
    ['ordering a way out', 'ordering=..%2F..', error(400, 'ordering', 'cities')],
    ['format unknown', 'format=xml', error(404, 'format')],
    ['the first wrong parameter is told', 'limit=37&format=xml', error(404, 'format')],
    ['a parameter twice', 'limit=10&limit=20', error(400, 'repeated')],
    ['a parameter twice the same', 'limit=10&limit=10', error(400, 'repeated')],
    ['an unknown parameter twice', 'q=1&q=2', page({})],
  ])('%s: ?%s', (_, query, expected) => {
    expect(resolve(grid, { method: 'GET', path: '/bna/api/cities/', query })).toEqual(expected);
  });

  it.each([
    ['index', 'GET', '/bna/api/', { status: 200, address: { kind: 'index' } }],
    ['index without its slash', 'GET', '/bna/api', { status: 301, location: '/bna/api/' }],
    [
      'list without its slash',
      'GET',
      '/bna/api/cities',
      { status: 301, location: '/bna/api/cities/' },
    ],
    [
      'item without its slash',
      'GET',
      '/bna/api/countries/NO',
      { status: 301, location: '/bna/api/countries/NO/' },
    ],
    [
      'item',
      'GET',
      '/bna/api/countries/NO/',
      { status: 200, address: { kind: 'item', collection: 'countries', key: 'NO' } },
    ],
    [
      'item, encoded',
      'GET',
      '/bna/api/countries/N%4F/',
      { status: 200, address: { kind: 'item', collection: 'countries', key: 'NO' } },
    ],
    ['item in another case', 'GET', '/bna/api/countries/no/', error(404, 'key', 'countries')],
    ['key with a slash in it', 'GET', '/bna/api/cities/..%2Fx/', error(404, 'path')],
    ['key of dots', 'GET', '/bna/api/cities/../', error(404, 'path')],
    ['two slashes', 'GET', '/bna/api//cities/', error(404, 'path')],
    ['two slashes at the end', 'GET', '/bna/api/cities//', error(404, 'path')],
    ['beyond an item', 'GET', '/bna/api/countries/NO/x/', error(404, 'path')],
    ['broken encoding', 'GET', '/bna/api/%zz/', error(404, 'path')],
    ['an inherited name', 'GET', '/bna/api/constructor/', error(404, 'path')],
    ['outside the base', 'GET', '/api/cities/', error(404, 'path')],
    ['the data itself', 'GET', '/bna/data/index.json', error(404, 'path')],
    ['the site', 'GET', '/bna/', error(404, 'path')],
    [
      'HEAD as GET',
      'HEAD',
      '/bna/api/scores/',
      { status: 200, address: { kind: 'list', collection: 'scores', ordering: '' } },
    ],
    [
      'OPTIONS of a list',
      'OPTIONS',
      '/bna/api/cities/',
      { status: 200, address: { kind: 'options', collection: 'cities' } },
    ],
    [
      'OPTIONS without a slash, which a preflight may not follow',
      'OPTIONS',
      '/bna/api/cities',
      { status: 200, address: { kind: 'options', collection: 'cities' } },
    ],
    ['OPTIONS of nothing', 'OPTIONS', '/bna/api/x/', error(404, 'path')],
    ['POST', 'POST', '/bna/api/cities/', error(405, 'method')],
    ['POST without a slash', 'POST', '/bna/api/cities', error(405, 'method')],
    ['a method of nobody', 'BREW', '/bna/api/', error(405, 'method')],
    ['a method in lower case', 'get', '/bna/api/', error(405, 'method')],
    ['POST to nothing', 'POST', '/bna/x', error(404, 'path')],
  ])('%s: %s %s', (_, method, path, expected) => {
    expect(resolve(grid, { method, path, query: '' })).toEqual(expected);
  });

  it('keeps the query of a redirect as it is', () => {
    const query = 'limit=10&q=%20a+b&&ordering=%2Dlabel';
    expect(resolve(grid, { method: 'GET', path: '/bna/api/cities', query })).toEqual({
      status: 301,
      location: `/bna/api/cities/?${query}`,
    });
  });
});
