import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressOf, hrefOf } from '../src/address/address.ts';
import { resolve } from '../src/address/resolve.ts';
import type { Grid } from '../src/grid.ts';
import { netlify } from '../src/hosts/netlify.ts';
import {
  type NetlifyAnswer,
  type NetlifySite,
  NOT_FOUND,
  netlifySite,
  requestOf,
} from './support/netlify.ts';
import { SHIPPED_BASE, shippedManifest, shippedSite } from './support/shipped-site.ts';

/** A grid that is small enough for all of its rules to be read. */
const tinyGrid: Grid = {
  base: 'https://example.org',
  formats: ['json'],
  collections: [
    { name: 'countries', count: 2, key: '[A-Z]{2}', orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 5,
      key: '[a-z]+',
      orderings: [],
      pagination: { limits: [2], default: 2 },
    },
  ],
};

const TINY_REDIRECTS = `\
/api/ format= /data/index.json 200
/api/ format=json /data/index.json 200
/api/ format=:format /data/errors/format.json 404
/api/ /data/index.json 200
/api/countries/ format= ordering= /data/countries/list/o-.json 200
/api/countries/ format= ordering=name /data/countries/list/o-name.json 200
/api/countries/ format= ordering=-name /data/countries/list/o--name.json 200
/api/countries/ format= ordering=:ordering /data/errors/countries/ordering.json 404
/api/countries/ format= /data/countries/list/o-.json 200
/api/countries/ format=json ordering= /data/countries/list/o-.json 200
/api/countries/ format=json ordering=name /data/countries/list/o-name.json 200
/api/countries/ format=json ordering=-name /data/countries/list/o--name.json 200
/api/countries/ format=json ordering=:ordering /data/errors/countries/ordering.json 404
/api/countries/ format=json /data/countries/list/o-.json 200
/api/countries/ format=:format /data/errors/format.json 404
/api/countries/ ordering= /data/countries/list/o-.json 200
/api/countries/ ordering=name /data/countries/list/o-name.json 200
/api/countries/ ordering=-name /data/countries/list/o--name.json 200
/api/countries/ ordering=:ordering /data/errors/countries/ordering.json 404
/api/countries/ /data/countries/list/o-.json 200
/api/countries/:key/ format= /data/countries/item/:key.json 200
/api/countries/:key/ format=json /data/countries/item/:key.json 200
/api/countries/:key/ format=:format /data/errors/format.json 404
/api/countries/:key/ /data/countries/item/:key.json 200
/api/cities/ format= limit= offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format= limit= offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ format= limit= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format= limit=2 offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format= limit=2 offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ format= limit=2 /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format= limit=all offset= /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format= limit=all offset=0 /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format= limit=all offset=:offset /data/errors/cities/offset.json 404
/api/cities/ format= limit=all /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format= limit=:limit /data/errors/cities/limit.json 404
/api/cities/ format= offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format= offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ format= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ format=json limit= offset= /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=json limit= offset=:offset /data/cities/list/f-json/o-/l-2/:offset.json 200
/api/cities/ format=json limit= /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=json limit=2 offset= /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=json limit=2 offset=:offset /data/cities/list/f-json/o-/l-2/:offset.json 200
/api/cities/ format=json limit=2 /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=json limit=all offset= /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format=json limit=all offset=0 /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format=json limit=all offset=:offset /data/errors/cities/offset.json 404
/api/cities/ format=json limit=all /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ format=json limit=:limit /data/errors/cities/limit.json 404
/api/cities/ format=json offset= /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=json offset=:offset /data/cities/list/f-json/o-/l-2/:offset.json 200
/api/cities/ format=json /data/cities/list/f-json/o-/l-2/0.json 200
/api/cities/ format=:format /data/errors/format.json 404
/api/cities/ limit= offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ limit= offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ limit= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ limit=2 offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ limit=2 offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ limit=2 /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ limit=all offset= /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ limit=all offset=0 /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ limit=all offset=:offset /data/errors/cities/offset.json 404
/api/cities/ limit=all /data/cities/list/f-/o-/l-all/0.json 200
/api/cities/ limit=:limit /data/errors/cities/limit.json 404
/api/cities/ offset= /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/ offset=:offset /data/cities/list/f-/o-/l-2/:offset.json 200
/api/cities/ /data/cities/list/f-/o-/l-2/0.json 200
/api/cities/:key/ format= /data/cities/item/:key.json 200
/api/cities/:key/ format=json /data/cities/item/:key.json 200
/api/cities/:key/ format=:format /data/errors/format.json 404
/api/cities/:key/ /data/cities/item/:key.json 200
/api/* /data/errors/path.json 404
`;

const TINY_HEADERS = `\
/api/*
  Content-Type: application/json
  Vary: Accept
  Access-Control-Allow-Origin: *
  X-Content-Type-Options: nosniff
  Cache-Control: public, max-age=60
`;

/** The text of one of Netlify's files. */
function textOf(grid: Grid, file: string): string {
  const document = netlify.files(grid).find((one) => one.path === file);
  return Buffer.concat(document?.body ?? []).toString();
}

describe('what a user deploys', () => {
  it('_redirects', () => expect(textOf(tinyGrid, '_redirects')).toBe(TINY_REDIRECTS));

  it('_headers', () => expect(textOf(tinyGrid, '_headers')).toBe(TINY_HEADERS));

  it('404.html', () => {
    expect(JSON.parse(textOf(tinyGrid, '404.html'))).toEqual({
      detail: expect.stringMatching(/path.*key.*offset/),
      supported: {
        'https://example.org/api/countries/': { format: ['json'], ordering: ['name', '-name'] },
        'https://example.org/api/cities/': {
          format: ['json'],
          limit: ['2', 'all'],
          offset: expect.stringMatching(/multiples of limit.*below 5/),
        },
      },
    });
  });

  it('a base address with a path -> that path before every path and every file', () => {
    const grid = { ...tinyGrid, base: 'https://me.github.io/bna' };
    const moved = (text: string) => text.replaceAll(/(?<=^| )\/(?=(?:api|data)\/)/gm, '/bna/');
    expect(textOf(grid, '_redirects')).toBe(moved(TINY_REDIRECTS));
    expect(textOf(grid, '_headers')).toBe(moved(TINY_HEADERS));
    expect(Object.keys(JSON.parse(textOf(grid, '404.html')).supported)).toEqual([
      'https://me.github.io/bna/api/countries/',
      'https://me.github.io/bna/api/cities/',
    ]);
  });
});

describe('the shipped site', () => {
  const { grid, files } = shippedManifest();
  let site: NetlifySite;

  beforeAll(async () => {
    site = await netlifySite(shippedSite());
  });

  /** What a link asks for: its path and query. */
  const targetOf = (address: Address) => hrefOf(grid.base, address).slice(grid.base.length);

  it('every line is one rule, and none is long', () => {
    const text = readFileSync(path.join(shippedSite(), '_redirects'), 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(site.rules).toHaveLength(lines.length);
    expect(lines.filter((line) => line.length > 200)).toEqual([]);
  });

  it('no rule has a condition -> a browser is answered as any client is', () => {
    expect(site.rules.filter(({ conditions }) => Object.keys(conditions).length > 0)).toEqual([]);
  });

  it('404.html names what every collection supports', () => {
    const { supported } = JSON.parse(readFileSync(path.join(shippedSite(), '404.html'), 'utf8'));
    const addresses = grid.collections.map(({ name }) => `${SHIPPED_BASE}/api/${name}/`);
    expect(Object.keys(supported)).toEqual(addresses);
    for (const { name, orderings, pagination, count } of grid.collections) {
      const { offset, ...values } = supported[`${SHIPPED_BASE}/api/${name}/`];
      expect(values, name).toEqual({
        format: grid.formats,
        ...(orderings.length > 0 && { ordering: orderings }),
        ...(pagination && { limit: [...pagination.limits.map(String), 'all'] }),
      });
      if (pagination) expect(offset, name).toContain(String(count));
      else expect(offset, name).toBeUndefined();
    }
  });

  /** Every file that has a link. */
  const linked = files.flatMap(({ path: file }) => {
    const address = addressOf(file);
    return address && !['error', 'options'].includes(address.kind) ? [{ file, address }] : [];
  });

  it('every file is reached by its own link', { timeout: 120_000 }, async () => {
    // Links that differ in no more than an offset or a key are one family, for the rules name none.
    const offsets = site.rules.map(({ query }) => query?.offset);
    expect(new Set(offsets)).toEqual(new Set([undefined, '', '0', ':offset']));
    const keys = site.rules.map(({ from }) => /^\/api\/\w+\/(.+)$/.exec(from)?.[1]);
    expect(new Set(keys)).toEqual(new Set([undefined, ':key/']));
    const familyOf = (address: Address) =>
      address.kind === 'item' ? address.collection : targetOf(address).replace(/offset=\d+/, '');

    const families = new Map<string, NetlifySite>();
    const astray: object[] = [];
    for (const { file, address } of linked) {
      const target = targetOf(address);
      const family = families.get(familyOf(address)) ?? (await site.withRulesFor(target));
      families.set(familyOf(address), family);
      const answer = family.ask(target);
      if (answer.status !== 200 || answer.file !== file) astray.push({ target, file, answer });
    }
    expect(astray).toEqual([]);
    expect(linked.length).toBeGreaterThan(12_000);
  });

  it('parameters in any order, unknown ones among them, defaults left out or empty', () => {
    const defaults = { format: '', limit: '20', offset: '0', ordering: '' };
    const unknown = ['utm_source', 'q', 'xlimit', 'LIMIT', 'offset_', 'limit[]'];
    const names = [...Object.keys(defaults), ...unknown];
    const pages = linked.filter(({ address }) => address.kind === 'page');
    const property = fc.property(
      fc.constantFrom(...pages),
      fc.dictionary(fc.constantFrom(...unknown), fc.string()),
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.array(fc.constantFrom('left out', 'empty', 'written'), { minLength: 4, maxLength: 4 }),
      ({ file, address }, others, order, styles) => {
        const given = new Map(Object.entries(others));
        const asked = new URL(hrefOf(grid.base, address)).searchParams;
        for (const [index, [name, fallback]] of Object.entries(defaults).entries()) {
          const value = asked.get(name) ?? fallback;
          if (value !== fallback || styles[index] === 'written') given.set(name, value);
          else if (styles[index] === 'empty') given.set(name, '');
        }
        const sorted = [...given].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
        const target = `/api/neighborhoods/?${new URLSearchParams(sorted)}`;
        expect(resolve(grid, requestOf(target))).toEqual({ status: 200, address });
        expect(site.ask(target)).toEqual({ status: 200, file });
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  const page = (file: string): NetlifyAnswer => ({
    status: 200,
    file: `data/neighborhoods/list/${file}.json`,
  });
  const FIRST = page('f-/o-/l-20/0');
  const error = (file: string): NetlifyAnswer => ({
    status: 404,
    file: `data/errors/${file}.json`,
  });
  const LIMIT = error('neighborhoods/limit');
  const ORDERING = error('neighborhoods/ordering');
  const OFFSET = error('neighborhoods/offset');
  const FORMAT = error('format');

  it.each<[string, string, NetlifyAnswer]>([
    ['no parameter -> the first page', '', FIRST],
    [
      'all four, sorted',
      'format=json&limit=10&offset=30&ordering=label',
      page('f-json/o-label/l-10/30'),
    ],
    [
      'all four, reversed',
      'ordering=label&offset=30&limit=10&format=json',
      page('f-json/o-label/l-10/30'),
    ],
    ['offset without limit', 'offset=40', page('f-/o-/l-20/40')],
    ['ordering without limit', 'ordering=-created_at', page('f-/o--created_at/l-20/0')],
    ['a name that ends like one', 'xlimit=37&limit=10', page('f-/o-/l-10/0')],
    ['a name that begins like one', 'limit_=37&limit=10', page('f-/o-/l-10/0')],
    ['a value that looks like a parameter', 'q=limit=37&limit=10', page('f-/o-/l-10/0')],
    ['an unknown parameter', 'utm_source=x', FIRST],
    ['a name in other letters is another name', 'LIMIT=50', FIRST],
    ['a name in brackets is another name', 'limit[]=50', FIRST],
    ['limit beyond every page', 'limit=1000', LIMIT],
    ['limit that begins like one', 'limit=100000', LIMIT],
    ['limit not pre-rendered', 'limit=37', LIMIT],
    ['limit 0', 'limit=0', LIMIT],
    ['limit with a leading zero', 'limit=050', LIMIT],
    ['limit with a sign', 'limit=%2B50', LIMIT],
    ['limit with a space', 'limit=+50', LIMIT],
    ['limit and NUL', 'limit=50%00', LIMIT],
    ['limit and broken encoding', 'limit=50%zz', LIMIT],
    ['limit and half an encoding', 'limit=50%', LIMIT],
    ['limit in other digits', 'limit=%D9%A5%D9%A0', LIMIT],
    ['limit the name of a placeholder', 'limit=:limit', LIMIT],
    ['limit a star', 'limit=*', LIMIT],
    ['limit a way out', 'limit=..%2F..%2Fl-50', LIMIT],
    ['limit with an encoded digit', 'limit=%350', page('f-/o-/l-50/0')],
    ['limit ended by a semicolon', 'limit=50;offset=50', LIMIT],
    ['limit with an encoded &', 'limit=50%26offset=50', LIMIT],
    ['a bad limit beside a good offset', 'limit=37&offset=20', LIMIT],
    ['a good limit beside a bad ordering', 'limit=50&ordering=size', ORDERING],
    ['a bad ordering is told before a bad limit', 'limit=37&ordering=size', ORDERING],
    ['a bad format is told before a bad limit', 'limit=37&format=xml', FORMAT],
    ['format a way out', 'format=..%2F', FORMAT],
    ['ordering with an encoded sign', 'ordering=%2Dcreated_at', page('f-/o--created_at/l-20/0')],
    ['ordering not pre-rendered', 'ordering=city_fips', ORDERING],
    ['ordering a list', 'ordering=label,-created_at', ORDERING],
    ['ordering broken encoding', 'ordering=%zz', ORDERING],
    ['ordering a way out', 'ordering=..%2F..', ORDERING],
    ['offset not a multiple of limit', 'limit=50&offset=20', NOT_FOUND],
    ['offset past the end', 'limit=10&offset=10000', NOT_FOUND],
    ['offset with limit=all', 'limit=all&offset=20', OFFSET],
    ['offset -20', 'offset=-20', NOT_FOUND],
    ['offset with a leading zero', 'offset=020', NOT_FOUND],
    ['offset and NUL', 'offset=20%00', NOT_FOUND],
    ['offset broken encoding', 'offset=%zz', NOT_FOUND],
    ['offset a way to another page', 'offset=..%2Fl-50%2F50', NOT_FOUND],
    ['offset a way out, bare', 'offset=../l-50/50', NOT_FOUND],
    ['offset a way out, encoded twice', 'offset=..%252Fl-50%252F50', NOT_FOUND],
    ['offset the name of a placeholder', 'offset=:offset', NOT_FOUND],
    ['offset with a query in it', 'offset=20.json%3F', NOT_FOUND],
    ['limit twice, good and bad -> the last', 'limit=10&limit=37', LIMIT],
    ['limit twice, bad and good -> the last', 'limit=37&limit=10', page('f-/o-/l-10/0')],
    ['offset twice, good and bad -> the last', 'offset=20&offset=7', NOT_FOUND],
    ['offset twice, bad and good -> the last', 'offset=7&offset=20', page('f-/o-/l-20/20')],
    ['an encoded name is another name', '%6Cimit=50', FIRST],
  ])('%s: ?%s', (_, query, expected) => {
    expect(site.ask(`/api/neighborhoods/?${query}`)).toEqual(expected);
  });

  const PATH = error('path');

  it.each<[string, string, NetlifyAnswer]>([
    ['index', '/api/', { status: 200, file: 'data/index.json' }],
    ['no slash, with a query', '/api/neighborhoods?limit=10', page('f-/o-/l-10/0')],
    ['item', '/api/countries/NO/', { status: 200, file: 'data/countries/item/NO.json' }],
    ['item with a bad format', '/api/countries/NO/?format=xml', FORMAT],
    [
      'limit where there is none',
      '/api/countries/?limit=37',
      { status: 200, file: 'data/countries/list/o-.json' },
    ],
    ['an unknown key', '/api/countries/ZZ/', NOT_FOUND],
    ['a key in other letters', '/api/countries/no/', NOT_FOUND],
    ['a key that is a file', '/api/countries/NO.json', NOT_FOUND],
    ['a key with a slash in it', '/api/countries/..%2Fitem%2FNO/', NOT_FOUND],
    ['a key of encoded dots', '/api/countries/%2e%2e/', NOT_FOUND],
    ['a key with NUL', '/api/countries/NO%00/', NOT_FOUND],
    ['a key of broken encoding', '/api/countries/%zz/', NOT_FOUND],
    ['a key that is a placeholder', '/api/countries/:key/', NOT_FOUND],
    ['an unknown collection', '/api/cities/', PATH],
    ['beyond an item', '/api/countries/NO/name/', PATH],
    ['two slashes', '/api//countries/', PATH],
    ['two slashes at the end', '/api/countries//', PATH],
    ['outside the API', '/countries/', NOT_FOUND],
    ['the root', '/', NOT_FOUND],
    ['the API in other letters', '/API/', NOT_FOUND],
  ])('%s: %s', (_, target, expected) => expect(site.ask(target)).toEqual(expected));
});
