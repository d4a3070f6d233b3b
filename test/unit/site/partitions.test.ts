import { describe, expect, it } from 'vitest';
import { partitionRecords } from '../../../src/site/partitions.ts';
import { runAtOnce } from '../../../src/util/progress.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

/** The partitions of records by fields, each with the values of its filters and the places of its records. */
function partitionsBy(
  matches: Readonly<Record<string, 'contains' | 'equals'>>,
  values: readonly object[],
  combine = true,
): { members: string; omitted: string } {
  const filters = Object.fromEntries(
    Object.entries(matches).map(([field, match]) => [field, { fields: [field], match }]),
  );
  const records = values.map((value, key) => ({ key, value: { ...value } }));
  const definition = { name: 'x', prerender: { filters: Object.keys(matches), combine } };
  const { members, omitted } = runAtOnce(partitionRecords(definition, records, filters));
  return {
    members: [...members].map(([key, places]) => `${key}: ${places}`).join(' | '),
    omitted: Object.entries(omitted)
      .flatMap(([, texts]) => texts)
      .join(' | '),
  };
}

describe('partitionRecords', () => {
  const [longest, tooLong, never] = ['日'.repeat(22), '日'.repeat(23), 'x'.repeat(201)];
  it.each<['contains' | 'equals', unknown[], members: string, omitted?: string]>([
    ['contains', [], ''],
    ['contains', ['CT', 'ACT'], 'ACT: 1 | CT: 0,1'],
    ['equals', ['CT', 'ACT'], 'ACT: 1 | CT: 0'],
    ['equals', ['b', 'a', 'b'], 'a: 1 | b: 0,2'],
    ['contains', ['co', 'CO', 'Co'], 'CO: 0,1,2 | Co: 0,1,2 | co: 0,1,2'],
    ['equals', ['co', 'CO', 'Co'], 'CO: 1 | Co: 2 | co: 0'],
    ['contains', ['', null, undefined, 'a', {}, ['a']], 'a: 3'],
    ['equals', ['N Y', 'é', 'a/b', 'a%'], 'N Y: 0 | a%25: 3 | a%2Fb: 2 | é: 1'],
    // No request has these.
    ['equals', [' a', 'a\0', never], '', ` a | a\0 | ${never}`],
    // This is too long for the name of a file.
    ['equals', [tooLong, longest], `${longest}: 1`, tooLong],
    ['equals', [-1, 1.5, 0, true], '-1: 0 | 0: 2 | 1.5: 1 | true: 3'],
    ['equals', ['constructor', '__proto__'], '__proto__: 1 | constructor: 0'],
  ])('%s: %j -> %s', (match, values, members, omitted = '') => {
    const records = values.map((x) => ({ x }));
    expect(partitionsBy({ x: match }, records)).toEqual({ members, omitted });
  });

  it('two filters whose values have U+0000 -> partitions of their own', () => {
    const values = [
      { x: 'a\0b', y: 'c' },
      { x: 'a', y: 'b\0c' },
    ];
    const { members } = partitionsBy({ x: 'equals', y: 'equals' }, values);
    expect(members).toBe('/c: 0 | a/: 1');
  });

  it('nine filters of 60 values: refused before they are listed', () => {
    const fields = [...'abcdefghi'];
    const values = Array.from({ length: 3000 }, (_, row) =>
      Object.fromEntries(fields.map((field, place) => [field, (row >> place) % 60])),
    );
    const matches = Object.fromEntries(fields.map((field) => [field, 'equals' as const]));
    expect(() => partitionsBy(matches, values)).toThrow(
      'The values of the prerendered filters of x (a, b, c, d, e, f, g, h, i) have more than 100,000 combinations. Remove filters from its `prerender.filters`',
    );
  });

  it.each([
    ['every combination', true, ['//p', '/x/', '/x/p', '1//', '1//p', '1/x/', '1/x/p']],
    ['not combined, each by itself', false, ['//p', '/x/', '1//']],
  ])('three filters: %s', (_, combine, keys) => {
    const matches = { a: 'equals', b: 'equals', c: 'contains' } as const;
    const { members } = partitionsBy(matches, [{ a: 1, b: 'x', c: 'p' }], combine);
    expect(members).toBe(keys.map((key) => `${key}: 0`).join(' | '));
  });
});

it('the pages of one filter, in one order: only those, with the default size, the largest and all', () => {
  const isOfFilter = (file: string) => /^api\/rooms\/(?:key\/hall\b|hidden\/)/.test(file);
  const pages = ['', '/ordering/-kind'].flatMap((order) =>
    ['', '/limit/2', '/limit/2/offset/2', '/limit/4', '/limit/all'].map(
      (page) => `api/rooms/key/hall${order}${page}.json`,
    ),
  );
  const found = [...UNUSUAL_SITES.filters.files.keys()].filter(isOfFilter);
  expect(found.sort()).toEqual(pages.sort());
});
