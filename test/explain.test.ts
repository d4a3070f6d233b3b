import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/core/grid.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../src/hosts/hosts.ts';
import { explain, requestOf } from '../src/inspect/explain.ts';
import { openSite } from '../src/server/site-folder.ts';
import { shippedSite } from './support/shipped-site.ts';

const site = openSite(shippedSite());

describe('what a person gives is read as a request', () => {
  const mounted: Grid = { ...site.grid, base: 'https://me.github.io/bna' };
  const list = '/bna/api/neighborhoods/';

  it.each<[string, string, string, string]>([
    ['a whole address', `https://me.github.io${list}?limit=3`, list, 'limit=3'],
    ['an address elsewhere', 'http://localhost:8080/x?y', '/x', 'y'],
    ['a path from the root', `${list}?limit=3`, list, 'limit=3'],
    ['a path without the base’s', '/api/neighborhoods/?limit=3', list, 'limit=3'],
    ['the index without its slash', '/bna/api', '/bna/api', ''],
    ['a path below the API', 'neighborhoods/?limit=3', list, 'limit=3'],
    ['a path beside the API', '/bna/data/index.json', '/bna/data/index.json', ''],
    ['a path without its slash', 'api/countries/', '/bna/api/countries/', ''],
    ['a collection', 'countries', '/bna/api/countries', ''],
    ['a collection and a query', 'countries?x=1', '/bna/api/countries', 'x=1'],
    ['a query', '?limit=3', list, 'limit=3'],
    ['a query without its mark', 'limit=3&offset=1', list, 'limit=3&offset=1'],
    ['nothing', '', list, ''],
    ['a query with a slash in it', '?q=a/b', list, 'q=a/b'],
  ])('%s: %s', (_, text, path, query) => {
    expect(requestOf(mounted, text, 'HEAD')).toEqual({ method: 'HEAD', path, query });
  });
});

describe('explain', () => {
  const explained = (text: string, method = 'GET') =>
    explain(site, requestOf(site.grid, text, method));

  it('a pre-rendered page: the same file everywhere', async () => {
    const { endpoint, parameters, answer, hosts } = await explained('?limit=50&offset=&x=1');
    expect(endpoint).toBe('the pages of neighborhoods, 2620 records, /api/neighborhoods/');
    expect(parameters).toEqual([
      { name: 'format', values: [], reading: 'the default' },
      { name: 'ordering', values: [], reading: 'the default' },
      { name: 'limit', values: ['50'], reading: 'pre-rendered' },
      { name: 'offset', values: [''], reading: 'the default, 0' },
      { name: 'x', values: ['1'], reading: 'ignored' },
    ]);
    const file = 'data/neighborhoods/list/f-/o-/l-50/0.json';
    expect(answer).toEqual({ status: 200, body: file, pieces: [] });
    expect(hosts.map(({ name, status, body }) => [name, status, body])).toEqual(
      HOST_NAMES.map((name) => [name, 200, file]),
    );
  });

  it('a page that is not: composed by code, an error by rules', async () => {
    const { parameters, answer, hosts } = await explained('?limit=37&offset=95&ordering=label');
    expect(parameters[2]).toMatchObject({ name: 'limit', reading: 'composed where our code runs' });
    expect(answer).toEqual({
      status: 200,
      body: 'composed',
      pieces: [
        'data/neighborhoods/list/f-/o-label/l-10/90.json, records 6 to 10',
        'data/neighborhoods/list/f-/o-label/l-20/100.json, records 1 to 20',
        'data/neighborhoods/list/f-/o-label/l-20/120.json, records 1 to 12',
      ],
    });
    for (const { name, status } of hosts) {
      expect(status < 400, name).toBe(HOSTS[name].kind === 'code');
    }
  });

  it('a wide page: in no more files than a host may read', async () => {
    const { answer, hosts } = await explained('?limit=2300&offset=7');
    const { reads = 0 } = HOSTS.cloudflare.limits;
    const there = hosts.find(({ name }) => name === 'cloudflare');
    expect(there?.pieces.length).toBeLessThanOrEqual(reads);
    expect(there?.pieces.length).toBeGreaterThan(1);
    expect(answer.pieces.length).toBeGreaterThan(1);
  });

  it('an order that no file has: of which file it is sorted', async () => {
    const { answer } = await explained('?ordering=-city_fips');
    const [piece] = answer.pieces;
    expect(piece).toBe(
      'data/neighborhoods/list/f-/o-/l-all/0.json, sorted by city_fips, descending, and of that records 1 to 20',
    );
  });

  it('an order that no file has, past the end: of nothing', async () => {
    const { answer } = await explained('?ordering=city_fips&offset=9000');
    expect(answer).toEqual({ status: 200, body: 'composed', pieces: [] });
  });

  it.each<[string, string, string, string]>([
    ['a value that nothing has', '?limit=0', 'limit', 'not supported'],
    ['a number that is none', '?offset=two', 'offset', 'not supported'],
    ['where a page begins', '?offset=40', 'offset', 'pre-rendered'],
    ['where one of that size begins', '?offset=50&limit=50', 'offset', 'pre-rendered'],
    ['where none begins', '?offset=50&limit=20', 'offset', 'composed where our code runs'],
    ['from there on', '?offset=20&limit=all', 'offset', 'composed where our code runs'],
    ['twice', '?limit=1&limit=2', 'limit', 'given more than once'],
    ['what a list does not have', 'countries/?limit=1', 'limit', 'ignored'],
  ])('%s: %s', async (_, text, name, reading) => {
    const { parameters } = await explained(text);
    expect(parameters.find((one) => one.name === name)?.reading).toBe(reading);
  });

  it.each([
    ['the index', '/api/', 'the index, /api/'],
    ['a record', 'countries/NO/', 'the record NO of countries, /api/countries/NO/'],
    ['nothing', '/api/x/', 'nothing of the API'],
  ])('%s', async (_, text, endpoint) => {
    expect((await explained(text)).endpoint).toBe(endpoint);
  });

  it('a file beside the API: the hosts send it, we do not', async () => {
    const { answer, hosts } = await explained('/data/index.json');
    expect(answer).toEqual({ status: 404, body: 'data/errors/path.json', pieces: [] });
    for (const { name, status, rule } of hosts)
      expect([status, rule], name).toEqual([200, undefined]);
  });

  it('the rule of every host of rules, none of a host of code', async () => {
    const { hosts } = await explained('?limit=50');
    const ruled = hosts.filter(({ rule }) => rule !== undefined).map(({ name }) => name);
    const byRules: HostName[] = HOST_NAMES.filter((name) => HOSTS[name].kind === 'rules');
    expect(ruled).toEqual(byRules);
    for (const { name, rule } of hosts) if (rule !== undefined) expect(rule, name).toMatch(/l-/);
  });
});
