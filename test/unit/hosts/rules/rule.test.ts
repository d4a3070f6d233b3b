import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf, errorAddress, fileOf } from '../../../../src/core/address.ts';
import { isWholeNumber } from '../../../../src/core/endpoint.ts';
import {
  encodedNames,
  isHashName,
  isPlainName,
  PLAIN_NAME,
} from '../../../../src/core/file-name.ts';
import { maxLength } from '../../../../src/core/filter.ts';
import { basePath, type Grid } from '../../../../src/core/grid.ts';
import { isRendered, partitionKey } from '../../../../src/core/listing.ts';
import { type ApiRequest, parseEndpoint, resolve } from '../../../../src/core/resolve.ts';
import {
  AMBIGUOUS_PATH,
  keyMatchers,
  matchersOf,
} from '../../../../src/hosts/rules/parameter-matcher.ts';
import { rewriteTarget } from '../../../../src/hosts/rules/route.ts';
import { rulesOf } from '../../../../src/hosts/rules/rule.ts';
import { ruleEngine } from '../../../support/apply-rules.ts';
import { anyPath, anyQuery } from '../../../support/random-requests.ts';
import { KINDS, WORDS } from '../../../support/small-site.ts';

/** The last offset, 10, is the first number with two digits. */
const COUNT = 11;

const equals = (field: string) => ({ fields: [field], match: 'equals' as const });
const grid: Grid = {
  base: 'https://me.github.io/small',
  formats: ['json'],
  collections: [
    {
      name: 'countries',
      count: 2,
      orderings: ['name', '-name'],
      filters: { area: equals('area'), constructor: equals('name'), name: equals('name') },
      partitions: {
        filters: ['constructor', 'name'],
        orderings: ['name'],
        limits: [],
        counts: { '/no': 1, 'a/': 2 },
      },
    },
    {
      name: 'cities',
      count: COUNT,
      orderings: ['name', '-name'],
      filters: { area: equals('area'), name: equals('name'), area_size: equals('size') },
      partitions: {
        filters: ['area', 'area_size'],
        orderings: ['-name'],
        limits: [2],
        counts: { 'n/': 3, 'n/1': 2, 'S.2/0': 1, '/1': 7 },
      },
      pagination: { limits: [2, 3], default: 2 },
    },
    {
      name: 'words',
      count: WORDS.length,
      orderings: [],
      filters: { kind: equals('kind') },
      keyFileNames: Object.fromEntries(
        [...encodedNames(WORDS)].filter(([, name]) => !isHashName(name)),
      ),
      partitions: {
        filters: ['kind'],
        orderings: [],
        limits: [],
        counts: Object.fromEntries(KINDS.map((kind) => [partitionKey([kind]), 1])),
        valueFileNames: { kind: Object.fromEntries(encodedNames(KINDS)) },
      },
    },
  ],
};

/** The answer of our resolver, in the form of a rule's action. */
function resolved(request: ApiRequest): object {
  const resolution = resolve(grid, withoutDeviations(request));
  const endpoint = parseEndpoint(grid, request.path);
  const error = (address: Address) => rewriteTarget(grid, address);
  if (endpoint?.kind === 'item') {
    const isPlain = new RegExp(`^${PLAIN_NAME}$`).test(endpoint.key);
    if (new RegExp(AMBIGUOUS_PATH).test(request.path)) return error(errorAddress('path'));
    const isItem = 'address' in resolution && resolution.address.kind === 'item';
    // Characters that clients encode.
    const isUnencoded = isItem && !/^[\w!$&'()*+,.:;=@~%/-]*$/.test(request.path);
    const isRefused = !isPlain && ('location' in resolution || isUnencoded);
    if (isRefused) return error(errorAddress('key', endpoint.collection.name));
  }
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  if ('location' in resolution) {
    return { status: 301, file: resolution.location.replace(/\?.*/s, '') };
  }
  if (!('address' in resolution)) throw new Error(`The outcome is ${resolution.kind}.`);
  const { status, address } = resolution;
  return { status, file: `${basePath(grid)}/${fileOf(grid, address)}` };
}

/** The values that rules name, in any encoding. */
const NAMED_KINDS = new Set(encodedNames(KINDS).keys());

const FILTERS = new Set(grid.collections.flatMap(({ filters = {} }) => Object.keys(filters)));

/** A request with an invalid value where rules reject a valid one; a redirect keeps the query. */
function withoutDeviations({ query, ...request }: ApiRequest): ApiRequest {
  const pairs = query.split('&').map((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(`?${pair}`);
    const isLiteral = pair.endsWith(`=${value}`);
    const isTooLong = value.length >= String(COUNT).length + 1;
    if (name === 'offset' && isWholeNumber(value) && (!isLiteral || isTooLong)) return 'offset=?';
    if (!FILTERS.has(name) || !pair.includes('=')) return pair;
    if (NAMED_KINDS.has(value)) return pair;
    // Rules accept a value of any length that could name a folder.
    const part = value.slice(-maxLength({ match: 'equals' }));
    return `${name}=${value === '' || (isLiteral && isPlainName(part)) ? part : '?'}`;
  });
  return { ...request, query: request.path.endsWith('/') ? pairs.join('&') : query };
}

/** True if the site would have a file. */
function exists(file: string): boolean {
  const address = addressOf(grid, file.slice(basePath(grid).length + 1));
  return address !== null && isRendered(grid, address);
}

const applyRules = ruleEngine(grid);

/** The answer of the rules, after the lookup of the file. */
function ruled(request: ApiRequest): object {
  const { missing, ...target } = applyRules(request);
  return missing && !exists(target.file) ? missing : target;
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
    fc.assert(property, { numRuns: 5000, examples });
  });

  it('use only syntax that all dialects and configuration languages share', () => {
    const patterns = [
      ...[...matchersOf(grid), ...keyMatchers(grid)].flatMap(({ alternatives }) =>
        alternatives.map(({ pattern }) => pattern),
      ),
      ...rulesOf(grid).map(({ pattern }) => pattern),
    ];
    expect(patterns.filter((pattern) => /[^\w^$()?:|&=*%[\]./! +',;@~-]/.test(pattern))).toEqual(
      [],
    );
  });
});
