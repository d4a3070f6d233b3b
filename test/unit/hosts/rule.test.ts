import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../../src/core/address.ts';
import { isWholeNumber } from '../../../src/core/endpoint.ts';
import { basePath, type Grid, windows } from '../../../src/core/grid.ts';
import { type ApiRequest, resolve } from '../../../src/core/resolve.ts';
import { matchersOf } from '../../../src/hosts/rules/parameter-matcher.ts';
import { rulesOf } from '../../../src/hosts/rules/rule.ts';
import { ruleEngine } from '../../support/apply-rules.ts';
import { anyPath, anyQuery } from '../../support/random-requests.ts';

/** The last offset, 10, is the first number with two digits. */
const COUNT = 11;

/** Rules only check that a key can be the name of a file. */
const key = '.*';
const grid: Grid = {
  base: 'https://me.github.io/small',
  formats: ['json'],
  collections: [
    { name: 'countries', count: 2, key, orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: COUNT,
      key,
      orderings: ['name', '-name'],
      pagination: { limits: [2, 3], default: 2 },
    },
  ],
};

/** The answer of our resolver, in the form of a rule's action. */
function resolved(request: ApiRequest): object {
  const resolution = resolve(grid, withoutEncodedOffset(request));
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  if ('location' in resolution) {
    return { status: 301, location: resolution.location.replace(/\?.*/s, '') };
  }
  const { status, address } = resolution;
  return { status, file: `${basePath(grid)}/${fileOf(address)}` };
}

/** Rules cannot decode a number (a deviation of their hosts); a redirect keeps the query. */
function withoutEncodedOffset({ query, ...request }: ApiRequest): ApiRequest {
  const pairs = query.split('&').map((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(`?${pair}`);
    const isEncoded = name === 'offset' && isWholeNumber(value) && !pair.endsWith(`=${value}`);
    return isEncoded ? 'offset=?' : pair;
  });
  return { ...request, query: request.path.endsWith('/') ? pairs.join('&') : query };
}

/** The pages that exist, as the names of their files end. */
const PAGES = new Set(
  [...windows({ limits: [2, 3], default: 2 }, COUNT)].map(
    ({ limit, offset }) => `l-${limit}/${offset}.json`,
  ),
);
const applyRules = ruleEngine(grid);

/** The answer of the rules, after the lookup of the file. */
function ruled(request: ApiRequest): object {
  const action = applyRules(request);
  if ('location' in action) return action;
  const { missing, ...target } = action;
  const [page] = /l-\w+\/\d+\.json$/.exec(target.file) ?? [];
  return missing && page && !PAGES.has(page) ? missing : target;
}

const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'get');

describe('the rules answer as our resolver does', () => {
  it('any query of a listing, and any path with any query', () => {
    const anyAddress = fc.oneof(
      { weight: 3, arbitrary: fc.constant('/small/api/cities/') },
      { weight: 2, arbitrary: anyPath },
    );
    const property = fc.property(method, anyAddress, anyQuery, (how, path, query) => {
      const request = { method: how, path, query };
      expect(ruled(request)).toEqual(resolved(request));
    });
    const examples: [string, string, string][] = [
      ['GET', '/small/api/cities/', 'limit=2&LIMIT=3&offset=4'],
      ['GET', '/small/api/cities/', 'limit=2&offset=10'],
    ];
    fc.assert(property, { numRuns: 3000, examples });
  });

  it('use only syntax that all dialects and configuration languages share', () => {
    const patterns = [
      ...matchersOf(grid).flatMap(({ alternatives }) => alternatives.map(({ pattern }) => pattern)),
      ...rulesOf(grid).map(({ pattern }) => pattern),
    ];
    expect(patterns.filter((pattern) => /[^\w^$()?:|&=*%[\]./!-]|\{/.test(pattern))).toEqual([]);
  });
});
