import { describe, expect, it } from 'vitest';
import { isFilterValue, type Match, matcherOf } from '../../../src/core/filter.ts';
import { rowsOf } from '../../support/table.ts';

/** Does a record of one field match a filter by it? */
const matches = (match: Match, value: string, field: unknown): boolean =>
  matcherOf({ wanted: { fields: ['x'], match } }, { wanted: value })({ x: field });

describe('matcherOf', () => {
  it.each(
    rowsOf(`
      equals   -> CA       -> "CA"       -> yes
      equals   -> CA       -> "ca"       -> no
      equals   -> CA       -> "CAN"      -> no
      equals   -> 1.5      -> 1.5        -> yes
      equals   -> 1.50     -> 1.5        -> no
      equals   -> null     -> null       -> no
      equals   -> a        -> ["a"]      -> no
      contains -> ca       -> "CANADA"   -> yes
      contains -> CT       -> "ACT"      -> yes
      contains -> ñ        -> "CAÑON"    -> yes
      contains -> n        -> "cañon"    -> yes
      contains -> İ        -> "İSTANBUL" -> yes
      contains -> %        -> "50 % of"  -> yes
      contains -> _        -> "a_b"      -> yes
      contains -> a.c      -> "abc"      -> no
      contains -> a, b     -> "a, b"     -> yes
      contains -> null     -> null       -> no
      search   -> ca, on   -> "Cañon CA" -> yes
      search   -> ca xx    -> "Cañon CA" -> no
      search   -> ,ca,,    -> "Cañon CA" -> yes
      search   -> ,        -> null       -> yes
      search   -> "ca"     -> "a \\"ca\\"" -> yes`),
  )('%s %s: %s -> %s', (match = '', value = '', field = '', expected) => {
    const found = matches(match as Match, value.replace('\\\\', '\\'), JSON.parse(field));
    expect(found ? 'yes' : 'no').toBe(expected);
  });

  const record = {
    name: 'Perth',
    country: { code: 'AU', at: { zone: 8 } },
    constructor: 'McLaren',
    none: null,
    text: 'abc',
  };
  it.each(
    rowsOf(`
      country.code    -> AU       -> yes
      country.at.zone -> 8        -> yes
      country         -> AU       -> no
      constructor     -> McLaren  -> yes
      text.length     -> 3        -> no
      other.code      -> undefined -> no`),
  )('a field %s is %s: %s', (field = '', value = '', expected) => {
    for (const match of ['equals', 'contains', 'search'] as const) {
      const found = matcherOf({ f: { fields: [field], match } }, { f: value })(record);
      expect(found ? 'yes' : 'no').toBe(expected);
    }
  });

  it('inherited names mean nothing', () => {
    const filters = { constructor: { fields: ['constructor'], match: 'equals' as const } };
    expect(matcherOf(filters, {})({ x: 1 })).toBe(true);
    expect(matcherOf(filters, { constructor: 'x' })({ x: 1 })).toBe(false);
  });

  const filters = {
    name: { fields: ['name'], match: 'contains' },
    code: { fields: ['country.code'], match: 'equals' },
    search: { fields: ['name', 'country.code'], match: 'search' },
  } as const;
  it.each<[string, Record<string, string>, boolean]>([
    ['none', {}, true],
    ['an empty one', { name: '' }, true],
    ['all', { name: 'ert', code: 'AU', search: 'au perth' }, true],
    ['one that does not', { name: 'ert', code: 'US' }, false],
    ['terms in several fields', { search: 'au,per' }, true],
    ['a term across two fields', { search: 'PerthAU' }, false],
  ])('several filters: %s', (_, values, expected) =>
    expect(matcherOf(filters, values)(record)).toBe(expected),
  );
});

it.each([
  ['nothing', '', true],
  ['200 characters beyond U+FFFF', '🚲'.repeat(200), true],
  ['201 characters beyond U+FFFF', '🚲'.repeat(201), false],
  ['U+0000', 'a\0b', false],
  ['other control characters', '\u0001\n\u007f', true],
])('isFilterValue: %s -> %s', (_, value, expected) => expect(isFilterValue(value)).toBe(expected));
