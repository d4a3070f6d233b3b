import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { HOST_NAMES, HOSTS } from '../../../src/hosts/hosts.ts';
import { explain, requestOf } from '../../../src/inspect/explain.ts';
import { shippedManifest } from '../../support/shipped-site.ts';

const { grid, files } = shippedManifest();
const paths = new Set(files.map(({ path }) => path));

describe('requestOf', () => {
  const mounted: Grid = { ...grid, base: 'https://me.github.io/bna' };
  const list = '/bna/api/neighborhoods/';

  it.each<[string, string, string, string]>([
    ['a whole address', `https://me.github.io${list}?limit=3`, list, 'limit=3'],
    ['an address elsewhere', 'http://localhost:8080/x?y', '/x', 'y'],
    ['a path from the root', `${list}?limit=3`, list, 'limit=3'],
    ['a path without the base path', '/api/neighborhoods/?limit=3', list, 'limit=3'],
    ['the index without its slash', '/bna/api', '/bna/api', ''],
    ['a path below the API', 'neighborhoods/?limit=3', list, 'limit=3'],
    ['a path beside the API', '/bna/data/index.json', '/bna/data/index.json', ''],
    ['a path without its slash', 'api/countries/', '/bna/api/countries/', ''],
    ['a collection', 'countries', '/bna/api/countries', ''],
    ['a collection and a query', 'countries?x=1', '/bna/api/countries', 'x=1'],
    ['a query', '?limit=3', list, 'limit=3'],
    ['a query without its question mark', 'limit=3&offset=1', list, 'limit=3&offset=1'],
    ['nothing', '', list, ''],
    ['a query with a slash in it', '?q=a/b', list, 'q=a/b'],
  ])('%s: %s', (_, text, path, query) => {
    expect(requestOf(mounted, text, 'HEAD')).toEqual({ method: 'HEAD', path, query });
  });
});

describe('explain', () => {
  const explained = (text: string, method = 'GET') =>
    explain(grid, requestOf(grid, text, method), (file) => paths.has(file));

  /** The answers of all hosts, each as a line. */
  const summaries = (text: string, method = 'GET') =>
    explained(text, method).answers.map(({ hosts, summary }) => `${hosts.join(', ')}: ${summary}`);

  const EVERY = HOST_NAMES.join(', ');

  it.each<[string, string, readonly string[]]>([
    ['a pre-rendered page', '?limit=50', [`${EVERY}: 200`]],
    [
      'a page that is not: composed by code, an error by rules',
      '?limit=37&offset=95&ordering=label',
      [
        'cloudflare, service-worker: 200, composed of 2 files',
        'nginx, apache, caddy: 400',
        'netlify: 404',
      ],
    ],
    [
      'a value that is not supported anywhere',
      '?limit=0',
      ['cloudflare, nginx, apache, caddy, service-worker: 400', 'netlify: 404'],
    ],
    ['an item', 'countries/NO/', [`${EVERY}: 200`]],
    ['an item that does not exist', 'countries/ZZ/', [`${EVERY}: 404`]],
    ['a key that is not possible', 'countries/nope/', [`${EVERY}: 404`]],
    ['an unknown path', '/api/x/', [`${EVERY}: 404`]],
    ['a path without its slash', 'api/countries', [`${EVERY}: 301 to /api/countries/`]],
    ['a file outside of the API', '/data/index.json', [`${EVERY}: the file at this path, or 404`]],
  ])('%s', (_, text, expected) => {
    expect(summaries(text)).toEqual(expected);
  });

  it('a method that is not allowed: 405', () => {
    expect(summaries('/api/', 'PUT')).toEqual([`${EVERY}: 405`]);
  });

  it('a pre-rendered page: its file, and how each parameter is read', () => {
    const { endpoint, parameters, answers } = explained('?limit=50&offset=&x=1');
    expect(endpoint).toBe('the pages of neighborhoods, 2,620 records');
    expect(parameters).toEqual([
      ['format', '(absent)', 'the default'],
      ['ordering', '(absent)', 'the default'],
      ['limit', '"50"', 'pre-rendered'],
      ['offset', '""', 'the default, 0'],
      ['x', '"1"', 'ignored'],
    ]);
    expect(answers.map((answer) => answer.files)).toEqual([
      ['data/neighborhoods/list/f-/o-/l-50/0.json'],
    ]);
  });

  it('a composed page: its files, with what is taken from each', () => {
    const { answers } = explained('?limit=37&offset=95&ordering=label');
    expect(answers[0]?.files).toEqual([
      'data/neighborhoods/list/f-/o-label/l-100/0.json, records 96 to 100',
      'data/neighborhoods/list/f-/o-label/l-100/100.json, records 1 to 32',
    ]);
    expect(answers[1]?.files).toEqual(['data/errors/neighborhoods/limit.json']);
  });

  it('a wide page: composed of no more files than a host may read', () => {
    const answer = explained('?limit=2300&offset=7').answers.find(({ hosts }) =>
      hosts.includes('cloudflare'),
    );
    const { reads = 0 } = HOSTS.cloudflare.limits;
    expect(answer?.files.length).toBeLessThanOrEqual(reads);
    expect(answer?.files.length).toBeGreaterThan(1);
  });

  it('an order that no file has: the file that is sorted', () => {
    expect(explained('?ordering=-city_fips').answers[0]?.files).toEqual([
      'data/neighborhoods/list/f-/o-/l-all/0.json, records 1 to 20 in the order of city_fips, descending',
    ]);
  });

  it('an order that no file has, past the end: composed of nothing', () => {
    expect(explained('?ordering=city_fips&offset=9000').answers[0]).toMatchObject({
      summary: '200, composed of 0 files',
      files: [],
    });
  });

  it.each<[string, string, string, string]>([
    ['a value that is never supported', '?limit=0', 'limit', 'not supported'],
    ['not a number', '?offset=two', 'offset', 'not supported'],
    ['the start of a page', '?offset=40', 'offset', 'pre-rendered'],
    ['the start of a page of that size', '?offset=50&limit=50', 'offset', 'pre-rendered'],
    ['not the start of a page', '?offset=50&limit=20', 'offset', 'composed where our code runs'],
    ['all from there on', '?offset=20&limit=all', 'offset', 'composed where our code runs'],
    ['twice', '?limit=1&limit=2', 'limit', 'given more than once'],
    ['not a parameter of a list', 'countries/?limit=1', 'limit', 'ignored'],
  ])('%s: %s', (_, text, name, expected) => {
    const [, , reading] = explained(text).parameters.find(([one]) => one === name) ?? [];
    expect(reading).toBe(expected);
  });

  it.each([
    ['the index', '/api/', 'the index'],
    ['a record', 'countries/NO/', 'the record NO of countries'],
    ['nothing', '/api/x/', 'no endpoint of the API'],
  ])('%s', (_, text, endpoint) => {
    expect(explained(text).endpoint).toBe(endpoint);
  });
});
