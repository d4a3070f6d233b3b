import fc from 'fast-check';

/*
 * Requests of the small site (see `small-site.ts`), right ones and nearly right ones.
 */

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
  ...[':offset', ':limit', ':key', ':splat', '*', '?', '!', '$1', '{limit}', '%{ENV:L}', '"', "'"],
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
        return byChance || /[^!-~]|[#&?/%"<>\\^`{|}]/u.test(character)
          ? hexOf(character)
          : character;
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

/**
 * A query, without its question mark: mostly few pairs, so that one wrong one does not hide the
 * rest; rarely an empty one.
 */
export const anyQuery = fc
  .array(fc.oneof({ weight: 20, arbitrary: pair }, { weight: 1, arbitrary: fc.constant('') }), {
    maxLength: 5,
  })
  .map((pairs) => pairs.join('&'));

const segment = spelled([
  ...['cities', 'countries', 'a', 'b', 'no', 'us', 'zz', 'NO', 'no.json', 'api', 'data'],
  ...['..', '.', '', 'a/b', '../item/no', ':key', '*', 'no\0', '\0', 'é', 'no\n', '{key}', '$1'],
]);
const below = fc.array(segment, { maxLength: 3 }).map((segments) => segments.join('/'));

/** A path of the API, or beside it. */
export const anyPath = fc
  .tuple(
    fc.constantFrom('/small/api/', '/small/api/countries/', '/small/api', '/small/', '/'),
    below,
  )
  .map((both) => both.join(''));
