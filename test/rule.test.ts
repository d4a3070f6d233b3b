import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../src/core/address.ts';
import { basePath, type Grid, windows } from '../src/core/grid.ts';
import { type ApiRequest, resolve } from '../src/core/resolve.ts';
import { ENCODED_NUMBER } from '../src/hosts/encoded-number.ts';
import { decide } from '../src/hosts/rules/decide.ts';
import { decisionsOf } from '../src/hosts/rules/decision.ts';
import { readingsOf } from '../src/hosts/rules/reading.ts';
import { anyPath, anyQuery } from './support/requests.ts';

/** Rules know no more of a key than that it can be a file's name. */
const key = '.*';
const grid: Grid = {
  base: 'https://me.github.io/small',
  formats: ['json'],
  collections: [
    { name: 'countries', count: 2, key, orderings: ['name', '-name'] },
    {
      name: 'cities',
      count: 5,
      key,
      orderings: ['name', '-name'],
      pagination: { limits: [2, 3], default: 2 },
    },
  ],
};

/** What our resolver says, in the words of the rules. */
function resolved(request: ApiRequest): object {
  const resolution = resolve(grid, ENCODED_NUMBER.reads(request));
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  if ('location' in resolution) {
    return { status: 301, location: resolution.location.replace(/\?.*/s, '') };
  }
  const { status, address } = resolution;
  return { status, file: `${basePath(grid)}/${fileOf(address)}` };
}

/** Every offset at which a page begins, by its limit. */
const OFFSETS = new Map<string, number[]>();
for (const { limit, offset } of windows({ limits: [2, 3], default: 2 }, 5)) {
  OFFSETS.set(String(limit), [...(OFFSETS.get(String(limit)) ?? []), offset]);
}

/** What the rules say, once it is known which pages there are. */
function ruled(request: ApiRequest): object {
  const { answer } = decide(grid, request);
  if ('location' in answer) return answer;
  const { missing, ...target } = answer;
  const [, limit, offset] = /l-(\w+)\/(\d+)\.json$/.exec(target.file) ?? [];
  const isThere = limit === undefined || OFFSETS.get(limit)?.includes(Number(offset));
  return isThere || !missing ? target : missing;
}

const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'get');

describe('the rules say what our resolver says', () => {
  it('any query of a listing', () => {
    const property = fc.property(method, anyQuery, (how, query) => {
      const request = { method: how, path: '/small/api/cities/', query };
      expect(ruled(request)).toEqual(resolved(request));
    });
    fc.assert(property, { numRuns: 3000, examples: [['GET', 'limit=2&LIMIT=3&offset=4']] });
  });

  it('any path, with any query', () => {
    const property = fc.property(method, anyPath, anyQuery, (how, path, query) => {
      const request = { method: how, path, query };
      expect(ruled(request)).toEqual(resolved(request));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('use nothing that any dialect or language would read otherwise', () => {
    const patterns = [
      ...readingsOf(grid).flatMap(({ spellings }) => spellings.map(({ pattern }) => pattern)),
      ...decisionsOf(grid).map(({ pattern }) => pattern),
    ];
    expect(patterns.filter((pattern) => /[^\w^$()?:|&=*%[\]./!-]|\{/.test(pattern))).toEqual([]);
  });
});
