import { expect, it } from 'vitest';
import {
  assertEnough,
  assertRecordsKept,
  hashedKeys,
  keysIn,
} from '../../../src/publish/record-loss.ts';
import { builtSite } from '../../support/built-site.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { rowsOf } from '../../support/table.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** The keys in `a 1-4, b 1`; a star after a name is that of a collection with `rolling`. */
const keysOf = (text: string) =>
  new Map(
    text.split(', ').map((part): [string, string[]] => {
      const [name = '', range = ''] = part.replace('*', '').split(' ');
      const [first = 1, last = first] = range.split('-').map(Number);
      const count = range === 'none' ? 0 : last - first + 1;
      return [name, Array.from({ length: count }, (_, index) => `${first + index}`)];
    }),
  );

it.each(
  rowsOf(
    `
    a none          | a none        | allowed
    a none          | b 1           | allowed
    a 1-4           | a 1-4         | allowed
    a 1-4           | a 3-9         | allowed
    a 1-4           | a 4-9         | 3 of 4 a
    a 1-4           | a 5-9         | 4 of 4 a; a
    a 1-4           | a none        | 4 of 4 a
    a 1             | b 1           | 1 of 1 a
    a 1-9, b 1      | a 1-9, b none | 1 of 1 b
    a 1-9, b 1      | a 1-9, b 2    | 1 of 1 b; b
    a 1-2, b 1      | a 3-4, b 2    | 2 of 2 a, 1 of 1 b; a, b
    a* 1-4          | a 5-9         | allowed
    a* 1-4          | a none        | 4 of 4 a
    a* 1-9, b 1-4   | a 10, b 1-2   | allowed
    a* 1-9, b 1-4   | a 1-9, b 1    | 3 of 4 b
    a* 1-9, b 1-4   | a 10, b 5     | 4 of 4 b; b
    a 1-9, b 1-5    | a 1-9         | 5 of 5 b
    a 1-3, b 1-9    | a 1-3, b 7-9  | allowed
    a 1-3, b 1-9    | a 2-3, b 7-9  | 1 of 3 a, 6 of 9 b
    a 1-2884, b 1   | a 1, b 1      | 2,883 of 2,884 a
  `,
    '|',
  ),
)('%s, then %s -> %s', (before = '', after = '', expected = '') => {
  const rolling = Array.from(before.matchAll(/(\w+)\*/g), ([, name = '']) => ({
    name,
    rolling: true,
  }));
  const run = () => assertRecordsKept(keysOf(before), keysOf(after), rolling);
  if (expected === 'allowed') return expect(run).not.toThrow();
  const [counts, exchanged] = expected.split('; ');
  expect(run).toThrow(`This would remove many records: ${counts}. Nothing was changed. `);
  const hint = `All keys of ${exchanged} are new: \`rolling: true\` in its definition allows this.`;
  expect(run).toThrow(exchanged ? hint : /allow-removal\.$/);
});

const source = 'https://a.org/';
it.each([
  [1999, { atLeast: 2000 }, 'things has 1,999 published records, but must have at least 2,000.'],
  [0, { source }, 'things has 0 published records, but must have at least 1.'],
  [0, { source, atLeast: 0 }, ''],
])('%d published records with %j -> %s', (count, properties, message) => {
  const collections = thingsApi.collections.map((one) => ({ ...one, ...properties }));
  const run = () => assertEnough(collections, [{ name: 'things', count }]);
  if (message) expect(run).toThrow(message);
  else expect(run).not.toThrow();
});

it.each(['nginx', 'cloudflare'] as const)('the hashes of the keys of %s', async (host) => {
  const many = things(300);
  const { folder } = await builtSite(thingsApi, { 'things/all.json': many }, { host });
  const hashed = hashedKeys(new Map([['things', many.map(({ id }) => `${id}`)]]));
  expect(keysIn(folder).get('things')?.toSorted()).toEqual(hashed.get('things')?.toSorted());
});

it('the keys of a folder without a store are none', () => {
  expect(keysIn(temporaryFolder()).size).toBe(0);
});
