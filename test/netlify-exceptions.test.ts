import { cpSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ErrorName, fileOf } from '../src/address/address.ts';
import { type ApiRequest, missing, type Resolution, resolve } from '../src/address/resolve.ts';
import { defineApi, defineCollection } from '../src/definition.ts';
import { basePath, type Grid } from '../src/grid.ts';
import { netlify } from '../src/hosts/netlify.ts';
import { z } from '../src/index.ts';
import { builtSite } from './support/built-site.ts';
import { temporaryFolder } from './support/folder.ts';
import {
  type NetlifyAnswer,
  type NetlifySite,
  NOT_FOUND,
  netlifySite,
  requestOf,
} from './support/netlify.ts';

/*
 * Where Netlify answers otherwise than our own resolver does: these tables list it all. Every other
 * request gets the same file from both.
 */

/** A request, or a kind of answer, that Netlify treats otherwise. */
interface Exception {
  readonly name: string;
  readonly why: string;
  /** A request that shows it. */
  readonly example: string;
}

/** A request that Netlify reads as another one, or as one of several. */
interface ReadOtherwise extends Exception {
  reads(request: ApiRequest): ApiRequest[];
}

/** An error, or what our resolver takes for one, that Netlify has another answer to. */
interface AnsweredOtherwise extends Exception {
  /** What Netlify may answer; nothing where this is not the error. */
  answers(error: ErrorName | null, request: ApiRequest, site: NetlifySite): NetlifyAnswer[];
}

const nameOf = (pair: string): string => pair.split('=')[0] ?? '';

/** A request with its query's pairs changed. */
const withPairs = (request: ApiRequest, change: (pairs: string[]) => string[]): ApiRequest => ({
  ...request,
  query: change(request.query.split('&')).join('&'),
});

/** The last of the pairs of each name. A name without `=` counts for nothing. */
const lastOfEach = (pairs: string[]): string[] => {
  const given = pairs.filter((pair) => pair.includes('='));
  return [...new Map(given.map((pair) => [nameOf(pair), pair])).values()];
};

const withSlash = (text: string): string => text.replace(/\/?$/, '/');

/** What is read as a text without any encoding. */
const literal = (text: string): string => text.replaceAll('%', '%25');

/** In the order in which they apply to one another. */
const READ_OTHERWISE: readonly ReadOtherwise[] = [
  {
    name: 'one & at the end -> as without the last parameter',
    why: 'The engine loses the pair before it; what it does not see, no rule can refuse.',
    example: '/small/api/cities/?limit=3&',
    reads: (request) => [
      /[^&]&$/.test(request.query) ? withPairs(request, (pairs) => pairs.slice(0, -2)) : request,
    ],
  },
  {
    name: 'a parameter twice -> the first or the last',
    why: 'The engine keeps one value of a name, and no rule can ask whether there were two.',
    example: '/small/api/cities/?limit=37&limit=3',
    reads: (request) => [
      withPairs(request, lastOfEach),
      withPairs(request, (pairs) => lastOfEach(pairs.reverse())),
    ],
  },
  {
    name: 'an encoded name -> an unknown parameter',
    why: 'The engine decodes values only.',
    example: '/small/api/cities/?%6Cimit=3',
    reads: (request) => [
      withPairs(request, (pairs) => pairs.filter((pair) => !nameOf(pair).includes('%'))),
    ],
  },
  {
    name: 'a slash twice -> as once, or an unknown path',
    why: 'The engine skips an empty segment in some places.',
    example: '/small/api/countries//no/',
    reads: ({ path, ...request }) => {
      const paths = [path, path.replaceAll('//', '/'), '/small/api/unknown/'];
      return path.includes('//')
        ? paths.map((one) => ({ ...request, path: one }))
        : [{ ...request, path }];
    },
  },
  {
    name: 'no slash at the end -> as with it',
    why: 'Rules ignore that slash, so none can redirect to it.',
    example: '/small/api/cities?limit=3',
    reads: ({ path, ...request }) => [
      { ...request, path: path.replace(/^\/small\/api(\/.*)?$/, withSlash) },
    ],
  },
  {
    name: 'an encoded path -> an unknown path',
    why: 'The engine compares a path undecoded, but for what it captures.',
    example: '/small/api/c%69ties/',
    reads: ({ path, ...request }) => [
      { ...request, path: path.replace(/^\/small(\/[^/]*){1,2}/, literal) },
    ],
  },
];

const ANSWERED_OTHERWISE: readonly AnsweredOtherwise[] = [
  {
    name: 'an offset at which no page begins -> the 404 page, but with limit=all the error',
    why: 'A rule can only take any offset, and there is no such file; with limit=all there is one.',
    example: '/small/api/cities/?offset=3',
    answers: (error, { query }) =>
      error === 'offset' && new URLSearchParams(query).get('limit') !== 'all' ? [NOT_FOUND] : [],
  },
  {
    name: 'an unknown key -> the 404 page',
    why: 'A rule can only take any key, and there is no such file.',
    example: '/small/api/cities/zz/',
    answers: (error) => (error === 'key' ? [NOT_FOUND] : []),
  },
  {
    name: 'what can be no key -> the 404 page, or what is wrong with the format',
    why: 'A rule can only take any key.',
    example: '/small/api/cities/A/',
    answers: (error, { path }) =>
      error === 'path' && /^\/small\/api\/(?:cities|countries)\/[^/]+\/$/.test(path)
        ? [NOT_FOUND, { status: 404, file: 'small/data/errors/format.json' }]
        : [],
  },
  {
    name: 'outside of the API -> the 404 page',
    why: 'What else the host serves is not ours to answer for.',
    example: '/small/',
    answers: (error, { path }) =>
      error === 'path' && !path.startsWith('/small/api/') ? [NOT_FOUND] : [],
  },
  {
    name: 'a file by its own address -> that file',
    why: 'Every file that a rule leads to is public.',
    example: '/small/data/index.json',
    answers: (error, { path }, site) =>
      error === 'path' && site.has(path) ? [{ status: 200, file: path.slice(1) }] : [],
  },
];

/** Every answer that Netlify may give. */
function answersTo(mounted: Mounted, target: string): NetlifyAnswer[] {
  const readings = READ_OTHERWISE.reduce(
    (requests, { reads }) => requests.flatMap(reads),
    [requestOf(target)],
  );
  return readings.flatMap((request) => {
    const resolution = resolved(mounted, request);
    const error = errorOf(resolution);
    const others = ANSWERED_OTHERWISE.flatMap(({ answers }) =>
      answers(error, request, mounted.site),
    );
    return others.length > 0 ? others : [answerOf(mounted, resolution)];
  });
}

const errorOf = (resolution: Resolution): ErrorName | null =>
  'address' in resolution && resolution.address.kind === 'error' ? resolution.address.error : null;

/** What our resolver says, once it is known whether an item's file exists. */
function resolved({ grid, site }: Mounted, request: ApiRequest): Resolution {
  const resolution = resolve(grid, request);
  if (!('address' in resolution) || resolution.address.kind !== 'item') return resolution;
  const file = path.join(site.folder, basePath(grid), fileOf(resolution.address));
  return existsSync(file) ? resolution : missing(resolution.address.collection);
}

/** A resolution as Netlify's answer: the same file, with 404 for every error. */
function answerOf({ grid }: Mounted, resolution: Resolution): NetlifyAnswer {
  if ('location' in resolution) return { status: 301, file: resolution.location };
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  const { status, address } = resolution;
  const file = `${basePath(grid)}/${fileOf(address)}`.slice(1);
  return { status: status === 200 ? 200 : 404, file };
}

/** A site that stands below its document root. */
interface Mounted {
  readonly grid: Grid;
  readonly site: NetlifySite;
}

/** Both kinds of collection and every parameter in few rules, for the engine takes time per rule. */
const smallApi = defineApi({
  name: 'Places',
  description: 'Countries and cities.',
  formats: ['json'],
  collections: ['countries', 'cities'].map((name) =>
    defineCollection({
      name,
      title: name,
      description: name,
      schema: z.object({ name: z.string() }),
      key: 'name',
      keyPattern: '[a-z]+',
      publish: (record) => record,
      orderings: { name: { field: 'name', kind: 'code' } },
      ...(name === 'cities' && { pagination: { limits: [2, 3], default: 2 } }),
    }),
  ),
});

const SMALL_CONTENT = {
  'countries/all.json': [{ name: 'no' }, { name: 'us' }],
  'cities/all.json': ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
};

/** Builds a site and mounts it where its base address says, with Netlify's own files at the root. */
async function mountedSite(): Promise<Mounted> {
  const { folder, grid } = await builtSite(smallApi, SMALL_CONTENT);
  const root = temporaryFolder();
  const mount = path.join(root, basePath(grid));
  cpSync(folder, mount, { recursive: true });
  for (const { path: file } of netlify.files(grid)) {
    renameSync(path.join(mount, file), path.join(root, file));
  }
  return { grid, site: await netlifySite(root) };
}

/** Right values of each parameter. */
const RIGHT = {
  format: ['', 'json'],
  limit: ['', '2', '3', 'all'],
  offset: ['', '0', '2', '3', '4'],
  ordering: ['', 'name', '-name'],
};
const NAMES = Object.keys(RIGHT) as (keyof typeof RIGHT)[];

/** Values that are nearly right, or meant to lead astray. */
const WRONG = [
  ...['02', '+2', '-2', '2.0', '2e0', '22', '37', '9007199254740993', '２', 'ALL', 'xml', 'api'],
  ...['-', '--name', 'name,-name', 'size', ' name', 'name ', '2;offset=2', '=2', '2=', '2&limit=3'],
  ...['..', '../0', '../l-3/3', '/0', '0/', '0.json', '0.json?', '0#', '2\0', '\0'],
  ...[':offset', ':limit', ':key', ':splat', '*'],
];
const BROKEN = ['%', '%2', '%zz', '2%', '2%zz', '%zz2'];
const OTHER_NAMES = ['LIMIT', 'xlimit', 'limit_', 'limit[]', 'q', 'utm_source', ''];

/** A text as it stands in a request: encoded where it must be, and now and then elsewhere. */
function spelled(texts: readonly string[] | fc.Arbitrary<string>): fc.Arbitrary<string> {
  const text = texts instanceof fc.Arbitrary ? texts : fc.constantFrom(...texts);
  const encodes = fc.infiniteStream(fc.integer({ min: 0, max: 15 }));
  return fc.tuple(text, fc.boolean(), encodes).map(([one, sometimes, rolls]) =>
    [...one]
      .map((character) => {
        const byChance = sometimes && rolls.next().value === 0;
        return byChance || /[^!-~]|[#&?/%]/u.test(character) ? hexOf(character) : character;
      })
      .join(''),
  );
}

const hexOf = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const astray = fc.oneof(
  { weight: 5, arbitrary: spelled(WRONG) },
  { weight: 2, arbitrary: spelled(fc.string({ unit: 'binary' })) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
);
const pair = fc.oneof(
  ...NAMES.map((name) => ({
    weight: 6,
    arbitrary: fc.tuple(spelled([name]), spelled(RIGHT[name])).map((both) => both.join('=')),
  })),
  {
    weight: 6,
    arbitrary: fc.tuple(spelled([...NAMES, ...OTHER_NAMES]), astray).map((both) => both.join('=')),
  },
  { weight: 1, arbitrary: spelled([...NAMES, ...OTHER_NAMES]) },
);
/** Mostly few pairs, so that one wrong one does not hide the rest; rarely an empty one. */
const query = fc
  .array(fc.oneof({ weight: 20, arbitrary: pair }, { weight: 1, arbitrary: fc.constant('') }), {
    maxLength: 5,
  })
  .map((pairs) => pairs.join('&'));

const segment = spelled([
  ...['cities', 'countries', 'a', 'b', 'no', 'us', 'zz', 'NO', 'no.json', 'api', 'data'],
  ...['..', '.', '', 'a/b', '../item/no', ':key', '*', 'no\0', '\0', 'é'],
]);
const below = fc.array(segment, { maxLength: 3 }).map((segments) => segments.join('/'));
const anyPath = fc
  .tuple(
    fc.constantFrom('/small/api/', '/small/api/countries/', '/small/api', '/small/', '/'),
    below,
  )
  .map((both) => both.join(''));

describe('every answer is that of our resolver, or one of the exceptions', () => {
  it('any query of a listing', { timeout: 120_000 }, async () => {
    const mounted = await mountedSite();
    const property = fc.property(query, (one) => {
      const target = `/small/api/cities/?${one}`;
      expect(answersTo(mounted, target)).toContainEqual(mounted.site.ask(target));
    });
    fc.assert(property, { numRuns: 1200 });
  });

  it('any path, with any query', { timeout: 120_000 }, async () => {
    const mounted = await mountedSite();
    const property = fc.property(anyPath, query, (where, one) => {
      const target = `${where}?${one}`;
      expect(answersTo(mounted, target)).toContainEqual(mounted.site.ask(target));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('every exception is one', () => {
  const examples = [...READ_OTHERWISE, ...ANSWERED_OTHERWISE].map(
    ({ name, example }) => [name, example] as const,
  );

  it.each(examples)('%s: %s', async (_, example) => {
    const mounted = await mountedSite();
    const answer = mounted.site.ask(example);
    expect(answer).not.toEqual(answerOf(mounted, resolved(mounted, requestOf(example))));
    expect(answersTo(mounted, example)).toContainEqual(answer);
  });
});
