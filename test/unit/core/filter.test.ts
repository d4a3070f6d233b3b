import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filter, isFilterValue, type Match } from '../../../src/core/filter.ts';
import { fold } from '../../../src/core/fold.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { matcherOf } from '../../support/matcher.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

/** Does a record of one field match a filter by it? */
const matches = (filter: Omit<Filter, 'fields'>, value: string, field: unknown): boolean =>
  matcherOf({ wanted: { fields: ['x'], ...filter } }, { wanted: value })({ x: field });

/** The type that a row of a table writes after the match: `min number`; `list` if the field is a list. */
const filterIn = (text: string): Omit<Filter, 'fields'> => {
  const [match, ...rest] = text.split(' ');
  const type = rest.filter((word) => word !== 'list')[0] as Filter['type'];
  return {
    match: match as Match,
    ...(type && { type }),
    ...(rest.includes('list') && { isList: true }),
  };
};

describe('matcherOf', () => {
  it.each(
    rowsOf(`
      equals   -> 1.5      -> 1.5        -> yes
      equals   -> 1.50     -> 1.5        -> no
      equals   -> null     -> null       -> no
      in       -> a , CA   -> "CA"       -> yes
      in       -> a,,      -> ""         -> no
      in       -> ,        -> "a"        -> no
      in       ->  a b ,, c -> "a b"     -> yes
      in list  -> d,c,b,a,b -> ["x", "a"] -> yes
      in list  -> x,"a    -> ["a"]      -> no
      equals list -> b","a -> ["b", "a"] -> no
      equals list -> a     -> ["a\\""]   -> no
      equals list -> a     -> null       -> no
      equals list -> a     -> "a"        -> yes
      equals list -> a     -> {"a": "a"} -> no
      equals list number -> 2.0 -> [1, 2] -> yes
      equals list number -> 1   -> [11, 2] -> no
      equals number -> 13.40 -> 13.4      -> yes
      equals number -> +1e1  -> 10        -> yes
      equals number -> -0    -> 0         -> yes
      equals number -> .5    -> 0.5       -> yes
      in number     -> 1,2.0 -> 2         -> yes
      equals boolean -> TRUE -> true      -> yes
      equals boolean -> 0    -> false     -> yes
      equals boolean -> false -> true     -> no
      equals date-time -> 2024-02-29T13:00:00+01:00 -> "2024-02-29T12:00:00Z" -> yes
      equals date-time -> 2024-02-29T12:00:00 -> "2024-02-29T12:00:00.000000Z" -> yes
      equals date-time -> 2024-02-29T12:00:00 -> "2024-02-29T12:00:00.000001Z" -> no
      equals date      -> 2024-02-29 -> "2024-02-29" -> yes
      equals date-time -> 2024-02-29T13:00:00 01:00 -> "2024-02-29T12:00:00Z" -> yes
      equals uuid -> 6ba7b8109dad11d180b400c04fd430c8 -> "6BA7B810-9dad-11d1-80b4-00c04fd430c8" -> yes
      in uuid     -> 6BA7B8109DAD11D180B400C04FD430C8, -> "6ba7b810-9dad-11d1-80b4-00c04fd430c8" -> yes
      equals list uuid -> 6BA7B8109DAD11D180B400C04FD430C8 -> ["a", "6Ba7b810-9dad-11d1-80b4-00c04fd430c8"] -> yes
      min number    -> 2     -> 10        -> yes
      above number  -> -2.5  -> -2        -> yes
      below number  -> 10    -> 9         -> yes
      min date      -> 2024-02-29 -> "2024-02-29" -> yes
      above date    -> 2024-02-29 -> "2024-03-01" -> yes
      max date      -> 0024-02-29 -> "0024-02-28" -> yes
      min date-time -> 2024-02-29 -> "2024-02-29T00:00:00Z" -> yes
      min date-time -> 2024-02-29 -> "2024-02-28T23:59:59.999999Z" -> no
      above date-time -> 2024-02-29T12:00:00.000001Z -> "2024-02-29T12:00:00.000002Z" -> yes
      above date-time -> 2024-02-29T12:00:00.000001Z -> "2024-02-29T12:00:00.000001Z" -> no
      min date-time -> 2024-02-29T12:00-01 -> "2024-02-29T13:00:00Z" -> yes
      below date-time -> 9999-12-31T23:59:59Z -> "9999-12-31T23:59:58Z" -> yes
      min date-time -> 2024-02-29t12:00:00z -> "2024-02-29T12:00:00Z" -> yes
      above date-time -> 2016-12-31T23:59:60Z -> "2017-01-01T00:00:00Z" -> no
      min date-time -> 2016-12-31T23:59:60Z -> "2017-01-01T00:00:00Z" -> yes
      isnull boolean -> true  -> null     -> yes
      isnull boolean -> 1     -> ""       -> no
      isnull boolean -> true  -> []       -> no
      isnull boolean -> False -> 0        -> yes
      isnull boolean -> 0     -> null     -> no
      contains -> İ        -> "İSTANBUL" -> yes
      contains -> a.c      -> "abc"      -> no
      contains -> canon    -> "Cañon City" -> no
      contains -> null     -> null       -> no
      search   -> ,        -> null       -> yes
      search   -> َ    -> null       -> yes
      search   -> Montréal -> "Montreal" -> yes
      search   -> CANON    -> "Can\u0303on City" -> yes
      search   -> istanbul -> "İSTANBUL" -> yes
      search   -> αθηνα    -> "Αθή\u0301να" -> yes
      search   -> елка     -> "Ёлка"     -> yes
      search   -> замок    -> "за\u0301мок" -> yes
      search   -> і   -> "ї\u0301"  -> no
      search   -> и        -> "й"        -> no
      search   -> г        -> "ѓ"        -> no
      search   -> かき     -> "かぎ"      -> no
      search   -> दिन       -> "दान"       -> no
      search   -> مدرسة    -> "مَدْرَسَة"     -> yes
      search   -> ا        -> "أ"        -> no
      search   -> שלום     -> "שָׁלוֹם"     -> yes
      search   -> o'brien  -> "O’Brien"  -> yes
      search   -> "ca"     -> "a \\"ca\\"" -> yes`),
  )('%s %s: %s -> %s', (filter = '', value = '', field = '', expected) => {
    const found = matches(filterIn(filter), value.replace('\\\\', '\\'), JSON.parse(field));
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
});

it('folding a folded text changes nothing', () => {
  const characters = fc.constantFrom(
    ...'aÉσΣİеЁйїก\u0301\u0308\u0306\u0307\u064e\u0654\u05c1אآが\u3099’A ',
  );
  const unit = fc.oneof(characters, anyCharacter);
  const isUnchanged = (text: string) => fold(fold(text)) === fold(text);
  fc.assert(fc.property(fc.string({ unit }), isUnchanged), { numRuns: 2000 });
  // Soon, for a long text of marks.
  expect(isUnchanged('\u0301'.repeat(20_000))).toBe(true);
});

/** A row for each value. */
const rowsWith = (filter: string, isValue: boolean, values: string) =>
  valuesOf(values).map((value) => [filter, value, value, isValue]);

it.each([
  ['equals', 'nothing', '', true],
  ['equals', '200 characters beyond U+FFFF', '🚲'.repeat(200), true],
  ['equals', '201 characters beyond U+FFFF', '🚲'.repeat(201), false],
  ['equals', 'U+0000', 'a\0b', false],
  ['equals', 'other control characters', '\u0001\n\u007f', true],
  ['in', '4000 characters', '1,'.repeat(2000), true],
  ['in', '4001 characters', `1,${'2'.repeat(3999)}`, false],
  ...rowsWith('equals number', true, '1 | -1.50 | +1 | .5 | 5. | 1e3 | 1E-3 | 007'),
  ...rowsWith('min number', false, 'a | 1,5 | 1 0 | 0x10 | NaN | Infinity | 1e999 | 1_0 | --1'),
  ...rowsWith('min number', false, '. | e1 | １'),
  ['search', '8 different words', 'a,É c D e\u0301 é C e A f g h i', true],
  ['search', '9 different words', 'a b c d e f g h i', false],
  ['in number', 'numbers', '1, 2.5', true],
  ['in number', 'a text among them', '1,a', false],
  ...rowsWith('equals boolean', false, 'yes | t | 2 | nul'),
  ...rowsWith('min date', false, '2024-02-30 | 2024-13-01 | 2024-2-1 | 29.02.2024 | 2024 | today'),
  ...rowsWith('min date', false, '2024-02-29T12:00'),
  ...rowsWith('min date-time', true, '2024-02-29 | 2024-02-29 12:00 | 2024-02-29T12:00:00,5'),
  ...rowsWith('min date-time', true, '2024-02-29T12:00Z'),
  ...rowsWith('max date-time', false, '2024-02-29 01 | 2023-02-29T12:00Z | 2024-02-29T25:00'),
  ['equals uuid', 'hyphens in some places', '6ba7b810-9dad11d1-80b400c04fd430c8', true],
  ['equals uuid', 'a digit too many', '6ba7b810-9dad-11d1-80b4-00c04fd430c88', false],
  ['in uuid', 'another text among them', '6ba7b8109dad11d180b400c04fd430c8,a', false],
  ['max date-time', 'an offset of 99 hours', '2024-02-29T12:00+99:00', false],
])('isFilterValue: %s, %s', (filter, _, value, expected) =>
  expect(isFilterValue({ fields: ['x'], ...filterIn(String(filter)) }, String(value))).toBe(
    expected,
  ),
);
