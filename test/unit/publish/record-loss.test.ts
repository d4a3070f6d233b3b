import { expect, it } from 'vitest';
import { assertRecordsKept, hashedKeys, keysIn } from '../../../src/publish/record-loss.ts';
import { builtSite } from '../../support/built-site.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { rowsOf } from '../../support/table.ts';
import { things, thingsApi } from '../../support/things-api.ts';

/** The keys in `a 1-4, b 1`. */
const keysOf = (text: string) =>
  new Map(
    text.split(', ').map((part): [string, string[]] => {
      const [name = '', range = ''] = part.split(' ');
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
    a 1-4           | a 5-9         | 4 of 4 a
    a 1-4           | a none        | 4 of 4 a
    a 1             | b 1           | 1 of 1 a
    a 1-9, b 1      | a 1-9, b none | 1 of 1 b
    a 1-9, b 1      | a 1-9, b 2    | allowed
    a 1-9, b 1-5    | a 1-9         | 5 of 5 b
    a 1-3, b 1-9    | a 1-3, b 7-9  | allowed
    a 1-3, b 1-9    | a 2-3, b 7-9  | 1 of 3 a, 6 of 9 b
    a 1-2884, b 1   | a 1, b 1      | 2,883 of 2,884 a
  `,
    '|',
  ),
)('%s, then %s -> %s', (before = '', after = '', expected = '') => {
  const check = expect(() => assertRecordsKept(keysOf(before), keysOf(after)));
  if (expected === 'allowed') check.not.toThrow();
  else check.toThrow(`This would remove many records: ${expected}. Nothing was changed. `);
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
