import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';
import { BOOKS, KINDS, WORDS } from './small-site.ts';

/*
 * Random requests for the small site (see `small-site.ts`): valid ones and nearly valid ones.
 */

/** Valid values of each parameter. */
const VALID = {
  format: ['', 'json'],
  limit: ['', '2', '3', 'all'],
  offset: ['', '0', '2', '3', '4'],
  page: ['', '1', '2', '3', '11'],
  page_size: ['', '1', '4'],
  ordering: ['', 'name', '-name', 'size', '-size'],
  area: ['', 'n', 'S.2'],
  area_size: ['', '0', '0.00', '1', '1.0'],
  name: ['', 'no'],
  kind: ['', ...KINDS],
  tag: ['', 'x', 'y', 'a,b', 'a\\b', 'say "hi"'],
  search: ['', 'x', '"', '\\', 'moon blue'],
  tag__in: ['', 'x', 'z,a'],
  size__gte: ['', '0', '1', '-1.0'],
  name__in: ['', 'a', 'b,no'],
};
const NAMES = Object.keys(VALID) as (keyof typeof VALID)[];

/** Values that are nearly valid, or have a meaning in a path or in a configuration. */
const INVALID = [
  ...'02 12 last +2 -2 2.0 2e0 22 37 9007199254740993 ２ ALL xml api - --name name,-name size'.split(
    ' ',
  ),
  ...'2;offset=2 =2 2= 2&limit=3 .. ../0 ../limit/3 /0 0/ 0.json 0.json? 0# 2\0 \0 * ? ! $1'.split(
    ' ',
  ),
  ...':offsetValue :areaValue :key :splat {limit} %{ENV:L} " \' N s.2 n. . n,s _ n\0 n: n-'.split(
    ' ',
  ),
  ...['x/../area/n', '../area/n', 'n/area_size/1', 'n'.repeat(201), 'n'.repeat(300)],
  ...[' name', 'name ', 'n ', ' n'],
];
const BROKEN_ENCODINGS = ['%', '%2', '%zz', '2%', '2%zz', '%zz2'];
const OTHER_NAMES = ['LIMIT', 'xlimit', 'limit_', 'limit[]', 'tag__in[0]', 'q', 'utm_source', ''];

/** A text, percent-encoded where it must be, and sometimes elsewhere too. */
function encoded(texts: readonly string[] | fc.Arbitrary<string>): fc.Arbitrary<string> {
  const text = texts instanceof fc.Arbitrary ? texts : fc.constantFrom(...texts);
  const encodes = fc.infiniteStream(fc.integer({ min: 0, max: 15 }));
  return fc.tuple(text, fc.boolean(), encodes).map(([one, sometimes, rolls]) =>
    [...one]
      .map((character) => {
        const byChance = sometimes && rolls.next().value === 0;
        return byChance || /[^!-~]|[#&?/%"<>\\^`{|}]/u.test(character)
          ? hexOf(character)
          : character;
      })
      .join(''),
  );
}

const hexOf = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const invalidValue = fc.oneof(
  { weight: 5, arbitrary: encoded(INVALID) },
  { weight: 2, arbitrary: encoded(fc.string({ unit: anyCharacter })) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ENCODINGS) },
);
const pair = fc.oneof(
  ...NAMES.map((name) => ({
    weight: 6,
    arbitrary: fc.tuple(encoded([name]), encoded(VALID[name])).map((both) => both.join('=')),
  })),
  {
    weight: 6,
    arbitrary: fc
      .tuple(encoded([...NAMES, ...OTHER_NAMES]), invalidValue)
      .map((both) => both.join('=')),
  },
  { weight: 1, arbitrary: encoded([...NAMES, ...OTHER_NAMES]) },
);

/**
 * A query, without its question mark: mostly few pairs, so that an invalid one does not hide
 * the others; rarely an empty one.
 */
export const anyQuery = fc
  .array(fc.oneof({ weight: 20, arbitrary: pair }, { weight: 1, arbitrary: fc.constant('') }), {
    maxLength: 5,
  })
  .map((pairs) => pairs.join('&'));

const segment = encoded([
  ...['cities', 'countries', 'a', 'b', 'no', 'us', 'zz', 'NO', 'no.json', 'api', 'data'],
  ...['..', '.', '', 'a/b', '../item/no', ':key', '*', 'no\0', '\0', 'é', 'no\n', '{key}', '$1'],
]);
const below = fc.array(segment, { maxLength: 3 }).map((segments) => segments.join('/'));

const pathOf = (name: string, keys: readonly string[]) =>
  encoded(keys).map((key) => `/small/api/${name}/${key}`);
const bookKeys = BOOKS.flatMap(({ id, former }) => [id, former].flat().map(String));

/** The path of a record with an unusual key, or by an alias, its end sometimes changed. */
const keyPath = fc
  .tuple(
    fc.oneof(pathOf('words', WORDS), pathOf('books', bookKeys)),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('/') },
      fc.constantFrom('', '//', '%2F', '%00/', '.json/', '/..', '%2e%2e/', '%252F/'),
    ),
  )
  .map((both) => both.join(''));

/** The path of a page, or nearly one. */
const pagePath = fc
  .tuple(
    encoded(['cities', 'lakes', 'words', 'books']),
    fc.array(
      fc
        .constantFrom(...NAMES)
        .chain((name) => fc.tuple(encoded([name]), encoded([...VALID[name], '7', 'x/y', '--n'])))
        .map((both) => both.join('/')),
      { maxLength: 3 },
    ),
    fc.constantFrom('.json', '.json', '.json/', ''),
  )
  .map(([name, pairs, end]) => `/small/api/${[name, ...pairs].join('/')}${end}`);

/** A path of the API, or another one. */
export const anyPath = fc.oneof(
  pagePath,
  fc
    .tuple(
      fc.constantFrom('/small/api/', '/small/api/countries/', '/small/api', '/small/', '/'),
      below,
    )
    .map((both) => both.join('')),
  keyPath,
);

const some = (...values: string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom(...values));

const terms = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('label', 'state_abbrev', 'created_at', 'city_fips', 'last_job', 'uuid'),
    ),
    { selector: ([, name]) => name, maxLength: 3 },
  )
  .map((parts) => parts.map((term) => term.join('')).join());

/** Any page of the shipped neighborhoods, prerendered or composed. */
export const anyNeighborhoodsPage = fc.record({
  name: some('ville', 'ñ', 'Saint', 'zz'),
  state: some('C', 'co', 'TX'),
  country: some('US', 'ca', 'U'),
  state_abbrev: some('CO', 'co'),
  created_at__gte: some('2024-06-01T00:00:00.000000Z', '2025-05-05T17:28:46.203455Z'),
  modified_at__gte: some('2025-05-05T17:28:46.203455Z', '9999-12-31T00:00:00.000000Z'),
  country__in: some('US,CA', 'CA', 'us,MX'),
  search: some('new', 'new united', 'canada,on', ','),
  ordering: terms,
  format: some('json', 'api'),
  limit: fc.oneof(fc.constantFrom(20, 50, 'all' as const), fc.integer({ min: 1, max: 300 })),
  offset: fc.oneof(fc.constantFrom(0, 20), fc.integer({ min: 0, max: 2700 })),
});
